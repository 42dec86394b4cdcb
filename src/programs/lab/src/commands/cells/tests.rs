//! The solver against depth-first search, on small deals. The library's tests compare the proofs
//! with plain search.

use freecell::card::Card;
use freecell::search::outcome::Outcome;
use proptest::prelude::*;

use super::solver::Solver;
use column::deal::Deal;
use column::packed::board::Board;
use column::packed::moves::Rules;
use column::stored::search::{self, Plan, Search};

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn small_deals_are_solved_or_proved_unsolvable(
        order in Just((32..52).collect::<Vec<usize>>()).prop_shuffle(),
        cascades in 1..=8_usize,
        cells in 0..=2_u32,
        taken in 0..=2_u32,
    ) {
        let mut deal = Deal { cascades: vec![Vec::new(); cascades], ..Deal::default() };
        for (place, card) in order.into_iter().enumerate() {
            deal.cascades[place % cascades].push(Card::from_index(card).unwrap());
        }
        for cascade in 0..taken.min(cells) as usize {
            deal.cells.push(deal.cascades[cascade % cascades].pop());
        }
        let plan = Plan {
            strategy: search::Strategy::Depth,
            distinct: true,
            rules: Rules { cells: cells as usize, ..Rules::default() },
            depth: None,
            most: 20_000,
        };
        let plain = Search::new(Board::new(&deal, false), plan).unwrap().run(|_| ());
        prop_assume!(plain != search::Outcome::Memory);
        let can_win = matches!(plain, search::Outcome::Solved(_));
        let outcome = Solver::new(&deal, cells, 48_000_000).unwrap().solve().unwrap();
        prop_assert_eq!(matches!(outcome, Outcome::Solved(_)), can_win);
        prop_assert_eq!(outcome == Outcome::NoLine, !can_win);
    }
}
