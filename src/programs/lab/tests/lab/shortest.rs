//! `lab shortest`: lines from the table of proofs.

use freecell::deal;
use freecell::moves::Line;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{run, text};

const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../fixtures/shortest.csv.gz"
);

#[test]
fn the_table_of_the_repository_has_lines_that_win() {
    for (autoplay, name) in [(Autoplay::All, "all"), (Autoplay::Safe, "safe")] {
        let rule = ["--autoplay", name, "--json"];
        let output = run(
            &[&["shortest", "617", "--table", TABLE], &rule[..]].concat(),
            "",
        );
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let proved = &answer["proved"][0];
        let line: Line = proved["line"].as_str().unwrap().parse().unwrap();
        let table = deal::microsoft(617).unwrap();
        let moves = proved["moves"].as_u64().unwrap() as usize;
        let verdict = judge(&table, Ruleset::from_autoplay(autoplay), &line.to_string());
        assert_eq!(verdict, Verdict::Won { moves }, "{name}");
    }
}

#[test]
fn a_deal_that_is_not_in_the_table_has_status_1() {
    let dir = TempDir::new().unwrap();
    let table = dir.path().join("table.csv");
    std::fs::write(&table, "3,all,1,3h\n4,all,none,\n4,safe,1,2a\n").unwrap();
    let table = table.to_str().unwrap();
    let output = run(&["shortest", "3..=5", "--table", table, "--quiet"], "");
    let expected = "deal 3: 1 move, proved shortest\n3h\ndeal 4: proved to have no line\n\
                    deal 5: not in the table\n";
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["shortest", "3", "4", "--table", table], "");
    assert_eq!(output.status.code(), Some(0));
    let output = run(&["shortest", "3..=5", "--table", table, "--summary"], "");
    let first = "under all: 1 line proved shortest, 1.00 moves on average; 1 deal proved to have \
                 no line, 1 not in the table";
    assert_eq!(text(&output.stdout).lines().next(), Some(first));
}

#[test]
fn a_row_that_contradicts_itself_is_refused() {
    let dir = TempDir::new().unwrap();
    let table = dir.path().join("table.csv");
    for (rows, reason) in [
        ("3,all,2,3h\n", "deal 3 has a line of 1, not 2 moves"),
        ("3,all,none,3h\n", "deal 3 has a line of 1, not none moves"),
        ("3,most,1,3h\n", "most"),
        ("3,all\n", "record"),
    ] {
        std::fs::write(&table, rows).unwrap();
        let output = run(&["shortest", "3", "--table", table.to_str().unwrap()], "");
        let error = text(&output.stderr);
        assert!(error.contains(reason), "{error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_histogram_is_drawn_and_overwrites_nothing_without_force() {
    let dir = TempDir::new().unwrap();
    let picture = dir.path().join("lengths.svg");
    let arguments = ["shortest", "1..=100", "--table", TABLE, "--histogram"];
    let arguments = [&arguments[..], &[picture.to_str().unwrap()]].concat();
    assert_eq!(run(&arguments, "").status.code(), Some(0));
    let drawn = std::fs::read_to_string(&picture).unwrap();
    assert!(
        drawn.contains("<svg") && drawn.contains("100 deals under all autoplay"),
        "{drawn}"
    );
    assert_eq!(run(&arguments, "").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&picture).unwrap(), drawn);
}
