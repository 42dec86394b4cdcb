//! `lab cells`: the fewest cells that a deal can be won with. The tests of the column's program run
//! it as well, for the files of rows that both write.

use std::fs;
use std::process::{Command, Output};

use testing::lab::{lab, process, said, text};

fn cells(arguments: &str) -> Command {
    process(&arguments.split_whitespace().collect::<Vec<_>>())
}

/// Checks the status, and that there is a line for each of these, blanks apart.
fn check(output: &Output, status: i32, expected: &[&str]) {
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = said.lines().map(words).collect();
    for line in expected {
        assert!(lines.iter().any(|each| each == line), "{line:?} in {said}");
    }
}

#[test]
fn the_fewest_cells_are_found_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("cells.csv");
    let run = |arguments: &str| cells(arguments).arg("--csv").arg(&csv).output().unwrap();
    check(&run("cells 1"), 0, &["fewest cells deals", "3 1 1"]);
    check(&run("cells 1 11982"), 0, &["3 1 1", "5 1 11982"]);
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.starts_with("1,cells,3,3,"), "{rows}");
    let open = ["open 1", "deal 2240: 3 to 4"];
    check(&run("cells 2240 --memory 10k"), 1, &open);
    check(&run("cells 2240"), 1, &open);
    let found = ["fewest cells deals", "4 1 2240"];
    check(&run("cells 2240 --again"), 0, &found);
    let output = cells("cells 11982 --up-to 3").output().unwrap();
    check(&output, 0, &["more than 3 1 11982"]);
    let output = cells("cells 1 11982 --up-to 4").output().unwrap();
    check(&output, 0, &["3 1 1", "more than 4 1 11982"]);
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.contains("\n2240,cells,4,4,"), "{rows}");
    assert_eq!(rows.lines().count(), 3, "{rows}");
    // A line of a deal in the file.
    let output = run("cells 1 --moves");
    check(&output, 0, &["3 1 1"]);
    assert!(output.stdout.starts_with(b"1: "), "{output:?}");
}

#[test]
fn a_game_in_the_middle_needs_a_cell_for_each_card_that_lies_in_one() {
    let table = "fixtures/turns/middle-four-cells-taken.txt";
    let run = |options: &str| {
        cells(&format!("cells --input {table} {options}"))
            .output()
            .unwrap()
    };
    let output = run("--moves");
    check(&output, 0, &["4 1 0"]);
    let line = text(&output.stdout);
    let line = line
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("0: "))
        .unwrap();
    let judged = lab(&[
        "check", "--rules", "heineman", "--input", table, "--line", line,
    ]);
    let moves = line.split(' ').count();
    assert_eq!(
        said(&judged.success()),
        format!("heineman                won after {moves} moves\n")
    );
    check(&run("--up-to 3"), 0, &["more than 3 1 0"]);
    let won = cells("cells --input fixtures/turns/won.txt")
        .output()
        .unwrap();
    check(&won, 0, &["0 1 0"]);
}
