//! Each kind of referee on a table where it differs from the others, and the known
//! rulesets against the library's referee.

use freecell::deal;
use freecell::moves::Move;
use freecell::referee::{Game, Illegal};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, Index};

use super::super::rules::Kind;
use super::Referee;

/// A referee with the rules that these options name.
fn referee(table: Table, options: &str) -> Referee {
    let kind = Kind::of(options).unwrap();
    let rules = kind.rules.each().next().unwrap();
    Referee::new(table, rules)
}

fn table(cascades: &[&str], cells: &str) -> Table {
    Table::build(cascades, cells).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The foundations (clubs, diamonds, hearts, spades) after `3a` at a table where the
/// autoplay rules part: home are the clubs up to the jack, the diamonds up to the
/// nine, the hearts up to the ten, the spades up to the queen.
fn home_after_3a(options: &str) -> [u8; 4] {
    let cascades = ["QC", "JH", "KC KD QD JD KH QH KS", "TD"];
    let mut referee = referee(table(&cascades, ""), options);
    referee.play(mv("3a")).unwrap();
    referee.table().foundations
}

#[test]
fn each_autoplay_rule_sends_other_cards_home() {
    for (rule, home) in [
        ("safe", [11, 10, 12, 12]),
        ("all", [13, 13, 13, 13]),
        ("none", [11, 9, 10, 12]),
        ("twos", [11, 9, 10, 12]),
        ("lowest+1", [11, 10, 11, 12]),
        ("lowest+2", [12, 10, 12, 12]),
    ] {
        assert_eq!(home_after_3a(&format!("--autoplay {rule}")), home, "{rule}");
    }
}

#[test]
fn aces_and_twos_go_home_under_the_rules_that_say_so() {
    // The move lays the two of spades open. The aces of clubs and spades lie open
    // before it, and the three of spades lies under its ace.
    for (rule, home) in [
        ("safe", [1, 0, 0, 2]),
        ("all", [1, 0, 0, 3]),
        ("twos", [1, 0, 0, 2]),
        ("lowest+1", [1, 0, 0, 1]),
        ("lowest+2", [1, 0, 0, 2]),
        ("none", [0, 0, 0, 0]),
    ] {
        let deal = deal::microsoft(10913).unwrap();
        let mut referee = referee(deal, &format!("--autoplay {rule}"));
        referee.play(mv("6a")).unwrap();
        assert_eq!(referee.table().foundations, home, "{rule}");
    }
}

#[test]
fn autoplay_may_be_limited_to_places_and_to_a_number_of_cards() {
    for (options, home) in [
        ("--autoplay all --autoplay-from cascades", [13, 13, 13, 12]),
        ("--autoplay all --autoplay-from cells", [11, 9, 10, 13]),
        ("--autoplay safe --autoplay-from cells", [11, 9, 10, 12]),
        ("--autoplay all --autoplay-most 1", [12, 9, 10, 12]),
        ("--autoplay safe --autoplay-most 1", [11, 9, 11, 12]),
        ("--autoplay safe --autoplay-most 2", [11, 9, 12, 12]),
    ] {
        assert_eq!(home_after_3a(options), home, "{options}");
    }
}

#[test]
fn autoplay_may_wait_for_the_end_of_the_turn() {
    let cascades = ["QC", "JH", "KC KD QD JD KH QH KS", "TD"];
    let mut referee = referee(table(&cascades, ""), "--autoplay-after turn");
    referee.play(mv("3a")).unwrap();
    assert_eq!(referee.table().foundations, [11, 9, 10, 12]);
    referee.end_turn();
    assert_eq!(referee.table().foundations, [11, 10, 12, 12]);
    // With autoplay after each move, the end of a turn changes nothing.
    let mut referee = self::referee(table(&cascades, ""), "--autoplay all");
    referee.end_turn();
    assert_eq!(referee.table().foundations, [11, 9, 10, 12]);
}

/// How many cards a move takes from a run of four, with two empty cascades and these
/// cells.
fn moved(options: &str, cells: &str, mv: &str) -> Result<usize, Illegal> {
    let on_six = if cells.ends_with('-') { "QC JD" } else { "QC" };
    let run = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", on_six];
    let options = format!("--autoplay none {options}");
    let mut referee = referee(table(&run, cells), &options);
    let before = referee.table().cascades[0].len();
    referee.play(self::mv(mv))?;
    Ok(before - referee.table().cascades[0].len())
}

#[test]
fn each_capacity_carries_another_number_of_cards() {
    let too_many = |room| Err(Illegal::TooMany { cards: 4, room });
    for (capacity, onto_card, into_empty, onto_card_with_a_free_cell) in [
        ("pow", Ok(4), 2, Ok(4)),
        ("product", too_many(3), 2, Ok(4)),
        ("free-cells", too_many(1), 1, too_many(2)),
        ("one-card", too_many(1), 1, too_many(1)),
    ] {
        let options = format!("--capacity {capacity}");
        assert_eq!(
            moved(&options, "JC QD TC JD", "12"),
            onto_card,
            "{capacity}"
        );
        assert_eq!(
            moved(&options, "JC QD TC JD", "17"),
            Ok(into_empty),
            "{capacity}"
        );
        let with_a_free_cell = moved(&options, "JC QD TC -", "12");
        assert_eq!(with_a_free_cell, onto_card_with_a_free_cell, "{capacity}");
    }
}

#[test]
fn a_run_moves_into_an_empty_cascade_in_part_or_not_or_one_card_of_it() {
    let cells = "JC QD TC JD";
    let too_many = Illegal::TooMany { cards: 4, room: 2 };
    assert_eq!(moved("--long-run partial", cells, "17"), Ok(2));
    assert_eq!(moved("--long-run illegal", cells, "17"), Err(too_many));
    assert_eq!(moved("--one-card-into-empty", cells, "17"), Ok(1));
    assert_eq!(moved("--one-card-into-empty", cells, "12"), Ok(4));
}

#[test]
fn the_cards_in_the_cells_stay_or_close_up_or_are_sorted() {
    for (order, cells) in [
        ("kept", "- QD TC JD"),
        ("packed", "QD TC JD -"),
        ("sorted", "TC JD QD -"),
    ] {
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC"];
        let options = format!("--autoplay none --cells {order}");
        let mut referee = referee(table(&cascades, "JC QD TC JD"), &options);
        referee.play(mv("a7")).unwrap();
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC", "JC"];
        assert_eq!(*referee.table(), table(&cascades, cells), "{order}");
    }
}

/// A ruleset, and the options that name it.
fn known_rulesets() -> impl Strategy<Value = (Ruleset, String)> {
    let autoplay = select(
        &[
            ("safe", Autoplay::Safe),
            ("all", Autoplay::All),
            ("none", Autoplay::None),
        ][..],
    );
    let capacity = select(
        &[
            ("pow", Capacity::Doubling),
            ("product", Capacity::Product),
            ("free-cells", Capacity::Cells),
            ("one-card", Capacity::One),
        ][..],
    );
    let overlong_run = select(
        &[
            ("partial", OverlongRun::Partial),
            ("illegal", OverlongRun::Illegal),
        ][..],
    );
    (autoplay, capacity, overlong_run).prop_map(|(autoplay, capacity, overlong_run)| {
        let options = format!(
            "--autoplay {} --capacity {} --long-run {}",
            autoplay.0, capacity.0, overlong_run.0
        );
        let ruleset = Ruleset {
            autoplay: autoplay.1,
            capacity: capacity.1,
            overlong_run: overlong_run.1,
        };
        (ruleset, options)
    })
}

/// Tables with some cards left, so that supermoves and empty cascades are frequent;
/// or a deal.
fn tables() -> impl Strategy<Value = Table> {
    let deals = (1_u64..=1_000_000).prop_map(|deal| deal::microsoft(deal).unwrap());
    (deals, vec(0_u8..=13, 4), any::<bool>()).prop_map(|(mut table, home, is_deal)| {
        if !is_deal {
            table.foundations.copy_from_slice(&home);
            for cascade in &mut table.cascades {
                cascade.retain(|card| card.rank().number() > home[card.suit().index()]);
            }
        }
        table
    })
}

proptest! {
    #[test]
    fn known_rulesets_are_played_as_by_the_librarys_referee(
        table in tables(),
        (ruleset, options) in known_rulesets(),
        draws in vec(any::<Index>(), 40),
    ) {
        let mut game = Game::new(table.clone(), ruleset);
        let mut referee = referee(table, &options);
        for draw in draws {
            let legal = referee.legal_moves();
            prop_assert_eq!(&legal[..], &game.legal_moves()[..]);
            for illegal in Move::all().filter(|mv| !legal.contains(mv)) {
                let reason = game.clone().play(illegal).unwrap_err();
                prop_assert_eq!(referee.clone().play(illegal), Err(reason));
            }
            if legal.is_empty() {
                break;
            }
            let mv = *draw.get(&legal);
            game.play(mv).unwrap();
            referee.play(mv).unwrap();
            prop_assert_eq!(referee.table(), game.table());
            prop_assert_eq!(referee.is_won(), game.is_won());
        }
    }
}
