//! `lab shortest`: lines from the table of proofs.

use freecell::deal;
use freecell::moves::Line;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{run, text};

/// The program's own table, as a file.
const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/src/commands/shortest/shortest.csv.gz"
);

/// `run` is in a folder of its own, as the program is that somebody has installed.
#[test]
fn the_table_of_the_program_has_lines_that_win() {
    for (autoplay, name) in [(Autoplay::All, "all"), (Autoplay::Safe, "safe")] {
        let output = run(&["shortest", "617", "--autoplay", name, "--json"], "");
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
    let line = text(&run(&["shortest", "3"], "").stdout);
    let line = line.lines().nth(1).unwrap();
    std::fs::write(
        &table,
        format!("3,all,18,{line}\n4,all,none,\n4,safe,1,2a\n"),
    )
    .unwrap();
    let table = table.to_str().unwrap();
    let output = run(&["shortest", "3..=5", "--table", table, "--quiet"], "");
    let expected = format!(
        "deal 3: 18 moves, proved shortest\n{line}\ndeal 4: proved to have no line\n\
         deal 5: not in the table\n"
    );
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["shortest", "3", "4", "--table", table], "");
    assert_eq!(output.status.code(), Some(0));
    let output = run(&["shortest", "3..=5", "--table", table, "--summary"], "");
    let first = "under all: 1 line proved shortest, 18.00 moves on average; 1 deal proved to have \
                 no line, 1 not in the table";
    assert_eq!(text(&output.stdout).lines().next(), Some(first));
}

#[test]
fn a_row_that_is_not_true_is_refused() {
    let dir = TempDir::new().unwrap();
    let table = dir.path().join("table.csv");
    let of_two = "row 1, deal 3: it has a line of 1, not 2 moves";
    let of_none = "row 1, deal 3: it has a line of 1, not none moves";
    let lost = "row 1, deal 3: its line does not win under all, pow, partial: move 1 fails";
    for (rows, status, reason) in [
        ("3,all,2,3h\n", 1, of_two),
        ("3,all,none,3h\n", 1, of_none),
        ("3,all,1,3h\n", 1, lost),
        ("3,most,1,3h\n", 2, "most"),
        ("3,all\n", 2, "row 1: found 2 fields, expected more"),
        ("\n\n3,all,2,3h\n", 1, "row 3, deal 3: it has a line of 1"),
        ("\r\n3,all,2,3h", 1, "row 2, deal 3: it has a line of 1"),
    ] {
        std::fs::write(&table, rows).unwrap();
        let output = run(&["shortest", "3", "--table", table.to_str().unwrap()], "");
        let error = text(&output.stderr);
        assert!(error.contains(reason), "{error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
        assert_eq!(output.status.code(), Some(status));
    }
    // Two lines of one deal: both win, and one of them is not shortest.
    let first = ["solve", "3", "--first", "--quiet", "--autoplay", "all"];
    let (first, shortest) = (run(&first, ""), run(&["shortest", "3"], ""));
    let (first, shortest) = (text(&first.stdout), text(&shortest.stdout));
    let rows = [first.trim(), shortest.lines().nth(1).unwrap()].map(|line| {
        let moves = line.split(' ').count();
        format!("3,all,{moves},{line}\n")
    });
    std::fs::write(&table, rows.concat()).unwrap();
    let output = run(&["shortest", "3", "--table", table.to_str().unwrap()], "");
    let error = text(&output.stderr);
    let both = "row 1 and row 2, deal 3: they contradict each other";
    assert!(error.contains(both), "{error}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_histogram_is_drawn_and_overwrites_nothing_without_force() {
    let dir = TempDir::new().unwrap();
    let picture = dir.path().join("lengths.svg");
    // The same table as a file.
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
