//! What comes after a game: the next deal, the same again, sharing; the deals beside it; starting
//! over and undoing on phones.

use super::table::{open, Table};
use testing::browser::Browser;
use testing::lab::EXAMPLE;

/// The game that [`EXAMPLE`] wins, before its last move.
const ALMOST_WON: &str = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d";

/// The middle of an element.
fn middle(browser: &mut Browser, id: &str) -> [f64; 2] {
    browser.point(&format!(
        "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])\
         (document.getElementById({id:?}).getBoundingClientRect())"
    ))
}

fn wait_for_end(table: &mut Table) {
    table.wait_for_home(52);
    table.wait_for_what_comes_next();
}

#[test]
fn after_a_win_enter_deals_the_next_game() {
    let Some(mut table) = open("10913") else {
        return;
    };
    // Before the end, Enter does nothing.
    table.browser.press("Enter");
    table.play(EXAMPLE);
    wait_for_end(&mut table);
    table.wait_for_text("#after", "Won in 19 moves");
    table.wait_for_text("#after", "Proved: no solution is shorter.");
    table.wait_for_text("#after", "Your time: 0:");
    table.browser.press("Enter");
    table.wait_for_address("10914");
    table
        .browser
        .wait_for("document.getElementById('after').hidden");
    table.is_content();
}

#[test]
fn what_comes_next_waits_for_the_last_card() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    table.browser.value(
        "seen = { flying: 0, early: 0 };
        (function look() {
          // At the end the cards leap where they are.
          const isOnItsWay = ({ effect }) => effect.target.matches('.card') && effect.composite !== 'add';
          if (document.getAnimations().some(isOnItsWay)) {
            seen.flying += 1;
            if (!document.getElementById('after').hidden) seen.early += 1;
          }
          requestAnimationFrame(look);
        })();
        true",
    );
    table.drag("5b");
    wait_for_end(&mut table);
    let seen = table.browser.value("seen");
    assert!(seen["flying"].as_u64() > Some(0), "{seen}");
    assert_eq!(seen["early"], 0, "{seen}");
}

#[test]
fn after_a_win_the_mouse_and_fingers_choose_what_comes_next() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    table.drag("5b");
    wait_for_end(&mut table);
    // The same deal again, as a game of its own.
    table.browser.click("#after-again");
    table.wait_for_address("10913");
    table.wait_for_text("#about", "0 moves");
    table.wait_for_home(0);
    table
        .browser
        .wait_for("document.getElementById('after').hidden");
    table.play(EXAMPLE);
    wait_for_end(&mut table);
    // Out of the way until the game is over once more.
    table.browser.click("#after-close");
    table
        .browser
        .wait_for("document.getElementById('after').hidden");
    table.browser.press("ArrowLeft");
    table.wait_for_text("#status", "Move 18: 6d");
    table.browser.press("ArrowRight");
    wait_for_end(&mut table);
    table.rest();
    let next = middle(&mut table.browser, "after-next");
    table.browser.swipe(next, next);
    table.wait_for_address("10914");
    table.is_content();
}

#[test]
fn who_plays_by_the_places_is_led_to_the_next_deal() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    table
        .browser
        .wait_for("document.querySelectorAll('#places button').length === 16");
    for place in ["Cascade 5", "Cell b"] {
        table.browser.value(&format!(
            "[...document.querySelectorAll('#places button')]\
             .find((it) => it.textContent.startsWith({place:?})).focus()"
        ));
        table.browser.press(" ");
    }
    wait_for_end(&mut table);
    table
        .browser
        .wait_for("document.activeElement.id === 'after-next'");
    table.is_content();
}

#[test]
fn a_win_is_shared_by_the_systems_sheet_or_copied() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    table.drag("5b");
    wait_for_end(&mut table);
    table.browser.click("#after-share");
    table
        .browser
        .wait_for("document.getElementById('sharing').open");
    let copied = "document.getElementById('copied').value";
    table.browser.wait_for(&format!("{copied} !== ''"));
    let copied = table.browser.value(copied);
    let copied = copied.as_str().unwrap();
    assert!(
        copied.starts_with("FreeCell, Deal 10913: won in 19 moves and 0:0"),
        "{copied}"
    );
    assert!(copied.ends_with(EXAMPLE), "{copied}");
    // Where there is a sheet.
    table.reload_with(
        "Object.defineProperty(navigator, 'share', { value: async (what) => { window.shared = what; } });",
    );
    table.ready();
    wait_for_end(&mut table);
    table.browser.click("#after-share");
    table.browser.wait_for("window.shared !== undefined");
    let shared = table.browser.value("shared");
    assert_eq!(shared["title"], "FreeCell, Deal 10913");
    assert!(shared["text"].as_str().unwrap().ends_with(EXAMPLE));
    // A file's address would lead nobody anywhere.
    assert!(shared["url"].is_null());
    table.is_content();
}

#[test]
fn a_solution_that_was_shown_has_a_next_deal_too() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.press("s");
    table.browser.press("End");
    wait_for_end(&mut table);
    table.wait_for_text("#after", "A solution in 19 moves");
    let text = table.browser.text("#after");
    assert!(!text.contains("Your time"), "{text}");
    table.is_content();
}

#[test]
fn the_deals_before_and_after_are_one_step_away() {
    let Some(mut table) = open("617") else { return };
    table.browser.click("#next-deal");
    table.wait_for_address("618");
    table.browser.click("#previous-deal");
    table.wait_for_address("617");
    table.browser.press("PageUp");
    table.wait_for_address("616");
    table.browser.press("PageDown");
    table.wait_for_address("617");
    // None comes before the first, nor after the last.
    for (deal, key) in [(1, "PageUp"), (8_589_934_591, "PageDown")] {
        table.choose_deal(deal);
        table.wait_for_address(&deal.to_string());
        table.browser.press(key);
        assert_eq!(table.address(), deal.to_string());
    }
    // On a phone they are in the dialog.
    table.choose_deal(617);
    table.browser.resize(390, 844);
    table.browser.click("#title");
    table.browser.click("#previous");
    table.wait_for_address("616");
    table.is_content();
}

#[test]
fn starting_over_is_within_reach_on_phones() {
    let Some(mut table) = open("617:82-1a-23") else {
        return;
    };
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        table.browser.resize(width, height);
        table.browser.click("#step-back");
        table.wait_for_address("617:82-1a");
        table.browser.click("#to-start");
        table.wait_for_address("617");
        table.browser.press("End");
        table.wait_for_address("617:82-1a-23");
    }
    table.is_content();
}

#[test]
fn how_hard_a_deal_is_makes_a_sentence() {
    let Some(mut table) = open("617") else { return };
    table.browser.press("g");
    table.wait_for_text("#level-text", "of 10. ");
    let text = table.browser.text("#level-text");
    let sentence = "A solution is found quickly after ";
    assert!(text.contains(sentence), "{text}");
    table.browser.click("#deals .close");
    table.choose_deal(11982);
    table.browser.press("g");
    table.wait_for_text("#level-text", "10 of 10. No solution is found quickly.");
    table.is_content();
}

#[test]
fn the_verdict_weighs_more_than_the_move() {
    let Some(mut table) = open("617:82") else {
        return;
    };
    table.wait_for_text("#verdict", "Can still be won in");
    let sizes = "['#verdict strong', '#status strong']\
        .map((it) => parseFloat(getComputedStyle(document.querySelector(it)).fontSize))";
    for (width, height) in [(320, 568), (390, 844), (1024, 768), (1440, 900)] {
        table.browser.resize(width, height);
        let sizes = table.browser.value(sizes);
        let [verdict, status] = [0, 1].map(|index| sizes[index].as_f64().unwrap());
        assert!(verdict >= 1.05 * status, "{width}: {verdict}, {status}");
    }
    table.is_content();
}
