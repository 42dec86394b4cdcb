//! The searches against known answers: lines that win, proofs that no line does,
//! and budgets that are kept. The referee judges every line.

use freecell::belief::Belief;
use freecell::deal;
use freecell::difficulty::Difficulty;
use freecell::heuristic::Weights;
use freecell::moves::Line;
use freecell::plan::{Plan, Planner, Request, Win, WinsUnder};
use freecell::playback::moves_to_win;
use freecell::position::Pruning;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Capacity, Ruleset};
use freecell::search::astar::AStar;
use freecell::search::budget::Budget;
use freecell::search::outcome::{Outcome, Solution, StopReason};
use freecell::search::portfolio::Portfolio;
use freecell::search::problem::Problem;
use freecell::search::weights::CONFIGS;
use freecell::table::{self, Table, CASCADES, CELLS};
use freecell::{solve, SolveOptions};
use proptest::prelude::*;
use std::time::Instant;

use crate::small_tables::{shortest, small_table};

/// All of 1 to 1,000,000 that have no solution under `safe`.
/// Source: the protocol's description, after Microsoft's FreeCell FAQs.
const UNSOLVABLE: [u64; 8] = [
    11982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948,
];

/// Deals that are known to be hard for searches; 1941 and 98714 have no solution
/// under `all`.
const HARD: [u64; 7] = [739_671, 98714, 57148, 31465, 5179, 8368, 1941];

/// The positions that can be reached in deal 11982, the root included and the
/// order of cascades and cells ignored; as many under both autoplay rules.
/// Source: the task's description, from a program that is no part of this repository.
const REACHABLE_OF_11982: usize = 61_643;

const AUTOPLAYS: [Autoplay; 2] = [Autoplay::Safe, Autoplay::All];

fn deal(number: u64) -> Table {
    deal::microsoft(number).unwrap()
}

/// Runs a search on a budget that only positions and bytes limit, and returns the
/// positions expanded as well.
fn with_budget<T>(positions: u64, bytes: usize, run: impl FnOnce(&mut Budget) -> T) -> (T, u64) {
    let mut budget = Budget::unlimited();
    budget.limit_positions(positions);
    budget.bytes = bytes;
    let result = run(&mut budget);
    (result, budget.expanded())
}

const PLENTY: usize = 400 << 20;

fn first_line<const N: usize>(table: &Table, rulesets: [Ruleset; N]) -> Outcome<Solution> {
    let mut portfolio = Portfolio::default();
    let run = |budget: &mut Budget| portfolio.run(Problem::new(table, rulesets), budget);
    with_budget(u64::MAX, PLENTY, run).0
}

/// Asserts that a line wins under a ruleset, on its last move; and, if it is
/// unambiguous, under every likely ruleset with the same autoplay rule.
fn assert_wins(table: &Table, ruleset: Ruleset, line: &Line, unambiguous: bool) {
    let won = Verdict::Won { moves: line.len() };
    assert_eq!(judge(table, ruleset, &line.to_string()), won, "{line}");
    for other in Ruleset::likely().filter(|other| other.autoplay == ruleset.autoplay) {
        if unambiguous {
            assert_eq!(judge(table, other, &line.to_string()), won, "{line}");
        }
    }
}

#[test]
fn first_lines_win_under_the_ruleset_asked_for() {
    for number in (1..=32_000).step_by(160).filter(|&number| number != 17) {
        for autoplay in AUTOPLAYS {
            let (table, ruleset) = (deal(number), Ruleset::from_autoplay(autoplay));
            match first_line(&table, [ruleset]) {
                Outcome::Solved(Solution { line, unambiguous }) => {
                    assert_wins(&table, ruleset, &line, unambiguous);
                }
                other => panic!("{number}: {other:?}"),
            }
        }
    }
}

#[test]
fn first_lines_for_two_rulesets_win_under_both() {
    for number in [2, 4, 5, 6, 7, 8, 10, 12, 13, 15, 16] {
        let (table, rulesets) = (deal(number), AUTOPLAYS.map(Ruleset::from_autoplay));
        match first_line(&table, rulesets) {
            Outcome::Solved(Solution { line, unambiguous }) => {
                for ruleset in rulesets {
                    let moves = moves_to_win(&table, &line, ruleset).unwrap();
                    let line = line.prefix(moves);
                    assert_wins(&table, ruleset, &line, unambiguous);
                }
            }
            other => panic!("{number}: {other:?}"),
        }
    }
}

#[test]
fn hard_deals_are_solved_under_safe() {
    for number in HARD {
        let (table, ruleset) = (deal(number), Ruleset::from_autoplay(Autoplay::Safe));
        match first_line(&table, [ruleset]) {
            Outcome::Solved(Solution { line, unambiguous }) => {
                assert_wins(&table, ruleset, &line, unambiguous);
            }
            other => panic!("{number}: {other:?}"),
        }
    }
}

#[test]
fn unsolvable_deals_are_proved_unsolvable() {
    for number in UNSOLVABLE {
        let answer = first_line(&deal(number), [Ruleset::from_autoplay(Autoplay::Safe)]);
        assert_eq!(answer, Outcome::NoLine, "{number}");
    }
    for number in [1941, 98714] {
        let answer = first_line(&deal(number), [Ruleset::from_autoplay(Autoplay::All)]);
        assert_eq!(answer, Outcome::NoLine, "{number}");
    }
}

/// A search that goes on digging where it began to needs fewer positions than one that does not,
/// and finds lines in which fewer moves begin elsewhere than the one before.
#[test]
fn non_local_moves_are_put_off() {
    let search = |weights: Weights| {
        let mut search = AStar::<1>::default();
        let (mut positions, mut moves_elsewhere) = (0, 0);
        for number in 2_500_001..=2_500_500 {
            let strict = [Ruleset::strict(Autoplay::Safe)];
            search.begin(Problem::new(&deal(number), strict), weights);
            let run = |budget: &mut Budget| search.run(u64::MAX, budget);
            let (outcome, expanded) = with_budget(2_000, PLENTY, run);
            positions += expanded;
            if let Outcome::Solved(line) = outcome {
                let next = line.iter().skip(1);
                let pairs = line.iter().zip(next);
                moves_elsewhere += pairs.filter(|(mv, next)| mv.from() != next.from()).count();
            }
        }
        (positions, moves_elsewhere)
    };
    let weights = CONFIGS[0].weights;
    let (positions, moves_elsewhere) = search(weights);
    let indifferent = search(Weights {
        non_local_move: 0,
        ..weights
    });
    assert!(positions < indifferent.0 * 19 / 20);
    assert!(moves_elsewhere < indifferent.1 * 9 / 10);
}

/// The numbers of positions that a search without a result generates and expands.
fn exhausted(problem: Problem<1>, weights: Weights) -> (usize, u64) {
    let mut search = AStar::default();
    search.begin(problem, weights);
    let (end, expanded) = with_budget(u64::MAX, PLENTY, |budget| search.run(u64::MAX, budget));
    assert_eq!(end, Outcome::NoLine);
    (search.generated(), expanded)
}

/// The same number twice: without weights no move waits, and each position is expanded once.
fn exhausted_at_once(problem: Problem<1>) -> usize {
    let (generated, expanded) = exhausted(problem, Weights::default());
    assert_eq!(expanded, generated as u64);
    generated
}

#[test]
fn deal_11982_has_its_known_number_of_positions() {
    for autoplay in AUTOPLAYS {
        for pruning in [Pruning::None, Pruning::Dominated] {
            let problem = Problem {
                pruning,
                ..Problem::new(&deal(11982), [Ruleset::from_autoplay(autoplay)])
            };
            let positions = exhausted_at_once(problem);
            assert_eq!(positions, REACHABLE_OF_11982, "{pruning:?}");
        }
    }
}

/// A position some of whose moves wait is expanded again, until each has been made: nothing is
/// left out of a proof.
#[test]
fn moves_that_wait_are_made_before_a_search_ends() {
    for (index, config) in CONFIGS.iter().enumerate() {
        let problem = Problem::new(&deal(11982), [Ruleset::from_autoplay(Autoplay::Safe)]);
        let (generated, expanded) = exhausted(problem, config.weights);
        assert_eq!(generated, REACHABLE_OF_11982, "{index}");
        let again = expanded - generated as u64;
        assert!(index > 1 || again > 1_000, "{index}: {again}");
    }
}

#[test]
fn searches_with_moves_that_wait_agree_with_exhaustive_search() {
    let (mut won, mut lost, mut lost_after_waiting) = (0, 0, 0);
    let few_cards = (1..=100).map(|number| (number, 12 + number as usize % 33));
    let all_cards = (1..=200).map(|number| (number, 52));
    for (number, cards) in few_cards.chain(all_cards) {
        let table = small_table(number, cards, CASCADES, CELLS);
        for ruleset in AUTOPLAYS.map(Ruleset::from_autoplay) {
            let Some(moves) = shortest(&table, &[ruleset], usize::MAX, 1_000) else {
                continue;
            };
            for config in &CONFIGS {
                let problem = Problem::new(&table, [ruleset]);
                if moves == usize::MAX {
                    let (generated, expanded) = exhausted(problem, config.weights);
                    lost += 1;
                    lost_after_waiting += usize::from(expanded > generated as u64);
                    continue;
                }
                let mut search = AStar::default();
                search.begin(problem, config.weights);
                let run = |budget: &mut Budget| search.run(u64::MAX, budget);
                let Outcome::Solved(line) = with_budget(u64::MAX, PLENTY, run).0 else {
                    panic!("a line of {moves} moves wins: {table:?}");
                };
                assert!(line.len() >= moves, "{line}");
                assert_wins(&table, ruleset, &line, false);
                won += 1;
            }
        }
    }
    let case = format!("{won} won, {lost} lost, {lost_after_waiting} of them after waiting");
    assert!(won > 300 && lost_after_waiting > 30, "{case}");
}

/// The number of positions with 0 to 4 cells if nothing goes home by itself, as `heineman reach`
/// counts them by moves and boards of its own.
#[test]
fn with_fewer_cells_deal_11982_has_fewer_positions() {
    for (cells, positions) in [8, 83, 585, 5297, 83_239].into_iter().enumerate() {
        let problem = Problem {
            cells,
            ..Problem::new(&deal(11982), [Ruleset::from_autoplay(Autoplay::None)])
        };
        assert_eq!(exhausted_at_once(problem), positions, "{cells} cells");
    }
}

/// Asserts that a plan's outcome is the referee's verdict on its line.
fn check_plan(table: &Table, belief: Belief, plan: &Plan) {
    match &plan.outcome {
        Outcome::Solved(Win { under, unambiguous }) => {
            for ruleset in belief.by_autoplay() {
                if under.rules().contains(&ruleset.autoplay) {
                    let moves = moves_to_win(table, &plan.line, ruleset).unwrap();
                    let line = plan.line.prefix(moves);
                    assert_wins(table, ruleset, &line, *unambiguous);
                }
            }
        }
        Outcome::NoLine | Outcome::Stopped(_) => {
            let mut game = Game::new(table.clone(), belief.by_autoplay()[0]);
            for mv in &plan.line {
                game.play(mv).unwrap();
            }
            assert!(!game.is_won());
        }
    }
}

#[test]
fn plans_win_under_the_rules_they_claim() {
    let belief = [
        Belief::only(Ruleset::from_autoplay(Autoplay::Safe)),
        Belief::only(Ruleset::from_autoplay(Autoplay::All)),
        Belief::all(),
    ];
    let mut planner = Planner::default();
    let mut for_both = 0;
    for number in (100..1_000_000).step_by(33_333) {
        for belief in belief {
            let table = deal(number);
            let (plan, _) = with_budget(12_000, PLENTY, |budget| {
                planner.plan(Request::new(&table, belief), budget)
            });
            check_plan(&table, belief, &plan);
            let Outcome::Solved(Win { under, .. }) = &plan.outcome else {
                panic!("{number}: {plan:?}");
            };
            for_both += usize::from(*under == WinsUnder::SafeAndAll);
        }
    }
    assert!(for_both > 15, "{for_both} of 30 lines win under both");
}

#[test]
fn an_unsolvable_table_differs_from_an_unsolved_one() {
    let mut planner = Planner::default();
    let belief = Belief::all();
    for (positions, expected) in [
        (1_000_000, Outcome::NoLine),
        (50_000, Outcome::Stopped(StopReason::Positions)),
        (1, Outcome::Stopped(StopReason::Positions)),
    ] {
        let table = deal(11982);
        let (plan, expanded) = with_budget(positions, PLENTY, |budget| {
            planner.plan(Request::new(&table, belief), budget)
        });
        check_plan(&table, belief, &plan);
        assert_eq!(plan.outcome, expected);
        assert!(expanded <= positions);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_budget_of_positions_is_kept_and_gives_the_same_plan_again(number in 1..1_000_000_u64, positions in 0..6000_u64) {
        let table = deal(number);
        let plan = || with_budget(positions, PLENTY, |budget| {
            Planner::default().plan(Request::new(&table, Belief::all()), budget)
        });
        let (first, expanded) = plan();
        check_plan(&table, Belief::all(), &first);
        prop_assert!(expanded <= positions);
        if matches!(first.outcome, Outcome::Stopped(_)) {
            prop_assert_eq!(&first.outcome, &Outcome::Stopped(StopReason::Positions));
            prop_assert_eq!(expanded, positions);
        }
        prop_assert_eq!(plan(), (first, expanded));
    }

    #[test]
    fn a_search_that_was_stopped_and_resumed_ends_as_in_one_run(number in 1..1_000_000_u64, portion in 1..3000_u64) {
        let (table, ruleset) = (deal(number), Ruleset::from_autoplay(Autoplay::Safe));
        let mut portfolio = Portfolio::default();
        let answer = loop {
            let run = |budget: &mut Budget| portfolio.run(Problem::new(&table, [ruleset]), budget);
            match with_budget(portion, PLENTY, run).0 {
                Outcome::Stopped(stop) => prop_assert_eq!(stop, StopReason::Positions),
                answer => break answer,
            }
        };
        prop_assert_eq!(answer, first_line(&table, [ruleset]));
    }

    #[test]
    fn running_out_of_memory_proves_nothing(number in 1..1_000_000_u64, bytes in 0..4_000_000_usize) {
        let table = deal(number);
        let mut portfolio = Portfolio::default();
        let rulesets = [Ruleset::from_autoplay(Autoplay::Safe)];
        let run = |budget: &mut Budget| portfolio.run(Problem::new(&table, rulesets), budget);
        match with_budget(200_000, bytes, run).0 {
            Outcome::Solved(Solution { line, unambiguous }) => {
                assert_wins(&table, Ruleset::from_autoplay(Autoplay::Safe), &line, unambiguous);
            }
            Outcome::NoLine => prop_assert!(UNSOLVABLE.contains(&number)),
            Outcome::Stopped(stop) => prop_assert!(matches!(stop, StopReason::Bytes | StopReason::Positions)),
        }
    }
}

#[test]
fn a_search_without_memory_says_so() {
    let (table, rulesets) = (deal(11982), [Ruleset::from_autoplay(Autoplay::Safe)]);
    let mut portfolio = Portfolio::default();
    let mut run = |bytes| {
        let run = |budget: &mut Budget| portfolio.run(Problem::new(&table, rulesets), budget);
        with_budget(u64::MAX, bytes, run).0
    };
    assert_eq!(run(0), Outcome::Stopped(StopReason::Bytes));
    assert_eq!(run(0), Outcome::Stopped(StopReason::Bytes));
    assert_eq!(run(PLENTY), Outcome::NoLine);
}

#[test]
fn a_search_that_ran_out_of_memory_resumes_with_more() {
    let problem = Problem {
        pruning: Pruning::None,
        ..Problem::new(&deal(11982), [Ruleset::from_autoplay(Autoplay::Safe)])
    };
    let mut search = AStar::default();
    search.begin(problem, Weights::default());
    let mut run = |bytes| {
        let run = |budget: &mut Budget| search.run(u64::MAX, budget);
        with_budget(u64::MAX, bytes, run).0
    };
    for _ in 0..3 {
        assert_eq!(run(0), Outcome::Stopped(StopReason::Bytes));
    }
    assert_eq!(run(PLENTY), Outcome::NoLine);
    assert_eq!(search.generated(), REACHABLE_OF_11982);
}

/// A first search needs few positions, for which there is always room.
#[test]
fn a_plan_without_memory_is_the_first_line() {
    let (table, safe) = (deal(1), Ruleset::from_autoplay(Autoplay::Safe));
    let Outcome::Solved(Solution { line, unambiguous }) = first_line(&table, [safe]) else {
        panic!("deal 1 has a solution");
    };
    let outcome = Outcome::Solved(Win {
        under: WinsUnder::One(Autoplay::Safe),
        unambiguous,
    });
    let first = Plan { line, outcome };
    let plan = |bytes| {
        let run = |budget: &mut Budget| {
            Planner::default().plan(Request::new(&table, Belief::all()), budget)
        };
        with_budget(20_000, bytes, run).0
    };
    assert_eq!(plan(0), first);
    assert_eq!(plan(4000), first);
    assert_ne!(plan(PLENTY), first);
}

#[test]
fn a_search_out_of_positions_does_not_blame_time() {
    for positions in [0, 64, 640, 6400] {
        let (table, rulesets) = (deal(11982), [Ruleset::from_autoplay(Autoplay::Safe)]);
        let run =
            |budget: &mut Budget| Portfolio::default().run(Problem::new(&table, rulesets), budget);
        let answer = with_budget(positions, PLENTY, run);
        assert_eq!(answer, (Outcome::Stopped(StopReason::Positions), positions));
    }
}

/// The verdict on a line in the words of `fixtures/lines.txt`.
fn in_short(table: &Table, line: &str, ruleset: Ruleset) -> String {
    let parsed = line.split_whitespace().map_while(|mv| mv.parse().ok());
    let line_so_far: Line = parsed.collect();
    match moves_to_win(table, &line_so_far, ruleset) {
        Ok(_) => "win".into(),
        Err(legal) if legal == line.split_whitespace().count() => "open".into(),
        Err(legal) => (legal + 1).to_string(),
    }
}

#[test]
fn playback_agrees_with_known_verdicts_and_the_referee() {
    let text = include_str!("../../fixtures/lines.txt");
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [number, safe, all, .., moves] = columns.as_slice() else {
            panic!("{line}");
        };
        let table = deal(number.parse().unwrap());
        let known = AUTOPLAYS.map(|rule| in_short(&table, moves, Ruleset::from_autoplay(rule)));
        assert_eq!(&known, &[*safe, *all], "{line}");
        for ruleset in Ruleset::all() {
            let judged = match judge(&table, ruleset, moves) {
                Verdict::Won { .. } => "win".into(),
                Verdict::Open => "open".into(),
                Verdict::Failed { mv, .. } => mv.to_string(),
            };
            assert_eq!(
                in_short(&table, moves, ruleset),
                judged,
                "{ruleset:?}: {line}"
            );
        }
        lines += 1;
    }
    assert_eq!(lines, 79);
}

#[test]
fn the_statements_example_wins_on_its_last_move() {
    let example = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let line: Line = example.parse().unwrap();
    let verdicts =
        AUTOPLAYS.map(|rule| moves_to_win(&deal(10913), &line, Ruleset::from_autoplay(rule)));
    assert_eq!(verdicts, [Ok(19), Err(11)]);
}

/// The options under a belief, with that many positions for a better line.
fn options(belief: Belief, improving_positions: u64) -> SolveOptions {
    let mut options = SolveOptions::default();
    options.belief = belief;
    options.improving_positions = improving_positions;
    options
}

#[test]
fn solve_wins_and_more_positions_make_shorter_lines() {
    let mut moves = [0; 3];
    for number in 1..=20 {
        let table = deal(number);
        for ruleset in AUTOPLAYS.map(Ruleset::from_autoplay) {
            for (index, improving) in [0, 5_000, 50_000].into_iter().enumerate() {
                let belief = Belief::only(ruleset);
                let plan = solve(&table, options(belief, improving)).unwrap();
                let line = plan.solution().expect("a solution");
                let verdict = judge(&table, ruleset, &line.to_string());
                assert_eq!(verdict, Verdict::Won { moves: line.len() });
                moves[index] += line.len();
            }
        }
    }
    assert!(moves[0] > moves[1] && moves[1] > moves[2], "{moves:?}");
}

/// Without supermoves, lines are twice as long as usual.
#[test]
fn lines_much_longer_than_usual_are_shortened() {
    let one_card = Ruleset {
        capacity: Capacity::One,
        ..Ruleset::default()
    };
    // None of these is shortened if every line is taken for one of the usual length.
    for number in [2_777_009, 2_777_014, 2_777_054] {
        let moves = |improving_positions| {
            let options = options(Belief::only(one_card), improving_positions);
            solve(&deal(number), options).unwrap().line.len()
        };
        let (first, shortened) = (moves(0), moves(20_000));
        assert!(shortened * 10 < first * 9, "{number}: {first}, {shortened}");
    }
}

#[test]
fn solve_without_positions_for_a_better_line_gives_the_first() {
    let (table, ruleset) = (deal(617), Ruleset::default());
    let plan = solve(&table, options(Belief::only(ruleset), 0)).unwrap();
    let Outcome::Solved(Solution { line, .. }) = first_line(&table, [ruleset]) else {
        panic!("deal 617 has a solution");
    };
    assert_eq!(plan.solution(), Some(&line));
}

#[test]
fn solve_finds_a_line_for_both_autoplay_rules() {
    let table = deal(1);
    let plan = solve(&table, options(Belief::all(), 50_000)).unwrap();
    let under = WinsUnder::SafeAndAll;
    let unambiguous = true;
    assert_eq!(plan.outcome, Outcome::Solved(Win { under, unambiguous }));
    check_plan(&table, Belief::all(), &plan);
}

#[test]
fn solve_says_what_is_known_when_there_is_no_solution() {
    let plan = solve(&deal(11982), SolveOptions::default()).unwrap();
    assert_eq!(plan.outcome, Outcome::NoLine);
    assert_eq!(plan.solution(), None);
    for (positions, deadline, stop) in [
        (100, None, StopReason::Positions),
        (u64::MAX, Some(Instant::now()), StopReason::Time),
    ] {
        let mut options = SolveOptions::default();
        options.positions = positions;
        options.deadline = deadline;
        let plan = solve(&deal(11982), options).unwrap();
        assert_eq!(plan.outcome, Outcome::Stopped(stop));
    }
}

#[test]
fn solve_refuses_an_incomplete_table_and_accepts_a_won_one() {
    let mut table = deal(1);
    let card = table.cascades[0].pop().unwrap();
    let error = solve(&table, SolveOptions::default()).unwrap_err();
    assert_eq!(error, table::Error::Missing(card));
    let won = Table::build(&[], "").unwrap();
    let plan = solve(&won, SolveOptions::default()).unwrap();
    assert!(plan.solution().is_some_and(Line::is_empty));
}

/// The ranks of numbers; equal ones share the mean of theirs.
fn ranks(numbers: &[u64]) -> Vec<f64> {
    let count = |holds: &dyn Fn(u64) -> bool| numbers.iter().filter(|&&each| holds(each)).count();
    let rank = |&number: &u64| {
        let (below, equal) = (count(&|each| each < number), count(&|each| each == number));
        below as f64 + f64::midpoint(equal as f64, 1.0)
    };
    numbers.iter().map(rank).collect()
}

/// Spearman's rank correlation.
fn rank_correlation(one: &[u64], other: &[u64]) -> f64 {
    let mean = f64::midpoint(one.len() as f64, 1.0);
    let covariance = |one: &[f64], other: &[f64]| {
        let pairs = one.iter().zip(other);
        pairs
            .map(|(one, other)| (one - mean) * (other - mean))
            .sum::<f64>()
    };
    let (one, other) = (ranks(one), ranks(other));
    covariance(&one, &other) / (covariance(&one, &one) * covariance(&other, &other)).sqrt()
}

#[test]
fn the_difficulty_of_a_hundred_deals_correlates_with_another_programs() {
    let rows = include_str!("../../fixtures/difficulty.txt").lines();
    let rows = rows.filter(|row| !row.starts_with('#'));
    let (mut theirs, mut ours, mut spare) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let numbers: Vec<u64> = row.split(" | ").map(|each| each.parse().unwrap()).collect();
        let &[number, rating, level] = &numbers[..] else {
            panic!("{row}");
        };
        let found = Difficulty::new(&deal(number), Ruleset::default());
        assert_eq!(u64::from(found.level()), level, "{row}");
        spare.push(found.spare.unwrap() as u64);
        theirs.push(rating);
        ours.push(level);
    }
    assert_eq!(ours.len(), 100);
    let correlation = rank_correlation(&theirs, &ours);
    assert!((0.486..0.496).contains(&correlation), "{correlation}");
    let correlation = rank_correlation(&theirs, &spare);
    assert!((-0.156..-0.146).contains(&correlation), "{correlation}");
}
