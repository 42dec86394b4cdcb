//! Shuffling Patience from the command line.
//!
//! `fixtures/shuffling/cases.in` and `cases.out` came with the task: twenty
//! decks, the first one the sample of the problem's statement, with the output
//! of another implementation. Among them are overflows at 17, 20, 25, 29 and 41,
//! all sixteen piles, and decks that end inside a pair and inside a triple.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

fn fixture(name: &str) -> String {
    let root = testing::root().display();
    fs::read_to_string(format!("{root}/fixtures/shuffling/{name}")).unwrap()
}

fn shuffling(input: impl Into<Vec<u8>>) -> Command {
    let mut command = Command::cargo_bin("shuffling-patience").unwrap();
    command.write_stdin(input);
    command
}

fn with(arguments: &[&str], input: &str) -> Command {
    let mut command = shuffling(input);
    command.args(arguments);
    command
}

#[test]
fn files_are_read_and_a_hyphen_means_standard_input() {
    let cases = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../fixtures/shuffling/cases.in"
    );
    let known = fixture("cases.out");
    with(&[cases], "").assert().code(0).stdout(known.clone());
    with(&[cases, "-"], &fixture("cases.in"))
        .assert()
        .code(0)
        .stdout(known.repeat(2));
    with(&[cases, "no/such/file"], "")
        .assert()
        .code(2)
        .stdout(known)
        .stderr(
            starts_with("shuffling-patience: no/such/file: cannot be opened: ")
                .and(contains("\n").count(1)),
        );
    with(&["-"], "KH\n#\n").assert().code(2).stderr(starts_with(
        "shuffling-patience: -: deck 1, line 2: 1 card, where 52",
    ));
}

#[test]
fn help_and_version_are_printed_and_other_options_refused() {
    for help in ["-h", "--help"] {
        let usage = contains("Usage: shuffling-patience [FILE]...");
        with(&[help], "")
            .assert()
            .code(0)
            .stdout(usage)
            .stderr(is_empty());
    }
    for version in ["-V", "--version"] {
        let expected = format!("shuffling-patience {} (", env!("CARGO_PKG_VERSION"));
        with(&[version], "")
            .assert()
            .code(0)
            .stdout(starts_with(expected));
    }
    for option in ["--frobnicate", "-x"] {
        with(&[option], "#\n")
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(format!(
                "shuffling-patience: there is no option {option}; --help lists the options\n"
            ));
    }
}

#[test]
fn the_output_for_known_decks_is_the_same_byte_for_byte() {
    shuffling(fixture("cases.in"))
        .assert()
        .code(0)
        .stdout(fixture("cases.out"))
        .stderr(is_empty());
}

#[test]
fn an_input_without_decks_prints_nothing_and_text_after_the_end_is_not_read() {
    shuffling("#\n").assert().code(0).stdout(is_empty());
    shuffling("#\nnot read").assert().code(0).stdout(is_empty());
}

#[test]
fn wide_deck_numbers_keep_their_digits() {
    let cases = fixture("cases.in");
    let decks = cases.trim_end().trim_end_matches('#').repeat(51) + "#\n";
    shuffling(decks)
        .assert()
        .code(0)
        .stdout(contains("\n 99: 21  5  7  4  3  2"))
        .stdout(contains("\n999: 21  5  7  4  3  2"))
        .stdout(contains("\n1000: Overflowed on card no 20\n"))
        .stdout(contains("\n1001:  8  6  7  4  3"));
}

/// Changes the second of the known decks, whose lines are 5 to 8, and expects
/// the first one's result and an error about the second.
fn refuses(change: impl Fn(&str) -> Vec<u8>, message: &str) {
    let cases = fixture("cases.in");
    let results = fixture("cases.out");
    let first = results.lines().next().unwrap();
    shuffling(change(&cases))
        .assert()
        .code(2)
        .stdout(format!("{first}\n"))
        .stderr(
            starts_with(format!("shuffling-patience: deck 2{message}"))
                .and(contains("\n").count(1)),
        );
}

fn keep(lines: &str, count: usize) -> Vec<u8> {
    lines
        .split_inclusive('\n')
        .take(count)
        .collect::<String>()
        .into_bytes()
}

#[test]
fn a_wrong_deck_is_named_after_the_results_before_it() {
    refuses(
        |cases| cases.replacen("AH 2H 3H", "AH 2S 3H", 1).into(),
        ", line 6: 2S is in this deck twice",
    );
    refuses(
        |cases| cases.replacen("AH 2H 3H", "AH 2H 13H", 1).into(),
        ", line 6: \"13H\" is not a card",
    );
    refuses(
        |cases| cases.replacen("AH 2H 3H", "AH 2H", 1).into(),
        ", line 9: 64 cards",
    );
    refuses(
        |cases| cases.replacen("KD\n", "KD KD\n", 1).into(),
        ", line 8: 53 cards",
    );
    refuses(
        |cases| [keep(cases, 7), b"#\n".to_vec()].concat(),
        ", line 8: 39 cards",
    );
    refuses(|cases| keep(cases, 7), ", line 8: 39 cards");
    refuses(|cases| keep(cases, 4), ": expected it, or a line #");
    refuses(
        |cases| [keep(cases, 4), vec![0xff, b'\n']].concat(),
        ": cannot be read",
    );
    refuses(
        |cases| [keep(cases, 4), vec![b' '; 1 << 20]].concat(),
        ", line 5: longer than a deck of cards",
    );
}
