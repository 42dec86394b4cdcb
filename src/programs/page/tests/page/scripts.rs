//! Checks of the page by other people's tools: the unit tests of its scripts, run by Node,
//! and axe-core's rules for accessibility.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use super::table::{open, Table};
use testing::skipped::{has_program, skip};

#[test]
fn the_unit_tests_of_the_scripts_pass() {
    if !has_program("node", "nodejs") {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/scripts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let output = Command::new("node")
        .arg("--test")
        .args(&files)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}");
    assert!(!report.contains("# pass 0"), "{report}");
}

/// The source of axe-core, if it was installed; the test is skipped without.
fn axe() -> Option<String> {
    let Some(path) = env::var_os("FREECELL_AXE").filter(|path| !path.is_empty()) else {
        skip("FREECELL_AXE names no axe.min.js; npm install axe-core has one");
        return None;
    };
    Some(fs::read_to_string(path).unwrap())
}

/// Checks that axe-core finds nothing to complain of in what is shown.
fn assert_accessible(table: &mut Table, place: &str) {
    let violations = table.browser.value(
        "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>\
         violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`))",
    );
    assert_eq!(violations, serde_json::json!([]), "{place}");
}

#[test]
fn axe_finds_no_faults() {
    let Some(axe) = axe() else { return };
    let Some(mut table) = open("617:58-3a-8b") else {
        return;
    };
    table.wait_for_text("#verdict", "Proved lost since move 2");
    table.browser.value(&format!("{axe}; true"));
    assert_accessible(&mut table, "a lost game");
    table.browser.press("Home");
    table.wait_for_text("#verdict", "Can be won in");
    assert_accessible(&mut table, "a deal");
    for id in ["title", "show-options", "share", "statistics", "help"] {
        table.browser.click(&format!("#{id}"));
        table
            .browser
            .wait_for("document.querySelector('dialog[open]') !== null");
        assert_accessible(&mut table, id);
        table
            .browser
            .value("document.querySelector('dialog[open]').close()");
    }
    table.browser.press("g");
    table.browser.click("#show-calendar");
    assert_accessible(&mut table, "the calendar");
    table.browser.click("#calendar .close");
    let end = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d-5b";
    table.browser.value(&format!("location.hash = '#{end}'"));
    table.wait_for_what_comes_next();
    table.rest();
    table
        .browser
        .wait_for("document.getAnimations().length === 0");
    assert_accessible(&mut table, "after a game");
    table.choose_deal(618);
    table.play("7a");
    table.choose_deal(619);
    table.wait_for_text("#asking", "Leave deal 618?");
    assert_accessible(&mut table, "asking");
    table.browser.click("#agree");
    table.browser.prefer("prefers-color-scheme", "dark");
    assert_accessible(&mut table, "dark");
    table.browser.prefer("forced-colors", "active");
    assert_accessible(&mut table, "forced colours");
    table.browser.resize(390, 844);
    assert_accessible(&mut table, "a phone");
    table.is_content();
}
