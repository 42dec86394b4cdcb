//! The search that proves that no line wins under both autoplay rules, against exhaustive
//! search by the referee's rules.

use freecell::deal::microsoft;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::exhaustive::{ExhaustiveSearch, JointGame};
use freecell::search::outcome::{LowerBound, Outcome, StopReason};
use freecell::search::portfolio::Portfolio;
use freecell::search::problem::Problem;
use freecell::search::prove::{prove, Prover};
use freecell::table::{Table, CASCADES, CELLS};

use crate::small_tables::{shortest, small_table};

fn rulesets() -> [Ruleset; 2] {
    [Autoplay::Safe, Autoplay::All].map(Ruleset::from_autoplay)
}

/// Whether a game can be won, by the search.
fn can_win(table: &Table, game: JointGame, budget: &mut Budget) -> Result<bool, StopReason> {
    ExhaustiveSearch::new(table, rulesets(), game).run(budget)
}

/// Compares what is proved of a table with exhaustive search; returns whether a line wins
/// under both rules, if exhaustive search is feasible.
fn compare(table: &Table) -> Option<bool> {
    let can_win = shortest(table, &rulesets(), usize::MAX, 1_000)? < usize::MAX;
    let found = |game| self::can_win(table, game, &mut Budget::with_clock(&mut || 0.0)).unwrap();
    assert_eq!(found(JointGame::Real), can_win, "{table:?}");
    let relaxed = found(JointGame::FreeCells);
    assert!(relaxed || !can_win, "{table:?}");
    // The relaxation may be won where the real one cannot.
    (relaxed == can_win).then_some(can_win)
}

/// Whether a line wins under a single rule.
fn wins_alone(table: &Table, ruleset: Ruleset) -> bool {
    let mut budget = Budget::unlimited();
    budget.limit_positions(20_000);
    let answer = Portfolio::default().run(Problem::new(table, [ruleset]), &mut budget);
    matches!(answer, Outcome::Solved(_))
}

#[test]
fn proofs_on_small_tables_agree_with_exhaustive_search() {
    let (mut lost, mut lost_for_both_alone, mut won) = (0, 0, 0);
    for deal in 1..=60 {
        let full = small_table(deal, 44, CASCADES, CELLS);
        if compare(&full) == Some(false) {
            lost += 1;
            let each = rulesets().map(|ruleset| wins_alone(&full, ruleset));
            lost_for_both_alone += usize::from(each == [true; 2]);
        }
        let late = small_table(deal, 8 + deal as usize % 5, CASCADES, CELLS);
        won += usize::from(compare(&late) == Some(true));
    }
    let case = format!("{lost} lost, {lost_for_both_alone} of them for both alone, {won} won");
    assert!(lost_for_both_alone > 4 && won > 40, "{case}");
}

#[test]
fn on_small_tables_no_line_for_both_beats_the_bound() {
    let (mut exact, mut higher_than_alone) = (0, 0);
    for deal in 1..=300 {
        let table = small_table(deal, 12 + deal as usize % 16, CASCADES, CELLS);
        let Some(shortest) = shortest(&table, &rulesets(), usize::MAX, 3_000) else {
            continue;
        };
        let mut budget = Budget::unlimited();
        let proof = Prover::default().prove_for_both(&table, rulesets(), None, &mut budget);
        let shortest = LowerBound::Moves(shortest);
        let bound = proof.lower_bound;
        assert!(bound <= shortest, "{proof:?} {shortest:?} {table:?}");
        exact += usize::from(bound == shortest);
        let alone = rulesets().map(|ruleset| prove(&table, ruleset, None, &mut budget).lower_bound);
        assert!(alone.iter().all(|&moves| moves <= bound));
        higher_than_alone += usize::from(alone.iter().all(|&moves| moves < bound));
    }
    let case = format!("{exact} exact, {higher_than_alone} higher than alone");
    assert!(exact > 100 && higher_than_alone > 3, "{case}");
}

#[test]
fn only_a_game_that_cannot_be_won_is_called_unsolvable() {
    for game in [JointGame::Real, JointGame::FreeCells] {
        let within = |deal, bytes| {
            let mut budget = Budget::unlimited();
            budget.bytes = bytes;
            can_win(&microsoft(deal).unwrap(), game, &mut budget)
        };
        assert_eq!(within(11982, 1 << 30), Ok(false), "{game:?}");
        assert_eq!(within(10913, 1 << 30), Ok(true), "{game:?}");
        let stopped = Err(StopReason::Bytes);
        assert_eq!(within(11982, 1_000_000), stopped, "{game:?}");
    }
}

#[test]
fn the_search_visits_as_many_positions_as_another_program_counted() {
    let mut budget = Budget::unlimited();
    let deal = microsoft(17).unwrap();
    assert_eq!(can_win(&deal, JointGame::Real, &mut budget), Ok(false));
    // All pairs of boards that can be reached by moves legal on both, by a search over pairs
    // of plain boards that shared no code with this one. The root is expanded beforehand.
    assert_eq!(budget.expanded() + 1, 2_869_835);
}

#[test]
fn a_search_that_stopped_is_resumed() {
    let deal = microsoft(11982).unwrap();
    let mut search = ExhaustiveSearch::new(&deal, rulesets(), JointGame::FreeCells);
    let mut budget = Budget::unlimited();
    let mut stops = 0;
    loop {
        budget.limit_positions(20_000);
        match search.run(&mut budget) {
            Err(StopReason::Positions) => stops += 1,
            result => break assert_eq!(result, Ok(false)),
        }
    }
    assert!(stops > 0);
}
