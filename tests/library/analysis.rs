//! Analyses: runs that go on where the last one stopped, and what they prove.

use std::time::Duration;

use freecell::analysis::known::Known;
use freecell::analysis::policy;
use freecell::analysis::searches::{Searches, Steps};
use freecell::analysis::turns::Progress;
use freecell::deal::microsoft;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::{Budget, Part};
use freecell::table::Table;
use freecell::{Analysis, Goal, Limits, Line, LowerBound, StopReason};
use proptest::prelude::*;

use crate::shortest::cheap;

fn analysis(deal: u64, goal: impl Into<Goal>) -> Analysis {
    Analysis::new(&microsoft(deal).unwrap(), goal).unwrap()
}

/// The table after some legal moves, each chosen by a number.
fn after(deal: u64, ruleset: Ruleset, choices: &[usize]) -> Table {
    let mut game = Game::new(microsoft(deal).unwrap(), ruleset);
    for &choice in choices {
        let legal = game.legal_moves();
        let Some(&mv) = legal.get(choice % legal.len().max(1)) else {
            break;
        };
        game.play(mv).unwrap();
    }
    game.table().clone()
}

/// The last of these runs ends with the positions and with the proof.
#[test]
fn an_analysis_that_has_proved_all_was_not_stopped() {
    let mut analysis = analysis(25258, Ruleset::from_autoplay(Autoplay::All));
    while analysis.is_shortest() != Some(true) {
        analysis.run(Limits::positions(5000));
        assert!(analysis.positions() < 100_000);
    }
    assert_eq!(analysis.stopped(), None);
    assert_eq!(analysis.line().unwrap().len(), 18);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn many_short_runs_prove_what_a_table_of_shortest_lines_says(
        row in prop::sample::select(cheap()),
        positions in 5_000..60_000_u64,
    ) {
        let (moves, _) = row.shortest.unwrap();
        let mut analysis = analysis(row.deal, Ruleset::from_autoplay(row.autoplay));
        while analysis.is_shortest() != Some(true) {
            prop_assert!(analysis.lower_bound() <= LowerBound::Moves(moves));
            analysis.run(Limits::positions(positions));
            prop_assert!(analysis.positions() < 3_000_000);
        }
        prop_assert_eq!(analysis.stopped(), None);
        prop_assert_eq!(analysis.line().unwrap().len(), moves);
        prop_assert_eq!(analysis.lower_bound(), LowerBound::Moves(moves));
    }

    /// What follows from a lost deal is lost, with cards in cells as well.
    #[test]
    fn every_table_that_follows_from_a_lost_deal_is_proved_lost(
        choices in prop::collection::vec(0..100_usize, 0..25),
    ) {
        let table = after(11982, Ruleset::default(), &choices);
        let mut analysis = Analysis::new(&table, Ruleset::default()).unwrap();
        analysis.run(Limits::positions(400_000));
        prop_assert!(analysis.is_unsolvable(), "{}", table);
    }

    #[test]
    fn part_of_a_budget_ends_with_the_part_and_with_the_whole(
        all in 1..5_000_u64,
        before in 0..5_000_u64,
        positions in 0..5_000_u64,
        share in 0.0..1.0_f64,
    ) {
        let mut budget = Budget::limited(all, 1000);
        let spend = |budget: &mut Budget, most: u64| {
            (0..most).take_while(|_| budget.spend().is_ok()).count() as u64
        };
        let before = spend(&mut budget, before);
        let part = Part { positions, bytes: 10, share };
        let spent = budget.within(part, |budget| {
            assert_eq!(budget.bytes, 10);
            spend(budget, u64::MAX)
        });
        let of_share = ((all - before) as f64 * share) as u64;
        prop_assert_eq!(spent, positions.min(of_share));
        prop_assert_eq!(budget.expanded(), before + spent);
    }
}

#[test]
fn one_line_for_both_rules_wins_under_both() {
    let mut analysis = analysis(1, Goal::Both);
    analysis.run(Limits::positions(100_000));
    let line = analysis.line().expect("a line for both").to_string();
    for autoplay in [Autoplay::Safe, Autoplay::All] {
        let verdict = judge(analysis.table(), Ruleset::from_autoplay(autoplay), &line);
        assert!(matches!(verdict, Verdict::Won { .. }), "{autoplay:?}");
    }
}

/// Other searches, which find few lines but may prove that there is none, have their turns when
/// there is time for them.
#[test]
fn a_small_budget_goes_into_beams_for_a_line_for_both_rules() {
    let mut searches = Searches::default();
    for deal in [2_777_016, 2_777_057, 2_777_087] {
        let mut known = Known::new(microsoft(deal).unwrap(), Goal::Both);
        let mut budget = Budget::limited(12_000, 1 << 30);
        let policy = &policy::BEST_LINE_FOR_BOTH;
        let _ = searches.run(policy, &mut Progress::default(), &mut known, &mut budget);
        assert!(known.status.line().is_some(), "deal {deal}");
    }
}

#[test]
fn no_line_for_both_rules_is_a_proof() {
    let mut analysis = analysis(1809, Goal::Both);
    analysis.run(Limits::positions(2_000_000));
    assert!(analysis.is_unsolvable());
    for autoplay in [Autoplay::Safe, Autoplay::All] {
        let mut one = self::analysis(1809, Ruleset::from_autoplay(autoplay));
        one.run(Limits::positions(20_000));
        assert!(one.line().is_some(), "{autoplay:?} alone has a line");
    }
}

#[test]
fn a_run_says_why_it_stopped() {
    let stopped = |limits: Limits| {
        let mut analysis = analysis(11982, Ruleset::default());
        analysis.run(limits);
        assert_eq!(analysis.line(), None);
        analysis.stopped()
    };
    let positions = Limits::positions(1000);
    assert_eq!(stopped(positions), Some(StopReason::Positions));
    assert_eq!(stopped(Limits::positions(0)), Some(StopReason::Positions));
    let no_time = positions.time(Duration::ZERO);
    assert_eq!(stopped(no_time), Some(StopReason::Time));
    let interrupted = positions.interrupted_by(&|| true);
    assert_eq!(stopped(interrupted), Some(StopReason::Interrupted));
    let no_memory = Limits::unlimited().bytes(1000);
    assert_eq!(stopped(no_memory), Some(StopReason::Bytes));
    assert_eq!(stopped(Limits::unlimited()), None);
}

#[test]
fn a_run_after_the_proof_costs_nothing() {
    let mut analysis = analysis(11982, Ruleset::default());
    analysis.run(Limits::unlimited());
    let positions = analysis.positions();
    analysis.run(Limits::positions(1000));
    assert_eq!(
        (analysis.positions(), analysis.stopped()),
        (positions, None)
    );
}

#[test]
fn a_table_that_lacks_a_card_is_refused() {
    let mut table = microsoft(1).unwrap();
    table.cascades[0].pop();
    assert!(Analysis::new(&table, Goal::Both).is_err());
}

/// What no line wins under both rules of the puzzle, none wins whatever plays it.
#[test]
fn proofs_for_both_rules_are_proofs_for_all_programs() {
    let limits = Limits::positions(4_000_000);
    let mut lost = analysis(1809, Goal::Programs);
    lost.run(limits);
    assert!(lost.is_unsolvable(), "{:?}", lost.stopped());

    // As the other rules' own proof says.
    let near_the_end = after_line(10913, "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45");
    let mut programs = Analysis::new(&near_the_end, Goal::Programs).unwrap();
    programs.run(limits);
    let mut both = Analysis::new(&near_the_end, Goal::Both).unwrap();
    both.run(limits);
    assert_eq!(both.is_shortest(), Some(true));
    assert!(programs.lower_bound() >= both.lower_bound());
    assert!(programs.line().unwrap().len() >= both.line().unwrap().len());
    assert_eq!(programs.is_shortest(), Some(true));
}

/// The table after the moves of a line.
fn after_line(deal: u64, line: &str) -> Table {
    let mut game = Game::new(microsoft(deal).unwrap(), Ruleset::default());
    let line: Line = line.parse().unwrap();
    for mv in &line {
        game.play(mv).unwrap();
    }
    game.table().clone()
}
