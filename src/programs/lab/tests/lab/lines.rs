//! `--line` and `--after`: lines of moves in the spellings that people use, which all commands
//! understand alike.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::{json, Value};

use testing::lab::{dealt, lab, lab_reading, said, text, turn, EXAMPLE, SAFE};

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
    ] {
        let args = [args, &[SENTENCE, "10913"]].concat();
        let answer = contains(answer).and(contains(LEFT_OUT));
        let assert = lab(&args).success().stdout(answer);
        assert.stderr(understood.clone());
    }
    let replay = lab_reading(&["replay", "10913", "--line", SENTENCE], "");
    let replay = replay.success().stderr(understood.clone());
    replay.stdout(format!(
        "replay.html: Deal 10913, won after 19 moves\n{LEFT_OUT}"
    ));
    let deal = lab(&["deal", "10913", "--after", SENTENCE]).success();
    let deal = deal.stdout(contains("5\n1 1 1 1 1 1 1 1\n"));
    deal.stderr(format!("{understood}{LEFT_OUT}"));
}

/// What the commands say about the words around the sentence's moves.
const LEFT_OUT: &str = "left out of the line: \
    \"You may solve the first test case with the following move sequence\"\n";

#[test]
fn what_is_left_out_is_said_even_quietly_and_to_programs() {
    let skipped = ["You may solve the first test case with the following move sequence"];
    for args in [
        &["check", "--line"][..],
        &["verify", "--line"],
        &["hint", "--time", "1ms", "--line"],
        &["replay", "--text", "--line"],
    ] {
        let args = [args, &[SENTENCE, "10913", "--quiet"]].concat();
        lab(&args).success().stdout(contains(LEFT_OUT)).stderr("");
    }
    let deal = lab(&["deal", "10913", "--quiet", "--after", SENTENCE]);
    deal.success().stderr(LEFT_OUT);
    for args in [
        &["check", "--line"][..],
        &["verify", "--line"],
        &["hint", "--time", "1ms", "--line"],
        &["replay", "--line"],
        &["deal", "--after"],
    ] {
        let args = [args, &[SENTENCE, "10913", "--json"]].concat();
        let json: Value = serde_json::from_str(&said(&lab(&args).success())).unwrap();
        let answer = json.get(0).unwrap_or(&json);
        assert_eq!(answer["skipped"], json!(skipped), "{args:?}");
    }
    // After the win nobody judges what follows.
    let line = format!("{EXAMPLE} zz");
    let check = lab(&["check", "10913", "--autoplay", "safe", "--line", &line]).success();
    check.stdout(contains(
        "won after 19 moves\nleft out of the line: \"zz\"\n",
    ));
}

#[test]
fn a_foreign_word_fails_at_its_place_in_every_command() {
    let words: Vec<&str> = EXAMPLE.split(' ').collect();
    for (at, foreign, why) in [
        (0, "ab", "no card moves from cell to cell"),
        (0, "zz", "not a move"),
        (7, "55", "its two places are the same"),
        (9, "4e", "there is no fifth cell: the cells are a to d"),
        (18, "1e", "there is no fifth cell: the cells are a to d"),
        (3, "hello", "not a move"),
    ] {
        let line = [&words[..at], &[foreign], &words[at..]].concat().join(" ");
        let number = at + 1;
        let fails = format!("move {number} ({foreign}) fails: {why}\n");
        let check = lab(&["check", "10913", "--autoplay", "safe", "--line", &line]).code(1);
        check.stdout(contains(&*fails));
        let verify = lab(&["verify", "10913", "--line", &line]).code(1);
        verify.stdout(format!(
            "refuted: move {number} fails: {why}, under safe, pow, partial\n"
        ));
        let hint = lab(&["hint", "10913", "--line", &line]).code(2);
        hint.stderr(format!("error: --line: {fails}"));
        let replay = lab_reading(&["replay", "10913", "--line", &line], "").code(1);
        replay.stdout(format!(
            "replay.html: Deal 10913, move {number}, {foreign:?}, fails: {why}\n"
        ));
        let bot = format!("echo '{line}'");
        let play = lab(&["play", "10913", "--bot", &bot]).code(1);
        play.stdout(contains(&*fails));
        let pasted = format!("{}\n{line}\n", turn(&dealt(10913), SAFE));
        let diagnose = lab_reading(&["diagnose", "--quiet"], &pasted).success();
        let breaks = format!("the line breaks at move {number} ({foreign}): {why}\n");
        diagnose.stdout(contains("a line of 20 moves; ").and(contains(&*breaks)));
    }
}

#[test]
fn a_line_in_another_notation_is_not_refuted_but_named() {
    let snx = include_str!("../../../../../fixtures/solutions/fc-solve-snx.txt");
    let sn = include_str!("../../../../../fixtures/solutions/fc-solve-sn.txt");
    let sentences = include_str!("../../../../../fixtures/solutions/fc-solve-prose.txt");
    for (solution, name) in [
        (
            sn,
            "the notation of other programs (fc-solve's -sn or -snx)",
        ),
        (snx, "fc-solve's notation with counts (-snx)"),
        (sentences, "fc-solve's sentences"),
    ] {
        let says = format!(
            "the line is in {name}: `freecell-lab translate` writes it as the puzzle does\n"
        );
        let check = lab_reading(&["check", "10913", "--line", "-"], solution).code(1);
        check.stdout(contains(&*says));
        let verify = lab_reading(&["verify", "10913", "--line", "-"], solution).code(1);
        verify.stdout(starts_with(format!("not checked: {says}")));
        let hint = lab_reading(&["hint", "10913", "--line", "-"], solution).code(2);
        hint.stderr(contains(format!("error: {says}")));
        let deal = lab_reading(&["deal", "10913", "--after", "-"], solution).code(2);
        deal.stdout("").stderr(contains(format!("error: {says}")));
        let replay = ["replay", "10913", "--text", "--line", "-"];
        lab_reading(&replay, solution)
            .code(1)
            .stdout(contains(&*says));
        for command in ["check", "replay"] {
            let json = lab_reading(&[command, "10913", "--json", "--line", "-"], solution);
            let json: Value = serde_json::from_str(&said(&json)).unwrap();
            assert_eq!(json.get(0).unwrap_or(&json)["notation"], name);
        }
    }
}

/// The commands that read a line, with the option that takes it.
const COMMANDS: [[&str; 3]; 6] = [
    ["check", "10913", "--line"],
    ["verify", "10913", "--line"],
    ["hint", "10913", "--line"],
    ["replay", "10913", "--line"],
    ["translate", "10913", "--line"],
    ["deal", "10913", "--after"],
];

#[test]
fn tables_without_moves_are_no_line() {
    let prose = include_str!("../../../../../fixtures/solutions/fc-solve-prose.txt");
    let rows = prose.lines().filter(|row| !row.starts_with("Move "));
    let tables: Vec<&str> = rows.collect();
    let log = include_str!("../../../../../fixtures/pasted/search-log.txt");
    for [command, deal, option] in COMMANDS {
        let refused = lab_reading(&[command, deal, option, "-"], &tables.join("\n")).code(2);
        let reason = match command {
            "translate" => "no moves of another program found\n",
            _ => "tables and no moves, expected a line of them\n",
        };
        refused.stdout("").stderr(contains(reason));
        let refused = lab_reading(&[command, deal, option, "-"], log).code(2);
        refused.stdout("").stderr(contains("log of a search"));
    }
}

#[test]
fn a_line_may_begin_with_a_hyphen_and_is_no_option() {
    for [command, deal, option] in COMMANDS {
        let solution = include_str!("../../../../../fixtures/solutions/fc-solve-sn.txt");
        let read = lab(&[command, deal, option, solution]);
        assert!(
            !said_wrong(&read).contains("unexpected argument"),
            "{command}"
        );
        let bulleted = lab(&[command, deal, option, "- 26 76 72", "--quiet"]);
        let said = said(&bulleted) + &said_wrong(&bulleted);
        assert!(
            said.contains("left out of the line: \"-\"\n"),
            "{command}: {said}"
        );
        let refused = lab(&[command, deal, option, "--quiet"]).code(2);
        refused.stderr(contains("expected moves, found the option --quiet"));
    }
}

fn said_wrong(assert: &assert_cmd::assert::Assert) -> String {
    text(&assert.get_output().stderr)
}

#[test]
fn a_line_without_moves_wins_nothing_but_a_table_that_is_won() {
    let won = testing::root().join("fixtures/turns/won.txt");
    let won = won.to_str().unwrap();
    for [command, deal, option] in COMMANDS {
        let wins = lab(&[command, "--input", won, option, ""]);
        wins.code(0);
        if command != "deal" {
            let refused = lab(&[command, deal, option, ""]).code(2).stdout("");
            refused.stderr(contains("no moves"));
        }
    }
}

#[test]
fn a_line_says_for_which_deal_it_is() {
    let address = format!("#10913:{}", EXAMPLE.replace(' ', "-"));
    let check = ["check", "--autoplay", "safe", "--line", &address];
    lab(&[&check[..], &["10913"]].concat()).success();
    let other = lab(&[&check[..], &["617"]].concat()).code(2).stdout("");
    other.stderr(contains(
        "error: the line is for deal 10913, and the table is another\n",
    ));
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
    // Whatever stands between the words, the referee judges them.
    let refused = lab(&["hint", "617", "--line", "2a, 9x, 27"]).code(2);
    refused.stderr(contains("error: --line: move 2 (9x) fails: not a move\n"));
    let verdict = "move 2 (ab) fails: no card moves from cell to cell\n";
    for line in ["26 ab", "26, ab, 76"] {
        let judged = lab(&["check", "10913", "--line", line]).code(1);
        judged.stdout(contains(verdict));
    }
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
