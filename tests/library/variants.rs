//! Each variant of the rules on a table where it differs from the others.

use freecell::deal;
use freecell::moves::Move;
use freecell::referee::variant::{AutoplayCards, AutoplayFrom, AutoplayTime, CellOrder, Variant};
use freecell::referee::{Game, Illegal};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;

fn table(cascades: &[&str], cells: &str) -> Table {
    Table::build(cascades, cells).unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The default rules, but without autoplay.
fn no_autoplay() -> Variant {
    Ruleset::from_autoplay(Autoplay::None).into()
}

fn autoplay(autoplay: AutoplayCards) -> Variant {
    Variant {
        autoplay,
        ..no_autoplay()
    }
}

/// The game before `3a` at a table where the autoplay rules part: home are the clubs up to
/// the jack, the diamonds up to the nine, the hearts up to the ten, the spades up to the
/// queen.
fn before_3a(variant: Variant) -> Game {
    let cascades = ["QC", "JH", "KC KD QD JD KH QH KS", "TD"];
    Game::with_variant(table(&cascades, ""), variant)
}

/// The foundations (clubs, diamonds, hearts, spades) after it.
fn home_after_3a(variant: Variant) -> [u8; 4] {
    let mut game = before_3a(variant);
    game.play(mv("3a")).unwrap();
    game.table().foundations
}

#[test]
fn every_autoplay_rule_sends_different_cards_home() {
    for (rule, home) in [
        (AutoplayCards::By(Autoplay::Safe), [11, 10, 12, 12]),
        (AutoplayCards::By(Autoplay::All), [13, 13, 13, 13]),
        (AutoplayCards::By(Autoplay::None), [11, 9, 10, 12]),
        (AutoplayCards::Twos, [11, 9, 10, 12]),
        (AutoplayCards::LowestPlusOne, [11, 10, 11, 12]),
        (AutoplayCards::LowestPlusTwo, [12, 10, 12, 12]),
    ] {
        assert_eq!(home_after_3a(autoplay(rule)), home, "{rule:?}");
    }
}

#[test]
fn aces_and_twos_go_home_where_the_rule_says_so() {
    // The move exposes the two of spades. The aces of clubs and spades are exposed
    // before it, and the three of spades lies under its ace.
    for (rule, home) in [
        (AutoplayCards::By(Autoplay::Safe), [1, 0, 0, 2]),
        (AutoplayCards::By(Autoplay::All), [1, 0, 0, 3]),
        (AutoplayCards::Twos, [1, 0, 0, 2]),
        (AutoplayCards::LowestPlusOne, [1, 0, 0, 1]),
        (AutoplayCards::LowestPlusTwo, [1, 0, 0, 2]),
        (AutoplayCards::By(Autoplay::None), [0, 0, 0, 0]),
    ] {
        let deal = deal::microsoft(10913).unwrap();
        let mut game = Game::with_variant(deal, autoplay(rule));
        game.play(mv("6a")).unwrap();
        assert_eq!(game.table().foundations, home, "{rule:?}");
    }
}

#[test]
fn autoplay_may_be_limited_to_some_places_or_cards() {
    let from = |autoplay, autoplay_from| Variant {
        autoplay_from,
        ..self::autoplay(autoplay)
    };
    let most = |autoplay, autoplay_most| Variant {
        autoplay_most,
        ..self::autoplay(autoplay)
    };
    for (variant, home) in [
        (
            from(AutoplayCards::By(Autoplay::All), AutoplayFrom::Cascades),
            [13, 13, 13, 12],
        ),
        (
            from(AutoplayCards::By(Autoplay::All), AutoplayFrom::Cells),
            [11, 9, 10, 13],
        ),
        (
            from(AutoplayCards::By(Autoplay::Safe), AutoplayFrom::Cells),
            [11, 9, 10, 12],
        ),
        (most(AutoplayCards::By(Autoplay::All), 1), [12, 9, 10, 12]),
        (most(AutoplayCards::By(Autoplay::Safe), 1), [11, 9, 11, 12]),
        (most(AutoplayCards::By(Autoplay::Safe), 2), [11, 9, 12, 12]),
    ] {
        assert_eq!(home_after_3a(variant), home, "{variant:?}");
    }
}

#[test]
fn autoplay_may_wait_for_the_end_of_the_turn() {
    let mut game = before_3a(Variant {
        autoplay_after: AutoplayTime::Turn,
        ..autoplay(AutoplayCards::By(Autoplay::Safe))
    });
    game.play(mv("3a")).unwrap();
    assert_eq!(game.table().foundations, [11, 9, 10, 12]);
    game.end_turn();
    assert_eq!(game.table().foundations, [11, 10, 12, 12]);
    // With autoplay after each move, the end of a turn changes nothing.
    let mut game = before_3a(autoplay(AutoplayCards::By(Autoplay::All)));
    game.end_turn();
    assert_eq!(game.table().foundations, [11, 9, 10, 12]);
}

/// How many cards a move takes from a run of four, with two empty cascades and these
/// cells.
fn moved(variant: Variant, cells: &str, mv: &str) -> Result<usize, Illegal> {
    let on_six = if cells.ends_with('-') { "QC JD" } else { "QC" };
    let run = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", on_six];
    let mut game = Game::with_variant(table(&run, cells), variant);
    let before = game.table().cascades[0].len();
    game.play(self::mv(mv))?;
    Ok(before - game.table().cascades[0].len())
}

#[test]
fn every_capacity_carries_a_different_number_of_cards() {
    let too_many = |capacity| Err(Illegal::TooMany { cards: 4, capacity });
    for (capacity, onto_card, into_empty, onto_card_with_a_free_cell) in [
        (Capacity::Doubling, Ok(4), 2, Ok(4)),
        (Capacity::Product, too_many(3), 2, Ok(4)),
        (Capacity::Cells, too_many(1), 1, too_many(2)),
        (Capacity::One, too_many(1), 1, too_many(1)),
    ] {
        let variant = Variant {
            capacity,
            ..no_autoplay()
        };
        assert_eq!(moved(variant, "JC QD TC JD", "12"), onto_card, "{capacity}");
        let found = moved(variant, "JC QD TC JD", "17");
        assert_eq!(found, Ok(into_empty), "{capacity}");
        let found = moved(variant, "JC QD TC -", "12");
        assert_eq!(found, onto_card_with_a_free_cell, "{capacity}");
    }
}

#[test]
fn an_overlong_run_moves_in_part_or_not_at_all_or_by_one_card() {
    let cells = "JC QD TC JD";
    let too_many = Illegal::TooMany {
        cards: 4,
        capacity: 2,
    };
    let overlong = |overlong_run| Variant {
        overlong_run,
        ..no_autoplay()
    };
    assert_eq!(moved(overlong(OverlongRun::Partial), cells, "17"), Ok(2));
    assert_eq!(
        moved(overlong(OverlongRun::Illegal), cells, "17"),
        Err(too_many)
    );
    let one_card = Variant {
        one_card_into_empty: true,
        ..no_autoplay()
    };
    assert_eq!(moved(one_card, cells, "17"), Ok(1));
    assert_eq!(moved(one_card, cells, "12"), Ok(4));
}

#[test]
fn cards_in_cells_stay_or_close_up_or_are_sorted() {
    for (order, cells) in [
        (CellOrder::Kept, "- QD TC JD"),
        (CellOrder::Packed, "QD TC JD -"),
        (CellOrder::Sorted, "TC JD QD -"),
    ] {
        let variant = Variant {
            cells: order,
            ..no_autoplay()
        };
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC"];
        let mut game = Game::with_variant(table(&cascades, "JC QD TC JD"), variant);
        game.play(mv("a7")).unwrap();
        let cascades = ["QH JS TH 9S", "KS", "KH QS JH TS", "KC", "KD", "QC", "JC"];
        assert_eq!(*game.table(), table(&cascades, cells), "{order:?}");
    }
}

#[test]
fn a_game_with_fewer_cells_has_the_first_ones_and_carries_fewer_cards() {
    let cascades = ["KC QD JC", "KD", "QC", "QH", "KH", "QS", "KS"];
    for (cell_count, cards) in [(0, 1), (1, 2), (4, 3)] {
        let game = Game::with_variant(table(&cascades, ""), no_autoplay());
        let mut game = game.with_cells(cell_count);
        assert_eq!(game.play(mv("18")).unwrap()[0].cards, cards);
        for (count, text) in ["2a", "3b", "4c", "5d"].into_iter().enumerate() {
            let has_cell = count < cell_count;
            let expected = Err(Illegal::NoSuchCell(mv(text).to()));
            assert!(has_cell && game.play(mv(text)).is_ok() || game.play(mv(text)) == expected);
        }
    }
}
