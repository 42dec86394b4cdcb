//! The bound on the number of moves and the proving search, against exhaustive
//! search by the referee's rules and against the shortest lines known.

use freecell::bound::{BoardBound, CountingRelaxation, PatternDatabase, State};
use freecell::deal::microsoft;
use freecell::moves::Place;
use freecell::position::{Position, Pruning, Rules};
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Capacity, Ruleset};
use freecell::search::budget::{Budget, Layer};
use freecell::search::lower_bound::lower_bound;
use freecell::search::outcome::{LowerBound, StopReason};
use freecell::search::prove::{prove, Proof};
use freecell::table::Table;

use crate::small_tables::{shortest, small_table};

const AUTOPLAY: [Autoplay; 2] = [Autoplay::Safe, Autoplay::All];

/// Rulesets with every autoplay rule, those of programs included, and every capacity.
fn rulesets() -> impl Iterator<Item = Ruleset> {
    let autoplays = Autoplay::EVERY.map(Ruleset::from_autoplay);
    let with = |capacity| Ruleset {
        capacity,
        ..Ruleset::from_autoplay(Autoplay::LateTwos)
    };
    autoplays.into_iter().chain(Capacity::EVERY.map(with))
}

/// How many states of the counting relaxation the bound may expand here.
const STATES: usize = 2_000;

/// The proof of a search that nothing limits.
fn proved(table: &Table, ruleset: Ruleset, known: Option<usize>) -> Proof {
    prove(table, ruleset, known, &mut Budget::unlimited())
}

/// Checks the bound and the proof for a table whose shortest line is known.
fn check(table: &Table, ruleset: Ruleset, shortest: usize) {
    let case = || format!("{ruleset:?}, {shortest} moves, {table:?}");
    assert!(
        lower_bound(table, ruleset.autoplay, STATES) <= LowerBound::Moves(shortest),
        "{}",
        case()
    );
    let proof = proved(table, ruleset, None);
    assert_eq!(
        (proof.lower_bound, proof.stop),
        (LowerBound::Moves(shortest), None),
        "{}",
        case()
    );
    let line = proof.line.expect("a proof without a known line has one");
    let won = Verdict::Won { moves: shortest };
    assert_eq!(judge(table, ruleset, &line.to_string()), won, "{}", case());
    // Leaving positions out in the final f-layer loses no line.
    let beaten = proved(table, ruleset, Some(shortest + 1));
    assert_eq!(
        (beaten.lower_bound, beaten.stop),
        (LowerBound::Moves(shortest), None),
        "{}",
        case()
    );
    assert!(beaten.line.is_some(), "{}", case());
    let confirmed = proved(table, ruleset, Some(shortest));
    assert_eq!(
        (confirmed.lower_bound, confirmed.line, confirmed.stop),
        (LowerBound::Moves(shortest), None, None)
    );
}

/// The fields of the lines of a fixture that are no comments.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split('|').map(str::trim).collect())
}

/// The table of a deal when all but the last moves of a line have been played.
fn late_table(deal: &str, moves: &[&str], ruleset: Ruleset) -> Table {
    let table = microsoft(deal.parse().unwrap()).unwrap();
    let mut game = Game::new(table, ruleset);
    for mv in moves {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game.table().clone()
}

#[test]
fn late_in_a_game_no_line_beats_the_bound_and_the_proof_is_exact() {
    let mut checked = 0;
    for row in rows(include_str!("../../fixtures/lines.txt")) {
        let [deal, safe, all, .., line] = row[..] else {
            panic!("{row:?}")
        };
        for (autoplay, verdict) in [(Autoplay::Safe, safe), (Autoplay::All, all)] {
            let ruleset = Ruleset::from_autoplay(autoplay);
            let table = late_table(deal, &[], ruleset);
            let Verdict::Won { moves } = judge(&table, ruleset, line) else {
                assert_ne!(verdict, "win");
                continue;
            };
            let line: Vec<&str> = line.split_whitespace().take(moves).collect();
            let left = 2 + checked % 3;
            let table = late_table(deal, &line[..moves - left], ruleset);
            let shortest = shortest(&table, &[ruleset], left, usize::MAX).expect("the line wins");
            check(&table, ruleset, shortest);
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn on_small_tables_no_line_beats_the_bound_and_the_proof_is_exact() {
    let mut checked = 0;
    for deal in 1..=60 {
        let (cards, cells) = (8 + deal as usize % 7, deal as usize % 5);
        let cascades = 1 + deal as usize % 3;
        let table = small_table(deal, cards, cascades, cells);
        // The rules of programs on some of them, since each proof begins with a large table.
        let most = if deal % 10 == 0 { usize::MAX } else { 2 };
        for ruleset in rulesets().take(most) {
            let shortest = shortest(&table, &[ruleset], 5, usize::MAX);
            if let Some(shortest) = shortest.filter(|&moves| moves < usize::MAX) {
                check(&table, ruleset, shortest);
                checked += 1;
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

#[test]
fn the_bound_never_exceeds_a_known_line_and_meets_two() {
    for row in rows(include_str!("../../fixtures/fewest-moves.txt")) {
        let [deal, all, safe] = row[..] else {
            panic!("{row:?}")
        };
        let table = microsoft(deal.parse().unwrap()).unwrap();
        for (autoplay, known) in [(Autoplay::All, all), (Autoplay::Safe, safe)] {
            let Ok(known) = known.parse::<usize>() else {
                assert_eq!(known, "none");
                continue;
            };
            let bound = lower_bound(&table, autoplay, STATES);
            let case = format!("deal {deal}, {autoplay:?}: {bound:?}, and {known} are known");
            let known = LowerBound::Moves(known);
            assert!(bound <= known, "{case}");
            if autoplay == Autoplay::All && (deal == "3" || deal == "11853") {
                assert_eq!(bound, known, "{case}");
            }
        }
    }
}

#[test]
fn more_states_never_lower_the_bound() {
    for deal in 1..=20 {
        let table = microsoft(deal).unwrap();
        let bounds = [0, 1, 10, 100, 1000].map(|states| lower_bound(&table, Autoplay::All, states));
        assert!(bounds.is_sorted(), "deal {deal}: {bounds:?}");
    }
}

#[test]
fn the_best_known_lines_of_fresh_deals_are_proved_shortest() {
    let all = [(2, 21), (3, 18), (9, 29), (11853, 11)].map(|known| (Autoplay::All, known));
    let safe = [(3, 29), (6, 33), (8, 30)].map(|known| (Autoplay::Safe, known));
    for (autoplay, (deal, moves)) in all.into_iter().chain(safe) {
        let ruleset = Ruleset::from_autoplay(autoplay);
        let table = microsoft(deal).unwrap();
        let proof = proved(&table, ruleset, None);
        assert_eq!(proof.lower_bound, LowerBound::Moves(moves), "deal {deal}");
        let line = proof.line.unwrap().to_string();
        assert_eq!(
            judge(&table, ruleset, &line),
            Verdict::Won { moves },
            "deal {deal}"
        );
    }
}

#[test]
fn a_deal_without_a_line_is_proved_to_have_none() {
    let table = microsoft(11982).unwrap();
    for ruleset in AUTOPLAY.map(Ruleset::from_autoplay) {
        let proof = proved(&table, ruleset, None);
        let none = Proof {
            lower_bound: LowerBound::Unsolvable,
            line: None,
            stop: None,
        };
        assert_eq!(proof, none);
    }
}

#[test]
fn a_proof_cut_short_keeps_what_it_has_proved() {
    let table = microsoft(1).unwrap();
    let mut before = lower_bound(&table, Autoplay::All, STATES);
    for positions in [1, 1_000, 10_000, 50_000] {
        let mut budget = Budget::unlimited();
        budget.limit_positions(positions);
        let proof = prove(
            &table,
            Ruleset::from_autoplay(Autoplay::All),
            Some(29),
            &mut budget,
        );
        assert_eq!(
            (proof.line, proof.stop),
            (None, Some(StopReason::Positions))
        );
        assert!(before <= proof.lower_bound && proof.lower_bound <= LowerBound::Moves(29));
        before = proof.lower_bound;
    }
    let mut budget = Budget::unlimited();
    budget.bytes = 1_000_000;
    let proof = prove(
        &table,
        Ruleset::from_autoplay(Autoplay::All),
        None,
        &mut budget,
    );
    assert_eq!(proof.stop, Some(StopReason::Bytes));
}

#[test]
fn a_won_table_needs_no_move() {
    let table = Table::build(&[], "").unwrap();
    for ruleset in AUTOPLAY.map(Ruleset::from_autoplay) {
        check(&table, ruleset, 0);
    }
}

#[test]
fn parts_never_add_up_to_more_than_the_whole() {
    let game = CountingRelaxation::new(&microsoft(3).unwrap(), Autoplay::Safe);
    let whole = PatternDatabase::new(&game, u8::MAX);
    for set in [0b1111, 0b0110_1001, 0b111] {
        let [part, rest] = [set, !set].map(|set| PatternDatabase::new(&game, set));
        let mut state = game.root();
        while state != State::WON {
            let sum = part.lookup(state) + rest.lookup(state);
            assert!(sum <= whole.lookup(state), "{set:b} {state:?}");
            let lower = game
                .successors(state)
                .min_by_key(|&next| whole.lookup(next));
            state = lower.unwrap();
        }
    }
}

/// Plays a game at random, and compares each board with the whole relaxation of its
/// table.
fn compare(deal: u32, autoplay: Autoplay) -> usize {
    let table = microsoft(deal.into()).unwrap();
    let bound = BoardBound::new(&table, autoplay);
    let rules = Rules::new(&table, [Ruleset::from_autoplay(autoplay)]);
    let root = Position::root(&table, &rules);
    let mut position = root.after(&rules, root.moves(&rules, Pruning::None)[0]);
    let (mut random, mut higher) = (deal, 0);
    for moved in 0..40 {
        let moves = position.moves(&rules, Pruning::None);
        if moves.is_empty() {
            break;
        }
        random = random.wrapping_mul(214_013).wrapping_add(2_531_011);
        // Moves onto cards build runs.
        let builds = moves
            .iter()
            .filter(|mv| matches!(mv.to(), Place::Cascade(_)));
        let mv = builds
            .chain(&moves)
            .nth((random >> 16) as usize % 3)
            .copied();
        position = position.after(&rules, mv.unwrap_or(moves[0]));
        if moved % 8 > 0 {
            continue;
        }
        let board = &position.boards[0];
        let table = board.to_table(&rules.root);
        let game = CountingRelaxation::new(&table, autoplay);
        let exact = PatternDatabase::new(&game, u8::MAX).lookup(game.root());
        let (quick, case) = (bound.least_moves(board), (deal, autoplay, &table));
        assert!(quick <= exact, "{quick} {exact} {case:?}");
        assert!(bound.may_win_in(board, exact), "{exact} {case:?}");
        assert!(
            exact == 0 || !bound.may_win_in(board, exact - 1),
            "{exact} {case:?}"
        );
        higher += usize::from(exact > quick);
    }
    higher
}

#[test]
fn a_board_needs_as_many_costed_moves_as_the_relaxation_of_its_table() {
    let mut higher = 0;
    for deal in 1..=3 {
        let compared = Autoplay::EVERY.map(|autoplay| compare(deal, autoplay));
        higher += compared.iter().sum::<usize>();
    }
    assert!(higher > 5, "{higher}");
}

/// Where no line is known, each layer but the last is complete, and takes about what was said.
#[test]
fn the_memory_of_a_layer_is_forecast() {
    for deal in [41_000_002, 41_000_007] {
        let mut layers: Vec<Layer> = Vec::new();
        let mut watch_layers = |layer| layers.push(layer);
        let mut budget = Budget::unlimited();
        budget.watch_layers(&mut watch_layers);
        let table = microsoft(deal).unwrap();
        prove(
            &table,
            Ruleset::from_autoplay(Autoplay::All),
            None,
            &mut budget,
        );
        let told = layers.iter().filter(|layer| layer.forecast.is_some());
        assert!(told.count() > 3, "{layers:?}");
        for pair in layers.windows(2) {
            assert_eq!(pair[0].moves + 1, pair[1].moves);
            let Some(forecast) = pair[0].forecast else {
                continue;
            };
            let ratio = pair[1].bytes as f64 / forecast as f64;
            assert!(
                (0.6..1.6).contains(&ratio),
                "deal {deal}: {ratio}, {layers:?}"
            );
        }
    }
}

#[test]
fn the_memory_of_the_last_layer_is_enough_for_the_proof() {
    // With the lengths of shortest lines.
    for (deal, autoplay, moves) in [
        (41_000_004, Autoplay::Safe, 36),
        (41_000_003, Autoplay::All, 25),
    ] {
        let table = microsoft(deal).unwrap();
        let ruleset = Ruleset::from_autoplay(autoplay);
        let mut last = None;
        let mut watch_layers = |layer: Layer| last = layer.forecast;
        let mut budget = Budget::unlimited();
        budget.watch_layers(&mut watch_layers);
        prove(&table, ruleset, Some(moves), &mut budget);
        let forecast = last.unwrap();
        for (bytes, is_enough) in [(forecast * 5 / 4, true), (forecast / 2, false)] {
            let mut budget = Budget::limited(u64::MAX, bytes);
            let proof = prove(&table, ruleset, Some(moves), &mut budget);
            let is_proved = proof.lower_bound == LowerBound::Moves(moves) && proof.stop.is_none();
            assert_eq!(
                is_proved, is_enough,
                "deal {deal}: {bytes} bytes, {proof:?}"
            );
        }
    }
}
