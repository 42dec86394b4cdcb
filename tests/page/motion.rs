//! Where cards are while they move.

use super::table::{open, Table};
use crate::common::motion::{glides, halt_halfway, mark, watch};

/// Ends with a move after which autoplay sends many cards home.
const WON: &str = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d-5b";

/// Opens a game and slows its cards down.
fn open_slowly(address: &str) -> Option<Table> {
    let mut table = open(address)?;
    table.rest();
    watch(&mut table.browser);
    Some(table)
}

/// A point of the felt that is near a place, but not on its card.
fn beside(table: &mut Table, place: &str) -> [f64; 2] {
    let [x, y] = table.top(place);
    [x + 9.0, y + 40.0]
}

#[test]
fn cards_glide_from_where_they_were_to_where_they_go() {
    let Some(mut table) = open_slowly("10913") else {
        return;
    };
    for key in ["2", "6"] {
        table.browser.press(key);
    }
    assert_eq!(glides(&mut table.browser), 1, "a typed move");
    for (key, what) in [("ArrowLeft", "undo"), ("ArrowRight", "redo")] {
        table.browser.press(key);
        assert_eq!(glides(&mut table.browser), 1, "{what}");
    }
    table.browser.press("ArrowLeft");
    glides(&mut table.browser);
    let card = table.top("5");
    table.browser.click_at(card);
    assert!(glides(&mut table.browser) >= 1, "a click");
    table.browser.press("n");
    assert!(glides(&mut table.browser) >= 45, "another deal");
    table.is_content();
}

#[test]
fn dropped_cards_glide_on_from_the_pointer() {
    let Some(mut table) = open_slowly("10913") else {
        return;
    };
    let (from, aside) = (table.top("2"), beside(&mut table, "6"));
    table.browser.hold(from, aside);
    mark(&mut table.browser);
    table.browser.drop(aside);
    assert_eq!(glides(&mut table.browser), 1, "a legal drop");
    table.wait_for_address("10913:26");
    let (from, aside) = (table.top("2"), beside(&mut table, "5"));
    table.browser.hold(from, aside);
    mark(&mut table.browser);
    table.browser.drop(aside);
    assert_eq!(glides(&mut table.browser), 1, "an illegal drop");
    table.wait_for_text("#status", "25 is illegal");
    table.is_content();
}

#[test]
fn autoplay_and_jumps_glide() {
    let Some(mut table) = open_slowly(WON) else {
        return;
    };
    table.browser.press("ArrowLeft");
    let back = glides(&mut table.browser);
    assert!(back > 10, "the undone move sent home {back} cards");
    table.browser.press("ArrowRight");
    let mut home = 0;
    while home < back {
        home += glides(&mut table.browser);
    }
    table.wait_for_home(52);
    for key in ["Home", "End"] {
        table.browser.press(key);
        assert!(glides(&mut table.browser) > 40, "{key}");
    }
    table.is_content();
}

#[test]
fn cards_that_are_stopped_on_their_way_go_on_from_there() {
    let Some(mut table) = open_slowly("10913") else {
        return;
    };
    for (on, back) in [("n", "n"), ("ArrowRight", "ArrowLeft")] {
        if on == "ArrowRight" {
            table.browser.value("location.hash = '#10913:26'");
            glides(&mut table.browser);
            table.browser.press("ArrowLeft");
            glides(&mut table.browser);
        }
        table.browser.press(on);
        halt_halfway(&mut table.browser);
        table.browser.press(back);
        glides(&mut table.browser);
    }
    table.is_content();
}
