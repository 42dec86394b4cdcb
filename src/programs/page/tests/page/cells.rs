//! Games with fewer cells, and the deals that are pasted in other forms.

use super::module::{line_after_slices, responses};
use super::table::{open, Table};

fn paste(table: &mut Table, text: &str) {
    table.browser.press("g");
    table.browser.value(&format!(
        "document.getElementById('pasted').value = {text:?}"
    ));
    table.browser.click("#paste button");
}

#[test]
fn a_game_with_fewer_cells_has_no_others() {
    let game = responses(["game 1@3:1a-2b-3c-4d"]).remove(0);
    assert_eq!(game["origin"], "1@3");
    assert_eq!(game["cells"], 3);
    assert_eq!(game["illegal"]["reason"], "there is no cell d");
    for (address, error) in [
        ("1@5", "found \"5\", expected a number of cells, 0 to 4"),
        ("1@x", "found \"x\", expected a number of cells, 0 to 4"),
        (
            "KS.KHQS.......-JS@1",
            "found cards in more than 1 cells, expected no more",
        ),
    ] {
        let response = responses([format!("game {address}").as_str()]).remove(0);
        assert_eq!(response["error"], error, "{address}");
    }
}

#[test]
fn the_fewest_cells_are_those_of_the_lab() {
    // As `lab cells 1 617 11982` says, whose searches are the column's.
    for (deal, enough, at_least) in [("1", Some(3), 3), ("617", Some(4), 4), ("11982", None, 5)] {
        let fewest = responses([format!("fewest {deal}").as_str()]).remove(0);
        assert_eq!(fewest["enough"].as_u64(), enough, "{deal}");
        assert_eq!(fewest["at_least"], at_least, "{deal}");
    }
}

#[test]
fn a_line_for_fewer_cells_wins_with_them() {
    let moves = line_after_slices("1@3");
    let game = responses([format!("game 1@3:{}", moves.join("-")).as_str()]).remove(0);
    assert_eq!(game["won"], true);
    assert!(moves.iter().all(|mv| !mv.contains('d')));
}

#[test]
fn the_fewest_cells_are_a_challenge_by_mouse_and_keys() {
    let Some(mut table) = open("1") else { return };
    table.browser.press("g");
    table.browser.click("#fewest");
    table.wait_for_text(
        "#fewest-text",
        "Can be won with 3 cells. Proved: fewer are not enough.",
    );
    table.browser.click("#by-cells button[type=submit]");
    table.wait_for_address("1@3");
    table.wait_for_text("#title", "Deal 1, 3 cells");
    table.wait_for_text("#verdict", "Can be won in");
    let closed = "getComputedStyle(document.querySelector('[data-slot=d]')).visibility";
    assert_eq!(table.browser.value(closed), "hidden");
    table.play("1a 2b 3c");
    // What is said of the move comes before what is said of the next one.
    table.wait_for_text("#status", "Move 3: 3c");
    table.rest();
    table.browser.press("4");
    table.browser.press("d");
    table.wait_for_text("#status", "there is no cell d");
    // The same deal with two cells is lost, and the next deal has as many.
    table.follow("1@2");
    table.agree_to_leave();
    table.wait_for_text("#verdict", "Cannot be won");
    table.browser.press("PageDown");
    table.wait_for_address("2@2");
    table.is_content();
}

#[test]
fn suits_first_playing_cards_and_json_can_be_pasted() {
    let Some(mut table) = open("1") else { return };
    let rows = responses(["share 617"]).remove(0)["rows"]
        .as_str()
        .unwrap()
        .to_owned();
    let words = |change: &dyn Fn(char, char) -> String| {
        let lines = rows.lines().map(|line| {
            let cards = line.split(' ').map(|card| {
                let mut letters = card.chars();
                change(letters.next().unwrap(), letters.next().unwrap())
            });
            cards.collect::<Vec<_>>().join(" ")
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let playing_card = |rank: char, suit: char| {
        let suit = 0x1F0A0 + 0x10 * "SHDC".find(suit).unwrap() as u32;
        let rank = "_A23456789TJ_QK".find(rank).unwrap() as u32;
        char::from_u32(suit + rank).unwrap().to_string()
    };
    for text in [
        words(&|rank, suit| format!("{suit}{rank}")),
        words(&playing_card),
        "{\"deal\":617}".to_owned(),
        " { \"deal\": \"617\" }".to_owned(),
    ] {
        paste(&mut table, &text);
        table.wait_for_address("617");
        table.follow("1");
        table.wait_for_address("1");
    }
    paste(&mut table, "{\"deal\":617,\"moves\":\"82 1a\"}");
    table.wait_for_address("617:82-1a");
    table.is_content();
}
