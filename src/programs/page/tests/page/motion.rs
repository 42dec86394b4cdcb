//! Where cards are while they move, and what one click, two clicks and a long press do.

use std::thread::sleep;
use std::time::Duration;

use super::table::{open, Table};
use testing::motion::{glides, halt_halfway, mark, watch};

/// Ends with a move after which autoplay sends many cards home.
const WON: &str = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d-5b";

/// No card goes home after its first moves: a busy page would show it now with one step, now with
/// the next.
pub const STILL: &str = "50";

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
    let Some(mut table) = open_slowly(STILL) else {
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
    table.agree_to_leave();
    assert!(glides(&mut table.browser) >= 45, "another deal");
    table.is_content();
}

#[test]
fn dropped_cards_glide_on_from_the_pointer() {
    let Some(mut table) = open_slowly(STILL) else {
        return;
    };
    let (from, aside) = (table.top("2"), beside(&mut table, "6"));
    table.browser.hold(from, aside);
    mark(&mut table.browser);
    table.browser.drop(aside);
    assert_eq!(glides(&mut table.browser), 1, "a legal drop");
    table.wait_for_address(&format!("{STILL}:26"));
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
    let Some(mut table) = open_slowly(STILL) else {
        return;
    };
    for (on, back) in [("n", "n"), ("ArrowRight", "ArrowLeft")] {
        if on == "ArrowRight" {
            table.follow(&format!("{STILL}:26"));
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

/// How many moves lead to the position on the table, once it is shown.
fn moves(table: &mut Table) -> u64 {
    let position = "new Promise((done) => { let frames = 4;\
        const next = () => frames-- ? requestAnimationFrame(next) : done(Number(document.getElementById('slider').value));\
        next(); })";
    table.browser.value(position).as_u64().unwrap()
}

fn choose_speed(table: &mut Table, speed: &str) {
    table.browser.value(&format!(
        "(() => {{ const menu = document.getElementById('speed');\
         menu.value = '{speed}'; menu.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
fn two_clicks_or_taps_on_one_place_are_one_move() {
    let Some(mut table) = open("617") else { return };
    // With cards as slow as can be, and with cards that are there at once.
    for speed in ["slow", "instant"] {
        choose_speed(&mut table, speed);
        for (gap, place) in [0.0, 60.0, 120.0, 200.0, 300.0]
            .into_iter()
            .zip("12345".chars())
        {
            for act in ["clicks", "taps"] {
                let at = table.top(&place.to_string());
                if act == "clicks" {
                    table.browser.click_twice(at, gap);
                } else {
                    table.browser.tap_twice(at, gap);
                }
                assert_eq!(
                    moves(&mut table),
                    1,
                    "{act} {gap} ms apart on cascade {place}"
                );
                table.browser.press("Home");
                table.wait_for_address("617");
            }
        }
    }
    table.is_content();
}

#[test]
fn clicks_that_are_apart_in_time_or_place_are_two_moves() {
    let Some(mut table) = open("617") else { return };
    choose_speed(&mut table, "instant");
    let (one, other) = (table.top("2"), table.top("6"));
    table.browser.click_at(one);
    table.browser.click_at(other);
    assert_eq!(moves(&mut table), 2);
    table.browser.press("Home");
    table.wait_for_address("617");
    // Half a second after the clicks before.
    sleep(Duration::from_millis(600));
    table.browser.click_twice(one, 900.0);
    assert_eq!(moves(&mut table), 2);
    table.is_content();
}

#[test]
fn escape_lets_go_of_a_held_card_and_keys_wait_for_it() {
    let Some(mut table) = open("10913:26") else {
        return;
    };
    let (from, to) = (table.top("7"), table.top("6"));
    let lifted = "document.querySelectorAll('.card.lifted').length";
    table.browser.hold(from, to);
    assert_eq!(table.browser.value(lifted), 1);
    for key in ["ArrowLeft", "n", "3", "a", "Home"] {
        table.browser.press(key);
    }
    assert_eq!(moves(&mut table), 1);
    assert_eq!(table.browser.value(lifted), 1);
    table.browser.press("Escape");
    assert_eq!(table.browser.value(lifted), 0);
    table.browser.drop(to);
    assert_eq!(moves(&mut table), 1);
    table.rest();
    table.browser.drag(from, to);
    table.wait_for_address("10913:26-76");
    table.is_content();
}

#[test]
fn only_cards_that_can_move_have_the_hand() {
    let Some(mut table) = open("617") else { return };
    let cursor = |table: &mut Table, place: &str, index: i32| {
        let at = table.card(place, index);
        table.browser.hover(at);
        table.browser.value(&format!(
            "getComputedStyle(document.elementFromPoint({}, {}).closest('.card')).cursor",
            at[0], at[1]
        ))
    };
    assert_eq!(cursor(&mut table, "1", -1), "grab");
    assert_eq!(cursor(&mut table, "1", -4), "default");
    table.is_content();
}
