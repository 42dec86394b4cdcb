//! The evaluation of positions: incremental and from scratch it is the same, and its
//! bound on moves never exceeds what a line needs.

use crate::random_tables::tables;
use freecell::deal;
use freecell::heuristic::{Evaluation, Evaluator, Weights, WEIGHTS};
use freecell::moves::{Line, Move};
use freecell::position::{Position, Pruning, Rules, Successors};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use proptest::prelude::*;

fn roots() -> impl Strategy<Value = Table> {
    let deals = (1..=deal::LAST_DEAL).prop_map(|number| deal::microsoft(number).unwrap());
    prop_oneof![1 => deals, 2 => tables()]
}

/// Weights with a removal among them, or without.
fn weights() -> impl Strategy<Value = Weights> {
    let weights = prop::array::uniform::<_, WEIGHTS>(0..=100_u16);
    (weights, any::<bool>()).prop_map(|(weights, removals)| {
        let weights = Weights::of(&weights);
        let removal = if removals { weights.removal } else { 0 };
        Weights { removal, ..weights }
    })
}

fn figures(evaluation: &Evaluation) -> (u32, u32, u32) {
    (evaluation.estimate, evaluation.moves, evaluation.state)
}

/// Plays at random, and compares for every move the successor as generated with the one played.
/// Returns how many moves were generated without playing them.
fn follow<const N: usize>(
    table: &Table,
    rulesets: [Ruleset; N],
    weights: Weights,
    states: usize,
    draws: &[u16],
) -> usize {
    let rules = Rules::new(table, rulesets);
    let evaluator = Evaluator::new(weights, table, &rules, states);
    let mut position = Position::root(table, &rules);
    let mut successors = Successors::default();
    let mut unplayed = 0;
    for (number, draw) in draws.iter().enumerate() {
        let autoplay_done = number > 0;
        let moves = position.moves(&rules, Pruning::None);
        let accumulator = evaluator.accumulator(&position);
        position.generate(&rules, Pruning::None, autoplay_done, &mut successors);
        let generated: Vec<Move> = successors
            .list
            .iter()
            .map(|successor| successor.mv)
            .collect();
        assert_eq!(generated, moves.to_vec());
        for successor in &successors.list {
            let (mv, materialized) = (successor.mv, successors.materialized(successor));
            let mut comes = position;
            comes.play(&rules, mv, autoplay_done);
            assert_eq!(successor.hashes, comes.hashes(), "{mv} on {table:?}");
            assert!(materialized.is_none_or(|materialized| *materialized == comes));
            let put = successors.position(successor, &position, &rules);
            assert!(put == comes, "{mv} on {table:?}");
            assert_eq!(materialized.is_some_and(Position::is_won), comes.is_won());
            let evaluation =
                evaluator.of_successor(&accumulator, &rules, &position, successor, materialized);
            let evaluations = [&evaluation, &evaluator.of(&comes)].map(figures);
            assert_eq!(evaluations[0], evaluations[1], "{mv} on {table:?}");
            // At the root something may be left for autoplay: every move is played.
            assert!(autoplay_done || materialized.is_some());
            unplayed += usize::from(materialized.is_none());
        }
        let Some(index) = usize::from(*draw).checked_rem(moves.len()) else {
            break;
        };
        position.play(&rules, moves[index], autoplay_done);
    }
    unplayed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_foreseen_comes(
        table in roots(),
        weights in weights(),
        states in 0..60_000_usize,
        draws in prop::collection::vec(any::<u16>(), 40),
    ) {
        for autoplay in [Autoplay::Safe, Autoplay::All] {
            follow(&table, [Ruleset::of(autoplay)], weights, states, &draws);
        }
        let both = [Autoplay::Safe, Autoplay::All].map(Ruleset::of);
        follow(&table, both, weights, states, &draws);
    }
}

#[test]
fn much_is_foreseen_unplayed() {
    let draws: Vec<u16> = (0..20).map(|number| number * 7).collect();
    let count = |deal| {
        let table = deal::microsoft(deal).unwrap();
        follow(
            &table,
            [Ruleset::of(Autoplay::Safe)],
            Weights::default(),
            0,
            &draws,
        )
    };
    let count: usize = (1..=20).map(count).sum();
    assert!(count > 1000, "{count}");
}

/// Plays moves from a table of cascades, and checks the estimate at first and
/// after each.
fn check_costs(weights: Weights, cascades: &[&str], at_first: u32, costs: &[(&str, u32)]) {
    let table = Table::build(cascades, "").unwrap();
    let rules = Rules::new(&table, [Ruleset::strict(Autoplay::Safe)]);
    let evaluator = Evaluator::new(weights, &table, &rules, 0);
    let mut position = Position::root(&table, &rules);
    assert_eq!(evaluator.of(&position).estimate, at_first);
    for &(mv, cost) in costs {
        position.play(&rules, mv.parse().unwrap(), true);
        assert_eq!(evaluator.of(&position).estimate, cost, "{mv}");
    }
}

/// What cascades cost, by whether the deal's cards, a king or others are at their
/// base, with nothing else of any weight.
#[test]
fn cascades_cost_what_their_base_says() {
    let weights = Weights {
        cascade: 100,
        king: 30,
        built_on: 7,
        ..Weights::default()
    };
    let cascades = ["KD KH", "JS QS", "JC JD JH KC KS QC QD QH"];
    // A king and a queen on it, for which the jack below goes home; a king that
    // leaves its cascade empty; a queen in it.
    let costs = [("14", 330), ("24", 223), ("12", 153), ("31", 253)];
    check_costs(weights, &cascades, 300, &costs);
}

/// What few undisturbed cards take off.
#[test]
fn few_cards_kept_cost_what_they_should() {
    let weights = Weights {
        cascade: 100,
        few_undisturbed: 7,
        ..Weights::default()
    };
    let cascades = ["KS KH KC KD", "JS QS", "JC JD JH QC QD QH"];
    // Two kings, one after the other; then a queen on the next, who leaves a jack
    // that goes home.
    let costs = [("1a", 93 + 186), ("1b", 86 + 186), ("21", 86 + 100)];
    check_costs(weights, &cascades, 100 + 86 + 100, &costs);
}

/// What it costs that under one rule more cards are home than under the other.
#[test]
fn boards_that_are_not_the_same_cost_what_they_should() {
    let weights = Weights {
        divergence: 10,
        ..Weights::default()
    };
    let cascades = [
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS",
        "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC KD",
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD",
    ];
    let table = Table::build(&cascades, "").unwrap();
    let rules = Rules::new(&table, [Autoplay::Safe, Autoplay::All].map(Ruleset::strict));
    let evaluator = Evaluator::new(weights, &table, &rules, 0);
    let mut position = Position::root(&table, &rules);
    assert_eq!(evaluator.of(&position).estimate, 0);
    position.play(&rules, "2a".parse().unwrap(), false);
    let home = position.boards.map(|board| board.cards_home());
    assert!(home[0] < home[1], "{home:?}");
    let divergence = u32::from(home[1] - home[0]);
    assert_eq!(evaluator.of(&position).estimate, 10 * (6 + divergence));
}

/// Checks that along a line that wins the bound on moves never exceeds the moves that
/// are left. Returns the largest bound.
fn check_line(table: &Table, autoplay: Autoplay, states: usize, line: &Line) -> u32 {
    let weights = Weights {
        removal: 1,
        ..Weights::default()
    };
    let rules = Rules::new(table, [Ruleset::of(autoplay)]);
    let evaluator = Evaluator::new(weights, table, &rules, states);
    let mut position = Position::root(table, &rules);
    let mut bounds = Vec::new();
    for mv in line {
        if !position.is_won() {
            bounds.push(evaluator.of(&position).moves);
            position.play(&rules, mv, bounds.len() > 1);
        }
    }
    assert!(position.is_won() && evaluator.of(&position).moves == 0);
    for (left, &moves) in (1..).zip(bounds.iter().rev()) {
        assert!(
            moves <= left,
            "{left} before the end of {line} on {table:?}"
        );
    }
    bounds.into_iter().max().unwrap_or(0)
}

#[test]
fn no_line_needs_fewer_moves_than_the_bound() {
    let mut checked = 0;
    for row in include_str!("../../fixtures/lines.txt").lines() {
        if row.starts_with('#') {
            continue;
        }
        let row: Vec<&str> = row.split('|').map(str::trim).collect();
        let [deal, safe, all, .., line] = row[..] else {
            panic!("{row:?}")
        };
        let table = deal::microsoft(deal.parse().unwrap()).unwrap();
        for (autoplay, verdict) in [(Autoplay::Safe, safe), (Autoplay::All, all)] {
            if verdict == "win" {
                let line = line.parse().unwrap();
                for states in [0, 300_000] {
                    assert!(check_line(&table, autoplay, states, &line) > 5);
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}
