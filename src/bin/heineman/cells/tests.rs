//! The solver against the search of the real game alone, on small deals. The library's tests
//! compare that search with plain search.

use freecell::card::Card;
use freecell::search::factored::{self, prove, Analysis, Game, Limits, Relaxation};
use proptest::prelude::*;

use super::solver::{Outcome, Solver};
use crate::deal::Deal;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn small_deals_are_solved_or_proved_unsolvable(
        order in Just((32..52).collect::<Vec<usize>>()).prop_shuffle(),
        cascades in 1..=4_usize,
        cells in 0..=2_u32,
    ) {
        let mut deal = Deal { cascades: vec![Vec::new(); cascades] };
        for (place, card) in order.into_iter().enumerate() {
            deal.cascades[place % cascades].push(Card::from_index(card).unwrap());
        }
        let mut relaxation = Relaxation::new(Analysis::new(&deal.cascades), cells);
        let limits = Limits { memory: usize::MAX, visited: u64::MAX };
        let (outcome, _) = prove(&mut relaxation, Game::Real, limits, &|| false);
        let can_win = outcome == factored::Outcome::Solvable;
        let outcome = Solver::new(&deal, cells, 48_000_000).solve(true);
        prop_assert_eq!(outcome, if can_win { Outcome::Won } else { Outcome::Unsolvable });
        let outcome = Solver::new(&deal, cells, 48_000_000).solve(false);
        prop_assert_eq!(matches!(outcome, Outcome::Won | Outcome::Solvable), can_win);
    }
}
