//! `lab replay`: the page it writes, and what a person can do with that page in
//! a real browser. Where no Chromium is installed, the tests that need one are
//! skipped.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use predicates::prelude::predicate;
use tempfile::TempDir;

use testing::browser::{assert_complete, Browser};
use testing::lab::{matches, EXAMPLE};
use testing::motion::{glides, watch};

const AT_HOME: &str = "document.querySelectorAll('.card[data-place^=h]').length";

/// `lab replay` with a folder of its own to write to.
struct Replay {
    folder: TempDir,
    command: Command,
}

impl Replay {
    fn new(arguments: &[&str]) -> Replay {
        let folder = TempDir::new().unwrap();
        let mut command = testing::lab::command();
        command.current_dir(&folder).arg("replay").args(arguments);
        Replay { folder, command }
    }

    fn page(&self) -> PathBuf {
        self.folder.path().join("replay.html")
    }

    fn html(&self) -> String {
        fs::read_to_string(self.page()).unwrap()
    }

    /// Writes the page and opens it, if there is a browser.
    fn open(&mut self) -> Option<Browser> {
        self.command.assert().stderr("");
        Browser::open(&self.page())
    }
}

fn example() -> Replay {
    Replay::new(&["10913", "--line", EXAMPLE])
}

/// Under `all`, where the example breaks at move 12.
fn broken_example() -> Replay {
    Replay::new(&["10913", "--line", EXAMPLE, "--autoplay", "all"])
}

#[test]
fn a_winning_line_ends_with_status_0() {
    let said = "replay.html: Deal 10913, won after 19 moves\n";
    example().command.assert().code(0).stdout(said);
}

#[test]
fn a_broken_line_ends_with_status_1_and_its_reason_is_on_the_page() {
    let mut replay = broken_example();
    let said = predicate::str::contains("move 12, \"4h\", fails: 4D is not the next card");
    replay.command.assert().code(1).stdout(said);
    assert!(replay
        .html()
        .contains("4D is not the next card of its suit"));
}

#[test]
fn a_line_that_stops_early_ends_with_status_1() {
    let mut replay = Replay::new(&["10913", "--line", "26 76"]);
    let said = "replay.html: Deal 10913, not won after 2 moves\n";
    replay.command.assert().code(1).stdout(said);
    assert!(replay.page().is_file());
}

#[test]
fn without_a_line_the_search_finds_one() {
    let said = matches(r"\Areplay.html: Deal 617, won after \d+ moves\n\z");
    Replay::new(&["617"]).command.assert().code(0).stdout(said);
    let mut unsolvable = Replay::new(&["11982"]);
    let assert = unsolvable.command.assert().code(1);
    assert.stderr("no line wins, which is proved\n");
    assert!(unsolvable.page().is_file());
}

#[test]
fn a_table_can_come_from_a_file() {
    let turn = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../fixtures/turns/one-move-to-win.txt"
    );
    let mut replay = Replay::new(&["--input", turn]);
    let said = "replay.html: one-move-to-win.txt, won after 1 move\n";
    replay.command.assert().code(0).stdout(said);
}

#[test]
fn no_text_on_the_page_is_read_as_markup() {
    let hostile = "<script>{{replay}}&amp;";
    let mut replay = Replay::new(&["--input", hostile, "--line", "56"]);
    let turn = include_str!("../../../../../fixtures/turns/one-move-to-win.txt");
    fs::write(replay.folder.path().join(hostile), turn).unwrap();
    replay.command.assert().code(0);
    let page = replay.html();
    assert!(!page.contains(hostile));
    assert!(page.contains("&lt;script>{{replay}}&amp;amp;"));
    assert!(page.contains("\\u003cscript>{{replay}}&amp;"));
    assert_eq!(page.matches("</script>").count(), 2);
}

#[test]
fn wrong_usage_ends_with_status_2_and_one_line() {
    let fails = |arguments: &[&str], reason: &str| {
        let mut replay = Replay::new(arguments);
        let one_line = matches(r"\Aerror: [^\n]+\n\z");
        let assert = replay.command.assert().code(2).stderr(one_line);
        assert.stderr(predicate::str::contains(reason));
        assert!(!replay.page().exists());
    };
    fails(&["0", "--line", "26"], "there is no deal 0");
    fails(&["--input", "none.txt"], "none.txt");
    fails(
        &["1", "--line", "26", "-o", "no/such/folder.html"],
        "cannot write to no/such/folder.html",
    );
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let mut replay = example();
    replay.command.assert().success();
    let html = replay.html();
    assert_complete(&html);
}

#[test]
fn the_page_plays_to_the_end_and_steps_back_to_the_deal() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    assert_eq!(
        browser.value("document.querySelectorAll('.card').length"),
        52
    );
    assert_eq!(browser.value(AT_HOME), 0);
    let deal = places(&mut browser);

    browser.value("document.getElementById('speed').focus()");
    browser.press("4");
    browser.click("#play-pause");
    browser.wait_for("document.body.dataset.outcome === 'won'");
    browser.wait_for(&format!("{AT_HOME} === 52"));
    browser.wait_for("document.getElementById('play-pause').ariaLabel === 'Play'");
    assert_eq!(current(&mut browser), ["19", "5b", "19 / 19"]);
    assert!(browser.text("#status").ends_with("Won after 19 moves."));

    for mv in (0..19).rev() {
        browser.click("#step-back");
        assert_eq!(
            browser.value("document.getElementById('slider').value"),
            mv.to_string()
        );
    }
    assert_eq!(browser.value(AT_HOME), 0);
    assert_eq!(places(&mut browser), deal);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn an_illegal_line_stops_at_its_move_with_the_reason() {
    let mut replay = broken_example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    browser.press("End");
    let status = "Move 12: 4h is illegal\nThe 4 of diamonds is not the next card of its suit.";
    assert_eq!(browser.text("#status").replace(" \n", "\n"), status);
    let before = places(&mut browser);
    browser.press("ArrowRight");
    browser.click("#step-forward");
    assert_eq!(current(&mut browser)[0], "12");
    browser.press("ArrowLeft");
    assert_eq!(places(&mut browser), before);
    assert_eq!(
        browser.value("document.querySelectorAll('#moves s').length"),
        7
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn keys_and_clicks_on_moves_go_where_they_say() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    for (key, mv) in [
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowLeft", "1"),
        ("End", "19"),
        ("Home", "0"),
    ] {
        browser.press(key);
        assert_eq!(current(&mut browser)[0], mv, "{key}");
    }
    browser.click("#moves li:nth-child(7) button");
    assert_eq!(current(&mut browser), ["6", "27", "6 / 19"]);
    browser.press(" ");
    browser.wait_for("document.getElementById('slider').value === '8'");
    browser.press(" ");
    assert_eq!(
        browser.value("document.getElementById('play-pause').ariaLabel"),
        "Play"
    );
    assert_eq!(current(&mut browser)[0], "8");
    browser.value("location.hash = '#12'");
    browser.wait_for("document.getElementById('slider').value === '12'");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_run_glides_as_one_unless_motion_is_unwelcome() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    let moving = "document.getElementsByClassName('moving').length";
    browser.click("#moves li:nth-child(6) button");
    browser.wait_for("document.getAnimations().length === 0");
    browser.press("ArrowRight");
    browser.wait_for(&format!("{moving} === 4"));
    browser.wait_for("document.getAnimations().length === 0");
    browser.prefer("prefers-reduced-motion", "reduce");
    browser.press("Home");
    assert_eq!(browser.value("document.getAnimations().length"), 0);
    assert_eq!(browser.value(AT_HOME), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn cards_glide_from_where_they_were_to_where_they_go() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    watch(&mut browser);
    for (act, least) in [
        ("ArrowRight", 1),
        ("ArrowLeft", 1),
        ("End", 40),
        ("Home", 40),
    ] {
        browser.press(act);
        assert!(glides(&mut browser) >= least, "{act}");
    }
    browser.click("#moves li:nth-child(6) button");
    glides(&mut browser);
    browser.press("ArrowRight");
    assert!(glides(&mut browser) >= 4, "a run");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn everything_is_reachable_on_a_phone_and_in_dark_mode() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    let outside = "[...document.querySelectorAll('.card, header, h1, #about, #status, footer button, select, #slider')]\
        .filter((element) => {\
          const { left, top, right, bottom } = element.getBoundingClientRect();\
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;\
        }).length";
    let cut = "['title', 'about', 'status'].map((id) => document.getElementById(id))\
        .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>\
          !clientHeight || scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1).length";
    // The last position has most to say.
    browser.press("End");
    for (width, height) in [(390, 844), (320, 568), (844, 390), (1280, 800)] {
        browser.resize(width, height);
        browser.wait_for(&format!("{outside} === 0"));
        assert_eq!(browser.value(cut), 0, "{width} by {height}");
    }
    let page = "getComputedStyle(document.body).backgroundColor";
    browser.prefer("prefers-color-scheme", "dark");
    let dark = browser.value(page);
    browser.click("#theme");
    assert_ne!(browser.value(page), dark);
    browser.click("#theme");
    assert_eq!(browser.value(page), dark);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn on_the_felt_a_swipe_steps_and_a_tap_plays() {
    let mut replay = example();
    let Some(mut browser) = replay.open() else {
        return;
    };
    browser.resize(768, 1024);
    browser.swipe([300.0, 500.0], [200.0, 510.0]);
    browser.wait_for("document.getElementById('slider').value === '1'");
    browser.swipe([100.0, 500.0], [200.0, 510.0]);
    browser.wait_for("document.getElementById('slider').value === '0'");
    browser.swipe([200.0, 500.0], [200.0, 500.0]);
    browser.wait_for("document.getElementById('slider').value === '2'");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The table's places and moves, as a screen reader gets them.
fn places(browser: &mut Browser) -> String {
    let items = "[...document.querySelectorAll('#places li')].map((item) => item.textContent)";
    let text = browser.value(&format!("{items}.join('\\n')"));
    text.as_str().unwrap().to_owned()
}

/// The current move's number on the slider, its text in the list, the counter.
fn current(browser: &mut Browser) -> [String; 3] {
    [
        "document.getElementById('slider').value",
        "document.querySelector('#moves [aria-current=step]').childNodes[1].data",
        "document.getElementById('count').textContent",
    ]
    .map(|expression| browser.value(expression).as_str().unwrap().to_owned())
}
