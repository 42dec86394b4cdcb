//! The evaluation: a successor has the same one before and after its move is played, and the bound
//! never exceeds the moves that a line needs.

use crate::random_play::Play;
use crate::random_tables::tables;
use freecell::deal;
use freecell::heuristic::{Evaluator, Weights};
use freecell::moves::Line;
use freecell::position::{Position, Pruning, Rules, Successors};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use proptest::prelude::*;

fn roots() -> impl Strategy<Value = Table> {
    let deals = (1..=deal::LAST_DEAL).prop_map(|number| deal::microsoft(number).unwrap());
    prop_oneof![1 => deals, 2 => tables()]
}

/// Weights with one for costed moves among them, or without.
fn weights() -> impl Strategy<Value = Weights> {
    let weights = prop::array::uniform::<_, { Weights::COUNT }>(0..=100_u16);
    (weights, any::<bool>()).prop_map(|(weights, is_counted)| {
        let weights = Weights::from_array(weights);
        let costed_move = if is_counted { weights.costed_move } else { 0 };
        Weights {
            costed_move,
            ..weights
        }
    })
}

/// Compares for every move of a position what is generated with what playing it leads to.
/// Returns how many successors were generated without playing the move.
fn check_successors<const N: usize, const BEAM: bool, const ROOT: bool>(
    position: &Position<N, ROOT>,
    rules: &Rules<N>,
    evaluator: &Evaluator<BEAM>,
) -> usize {
    let mut successors = Successors::default();
    let mut unplayed = 0;
    let accumulators = evaluator.accumulators(position);
    position.generate(rules, Pruning::None, &mut successors);
    for successor in &successors.list {
        let (mv, played) = (successor.mv, successors.played(successor));
        let after = position.after(rules, mv);
        let case = || format!("{mv} on {:?}", position.boards[0].to_table(&rules.root));
        assert_eq!(successor.hashes, after.hashes(), "{}", case());
        assert!(played.is_none_or(|played| *played == after));
        let put = successors.position(successor, position, rules);
        assert!(put == after, "{}", case());
        let is_won = played.is_some_and(Position::is_won);
        assert_eq!(is_won, after.is_won());
        let evaluation =
            evaluator.evaluate_successor(&accumulators, rules, position, successor, played);
        assert_eq!(evaluation, evaluator.evaluate(&after), "{}", case());
        // At the root something may be left for autoplay: every move is after.
        assert!(!ROOT || played.is_some());
        unplayed += usize::from(played.is_none());
    }
    unplayed
}

/// Plays at random, and checks every position's successors. Returns how many of them were
/// generated without playing the move.
fn follow<const N: usize, const BEAM: bool>(
    table: &Table,
    rulesets: [Ruleset; N],
    weights: Weights,
    states: usize,
    draws: &[u16],
) -> usize {
    let mut play = Play::new(table, rulesets);
    let evaluator = Evaluator::<BEAM>::new(weights, table, &play.rules, states);
    let mut unplayed = 0;
    for draw in draws {
        unplayed += match &play.position {
            None => check_successors(&play.root, &play.rules, &evaluator),
            Some(position) => check_successors(position, &play.rules, &evaluator),
        };
        let moves = play.moves(Pruning::None);
        let Some(index) = usize::from(*draw).checked_rem(moves.len()) else {
            break;
        };
        play.play(moves[index]);
    }
    unplayed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_successor_is_evaluated_as_the_position_it_stands_for(
        table in roots(),
        weights in weights(),
        states in 0..60_000_usize,
        draws in prop::collection::vec(any::<u16>(), 40),
    ) {
        for autoplay in [Autoplay::Safe, Autoplay::All] {
            follow::<1, true>(&table, [Ruleset::from_autoplay(autoplay)], weights, states, &draws);
            follow::<1, false>(&table, [Ruleset::from_autoplay(autoplay)], weights, states, &draws);
        }
        let both = [Autoplay::Safe, Autoplay::All].map(Ruleset::from_autoplay);
        follow::<2, true>(&table, both, weights, states, &draws);
    }
}

#[test]
fn most_successors_need_not_be_played() {
    let draws: Vec<u16> = (0..20).map(|number| number * 7).collect();
    let count = |deal| {
        let table = deal::microsoft(deal).unwrap();
        follow::<1, false>(
            &table,
            [Ruleset::from_autoplay(Autoplay::Safe)],
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
    let mut play = Play::new(&table, [Ruleset::strict(Autoplay::Safe)]);
    let evaluator = Evaluator::<true>::new(weights, &table, &play.rules, 0);
    assert_eq!(evaluator.evaluate(&play.root).estimate, at_first);
    for &(mv, cost) in costs {
        let position = play.after(mv.parse().unwrap());
        assert_eq!(evaluator.evaluate(&position).estimate, cost, "{mv}");
        play.position = Some(position);
    }
}

/// What cascades cost, by whether the deal's cards, a king or others are at their
/// base, with nothing else of any weight.
#[test]
fn new_cascades_cost_what_they_should() {
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
fn few_undisturbed_cards_cost_what_they_should() {
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

/// What cards in cells cost by how many must go home before them, and kings.
#[test]
fn cards_in_cells_cost_what_they_should() {
    let weights = Weights {
        cell_wait: 5,
        king_in_cell: 12,
        ..Weights::default()
    };
    // Two spades, their king, which waits for three cards, and one that waits for one.
    let costs = [("1a", 10), ("1b", 15), ("1c", 15 + 3), ("1d", 15 + 3)];
    check_costs(weights, &["TS QD KD KS JS QS"], 0, &costs);
}

/// What the ends of cascades cost, and what lies on cascades where it is in the way.
#[test]
fn runs_that_are_in_the_way_cost_what_they_should() {
    let cascades = ["TS QH KH", "JS", "QS KS"];
    // A jack to a cell; a king in its place, so that the queen below it fits on the other
    // king; the jack on her; both on that king, whereupon they go home.
    let check = |weights, at_first, costs: [u32; 4]| {
        let moves = ["2a", "12", "a1", "13"];
        let costs: Vec<_> = moves.into_iter().zip(costs).collect();
        check_costs(weights, &cascades, at_first, &costs);
    };
    let unjoinable = Weights {
        unjoinable: 10,
        ..Weights::default()
    };
    check(unjoinable, 80, [80, 70, 70, 80]);
    let above = Weights {
        self_blocking: 10,
        run_above_lowest: 3,
        ..Weights::default()
    };
    check(above, 3 * 3, [3 * 3, 2 * 3, 2 * 3 + 10, 3]);
}

/// What it costs that under one rule more cards are home than under the other.
#[test]
fn boards_that_differ_cost_what_they_should() {
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
    let evaluator = Evaluator::<true>::new(weights, &table, &rules, 0);
    let root = Position::root(&table, &rules);
    assert_eq!(evaluator.evaluate(&root).estimate, 0);
    let position = root.after(&rules, "2a".parse().unwrap());
    let home = position.boards.map(|board| board.cards_home());
    assert!(home[0] < home[1], "{home:?}");
    let divergence = u32::from(home[1] - home[0]);
    assert_eq!(
        evaluator.evaluate(&position).estimate,
        10 * (6 + divergence)
    );
}

/// Checks along a line that wins that the bound never exceeds the moves that follow.
/// Returns the highest bound.
fn check_line(table: &Table, autoplay: Autoplay, states: usize, line: &Line) -> u32 {
    let weights = Weights {
        costed_move: 1,
        ..Weights::default()
    };
    let mut play = Play::new(table, [Ruleset::from_autoplay(autoplay)]);
    let evaluator = Evaluator::<true>::new(weights, table, &play.rules, states);
    let bound = |play: &Play<1>| match &play.position {
        None => evaluator.evaluate(&play.root).least_moves,
        Some(position) => evaluator.evaluate(position).least_moves,
    };
    let mut bounds = Vec::new();
    for mv in line {
        if !play.is_won() {
            bounds.push(bound(&play));
            play.play(mv);
        }
    }
    assert!(play.is_won() && bound(&play) == 0);
    for (left, &bound) in (1..).zip(bounds.iter().rev()) {
        assert!(
            bound <= left,
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

#[test]
fn weights_survive_a_round_trip_through_a_list() {
    let list = std::array::from_fn(|index| index as u16);
    assert_eq!(Weights::from_array(list).to_array(), list);
}

/// The largest weights on the costliest table there is: nothing overflows.
#[test]
fn the_largest_weights_fit_the_accumulator() {
    let weights = Weights::from_array([u16::MAX; Weights::COUNT]);
    let mut table = Table::default();
    let deck: Vec<_> = deal::microsoft(1).unwrap().cards().collect();
    table.cascades[0].extend(deck.iter().copied());
    let rules = Rules::new(&table, [Ruleset::default()]);
    let root = Position::root(&table, &rules);
    let estimate = |weights| {
        Evaluator::<true>::new(weights, &table, &rules, 0)
            .evaluate(&root)
            .estimate
    };
    let features = (0..Weights::COUNT).map(|index| {
        let mut list = [0; Weights::COUNT];
        list[index] = u16::MAX;
        estimate(Weights::from_array(list))
    });
    assert_eq!(estimate(weights), features.sum::<u32>());
}
