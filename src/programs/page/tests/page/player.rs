//! What an hour of play found.

use super::table::{open, Table};
use testing::lab::EXAMPLE;

/// Makes cards take so long that they can be met on their way.
fn slow_down(table: &mut Table) {
    table.browser.value(
        "(() => { const animate = Element.prototype.animate;\
           Element.prototype.animate = function (frames, options) {\
             return animate.call(this, frames, { ...options, duration: 3000 });\
           }; })()",
    );
}

#[test]
fn moves_that_the_browser_did_not_take_into_the_address_outlast_a_reload() {
    let Some(mut table) = open("617") else { return };
    table.browser.value("history.replaceState = () => {}");
    for key in "821a23".chars() {
        table.browser.press(&key.to_string());
    }
    table.wait_for_text("#status", "Move 3: 23");
    table.browser.reload();
    table.ready();
    table.wait_for_address("617:82-1a-23");
    table.wait_for_text("#status", "Move 3: 23");
    table.is_content();
}

#[test]
fn a_win_that_the_browser_did_not_take_into_the_address_outlasts_a_reload() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.browser.value("history.replaceState = () => {}");
    for key in EXAMPLE.chars().filter(|key| *key != ' ') {
        table.browser.press(&key.to_string());
    }
    table.wait_for_home(52);
    assert_eq!(table.address(), "10913");
    table.browser.reload();
    table.ready();
    table.wait_for_home(52);
    // Gone back, too.
    table.wait_for_address("10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d-5b");
    table.browser.value("history.replaceState = () => {}");
    table.browser.press("Home");
    table.wait_for_home(0);
    table.browser.reload();
    table.ready();
    table.wait_for_home(0);
    table.wait_for_address("10913");
    table.is_content();
}

#[test]
fn dialogs_close_when_the_browser_goes_to_another_game() {
    let Some(mut table) = open("617") else { return };
    table.choose_deal(618);
    table.wait_for_text("#title", "Deal 618");
    for key in ["m", "g"] {
        table.browser.press(key);
        table
            .browser
            .wait_for("document.querySelector('dialog[open]') !== null");
        table.browser.value("history.back()");
        table.wait_for_text("#title", "Deal 617");
        table
            .browser
            .wait_for("!document.querySelector('dialog[open]')");
        table.browser.value("history.forward()");
        table.wait_for_text("#title", "Deal 618");
    }
    table.is_content();
}

#[test]
fn a_double_click_resets_nothing() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play(EXAMPLE);
    table.wait_for_home(52);
    table.browser.click("#statistics");
    let twice = "(() => { for (const detail of [1, 2])\
        document.getElementById('reset').dispatchEvent(new MouseEvent('click', { detail, bubbles: true })); })()";
    table.browser.value(twice);
    table.wait_for_text("#reset", "Really reset?");
    table.wait_for_text("#record", "10913");
    table.browser.click("#reset");
    table.wait_for_text("#record", "All figures are at zero.");
    table.is_content();
}

#[test]
fn presses_meet_what_lies_under_cards_that_fly_by() {
    let Some(mut table) = open("617") else { return };
    slow_down(&mut table);
    table.play("82");
    let met = "[...document.querySelectorAll('.card.moving')].map((card) => {\
        const { x, y, width, height } = card.getBoundingClientRect();\
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.card') === card; })";
    table
        .browser
        .wait_for("document.querySelectorAll('.card.moving').length === 1");
    assert_eq!(table.browser.value(met), serde_json::json!([false]));
    table.is_content();
}

#[test]
fn a_card_that_may_not_go_there_returns_over_all_others() {
    let Some(mut table) = open("617") else { return };
    slow_down(&mut table);
    table.drag("15");
    table.wait_for_text("#status", "Not possible");
    let is_over = "(() => {\
        const cards = [...document.querySelectorAll('.card')];\
        const moving = cards.filter((card) => card.getAnimations().length > 0);\
        const others = cards.filter((card) => !moving.includes(card));\
        const height = (card) => Number(card.style.zIndex);\
        return moving.length === 1 && others.every((card) => height(card) < height(moving[0])); })()";
    assert_eq!(table.browser.value(is_over), true);
    table.is_content();
}

#[test]
fn a_deal_that_cannot_be_won_is_not_sent_back() {
    let Some(mut table) = open("11982") else {
        return;
    };
    table.wait_for_text("#verdict", "Cannot be won");
    table.browser.press("i");
    table.wait_for_text("#status", "No hint\nProved: no moves win it.");
    // A question mark asks for help, as everywhere.
    table.browser.press("?");
    table
        .browser
        .wait_for("document.getElementById('keys').open");
    table.is_content();
}

#[test]
fn the_end_of_a_game_is_in_sight() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play(EXAMPLE);
    table.wait_for_home(52);
    table.wait_for_text("#status", "Won in 0:");
    let is_in_sight = "(() => {\
        const box = document.getElementById('status');\
        const range = document.createRange();\
        const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);\
        while (walker.nextNode()) {\
          const at = walker.currentNode.data.indexOf('Won in');\
          if (at < 0) continue;\
          range.setStart(walker.currentNode, at);\
          range.setEnd(walker.currentNode, at + 6);\
        }\
        return range.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom; })()";
    for (width, height) in [(1280, 800), (360, 640), (844, 390)] {
        table.browser.resize(width, height);
        table.rest();
        assert_eq!(table.browser.value(is_in_sight), true, "{width}");
    }
    table.is_content();
}

#[test]
fn a_solution_that_costs_a_win_is_shown_to_who_says_so() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play("26");
    table.wait_for_text("#verdict", "Can still be won in");
    table.browser.press("s");
    table.wait_for_text("#asking", "counts as not won");
    table.browser.click("#decline");
    table
        .browser
        .wait_for("!document.getElementById('asking').open");
    table.play("76");
    assert_eq!(table.address(), "10913:26-76");
    // It was asked once. The solution comes as soon as it is known, unless another key is pressed.
    table.browser.press("s");
    table
        .browser
        .wait_for("Number(document.getElementById('slider').max) === 19");
    table.browser.press("End");
    table.wait_for_home(52);
    table.wait_for_text("#verdict", "A solution in 19 moves");
    table.is_content();
}

#[test]
fn a_way_back_is_offered_until_one_plays_on() {
    let Some(mut table) = open("617") else { return };
    table.play("82");
    table.browser.press("n");
    table.agree_to_leave();
    table.wait_for_text("#notice", "Deal 617 is kept.");
    table.browser.press("1");
    table.browser.press("a");
    table
        .browser
        .wait_for("document.getElementById('notice').hidden");
    table.is_content();
}
