//! Each variant of the rules on a table where it differs from the others.

use freecell::deal;
use freecell::moves::Move;
use freecell::referee::{Game, Illegal};
use freecell::table::Table;

use super::Preset;

/// A game under the rules that these options name.
fn game(table: Table, options: &str) -> Game {
    let preset = Preset::parse(options).unwrap();
    let variant = preset.variants.each().next().unwrap();
    Game::with_variant(table, variant)
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
    let mut game = game(table(&cascades, ""), options);
    game.play(mv("3a")).unwrap();
    game.table().foundations
}

#[test]
fn every_autoplay_rule_sends_different_cards_home() {
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
fn aces_and_twos_go_home_where_the_rule_says_so() {
    // The move exposes the two of spades. The aces of clubs and spades are exposed
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
        let mut game = game(deal, &format!("--autoplay {rule}"));
        game.play(mv("6a")).unwrap();
        assert_eq!(game.table().foundations, home, "{rule}");
    }
}

#[test]
fn autoplay_may_be_limited_to_some_places_or_cards() {
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
    let mut game = game(table(&cascades, ""), "--autoplay-after turn");
    game.play(mv("3a")).unwrap();
    assert_eq!(game.table().foundations, [11, 9, 10, 12]);
    game.end_turn();
    assert_eq!(game.table().foundations, [11, 10, 12, 12]);
    // With autoplay after each move, the end of a turn changes nothing.
    let mut game = self::game(table(&cascades, ""), "--autoplay all");
    game.end_turn();
    assert_eq!(game.table().foundations, [11, 9, 10, 12]);
}

/// How many cards a move takes from a run of four, with two empty cascades and these
/// cells.
fn moved(options: &str, cells: &str, mv: &str) -> Result<usize, Illegal> {
    let on_six = if cells.ends_with('-') { "QC JD" } else { "QC" };
    let run = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", on_six];
    let options = format!("--autoplay none {options}");
    let mut game = game(table(&run, cells), &options);
    let before = game.table().cascades[0].len();
    game.play(self::mv(mv))?;
    Ok(before - game.table().cascades[0].len())
}

#[test]
fn every_capacity_carries_a_different_number_of_cards() {
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
fn an_overlong_run_moves_in_part_or_not_at_all_or_by_one_card() {
    let cells = "JC QD TC JD";
    let too_many = Illegal::TooMany { cards: 4, room: 2 };
    assert_eq!(moved("--long-run partial", cells, "17"), Ok(2));
    assert_eq!(moved("--long-run illegal", cells, "17"), Err(too_many));
    assert_eq!(moved("--one-card-into-empty", cells, "17"), Ok(1));
    assert_eq!(moved("--one-card-into-empty", cells, "12"), Ok(4));
}

#[test]
fn cards_in_cells_stay_or_close_up_or_are_sorted() {
    for (order, cells) in [
        ("kept", "- QD TC JD"),
        ("packed", "QD TC JD -"),
        ("sorted", "TC JD QD -"),
    ] {
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC"];
        let options = format!("--autoplay none --cells {order}");
        let mut game = game(table(&cascades, "JC QD TC JD"), &options);
        game.play(mv("a7")).unwrap();
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC", "JC"];
        assert_eq!(*game.table(), table(&cascades, cells), "{order}");
    }
}
