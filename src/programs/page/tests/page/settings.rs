//! Settings for hands, eyes and ears.

use serde_json::{json, Value};

use super::table::{open, Table};
use testing::lab::EXAMPLE;

/// Changes a setting as a person would, in the dialog.
fn set(table: &mut Table, name: &str, value: &Value) {
    table.browser.value(&format!(
        "(() => {{ const control = document.querySelector('[data-setting={name}]');\
         if (control.type === 'checkbox') control.checked = {value}; else control.value = {value};\
         control.dispatchEvent(new Event('change')); }})()"
    ));
}

fn left_of(table: &mut Table, place: &str) -> f64 {
    table.top(place)[0]
}

#[test]
fn a_click_can_choose_a_card_and_the_next_one_its_target() {
    let Some(mut table) = open("10913") else {
        return;
    };
    set(&mut table, "click", &json!("chooses"));
    let click = |table: &mut Table, place: &str| {
        let at = table.top(place);
        table.browser.click_at(at);
    };
    click(&mut table, "4");
    click(&mut table, "hC");
    table.wait_for_address("10913:4h");
    click(&mut table, "2");
    table
        .browser
        .wait_for("document.querySelector('.picked') !== null");
    assert_eq!(table.address(), "10913:4h");
    click(&mut table, "6");
    table.wait_for_address("10913:4h-26");
    // An empty cell, by a finger.
    let (from, to) = (table.top("5"), table.top("c"));
    for at in [from, to] {
        table.browser.swipe(at, at);
    }
    table.wait_for_text("#status", "so the card is in cell a.");
    table.wait_for_address("10913:4h-26-5a");
    // Beside all cards, the choice is dropped.
    click(&mut table, "1");
    table
        .browser
        .wait_for("document.querySelector('.picked') !== null");
    let felt = "(({ x, bottom }) => [x + 8, bottom - 8])(document.getElementById('board').getBoundingClientRect())";
    let felt = table.browser.point(felt);
    table.browser.click_at(felt);
    table
        .browser
        .wait_for("document.querySelector('.picked') === null");
    // What does not fit says so, and nothing is chosen any more.
    click(&mut table, "1");
    click(&mut table, "2");
    table.wait_for_text("#status", "12 is illegal");
    table
        .browser
        .wait_for("document.querySelector('.picked') === null");
    // Cards can still be dragged, and the same card twice plays its likeliest move.
    table.drag("1b");
    table.wait_for_address("10913:4h-26-5a-1b");
    let king = table.top("7");
    table.browser.click_twice(king, 200.0);
    table
        .browser
        .wait_for("location.hash.startsWith('#10913:4h-26-5a-1b-7')");
    table.is_content();
}

#[test]
fn the_foundations_can_be_on_the_left() {
    let Some(mut table) = open("10913:4h-26-5a") else {
        return;
    };
    for (width, height) in [(1280, 800), (844, 390), (390, 844)] {
        table.browser.resize(width, height);
        set(&mut table, "left", &json!(false));
        assert!(left_of(&mut table, "a") < left_of(&mut table, "hC"));
        set(&mut table, "left", &json!(true));
        assert!(left_of(&mut table, "hS") < left_of(&mut table, "a"));
    }
    // Cards go where they are seen to go.
    table.browser.resize(1280, 800);
    table.rest();
    table.drag("1b");
    table.wait_for_address("10913:4h-26-5a-1b");
    table.browser.reload();
    table.ready();
    table.rest();
    assert!(left_of(&mut table, "hS") < left_of(&mut table, "a"));
    table.is_content();
}

#[test]
fn ranks_and_suits_can_be_larger_and_suits_have_four_colours() {
    let Some(mut table) = open("617") else { return };
    let index = "Math.max(...[...document.querySelectorAll('.card text')].map((it) => it.getBoundingClientRect().height))";
    let usual = table.browser.value(index).as_f64().unwrap();
    set(&mut table, "large", &json!(true));
    table.rest();
    let large = table.browser.value(index).as_f64().unwrap();
    assert!(large > 1.6 * usual, "{usual}, {large}");
    let colours = "new Set([...document.querySelectorAll('.card')].map((it) => getComputedStyle(it).color)).size";
    assert_eq!(table.browser.value(colours), 2);
    set(&mut table, "four", &json!(true));
    assert_eq!(table.browser.value(colours), 4);
    table.is_content();
}

#[test]
fn felts_differ_and_the_clock_can_be_hidden() {
    let Some(mut table) = open("617:82") else {
        return;
    };
    let felt = "getComputedStyle(document.getElementById('felt')).backgroundImage";
    let mut felts = vec![];
    for name in ["green", "blue", "wine", "slate"] {
        set(&mut table, "felt", &json!(name));
        let colour = table.browser.value(felt);
        assert!(!felts.contains(&colour), "{name}");
        felts.push(colour);
    }
    table.wait_for_text("#about", "0:0");
    set(&mut table, "clock", &json!(false));
    table.wait_for_text("#about", "1 move");
    assert_eq!(table.browser.text("#about"), "1 move");
    table.browser.reload();
    table.ready();
    table.wait_for_text("#about", "1 move");
    assert_eq!(table.browser.text("#about"), "1 move");
    assert_eq!(table.browser.value(felt), felts[3]);
    // What is stored and no setting, or none of its values, leaves the usual one.
    table.reload_with("localStorage.setItem('freecell', JSON.stringify({ settings: { felt: 'plaid', clock: 'no', click: 7 } }))");
    table.ready();
    table.wait_for_text("#about", "0:0");
    assert_eq!(table.browser.value(felt), felts[0]);
    table.is_content();
}

/// Runs before the page: counts the tones that it plays.
const LISTEN: &str = "window.tones = 0; window.contexts = 0;
  window.AudioContext = class {
    constructor() { contexts++; }
    currentTime = 0;
    destination = {};
    createOscillator() { return { frequency: {}, connect: (to) => to, start: () => tones++, stop: () => {} }; }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
  };";

#[test]
fn sounds_are_off_until_somebody_wants_them() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.reload_with(LISTEN);
    table.ready();
    table.drag("26");
    table.wait_for_address("10913:26");
    assert_eq!(table.browser.value("contexts"), 0);
    set(&mut table, "sounds", &json!(true));
    table.drag("76");
    table.browser.wait_for("tones === 1");
    // One that is not possible, and a card that goes home.
    table.browser.press("1");
    table.browser.press("2");
    table.browser.wait_for("tones === 3");
    table.browser.press("Home");
    table.wait_for_address("10913");
    table.play("4h");
    table.browser.wait_for("tones === 5");
    // Undoing makes no sound; a win has its own.
    table.browser.press("Home");
    table.wait_for_address("10913");
    assert_eq!(table.browser.value("tones"), 5);
    table.play(EXAMPLE);
    table.wait_for_home(52);
    table.wait_for_text("#after", "Won in 19 moves");
    table.browser.wait_for("tones >= 5 + 19 + 4");
    assert_eq!(table.browser.value("contexts"), 1);
    table.is_content();
}

#[test]
fn cards_turn_over_as_they_leap() {
    let Some(mut table) = open("10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d")
    else {
        return;
    };
    set(&mut table, "back", &json!("red"));
    table.drag("5b");
    let back =
        "getComputedStyle(document.querySelector('.turned .card'), '::after').backgroundColor";
    table
        .browser
        .wait_for("document.querySelector('.turned .card') !== null");
    assert_eq!(table.browser.value(back), "rgb(163, 58, 58)");
    table
        .browser
        .wait_for("document.querySelector('.turned') === null");
    table.is_content();
}
