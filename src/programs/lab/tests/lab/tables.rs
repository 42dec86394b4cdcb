//! Tables in the texts of other programs, and what the lab says about what it leaves out.

use std::process::Command;

use freecell::deal;
use freecell::table::Table;
use freecell::text::{find_tables, print_board};
use predicates::str::contains;
use serde_json::Value;

use testing::lab::{lab, lab_reading, run, said, TURN};
use testing::skipped::has_program;

/// What fc-solve prints about a deal.
fn fc_solve(deal: u64, options: &[&str]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, print_board(&deal::microsoft(deal).unwrap())).unwrap();
    let mut command = Command::new("fc-solve");
    let command = command.args(options).arg(file.path());
    let output = command.env("FREECELL_SOLVER_QUIET", "1").output().unwrap();
    testing::lab::text(&output.stdout)
}

fn tables(text: &str) -> Vec<Table> {
    let found = find_tables(text).into_iter();
    found.map(|found| found.unwrap().table).collect()
}

#[test]
fn every_table_that_fc_solve_prints_is_read_in_each_of_its_layouts() {
    if !has_program("fc-solve", "freecell-solver-bin") {
        return;
    }
    for deal in (1..=5).chain([24]) {
        let display = fc_solve(deal, &[]);
        let shown = tables(&display);
        // A line of dashes stands under the cells of each table.
        let count = display.matches("\n--- --- --- ---").count();
        assert_eq!(shown.len(), count, "deal {deal}");
        assert_eq!(shown[0], deal::microsoft(deal).unwrap());
        assert!(shown.last().unwrap().is_won());
        for options in [
            &["-p"][..],
            &["-t"],
            &["-p", "-t"],
            &["-p", "-t", "-sam", "-sn"],
        ] {
            assert_eq!(
                tables(&fc_solve(deal, options)),
                shown,
                "deal {deal} {options:?}"
            );
        }
    }
}

#[test]
fn the_log_of_a_search_is_called_that() {
    if !has_program("fc-solve", "freecell-solver-bin") {
        return;
    }
    let log = fc_solve(24, &["-s", "-i"]);
    let refused = lab_reading(&["deal", "-"], &log).code(2).stdout("");
    refused.stderr(contains(
        "found the log of a search, as fc-solve -s -i prints it",
    ));
}

#[test]
fn fc_solves_transposing_program_reads_rows_with_blanks_as_they_are_read_here() {
    if !has_program("transpose-freecell-board", "freecell-solver-bin") {
        return;
    }
    // The program does not get over an empty cascade, so no table has one.
    for (deal, moves) in [
        ("10913", "26"),
        ("10913", "26 76 72"),
        ("617", "2a 27"),
        ("617", "2a 27 4b 6c"),
        ("24", "7a 8b 1c"),
    ] {
        let deal = ["deal", deal, "--after", moves];
        let board = said(&lab(&[&deal[..], &["--format", "fc-solve"]].concat()).success());
        let blanks = ["--format", "transposed", "--blanks"];
        let rows = said(&lab(&[&deal[..], &blanks].concat()).success());
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &rows).unwrap();
        let mut oracle = Command::new("transpose-freecell-board");
        let transposed = oracle.arg(file.path()).output().unwrap().stdout;
        assert_eq!(testing::lab::text(&transposed), board, "{rows}");
        let args = ["deal", "-", "--format", "fc-solve"];
        lab_reading(&args, &rows).success().stdout(board);
    }
}

#[test]
fn what_is_left_out_is_said_even_to_programs_and_quietly() {
    let text = format!("{TURN}\nThis one again!\n");
    let args = ["deal", "-", "--format", "turn"];
    let read = lab_reading(&args, &text).success().stdout(TURN);
    read.stderr(contains(
        "standard input: line 16: left out: \"This one again!\"\n",
    ));
    for command in [
        &["deal", "-"][..],
        &["find", "-"],
        &["solve", "-", "--first"],
    ] {
        let output = run(&[command, &["--json", "--quiet"]].concat(), &text);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let remark = "standard input: line 16: left out: \"This one again!\"";
        assert_eq!(
            answer["remarks"],
            serde_json::json!([remark]),
            "{command:?}"
        );
        assert_eq!(testing::lab::text(&output.stderr), "");
    }
    let output = run(&["deal", "-", "--json"], TURN);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer.get("remarks").is_none());
}

#[test]
fn a_deal_is_named_by_its_number_alone_or_in_a_title() {
    for title in [
        "Freecell - 10913 — KPatience",
        "PySol FreeCell #ms10913",
        "xfreecell 10913 (ms seed)",
        "FreeCell game 10913",
        // As PySolFC and pysol-cards print a number.
        "00000000000000010913",
    ] {
        lab(&["deal", title]).success().stdout(TURN);
    }
    for (title, name) in [
        ("12345678901234567890", "pysolfc:12345678901234567890"),
        ("PySol FreeCell #100000", "pysolfc:100000"),
    ] {
        let dealt = said(&lab(&["deal", name]).success());
        lab(&["deal", title]).success().stdout(dealt);
    }
    for (number, reason) in [
        ("1..", "\"1..\" is neither a deal's number nor -"),
        ("xfreecell 617", "xfreecell deals number"),
    ] {
        lab(&["deal", number]).code(2).stderr(contains(reason));
    }
}

#[test]
fn a_foundation_of_ten_has_one_character_for_pysolfc() {
    let board = "Foundations: C-T D-T H-T S-T\nFreecells: TX\n".replace("TX", "JC");
    let rest = ": QC KC JD QD KD JH QH KH JS QS KS\n:\n:\n:\n:\n:\n:\n:\n";
    let args = ["deal", "-", "--format", "pysol"];
    let printed = said(&lab_reading(&args, &format!("{board}{rest}")).success());
    assert!(
        printed.starts_with("Founds: C-T D-T H-T S-T\nFC: JC - - -\n"),
        "{printed}"
    );
}

#[test]
fn utf_16_is_read_and_other_bytes_are_refused() {
    let units: Vec<u16> = "\u{feff}"
        .encode_utf16()
        .chain(TURN.encode_utf16())
        .collect();
    for bytes in [
        units
            .iter()
            .flat_map(|unit| unit.to_le_bytes())
            .collect::<Vec<u8>>(),
        units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
    ] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &bytes).unwrap();
        let path = file.path().to_str().unwrap();
        lab(&["deal", "--input", path]).success().stdout(TURN);
        std::fs::write(&file, &bytes[2..]).unwrap();
        lab(&["deal", "--input", path])
            .code(2)
            .stderr(contains("found a byte 0, expected text"));
    }
}

#[test]
fn pasted_tables_are_read_or_refused_as_the_folder_says() {
    let folder = testing::root().join("fixtures/pasted");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let Ok(expected) = std::fs::read_to_string(path.with_extension("expected")) else {
            panic!("{} has no answer beside it", path.display());
        };
        let is_text = path.extension().is_some_and(|extension| extension == "txt");
        let (key, value) = expected.trim().split_once(": ").unwrap_or_default();
        if !is_text || expected.lines().count() != 1 || key == "on" {
            continue;
        }
        let read = lab(&["deal", "--input", path.to_str().unwrap()]);
        if key == "refused" {
            read.code(2).stdout("").stderr(contains(value));
        } else {
            let (number, moves) = value.split_once(' ').unwrap_or((value, ""));
            let table = said(&lab(&["deal", number, "--after", moves]).success());
            read.success().stdout(table);
        }
        count += 1;
    }
    assert!(count > 20);
}
