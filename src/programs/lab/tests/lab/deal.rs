//! `lab deal`: tables in every format, read and printed.

use std::fs;
use std::process::{Command, Stdio};

use predicates::str::{contains, starts_with};
use serde_json::Value;

use testing::lab::{lab, lab_reading, run, said, text, EXAMPLE, TURN};
use testing::skipped::has_program;

const BOARD: &str = "\
Foundations: C-0 D-0 H-0 S-0
Freecells: - - - -
: QS TS TH 8C 7S 3H 6D
: KH KS JC 9C AH JH 5D
: JD JS 5C 3C KC 2D QH
: 8H AD 4D 5H 4H 5S AC
: QD 8D 9S 2H 7D 9D
: TD 4S QC 6H 2S 6S
: 8S 2C TC 9H 4C 3D
: KD 7C 7H 6C 3S AS
";

fn assert_refused(args: &[&str], reason: &str) {
    let expected = format!("error: {reason}\n");
    lab(args).code(2).stdout("").stderr(expected);
}

#[test]
fn a_deal_is_printed_as_a_turn() {
    lab(&["deal", "10913"]).success().stdout(TURN).stderr("");
}

#[test]
fn a_deal_is_printed_as_a_board() {
    let args = ["deal", "10913", "--format", "fc-solve"];
    lab(&args).success().stdout(BOARD);
}

#[test]
fn a_deal_is_printed_without_colours_outside_a_terminal() {
    let args = [
        "deal",
        "10913",
        "--format",
        "pretty",
        "--after",
        "26 76 72 72",
    ];
    lab(&args).success().stdout(
        "  a --  b --  c --  d --  h 2♣ -♦ -♥ A♠
   1   2   3   4   5   6   7   8
  Q♠  K♥  J♦  8♥  Q♦  T♦      K♦
  T♠  K♠  J♠  A♦  8♦  4♠      7♣
  T♥  J♣  5♣  4♦  9♠  Q♣      7♥
  8♣  9♣  3♣  5♥  2♥  6♥      6♣
  7♠  A♥  K♣  4♥  7♦  2♠      3♠
  3♥  J♥  2♦  5♠  9♦  6♠
  6♦  T♣  Q♥          5♦
      9♥              4♣
      8♠              3♦
",
    );
}

#[test]
fn autoplay_after_moves_follows_the_ruleset() {
    let moves = "26 76 72 72 5a 27 57 67 1b 61 41";
    let foundations = |ruleset, expected| {
        let args = ["deal", "10913", "--after", moves, "--autoplay", ruleset];
        lab(&args).success().stdout(contains(expected));
    };
    foundations("safe", "Foundations: C-2 H-3 S-2\n");
    foundations("all", "Foundations: C-2 H-5 S-3\n");
}

#[test]
fn tables_are_read_in_both_forms() {
    let args = ["deal", "-", "--format", "fc-solve"];
    let read_as = |form: &str| format!("standard input: read as {form}\n");
    let turn = lab_reading(&args, TURN).success().stdout(BOARD);
    turn.stderr(read_as("a turn"));
    let board = lab_reading(&args, BOARD).success().stdout(BOARD);
    board.stderr(read_as("a board of fc-solve's"));
}

#[test]
fn a_table_can_be_read_from_a_file() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, BOARD).unwrap();
    let path = file.path().to_str().unwrap();
    lab(&["deal", "--input", path]).success().stdout(TURN);
    lab(&["check", "--input", path, "--line", EXAMPLE]).success();
}

#[test]
fn malformed_tables_are_refused_in_a_line_that_names_the_place() {
    let refused = |input: &str, reason: &str| {
        let assert = lab_reading(&["deal", "-"], input).code(2).stdout("");
        assert.stderr(contains(format!("error: standard input: {reason}")));
    };
    refused(&BOARD.replace("3S", "3X"), "line 10: found \"3X\"");
    refused(&BOARD.replace("3S", "3C"), "the card 3C lies in two places");
    refused(&TURN.replace("3S", "3X"), "line 12: found \"3X\"");
    refused("", "found nothing, expected a table");
}

#[test]
fn wrong_usage_is_refused() {
    assert_refused(
        &["deal", "0"],
        "invalid value '0' for '[N]': there is no deal 0: they are numbered 1 to 8589934591",
    );
    assert_refused(
        &["deal", "first"],
        "invalid value 'first' for '[N]': \"first\" is neither a deal's number nor -",
    );
    assert_refused(
        &["deal", "10913", "--after", "26 4h"],
        "--after: move 2 (4h) fails: 5S is not the next card of its suit",
    );
    assert_refused(
        &["deal"],
        "the following required arguments were not provided: <N|--input <FILE>>\nUsage: freecell-lab deal <N|--input <FILE>>; --help says more",
    );
    assert_refused(
        &["check", "10913"],
        "the following required arguments were not provided: --line <MOVES>\nUsage: freecell-lab check --line <MOVES> <N|--input <FILE>>; --help says more",
    );
    assert_refused(
        &["deal", "1", "--for", "eyes"],
        "invalid value 'eyes' for '--for <PROGRAM>' [possible values: kpat, aisleriot, ace-of-penguins, xfreecell, pysolfc, macroxue, soliterm]",
    );
    assert_refused(
        &["deal", "1", "--formats", "eyes"],
        "unexpected argument '--formats' found\nUsage: freecell-lab deal --format <FORMAT> <N|--input <FILE>>; --help says more",
    );
    assert_refused(
        &["look"],
        "unrecognized subcommand 'look'\nUsage: freecell-lab [OPTIONS] <COMMAND>; --help says more",
    );
    let no_file = lab(&["deal", "--input", "no/such/file"]).code(2);
    no_file.stderr(starts_with("error: no/such/file: "));
}

#[test]
fn fc_solve_accepts_a_board_of_a_game_under_way() {
    if !has_program("fc-solve", "freecell-solver-bin") {
        return;
    }
    let after = ["--after", "26 76 72 72 5a"];
    let board = lab(&[&["deal", "10913", "--format", "fc-solve"], &after[..]].concat());
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, &board.get_output().stdout).unwrap();
    let mut command = Command::new("fc-solve");
    let output = command.args(["-m", "-snx"]).arg(file.path());
    let output = output.stderr(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("This game is solveable."), "{said}");
}

#[test]
fn a_deals_number_is_read_as_people_write_it() {
    for number in [
        "#10913",
        "MS 10913",
        "Deal 10913",
        "10,913",
        "ms#10913",
        " 10913 ",
        "10913.",
    ] {
        lab(&["deal", number]).success().stdout(TURN);
    }
    lab(&["deal", "1,00,000"]).code(2);
    lab(&["deal", "1,000,000"]).success();
}

#[test]
fn every_format_is_read_back_and_a_deck_in_one_line_is_dealt() {
    for format in ["turn", "fc-solve", "pysol", "transposed", "pretty"] {
        for after in ["", "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45"] {
            let args = ["deal", "10913", "--after", after];
            let table = said(&lab(&args).success());
            let text = said(&lab(&[&args[..], &["--format", format]].concat()).success());
            lab_reading(&["deal", "-"], &text).success().stdout(table);
        }
    }
    let rows = said(&lab(&["deal", "617", "--format", "transposed"]));
    let deck = rows
        .replace('\n', " ")
        .replace('S', "♠")
        .replace('H', "♥\u{fe0f}");
    let found = lab_reading(&["find", "-"], &deck).success().stdout("617\n");
    found.stderr("standard input: read as a deck, dealt row by row\n");
}

#[test]
fn json_has_the_table_and_the_legal_moves() {
    let json = |args: &[&str]| serde_json::from_str::<Value>(&said(&lab(args))).unwrap();
    let dealt = json(&["deal", "10913", "--json"]);
    assert_eq!(dealt["deal"], 10913);
    assert_eq!(dealt["table"]["cascades"][7][0], "KD");
    assert_eq!(dealt["legal"].as_array().unwrap().len(), 12);
    // It is still of that deal when cards have moved.
    let moved = json(&["deal", "3", "--for", "kpat", "--after", "15", "--json"]);
    assert_eq!(moved["deal"], 3);
}

#[test]
fn a_deal_is_given_by_its_name_in_another_program() {
    let board = |args: &[&str]| {
        let output = run(&[args, &["--format", "fc-solve"]].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        text(&output.stdout)
    };
    for (name, first) in [
        ("pysolfc:100000", ": 5C 5S JD 7H QC 3S 3H"),
        ("PySol FreeCell #100000", ": 5C 5S JD 7H QC 3S 3H"),
        ("pysol-cards:100000", ": 6S 2D 7S JD 5S QS 6D"),
        ("soliterm:0", ": TH 6H TD 9D 7H AD 2S"),
        ("-1", ": AC 3C 5C 7C 9C JC KC"),
    ] {
        assert_eq!(board(&["deal", name]).lines().nth(2), Some(first), "{name}");
    }
    assert_eq!(board(&["deal", "kpat:617"]), board(&["deal", "617"]));
    let lost = run(&["solve", "-2", "--first"], "");
    assert!(
        text(&lost.stderr).starts_with("proved: no line wins"),
        "{lost:?}"
    );
    for args in [
        &["range", "pysolfc:100000", "-2"][..],
        &["range", "pysolfc:100000..=100005"],
    ] {
        let refused = run(args, "");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
    for title in ["Freecell - 617 — KPatience", "#00000000000000000617"] {
        assert_eq!(board(&["deal", title]), board(&["deal", "617"]));
    }
    // What stands beside the name would be lost.
    for name in [
        "617:2a",
        "pysolfc:1 00000",
        "kpat:617 5",
        "Deal 617 and 618",
        "game 617 after 2a",
    ] {
        for command in ["deal", "solve", "hint", "range"] {
            let refused = run(&[command, name], "");
            assert_eq!(refused.status.code(), Some(2), "{refused:?}");
            let why = "expected the name of one deal and no more";
            assert!(text(&refused.stderr).contains(why), "{refused:?}");
        }
    }
    let solved = run(&["range", "617", "pysolfc:100000"], "");
    assert!(text(&solved.stdout).starts_with("2 solved, "), "{solved:?}");
}
