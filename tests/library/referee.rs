//! The referee against known verdicts, and against itself over random play.

use crate::random_tables::tables;
use freecell::card::{Card, Rank, Suit};
use freecell::deal;
use freecell::moves::{Move, MoveList, Place};
use freecell::referee::{judge, Game, Illegal, Step, Verdict};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;
use proptest::prelude::*;

/// The statement's example, on the game's first test, deal 10913.
const EXAMPLE: &str = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";

fn deal(number: u64) -> Table {
    deal::microsoft(number).unwrap()
}

fn safe() -> Ruleset {
    Ruleset::from_autoplay(Autoplay::Safe)
}

fn all() -> Ruleset {
    Ruleset::from_autoplay(Autoplay::All)
}

fn moves(text: &str) -> impl Iterator<Item = Move> + '_ {
    text.split_whitespace().map(|mv| mv.parse().unwrap())
}

fn illegal_move(table: &Table, ruleset: Ruleset, line: &str) -> (usize, String) {
    match judge(table, ruleset, line) {
        Verdict::Failed { mv, why } => (mv, why.to_string()),
        verdict => panic!("{line}: {verdict}"),
    }
}

/// The verdict in the words of `fixtures/lines.txt`.
fn in_short(verdict: Verdict) -> String {
    match verdict {
        Verdict::Won { .. } => "win".into(),
        Verdict::Open => "open".into(),
        Verdict::Failed { mv, .. } => mv.to_string(),
    }
}

#[test]
fn known_lines_get_their_known_verdicts() {
    let product = Ruleset {
        capacity: Capacity::Product,
        ..safe()
    };
    let illegal = Ruleset {
        overlong_run: OverlongRun::Illegal,
        ..all()
    };
    let text = include_str!("../../fixtures/lines.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    for line in &lines {
        let columns: Vec<&str> = line.split(" | ").collect();
        let [number, verdicts @ .., moves] = columns.as_slice() else {
            panic!("{line}");
        };
        let table = deal(number.parse().unwrap());
        let judged = [safe(), all(), product, illegal].map(|r| in_short(judge(&table, r, moves)));
        assert_eq!(judged.as_slice(), verdicts, "{line}");
    }
    assert_eq!(lines.len(), 79);
}

#[test]
fn the_statements_example_wins_on_its_last_move_under_safe() {
    let won = Verdict::Won { moves: 19 };
    assert_eq!(judge(&deal(10913), safe(), EXAMPLE), won);
    let shorter = EXAMPLE.rsplit_once(' ').unwrap().0;
    assert_eq!(judge(&deal(10913), safe(), shorter), Verdict::Open);
    assert_eq!(judge(&deal(10913), safe(), &format!("{EXAMPLE} zz")), won);
}

#[test]
fn the_statements_example_breaks_at_move_12_under_all() {
    let (mv, why) = illegal_move(&deal(10913), all(), EXAMPLE);
    assert_eq!(
        (mv, why.as_str()),
        (12, "4D is not the next card of its suit")
    );
}

#[test]
fn the_legal_moves_of_deal_10913_are_those_of_its_turn() {
    let legal = Game::new(deal(10913), safe()).legal_moves();
    let expected = moves("1a 26 2a 3a 4a 4h 5a 6a 72 7a 8a 8h");
    assert_eq!(legal, expected.collect::<MoveList>());
}

#[test]
fn the_sixth_move_of_the_example_is_a_supermove_into_an_empty_cascade() {
    let mut game = Game::new(deal(10913), safe());
    let steps = moves(EXAMPLE).take(6).map(|mv| game.play(mv).unwrap());
    let step = steps.last().unwrap()[0];
    let expected = Step {
        cards: 4,
        card: "JH".parse().unwrap(),
        from: Place::Cascade(1),
        to: Place::Cascade(6),
        autoplay: false,
    };
    assert_eq!(step, expected);
}

const RUN: &str = "KS QH JC TD 9S 8H 7C";

/// A table with one free cell and three empty cascades.
fn roomy() -> Table {
    let cascades = [
        RUN,
        "KD KH QC QD QS TH TC KC",
        "JD JH TS 9C 9D 8C 8S JS",
        "8D",
        "9H",
    ];
    Table::build(&cascades, "7D 7H 7S").unwrap()
}

/// A table with no free cell and two empty cascades.
fn tight() -> Table {
    let cascades = [
        RUN,
        "KD KH QC QD QS TH TC KC",
        "JD JH TS 9C 8S JS",
        "8C",
        "9H",
        "9D",
    ];
    Table::build(&cascades, "7D 7H 7S 8D").unwrap()
}

/// How many cards the move moves on each of the two tables under the rulesets
/// (`pow`, `partial`), (`product`, `partial`) and (`product`, `illegal`).
fn cards_moved(table: &Table, mv: &str) -> [Result<u8, Illegal>; 3] {
    [
        (Capacity::Doubling, OverlongRun::Partial),
        (Capacity::Product, OverlongRun::Partial),
        (Capacity::Product, OverlongRun::Illegal),
    ]
    .map(|(capacity, overlong_run)| {
        let ruleset = Ruleset {
            autoplay: Autoplay::Safe,
            capacity,
            overlong_run,
        };
        let mut game = Game::new(table.clone(), ruleset);
        game.play(mv.parse().unwrap()).map(|steps| steps[0].cards)
    })
}

#[test]
fn capacity_onto_a_cascade_counts_every_empty_cascade() {
    let too_many = |cards, capacity| Err(Illegal::TooMany { cards, capacity });
    assert_eq!(cards_moved(&roomy(), "12"), [Ok(6); 3]);
    assert_eq!(cards_moved(&roomy(), "13"), [Ok(4); 3]);
    assert_eq!(cards_moved(&roomy(), "14"), [Ok(1); 3]);
    assert_eq!(
        cards_moved(&tight(), "12"),
        [too_many(6, 4), too_many(6, 3), too_many(6, 3)]
    );
    assert_eq!(
        cards_moved(&tight(), "13"),
        [Ok(4), too_many(4, 3), too_many(4, 3)]
    );
}

#[test]
fn capacity_into_an_empty_cascade_leaves_the_destination_out() {
    let too_many = |cards, capacity| Err(Illegal::TooMany { cards, capacity });
    assert_eq!(cards_moved(&roomy(), "16"), [Ok(7), Ok(6), too_many(7, 6)]);
    assert_eq!(cards_moved(&tight(), "17"), [Ok(2), Ok(2), too_many(7, 2)]);
    assert_eq!(cards_moved(&tight(), "47"), [Ok(1); 3]);
    assert_eq!(cards_moved(&tight(), "a7"), [Ok(1); 3]);
}

#[test]
fn every_error_says_what_is_wrong() {
    let first = |table: &Table, mv: &str| match judge(table, safe(), mv) {
        Verdict::Failed { mv: 1, why } => why.to_string(),
        verdict => panic!("{mv}: {verdict}"),
    };
    let (roomy, tight) = (roomy(), tight());
    assert_eq!(first(&roomy, "ab"), "no card moves from cell to cell");
    assert_eq!(first(&roomy, "71"), "cascade 7 is empty");
    assert_eq!(first(&roomy, "d6"), "cell d is empty");
    assert_eq!(first(&roomy, "2h"), "KC is not the next card of its suit");
    assert_eq!(first(&roomy, "1b"), "cell b is taken");
    assert_eq!(first(&roomy, "15"), "no run ending in 7C fits on 9H");
    assert_eq!(
        first(&tight, "12"),
        "6 cards would have to move, and at most 4 can"
    );
    let unlucky = first(&deal(1), "1c");
    assert_eq!(unlucky, "cell c is not the lowest free cell: cell a is");
}

#[test]
fn a_card_may_go_home_by_a_move_before_autoplay_takes_it() {
    let won = Verdict::Won { moves: 1 };
    let table = Table::build(&["KS", "KH"], "KC KD").unwrap();
    for ruleset in Ruleset::all() {
        let verdict = judge(&table, ruleset, "bh 1h");
        let autoplayed = Game::new(table.clone(), ruleset).autoplay().len();
        match ruleset.autoplay {
            Autoplay::None => assert_eq!((verdict, autoplayed), (Verdict::Open, 0)),
            _ => assert_eq!((verdict, autoplayed), (won, 4)),
        }
        assert_eq!(
            judge(&Table::build(&[], "").unwrap(), ruleset, "1h"),
            Verdict::Won { moves: 0 }
        );
    }
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    prop::sample::select(&Ruleset::EVERY[..])
}

/// Carries out a step by its public fields alone, checking each against what
/// lies on the table.
fn apply(table: &mut Table, step: Step) {
    let moved: Vec<Card> = match step.from {
        Place::Cascade(index) => {
            let cascade = &mut table.cascades[usize::from(index)];
            let rest = cascade.len() - usize::from(step.cards);
            let moved = cascade[rest..].to_vec();
            cascade.truncate(rest);
            moved
        }
        Place::Cell(index) => table.cells[usize::from(index)].take().into_iter().collect(),
        Place::Home => panic!("{step:?}"),
    };
    assert_eq!(moved.len(), usize::from(step.cards));
    assert_eq!(moved[0], step.card);
    assert!(moved.windows(2).all(|pair| pair[1].fits_on(pair[0])));
    match step.to {
        Place::Cascade(index) => {
            let cascade = &mut table.cascades[usize::from(index)];
            assert!(cascade.last().is_none_or(|&top| step.card.fits_on(top)));
            cascade.extend(moved);
        }
        Place::Cell(index) => {
            let before = table.cells[usize::from(index)].replace(step.card);
            assert!(before.is_none() && step.cards == 1);
        }
        Place::Home => {
            assert_eq!(table.next_home(step.card.suit()), Some(step.card));
            table.foundations[step.card.suit().index()] += 1;
        }
    }
}

/// Whether a card is left that autoplay should have taken: one that fits and, under `safe`, on
/// which no card but an ace could still be put, or as the other rules have it.
fn autoplay_is_due(table: &Table, autoplay: Autoplay) -> bool {
    let is_needed = |card: Card| {
        let mut others = table.cards().filter(|other| other.rank() != Rank::ACE);
        others.any(|other| other.rank() < card.rank() && other.is_red() != card.is_red())
    };
    let holds = |red: bool, rank: i8, of: &dyn Fn(Suit) -> bool| {
        let suits = Suit::ALL.into_iter().filter(|suit| suit.is_red() == red);
        let mut suits = suits.filter(|&suit| of(suit));
        suits.all(|suit| table.foundations[suit.index()] as i8 >= rank)
    };
    let is_raymonds = |card: Card| {
        let (rank, red) = (card.rank().number() as i8, card.is_red());
        holds(!red, rank - 2, &|_| true) && holds(red, rank - 3, &|suit| suit != card.suit())
    };
    let has_aces = |red: bool| holds(red, 1, &|_| true);
    let ends = (0..8).filter_map(|cascade| table.top(cascade));
    ends.chain(table.cells.into_iter().flatten())
        .filter(|&card| table.next_home(card.suit()) == Some(card))
        .any(|card| match autoplay {
            Autoplay::All => true,
            Autoplay::None => false,
            Autoplay::Raymond => is_raymonds(card),
            Autoplay::SafeOrRaymond => !is_needed(card) || is_raymonds(card),
            Autoplay::LateTwos if card.rank().number() == 2 => has_aces(!card.is_red()),
            Autoplay::Safe | Autoplay::LateTwos => !is_needed(card),
            rule => panic!("{rule} is tested here, too"),
        })
}

/// Plays one move and checks everything that must hold of it.
fn check_play(game: &mut Game, ruleset: Ruleset, mv: Move) {
    let mut replayed = game.table().clone();
    let steps = game.play(mv).unwrap();
    assert_eq!((steps[0].from, steps[0].to), (mv.from(), mv.to()));
    for (index, step) in steps.into_iter().enumerate() {
        assert_eq!(step.autoplay, index > 0);
        assert!(!step.autoplay || (step.to == Place::Home && step.cards == 1));
        apply(&mut replayed, step);
        replayed.validate().unwrap();
    }
    assert_eq!(&replayed, game.table());
    assert!(!autoplay_is_due(&replayed, ruleset.autoplay));
}

/// The moves, of all that can be written, that are legal on a table; the others must not change it.
fn accepted(game: &Game) -> Vec<Move> {
    let accepts = |mv: &Move| {
        let mut copy = game.clone();
        let accepts = copy.play(*mv).is_ok();
        assert!(accepts || copy.table() == game.table());
        accepts
    };
    Move::all().filter(accepts).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_play_obeys_the_rules(
        table in tables(),
        ruleset in rulesets(),
        draws in prop::collection::vec(any::<u16>(), 60),
    ) {
        table.validate().unwrap();
        let mut game = Game::new(table, ruleset);
        for draw in draws {
            let legal = game.legal_moves();
            prop_assert_eq!(&legal[..], &accepted(&game)[..]);
            if legal.is_empty() {
                break;
            }
            check_play(&mut game, ruleset, legal[usize::from(draw) % legal.len()]);
        }
    }

    #[test]
    fn autoplay_on_demand_takes_every_card_it_may_and_then_stops(table in tables(), ruleset in rulesets()) {
        let mut game = Game::new(table, ruleset);
        let mut replayed = game.table().clone();
        for step in game.autoplay() {
            apply(&mut replayed, step);
        }
        prop_assert_eq!(&replayed, game.table());
        prop_assert!(!autoplay_is_due(game.table(), ruleset.autoplay));
        prop_assert!(game.autoplay().is_empty());
    }
}
