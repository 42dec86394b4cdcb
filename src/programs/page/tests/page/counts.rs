//! What the page counts and keeps: wins that were earned, games that were left, two tabs.

use serde_json::Value;

use super::table::{open, Table};
use testing::lab::EXAMPLE;

const DEAL: &str = "10913";
/// The game that [`EXAMPLE`] wins, before its last move.
const ALMOST_WON: &str = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d";

/// Checks what stands beside these names in the statistics.
fn assert_figures(table: &mut Table, expected: &[(&str, &str)]) {
    table.browser.click("#statistics");
    let figures = table.browser.value(
        "Object.fromEntries([...document.querySelectorAll('#figures dt')]\
         .map((it) => [it.innerText, it.nextElementSibling.innerText]))",
    );
    for (name, value) in expected {
        assert_eq!(figures[name], *value, "{name} in {figures}");
    }
    let number = |name: &str| {
        let text = figures[name].as_str().unwrap();
        text.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    // Each game has one result.
    let results = [
        "Won",
        "Won with hints",
        "Solution shown",
        "Left, or not over",
    ];
    let sum: u64 = results.map(number).iter().sum();
    assert_eq!(number("Played"), sum, "{figures}");
    table.browser.click("#record .close");
}

/// Waits until the page has taken note of what was played.
fn settle(table: &mut Table) {
    table
        .browser
        .value("new Promise((done) => setTimeout(done, 200))");
}

fn wait_for_win(table: &mut Table) {
    table.wait_for_home(52);
    table.wait_for_text("#verdict", "in 19 moves");
    settle(table);
}

/// Shows a solution, to its end.
fn show_solution(table: &mut Table) {
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.press("s");
    table.browser.press("End");
    table.wait_for_text("#verdict", "A solution in 19 moves");
}

const ONE_WIN: [(&str, &str); 4] = [
    ("Won", "1 (100 %)"),
    ("Won in a row", "1"),
    ("Fewest moves", "19"),
    ("Left, or not over", "0"),
];

#[test]
fn a_win_counts_once_whatever_is_undone_and_loaded_again() {
    let Some(mut table) = open(DEAL) else { return };
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    table.wait_for_text("#status", "Won in 0:");
    assert_figures(&mut table, &ONE_WIN);
    for key in ["ArrowLeft", "ArrowRight", "Home", "End"] {
        table.browser.press(key);
        settle(&mut table);
        table.browser.reload();
        table.ready();
    }
    wait_for_win(&mut table);
    assert_figures(&mut table, &ONE_WIN);
    table.is_content();
}

#[test]
fn a_win_by_hints_alone_is_counted_apart() {
    let Some(mut table) = open("100") else { return };
    for moves in 0.. {
        if table.browser.value("document.body.dataset.outcome") == "won" {
            break;
        }
        table.browser.press("i");
        table.wait_for_text("#status", "Hint:");
        table.browser.press("i");
        // A hint plays one move, and the words follow it.
        table.browser.wait_for(&format!(
            "document.querySelector('#moves [aria-current]').closest('li')\
             === document.querySelectorAll('#moves li')[{}]",
            moves + 1
        ));
    }
    table.wait_for_text("#status", "with hints.");
    let apart = [
        ("Won", "0"),
        ("Won with hints", "1"),
        ("Won in a row", "0"),
        ("Fewest moves", "–"),
    ];
    settle(&mut table);
    assert_figures(&mut table, &apart);
    assert_eq!(
        table
            .browser
            .value("document.querySelectorAll('#best li').length"),
        0
    );
    table.is_content();
}

#[test]
fn a_look_at_the_moves_that_win_is_a_hint_and_outlasts_a_reload() {
    let Some(mut table) = open(DEAL) else { return };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.press("m");
    table.browser.click("#options .close");
    settle(&mut table);
    table.browser.reload();
    table.ready();
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    assert_figures(&mut table, &[("Won", "0"), ("Won with hints", "1")]);
    table.is_content();
}

#[test]
fn what_was_shown_stays_shown_whatever_is_undone_and_played_by_hand() {
    let Some(mut table) = open(DEAL) else { return };
    show_solution(&mut table);
    table.browser.press("Home");
    // Another move, undone again.
    table.play("1a");
    table.browser.press("ArrowLeft");
    table.wait_for_address(DEAL);
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    let shown = [("Won", "0"), ("Solution shown", "1"), ("Won in a row", "0")];
    table.wait_for_text("#status", "Solution shown.");
    assert_figures(&mut table, &shown);

    // The same after a reload.
    table.browser.press("Home");
    settle(&mut table);
    table.browser.reload();
    table.ready();
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    assert_figures(&mut table, &shown);

    // As a new game of the deal, too, which is said in the beginning.
    table.choose_deal(618);
    table.choose_deal(10913);
    table.wait_for_text("#notice", "was shown before");
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    assert_figures(&mut table, &[("Won", "0"), ("Solution shown", "2")]);

    // And in another tab.
    table.browser.open_tab("#10913");
    table.ready();
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    assert_figures(&mut table, &[("Won", "0"), ("Solution shown", "3")]);
    table.is_content();
}

#[test]
fn a_game_that_is_left_counts_as_not_won_which_is_said_once() {
    let Some(mut table) = open(DEAL) else { return };
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    // A deal that nobody has begun is left without a word.
    table.choose_deal(617);
    table.choose_deal(618);
    table.play("7a");
    table.browser.press("n");
    table.wait_for_text("#asking", "ends your row of 1 win");
    table.browser.click("#decline");
    table.wait_for_address("618:7a");
    assert_figures(&mut table, &ONE_WIN[1..3]);
    // It has been said.
    table.choose_deal(619);
    table.wait_for_text("#title", "Deal 619");
    let left = [
        ("Won", "1 (50 %)"),
        ("Left, or not over", "1"),
        ("Won in a row", "0"),
    ];
    assert_figures(&mut table, &left);
    // As though nothing had been, if it is taken up again before another one is begun.
    table.browser.click("#notice-action button");
    table.wait_for_address("618:7a");
    settle(&mut table);
    assert_figures(&mut table, &[("Won in a row", "1")]);
    table.is_content();
}

#[test]
fn a_lost_game_that_is_left_ends_a_row_of_wins() {
    let Some(mut table) = open(DEAL) else { return };
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    table.choose_deal(617);
    table.play("3a");
    table.wait_for_text("#verdict", "Proved lost since move 1");
    table.browser.value("location.hash = '#619'");
    table.agree_to_leave();
    table.wait_for_text("#title", "Deal 619");
    table.wait_for_address("619");
    let lost = [
        ("Won", "1 (50 %)"),
        ("Won in a row", "0"),
        ("Most in a row", "1"),
    ];
    assert_figures(&mut table, &lost);
    table.is_content();
}

#[test]
fn a_game_that_was_left_can_still_be_won() {
    let Some(mut table) = open(DEAL) else { return };
    let (first, rest) = EXAMPLE.split_once(' ').unwrap();
    table.play(first);
    settle(&mut table);
    table.choose_deal(617);
    table.agree_to_leave();
    table.play("82");
    settle(&mut table);
    table.choose_deal(10913);
    table.wait_for_text("#notice", "You left off after 1 move.");
    table.play(rest);
    wait_for_win(&mut table);
    let figures = [
        ("Played", "2"),
        ("Won", "1 (50 %)"),
        ("Won in a row", "1"),
        ("Left, or not over", "1"),
    ];
    assert_figures(&mut table, &figures);
    table.is_content();
}

#[test]
fn a_game_that_was_left_by_another_link_counts_as_not_won_once_another_is_begun() {
    let Some(mut table) = open("617") else { return };
    table.play("82");
    settle(&mut table);
    table.browser.open_tab("#10913");
    table.ready();
    table.wait_for_text("#notice", "counts as not won once you play on here");
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    let figures = [
        ("Played", "2"),
        ("Won", "1 (50 %)"),
        ("Left, or not over", "1"),
    ];
    assert_figures(&mut table, &figures);
    table.is_content();
}

#[test]
fn a_game_that_was_not_played_from_its_deal_is_not_counted() {
    let Some(mut table) = open(ALMOST_WON) else {
        return;
    };
    table.play("5b");
    wait_for_win(&mut table);
    table.wait_for_text("#status", "not counted.");
    assert_figures(&mut table, &[("Played", "0"), ("Won", "0")]);
    table.is_content();
}

/// The addresses of the games that are kept.
fn kept(table: &mut Table) -> Value {
    table.browser.value(
        "(dispatchEvent(new Event('pagehide')),\
          JSON.parse(localStorage.getItem('freecell')).games.map(({ last }) => last).sort())",
    )
}

#[test]
fn two_tabs_that_play_on_from_one_game_both_keep_theirs() {
    let Some(mut table) = open("617") else { return };
    table.play("82");
    settle(&mut table);
    // A tab without an address takes up the last game.
    table.browser.open_tab("");
    table.wait_for_address("617:82");
    table.play("1a 23");
    settle(&mut table);
    table.browser.switch_to(0);
    table.play("2a");
    settle(&mut table);
    let both = serde_json::json!(["617:82-1a-23", "617:82-2a"]);
    assert_eq!(kept(&mut table), both);
    // Each tab finds its own after a reload, with what was undone.
    for (tab, last) in [(0, "617:82-2a"), (1, "617:82-1a-23")] {
        table.browser.switch_to(tab);
        table.browser.press("ArrowLeft");
        settle(&mut table);
        table.browser.switch_to(1 - tab);
        settle(&mut table);
        table.browser.switch_to(tab);
        table.browser.reload();
        table.ready();
        table.browser.press("End");
        table.wait_for_address(last);
    }
    assert_eq!(kept(&mut table), both);
    // They are one game where games are counted.
    assert_figures(&mut table, &[("Played", "1")]);
    table.is_content();
}

#[test]
fn wins_in_two_tabs_are_both_counted() {
    let Some(mut table) = open(DEAL) else { return };
    let (first, rest) = EXAMPLE.split_once(' ').unwrap();
    table.play(first);
    settle(&mut table);
    table.browser.open_tab("#KS.KHQS.......:none");
    table.browser.value("location.hash = '#10913'");
    table.wait_for_text("#title", "10913");
    table.wait_for_address("10913:26");
    table.browser.press("ArrowLeft");
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    table.browser.switch_to(0);
    table.play(rest);
    wait_for_win(&mut table);
    // It is the same game, so it is won once.
    assert_figures(&mut table, &ONE_WIN);
    table.is_content();
}

#[test]
fn a_browser_that_keeps_nothing_is_mentioned_and_counts_on() {
    let Some(mut table) = open(DEAL) else { return };
    table.reload_with("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }");
    table.ready();
    table.wait_for_text("#notice", "lets the page keep nothing");
    table.browser.click("#notice-close");
    table.play(EXAMPLE);
    wait_for_win(&mut table);
    assert_figures(&mut table, &ONE_WIN);
    // It was said once.
    assert_eq!(
        table
            .browser
            .value("document.getElementById('notice').hidden"),
        true
    );
    table.is_content();
}
