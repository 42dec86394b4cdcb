//! `--line` and `--after`: lines of moves in the spellings that people use, which all commands
//! understand alike.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;

use testing::lab::{lab, lab_reading, said, EXAMPLE};

const SENTENCE: &str = include_str!("../../../../../fixtures/reports/statement-example.txt");

#[test]
fn the_statements_sentence_is_understood_by_every_command() {
    let understood = format!("understood as: {EXAMPLE}\n");
    for (args, answer) in [
        (&["check", "--line"][..], "safe, pow, partial      won"),
        (&["verify", "--line"], "verified: the line wins in 19 moves"),
        (
            &["hint", "--time", "1ms", "--line"],
            "won; 0 moves more than",
        ),
        (&["deal", "--after"], "5\n1 1 1 1 1 1 1 1\n"),
    ] {
        let args = [args, &[SENTENCE, "10913"]].concat();
        let assert = lab(&args).success().stdout(contains(answer));
        assert.stderr(understood.clone());
    }
    let replay = lab_reading(&["replay", "10913", "--line", SENTENCE], "");
    let replay = replay.success().stderr(understood);
    replay.stdout("replay.html: Deal 10913, won after 19 moves\n");
}

#[test]
fn a_line_in_any_spelling_is_the_same_line() {
    let words = || EXAMPLE.split(' ');
    let numbered = words()
        .enumerate()
        .map(|(index, mv)| format!("{}. {mv}\n", index + 1));
    let wrapped: Vec<&str> = words().collect();
    let wrapped: Vec<String> = wrapped.chunks(10).map(|row| row.join(" ")).collect();
    for line in [
        EXAMPLE.to_uppercase(),
        EXAMPLE.replace(' ', "; "),
        format!("{:?}", words().collect::<Vec<&str>>()),
        numbered.collect(),
        wrapped.join(" \n"),
        format!("turn 1: 19 moves, winning; 167 ms\n> {EXAMPLE}\n"),
        format!("Game information:\nFrame 1/19\nStandard Output Stream:\n{EXAMPLE}\n"),
        format!("console.log('{EXAMPLE}');"),
    ] {
        let args = ["check", "10913", "--autoplay", "safe", "--line", &line];
        lab(&args)
            .success()
            .stdout(starts_with("safe, pow, partial      won after 19"));
    }
    let args = ["check", "10913", "--autoplay", "safe", "--line", EXAMPLE];
    lab(&args).success().stderr("");
}

#[test]
fn a_line_comes_from_a_file_or_from_standard_input() {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, SENTENCE).unwrap();
    let at_file = format!("@{}", file.path().display());
    lab(&["check", "10913", "--line", &at_file]).success();
    lab_reading(&["check", "10913", "--line", "-"], SENTENCE).success();
    let quiet = ["deal", "10913", "-q", "--after", "-"];
    lab_reading(&quiet, "26, 76.").success().stderr("");
    let missing = lab(&["check", "10913", "--line", "@no/such/file"]).code(2);
    missing.stderr(contains(": no/such/file: No such file"));
    let endless = lab(&["check", "10913", "--line", "@/dev/zero"]).code(2);
    endless.stderr(contains(": /dev/zero: too long, at most 1048576 bytes"));
}

#[test]
fn a_word_that_is_not_a_move_is_named() {
    let refused = lab(&["hint", "617", "--line", "26, 9x, 76"]).code(2);
    let named = "word 2, \"9x\", is not a move: '9' is not a place";
    refused.stderr(contains(named).and(starts_with("error: invalid value")));
    // Without marks it is the line as a bot would print it, which the referee judges.
    let verdict = "move 2 (ab) fails: no card moves from cell to cell\n";
    let judged = lab(&["check", "10913", "--line", "26 ab"]).code(1);
    judged.stdout(contains(verdict));
    let pasted = lab(&["check", "10913", "--line", "26, ab, 76"]).code(2);
    pasted.stderr(contains(
        "word 2, \"ab\", is not a move: no move goes from a to b",
    ));
}

#[test]
fn a_line_in_words_says_what_moves_and_reads_back() {
    let args = ["replay", "10913", "--line", EXAMPLE, "--text"];
    let words = said(&lab(&args).success());
    let start = " 1. 26  5♦ onto 6♠; then home: A♣ A♠\n 2. 76  4♣ and 1 on it onto 5♦\n";
    assert!(words.starts_with(start), "{words}");
    assert!(words.ends_with("\nwon after 19 moves\n"), "{words}");
    lab_reading(&["check", "10913", "--line", "-"], &words).success();
    let solved = said(&lab(&["solve", "10913", "--first", "--steps", "-q"]).success());
    lab_reading(&["check", "10913", "--line", "-"], &solved).success();
    let args = ["replay", "10913", "--line", EXAMPLE, "--json"];
    let json: Value = serde_json::from_str(&said(&lab(&args).success())).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 19);
    assert_eq!((&json["won"], &json["deal"]), (&true.into(), &10913.into()));
}
