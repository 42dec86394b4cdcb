//! What the page says, and how often: verdicts that do not flash, results that are announced, words
//! instead of notation.

use super::table::{open, Table};
use testing::lab::EXAMPLE;

/// Counts the texts that screen readers are told of, in `announced`: each element's own, once a
/// task.
const LISTEN: &str = "(() => {
  window.announced = [];
  for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
    new MutationObserver(() => announced.push(region.innerText.trim()))
      .observe(region, { childList: true, characterData: true, subtree: true });
  }
})()";

/// Runs before the page: holds back what the engine finds until `release()`, and the end of the
/// time for which an old verdict may stay until `lose_patience()`.
const HELD: &str = "
  const { Worker: Original, setTimeout: wait } = window;
  let held = [], late = [];
  window.isHeld = false;
  window.Worker = class extends Original {
    set onmessage(take) {
      super.onmessage = (event) => window.isHeld ? held.push(() => take(event)) : take(event);
    }
  };
  window.release = () => { window.isHeld = false; for (const each of held.splice(0)) each(); };
  window.setTimeout = (act, delay, ...rest) =>
    delay === 300 && window.isHeld ? (late.push(act), 0) : wait(act, delay, ...rest);
  window.losePatience = () => { for (const each of late.splice(0)) each(); };
";

fn is_stale(table: &mut Table) -> bool {
    table
        .browser
        .value("document.getElementById('verdict').classList.contains('stale')")
        == true
}

#[test]
fn the_last_verdict_stays_dimmed_until_there_is_another() {
    let Some(mut table) = open("617") else { return };
    table.reload_with(HELD);
    table.ready();
    table.wait_for_text("#verdict", "Can be won in 39 moves");
    table.wait_for_text("#verdict", "Proved: no solution is shorter.");
    assert!(!is_stale(&mut table));
    table.browser.value(LISTEN);
    // Off the best line, so that the engine has to search.
    table.browser.value("window.isHeld = true");
    table.play("4a");
    table
        .browser
        .wait_for("document.getElementById('verdict').classList.contains('stale')");
    assert!(table.browser.text("#verdict").contains("Can be won in 39"));
    // An answer in time replaces it at once.
    table.browser.value("release()");
    table.wait_for_text("#verdict", "Can still be won in");
    assert!(!is_stale(&mut table));
    // Without one, it goes in the end.
    table.browser.value("window.isHeld = true");
    table.play("1b");
    table.wait_for_text("#status", "1b");
    assert!(table.browser.text("#verdict").contains("Can still be won"));
    table.browser.value("losePatience()");
    table.wait_for_text("#verdict", "Not known yet");
    assert!(!is_stale(&mut table));
    table.browser.value("release()");
    table
        .browser
        .wait_for("!document.getElementById('verdict').innerText.includes('Not known yet')");
    let said = table.browser.value("announced.join('|')").to_string();
    assert!(!said.contains("Not known yet"), "{said}");
    table.is_content();
}

#[test]
fn a_move_along_a_line_that_wins_is_announced_once() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.value(LISTEN);
    for (index, mv) in EXAMPLE.split(' ').enumerate() {
        table.play(mv);
        table.wait_for_text("#status", &format!("Move {}: {mv}", index + 1));
        table
            .browser
            .wait_for("!document.getElementById('verdict').classList.contains('stale')");
    }
    table.wait_for_text("#verdict", "Won in 19 moves");
    // Each move once. Nothing of what is known of it: it can be won all the time. The places that
    // are typed are told as well.
    let announced = table
        .browser
        .value("announced.filter((text) => !text.includes(' chosen: '))");
    let announced = announced.as_array().unwrap();
    assert_eq!(announced.len(), 19, "{announced:#?}");
    table.is_content();
}

#[test]
fn a_result_that_changes_is_announced() {
    let Some(mut table) = open("617") else { return };
    table.wait_for_text("#verdict", "Can be won in");
    table.play("3a");
    table.wait_for_text("#announcement", "Proved lost since move 1");
    table.browser.press("ArrowLeft");
    table.wait_for_text("#announcement", "Can be won in");
    table.is_content();
}

#[test]
fn keys_that_can_do_nothing_say_why() {
    let Some(mut table) = open("617:3a") else {
        return;
    };
    table.wait_for_text("#verdict", "Proved lost");
    table.browser.press("h");
    table.wait_for_text(
        "#status",
        "Nothing to send home\nNo card fits on its foundation now.",
    );
    for key in ["i", "s"] {
        table.browser.press(key);
        table.wait_for_text("#status", "No hint\nNothing wins from here");
    }
    table.browser.click("#send-home");
    table.wait_for_text("#status", "Nothing to send home");
    table.is_content();
}

#[test]
fn a_hint_names_the_cards() {
    let Some(mut table) = open("10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d")
    else {
        return;
    };
    table.wait_for_text("#verdict", "Can still be won in 1 move");
    table.browser.press("i");
    let hint = "Hint: 56\n9 of spades onto the 10 of diamonds. Ask again to play it.";
    table.wait_for_text("#status", hint);
    table.is_content();
}

#[test]
fn what_is_no_deals_number_is_told_from_cards() {
    let Some(mut table) = open("617") else { return };
    table.browser.press("g");
    table
        .browser
        .value("document.getElementById('number').value = '-3'");
    table.browser.click("#by-number button");
    table.wait_for_text("#error", "there is no deal -3: expected 1 to 8589934591");
    table.is_content();
}

#[test]
fn the_moves_that_win_are_listed_in_words_beside_the_table() {
    let Some(mut table) = open("617") else { return };
    for (width, height) in [(1280, 800), (390, 844), (844, 390), (360, 640), (768, 1024)] {
        table.browser.resize(width, height);
        table.browser.press("m");
        table
            .browser
            .wait_for("document.getElementById('options').open");
        let rects =
            "['options', 'board'].map((id) => document.getElementById(id).getBoundingClientRect())";
        // The dialog is in sight, and covers none of the cards.
        table.browser.wait_for(&format!(
            "(([{{ left, top, right, bottom }}]) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)({rects})"
        ));
        table.browser.wait_for(&format!(
            "(([dialog]) => [...document.querySelectorAll('.card')].every((it) => {{\
               const card = it.getBoundingClientRect();\
               return card.right <= dialog.left || card.bottom <= dialog.top;\
             }}))({rects})"
        ));
        let text = table.browser.text("#option-list");
        assert!(text.contains("King of spades to cell a"), "{text}");
        table.browser.click("#options .close");
    }
    table.is_content();
}
