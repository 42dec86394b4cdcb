//! Playing on the page by mouse, finger and keys.

use tempfile::TempDir;

use super::module::responses;
use super::table::{fixture, module, open, write, Table};
use assert_cmd::assert::OutputAssertExt as _;
use testing::browser::assert_complete;
use testing::lab::{matches, process, EXAMPLE};

/// The most bytes that the page may have: a second on a slow line, with the readers of all that
/// people paste in it.
const LARGEST: u64 = 700_000;

#[test]
fn the_page_is_one_file_and_needs_nothing_else() {
    let Some(module) = module() else { return };
    let folder = TempDir::new().unwrap();
    let page = write(&module, &folder);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.len() as u64 <= LARGEST, "{} bytes", html.len());
    assert_complete(&html);
}

#[test]
fn without_a_module_one_line_says_what_is_missing() {
    let folder = TempDir::new().unwrap();
    // The second is WebAssembly that responds to nothing.
    for text in ["no module", "\0asm\u{1}\0\0\0"] {
        std::fs::write(folder.path().join("no.wasm"), text).unwrap();
        let mut command = process(&["page", "--wasm", "no.wasm"]);
        command.current_dir(&folder);
        let one_line = matches(r"\Aerror: no.wasm is not the page's module: [^\n]+\n\z");
        command.assert().code(2).stderr(one_line);
    }
}

#[test]
fn a_game_can_be_played_to_the_end_by_dragging() {
    let Some(mut table) = open("10913") else {
        return;
    };
    let line = EXAMPLE.replace(' ', "-");
    let game = responses([format!("game 10913:{line}").as_str()]).remove(0);
    let mut address = String::from("10913:");
    for mv in game["moves"].as_array().unwrap() {
        let (text, cards) = (
            mv["move"].as_str().unwrap(),
            mv["steps"][0]["cards"].as_i64(),
        );
        table.drag_run(text, cards.unwrap() as i32);
        address += text;
        table.wait_for_address(&address);
        address += "-";
    }
    table.wait_for_home(52);
    table.wait_for_text("#status", "Won in 0:");
    table.wait_for_text("#verdict", "Won in 19 moves");

    // Back to the deal and on to the end again, as often as one likes.
    table.browser.press("Home");
    table.wait_for_address("10913");
    table.wait_for_home(0);
    table.browser.press("ArrowRight");
    table.wait_for_address("10913:26");
    table.browser.click("#step-back");
    table.wait_for_address("10913");
    table.browser.press("End");
    table.wait_for_home(52);
    for _ in EXAMPLE.split(' ') {
        table.browser.press("Backspace");
    }
    table.wait_for_address("10913");
    table.wait_for_home(0);
    table.is_content();
}

#[test]
fn a_click_plays_the_best_move_and_a_blocked_card_stays() {
    let Some(mut table) = open("10913") else {
        return;
    };
    let ace = table.top("4");
    table.browser.click_at(ace);
    table.wait_for_address("10913:4h");
    table.wait_for_home(2);
    let buried = table.card("1", -3);
    table.browser.click_at(buried);
    table.drag("12");
    assert_eq!(table.address(), "10913:4h");
    table.is_content();
}

#[test]
fn moves_can_be_typed() {
    let Some(mut table) = open("10913") else {
        return;
    };
    for key in ["2", "6", "5", "a"] {
        table.browser.press(key);
    }
    table.wait_for_address("10913:26-5a");
    table.wait_for_text("#status", "cascade 5 to cell a.");
    for key in ["1", "2"] {
        table.browser.press(key);
    }
    table.wait_for_text("#status", "12 is illegal: ");
    assert_eq!(table.address(), "10913:26-5a");
    table.is_content();
}

#[test]
fn fingers_can_drag_and_tap() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.browser.resize(768, 1024);
    let (from, to) = (table.top("2"), table.top("6"));
    table.browser.swipe(from, to);
    table.wait_for_address("10913:26");
    let ace = table.top("4");
    table.browser.swipe(ace, ace);
    // To wherever the best line takes it.
    table
        .browser
        .wait_for("location.hash.startsWith('#10913:26-4')");
    table.is_content();
}

#[test]
fn a_run_goes_in_one_move_and_its_last_card_alone_through_a_cell() {
    // Two cards in a run, and empty cascades to go to.
    let origin = "KS.KHQS.......:none";
    let Some(mut table) = open(origin) else {
        return;
    };
    table.drag_run("25", 2);
    table.wait_for_address(&format!("{origin}-25"));
    table.browser.press("ArrowLeft");
    table.wait_for_address(origin);
    table.drag("25");
    table.wait_for_address(&format!("{origin}-2a-a5"));
    table.is_content();
}

#[test]
fn autoplay_can_be_chosen_and_cards_sent_home_at_will() {
    let Some(mut table) = open("10913:none-26-76-4h") else {
        return;
    };
    table.wait_for_home(1);
    table.browser.press("h");
    table.wait_for_address("10913:none-26-76-4h-8h");
    table.wait_for_home(2);
    let choose = "(() => { const menu = document.getElementById('autoplay');\
        menu.value = 'all'; menu.dispatchEvent(new Event('change')); })()";
    table.browser.value(choose);
    table.wait_for_address("10913:none-26-76-4h-8h-all");
    table.is_content();
}

#[test]
fn a_game_survives_a_reload_and_its_address_is_enough() {
    let Some(mut table) = open("617:82-1a-23") else {
        return;
    };
    table.browser.press("ArrowLeft");
    table.wait_for_address("617:82-1a");
    table.browser.reload();
    table.ready();
    table.wait_for_address("617:82-1a");
    // What was undone can still be redone.
    table.browser.press("ArrowRight");
    table.wait_for_address("617:82-1a-23");
    table.browser.value("location.hash = '#10913:26'");
    table.wait_for_text("#title", "Deal 10913");
    table
        .browser
        .value("history.replaceState(null, '', location.pathname)");
    table.browser.reload();
    table.ready();
    table.wait_for_address("10913:26");
    table.browser.value("location.hash = '#10913:26-26'");
    table.wait_for_text("#status", "Move 2 (26) is illegal");
    table.is_content();
}

#[test]
fn pasted_tables_are_read_and_their_errors_named() {
    let Some(mut table) = open("1") else {
        return;
    };
    paste(&mut table, "broken/card-missing.txt");
    assert!(table.browser.text("#error").contains("nowhere"));
    table.browser.click("#deals .close");
    paste(&mut table, "turns/one-move-to-win.txt");
    table.wait_for_text("#title", "Your game");
    table.wait_for_text("#verdict", "Can be won in 1 move");

    table.browser.press("g");
    table
        .browser
        .value("document.getElementById('number').value = '617'");
    table.browser.click("#by-number button");
    table.wait_for_address("617");
    table.browser.press("g");
    table.browser.click("#next");
    table.wait_for_address("618");
    table.is_content();
}

/// Opens a fixture as a person would who pastes it.
fn paste(table: &mut Table, name: &str) {
    let text = fixture(name);
    table.browser.press("g");
    table.browser.value(&format!(
        "document.getElementById('pasted').value = {text:?}"
    ));
    table.browser.click("#paste button");
}

#[test]
fn the_game_can_be_copied_in_every_form() {
    let Some(mut table) = open("10913:26-76") else {
        return;
    };
    table.browser.click("#share");
    let mut copied = |id: &str| {
        table.browser.click(id);
        let text = table
            .browser
            .value("document.getElementById('copied').value");
        text.as_str().unwrap().to_owned()
    };
    assert!(copied("#copy-link").ends_with("freecell.html#10913:26-76"));
    assert_eq!(copied("#copy-line"), "26 76");
    assert_eq!(copied("#copy-turn").lines().count(), 14);
    assert!(copied("#copy-board").starts_with("Foundations: C-"));
    table.is_content();
}

#[test]
fn everything_is_reachable_on_a_phone_and_in_dark_mode() {
    let Some(mut table) = open("617:82-1a-23-2b-27") else {
        return;
    };
    let outside = "[...document.querySelectorAll('.card, header, header *, #verdict, #status, footer button, #slider')]\
        .filter((element) => element.checkVisibility() && !element.closest('option, .unseen'))\
        .filter((element) => {\
          const { left, top, right, bottom } = element.getBoundingClientRect();\
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;\
        }).length";
    let cut = "['title', 'about', 'verdict', 'status'].map((id) => document.getElementById(id))\
        .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>\
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1).length";
    for (width, height) in [(390, 844), (320, 568), (844, 390), (667, 375), (1280, 800)] {
        table.browser.resize(width, height);
        table.browser.wait_for(&format!("{outside} === 0"));
        assert_eq!(table.browser.value(cut), 0, "{width} by {height}");
    }
    let page = "getComputedStyle(document.body).backgroundColor";
    let light = table.browser.value(page);
    table.browser.prefer("prefers-color-scheme", "dark");
    assert_ne!(table.browser.value(page), light);
    table.is_content();
}
