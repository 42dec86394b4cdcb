//! Tests of what players expect of a place to play.

use super::module::responses;
use super::table::{open, Table};
use testing::lab::EXAMPLE;

/// A line that wins deal 10913 but for its last move, 5b.
const ALMOST_WON: &str = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d";

/// Pastes a text into the dialog for other games.
fn paste(table: &mut Table, text: &str) {
    table.browser.press("g");
    table.browser.value(&format!(
        "document.getElementById('pasted').value = {text:?}"
    ));
    table.browser.click("#paste button");
}

fn choose(table: &mut Table, menu: &str, value: &str) {
    table.browser.value(&format!(
        "(() => {{ const menu = document.getElementById({menu:?});\
         menu.value = {value:?}; menu.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
fn the_analysis_goes_deeper_on_request() {
    // The usual analysis leaves open whether 46 moves are enough.
    let Some(mut table) = open("31465") else {
        return;
    };
    table.wait_for_text("#verdict", "Go deeper");
    table.wait_for_text("#verdict", "Any solution needs at least 46.");
    table.browser.click("#go-deeper");
    table.wait_for_text("#verdict", "Can be won in 50 moves");
    table.wait_for_text("#verdict", "Proved: no solution is shorter.");
    // Nothing is left to ask for.
    table
        .browser
        .wait_for("!document.getElementById('go-deeper').checkVisibility()");
    table.is_content();
}

#[test]
fn a_deeper_analysis_makes_way_for_the_next_position() {
    // Its proof takes minutes, and the bound rises once before it ends.
    let Some(mut table) = open("41000111") else {
        return;
    };
    table.wait_for_text("#verdict", "needs at least 32.");
    table.browser.click("#go-deeper");
    table.wait_for_text("#verdict", "Any solution needs at least 33 …");
    table.browser.value("location.hash = '#11982'");
    table.wait_for_text("#verdict", "Cannot be won");
    table.is_content();
}

#[test]
fn the_page_shows_which_moves_win() {
    let Some(mut table) = open("617") else { return };
    table.browser.press("m");
    // The first move to a cell that loses the game, and the best one.
    let item = |mv: &str| {
        format!(
            "[...document.querySelectorAll('#option-list button')]\
             .find((it) => it.innerText.startsWith({mv:?}))"
        )
    };
    table
        .browser
        .wait_for(&format!("{}?.innerText.endsWith('lost')", item("3a")));
    // In words, since few people read notation.
    let words = format!("{}.innerText.replace(/\\s+/g, ' ')", item("82"));
    table.browser.wait_for(&format!(
        "{words}.startsWith('82 Queen of hearts onto the king of spades wins in ')"
    ));
    let kinds = "[...document.querySelectorAll('#option-list button')]\
        .every(({ dataset }) => dataset.kind !== 'open')";
    table.browser.wait_for(kinds);
    let legal = responses(["game 617"]).remove(0)["legal"]
        .as_array()
        .unwrap()
        .len();
    let listed = "document.querySelectorAll('#option-list button').length";
    assert_eq!(table.browser.value(listed), legal);
    table.browser.value(&format!("{}.click()", item("82")));
    table.wait_for_address("617:82");
    table.is_content();
}

#[test]
fn hidden_knowledge_is_shown_on_request_for_one_position() {
    let Some(mut table) = open("617") else { return };
    table
        .browser
        .value("document.getElementById('show-known').click()");
    table.wait_for_text("#verdict", "Hidden");
    table.browser.click("#reveal");
    table.wait_for_text("#verdict", "Can be won in");
    table.drag("82");
    table.wait_for_text("#verdict", "Hidden");
    table.is_content();
}

#[test]
fn a_hint_marks_the_cards_and_where_they_go() {
    let Some(mut table) = open("KS.KHQS.......:none") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in");
    table.browser.press("i");
    table.wait_for_text("#status", "Hint:");
    let marks = "document.querySelectorAll('.card.hinted').length > 0\
        && document.querySelectorAll('.suggested').length === 1";
    table.browser.wait_for(marks);
    table.is_content();
}

#[test]
fn moves_links_and_deals_can_be_pasted() {
    let Some(mut table) = open("617") else { return };
    paste(&mut table, "82, 1a.");
    table.wait_for_address("617:82-1a");
    paste(&mut table, "Deal 10913: 26 76");
    table.wait_for_address("10913:26-76");
    paste(
        &mut table,
        "https://macroxue.github.io/freecell/game/freecell.html?deal=4",
    );
    table.wait_for_address("4");
    paste(&mut table, "#1,000,000");
    table.wait_for_address("1000000");
    // An illegal move ends the line, and says so.
    paste(&mut table, "Deal 617: 82 82");
    table.wait_for_text("#status", "Move 2 (82) is illegal");
    table.wait_for_address("617:82");
    table.is_content();
}

#[test]
fn a_win_by_pasted_moves_does_not_count() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    paste(&mut table, "5b");
    table.wait_for_home(52);
    table.wait_for_text("#verdict", "A solution in 19 moves");
    table.is_content();
}

#[test]
fn a_pasted_table_that_is_a_deal_gets_its_number() {
    let Some(mut table) = open("1") else { return };
    let rows = responses(["share 617"]).remove(0)["rows"]
        .as_str()
        .unwrap()
        .to_owned();
    paste(&mut table, &rows.replace('S', "♠").replace('H', "♥"));
    table.wait_for_text("#title", "Deal 617");
    table.wait_for_address("617");
    table.is_content();
}

#[test]
fn a_deal_of_a_given_difficulty_is_found() {
    let Some(mut table) = open("11982") else {
        return;
    };
    table.browser.press("g");
    table.wait_for_text("#level-text", "This one: 10 of 10.");
    table
        .browser
        .value("document.getElementById('level').value = '1'");
    table.browser.click("#by-level button");
    table
        .browser
        .wait_for("!document.getElementById('deals').open");
    let deal = table.address();
    let rating = responses([format!("rate {deal}").as_str()]).remove(0);
    assert_eq!(rating["level"], 1, "{deal}");
    table.is_content();
}

#[test]
fn the_deal_of_the_day_is_the_same_for_all() {
    let Some(mut table) = open("1") else { return };
    let mut today = || {
        table.browser.press("g");
        table.browser.click("#daily");
        table
            .browser
            .wait_for("!document.getElementById('deals').open && location.hash !== '#1'");
        let deal = table.address();
        table.follow("1");
        table.wait_for_address("1");
        deal
    };
    let (one, other) = (today(), today());
    assert_eq!(one, other);
    assert!((1..=32_000).contains(&one.parse::<u32>().unwrap()));
}

#[test]
fn a_win_is_celebrated_counted_and_exported() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play(EXAMPLE);
    table.wait_for_home(52);
    // Every card leaps.
    table.browser.wait_for(
        "document.getAnimations().filter((it) => it.effect.target.matches('.card')).length === 52",
    );
    table.rest();
    table.browser.click("#statistics");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.wait_for_text("#figures", "Fewest moves\n19\n");
    table.browser.click("#export");
    let exported = "JSON.parse(document.getElementById('exported').value)";
    let best = table
        .browser
        .value(&format!("{exported}.deals['10913'].moves"));
    assert_eq!(best, 19);
    table.is_content();
}

#[test]
fn the_speed_of_cards_can_be_chosen() {
    let Some(mut table) = open("617") else { return };
    choose(&mut table, "speed", "instant");
    let animations =
        "document.getAnimations().filter((it) => it.effect.target.matches('.card')).length";
    table.browser.value("location.hash = '#618'");
    table.wait_for_text("#title", "Deal 618");
    assert_eq!(table.browser.value(animations), 0);
    choose(&mut table, "speed", "slow");
    table.browser.value("location.hash = '#619'");
    table.browser.wait_for(&format!("{animations} > 0"));
    table.is_content();
}
