//! La Belle Lucie from the command line.
//!
//! `fixtures/lucie/deal-1.txt` to `deal-3.txt` are the three deals of the
//! example in the README of lblsolve by Soren Bjornstad (MIT), which brings 18
//! cards home, then 47 in all, and solves the last deal with the merci.

use std::fs;
use std::process::Output;

use assert_cmd::cargo::cargo_bin;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;

use testing::lab::interrupted;

fn lucie(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("la-belle-lucie").unwrap();
    command.args(arguments.split_whitespace()).write_stdin("");
    command
}

fn example(deal: u32) -> String {
    let root = testing::root().display();
    fs::read_to_string(format!("{root}/fixtures/lucie/deal-{deal}.txt")).unwrap()
}

fn stdout(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

#[test]
fn the_published_example_is_solved_deal_by_deal() {
    // lblsolve's own lines have 6 and 2 blocking moves.
    for (deal, home, left, blocking) in [
        (1, 18, 34, "3 blocking moves"),
        (2, 29, 5, "1 blocking move"),
    ] {
        lucie("--deal")
            .arg(deal.to_string())
            .write_stdin(example(deal))
            .assert()
            .code(1)
            .stdout(contains(format!("========== Deal {deal} ==========")))
            .stdout(contains(format!(
                " ({blocking}, 0 mercis), transferring {home} cards to the foundation and leaving {left} on the tableau."
            )))
            .stdout(contains(format!(
                "{left} cards left on the tableau after deal {deal}.\n"
            )));
    }
    lucie("--deal 3 --merci")
        .write_stdin(example(3))
        .assert()
        .code(0)
        .stdout(contains("[Merci          ]").count(1))
        .stdout(contains(
            "transferring 5 cards to the foundation and leaving 0 on the tableau.",
        ))
        .stdout(contains(
            "Best sequence has 6 moves (0 blocking moves, 1 merci), ",
        ))
        .stdout(contains(" on deal 3, with 0 blocking moves, 1 merci.\n"));
    lucie("--deal 3").write_stdin(example(3)).assert().code(1);
}

#[test]
fn a_report_is_printed_word_for_word() {
    let report = stdout(lucie("").write_stdin("JS qs\n  K♠ KH\n\n10H jh QH\n"));
    let (report, time) = report.split_at(report.find("Game").unwrap());
    assert_eq!(
        report,
        "\
========== Deal 1 ==========
Starting tableau:
[ 0]  J♠   Q♠
[ 1]  K♠   K♥
[ 2] 10♥   J♥   Q♥

Starting foundation:
[♠] A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠
[♥] A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥
[♣] A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣
[♦] A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦

Searched 2 positions; the best sequence is proved best.
Best sequence has 10 moves (0 blocking moves, 0 mercis), transferring 7 cards to the foundation and leaving 0 on the tableau.

Move sequence:
  [Safe build     ] Q♥ => K♠  K♥
  [Safe build     ] J♥ => K♠  K♥  Q♥
  [Foundation move] 10♥
  [Foundation move] J♥
  [Foundation move] Q♥
  [Foundation move] K♥
  [Safe build     ] Q♠ => K♠
  [Foundation move] J♠
  [Foundation move] Q♠
  [Foundation move] K♠

Final table state after deal 1:


[♠] A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠
[♥] A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥
[♣] A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣
[♦] A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦

"
    );
    assert!(
        time.starts_with("Game solved in ")
            && time.ends_with("ms on deal 1, with 0 blocking moves, 0 mercis.\n"),
        "{time}"
    );
}

#[test]
fn a_tableau_without_moves_is_reported() {
    lucie("")
        .write_stdin("JS QS KS\n")
        .assert()
        .code(1)
        .stdout(contains(
            "Best sequence has 0 moves (0 blocking moves, 0 mercis), transferring 0 cards to the foundation and leaving 3 on the tableau.\n",
        ))
        .stdout(contains("Move sequence:").not());
    lucie("").write_stdin("KS\n").assert().code(0).stdout(contains(
        "Best sequence has 1 move (0 blocking moves, 0 mercis), transferring 1 card to the foundation and leaving 0 on the tableau.\n",
    ));
}

#[test]
fn a_printed_tableau_is_read_back() {
    let report = stdout(lucie("").write_stdin(example(1)));
    let tableau = report.split("Starting tableau:\n").nth(1).unwrap();
    let tableau = tableau.split("\n\n").next().unwrap();
    assert!(tableau.starts_with("[ 0]  K♥   2♠   8♠\n"));
    let without_time = |report: &str| report.split("Game").next().unwrap().to_owned();
    let again = stdout(lucie("").write_stdin(tableau));
    assert_eq!(without_time(&again), without_time(&report));
}

#[test]
fn a_tableau_is_read_in_many_spellings() {
    let starts = |text: &str| {
        let report = stdout(lucie("").write_stdin(text));
        let (start, _) = report.split_once("\n\n").unwrap();
        start.to_owned()
    };
    let spelled = starts(
        "KH QS KD QD JD 10D

  KS
",
    );
    assert!(
        spelled.ends_with(
            "[ 0]  K♥   Q♠   K♦   Q♦   J♦  10♦
[ 1]  K♠"
        ),
        "{spelled}"
    );
    for text in [
        "KH,QS,KD,QD,JD,TD
KS",
        "KH, qs, KD, QD, JD, 10d,
KS",
        "k♥Q♠KDQDJDt♦
KS",
        "[Read fan  0] K♥ Q♠ K♦ Q♦ J♦ 10♦
[ 1] K♠",
        // With the signs that have a symbol drawn in colour or as text.
        "K♥\u{fe0f} Q♠\u{fe0e} K♦\u{fe0f}, Q♦\u{fe0f}J♦\u{fe0f}10♦\u{fe0f}\nK♠\u{fe0f}",
    ] {
        assert_eq!(starts(text), spelled, "{text}");
    }
}

#[test]
fn a_text_that_is_not_a_tableau_is_refused_with_its_line_and_card() {
    for (text, message) in [
        ("KHQ\nKS", "line 1: \"Q\" is not a card"),
        ("[♠] A♠", "line 1: \"[♠\" is not a card"),
        ("KH\n♥10", "line 2: \"♥\" is not a card"),
        ("KH\n\nQC JC", "line 3: Q♣ is on the tableau but K♣ is not"),
        ("KH QH\nKS 11S", "line 2: \"11S\" is not a card"),
        ("KH QH\nKS QH", "line 2: Q♥ is on line 1 already"),
        ("KH QC KC\nKS\nQD JD KD TD", "line 3: 10♦ cannot lie on K♦"),
        ("KH 9C JH QH TH", "line 1: Q♥ cannot lie on J♥"),
        ("KD 4D 2D", "line 1: 4♦ is on the tableau but 5♦ is not"),
        (&*" ".repeat(1 << 20), "line 1: longer than any fan"),
    ] {
        let message = format!("la-belle-lucie: {message}");
        lucie("")
            .write_stdin(text)
            .assert()
            .code(255)
            .stdout(is_empty())
            .stderr(starts_with(message).and(contains("\n").count(1)));
    }
    lucie("")
        .write_stdin(b"KH\n\xff\n".as_slice())
        .assert()
        .code(255)
        .stderr(contains("line 2"));
    for empty in ["", "\n\n"] {
        lucie("")
            .write_stdin(empty)
            .assert()
            .code(255)
            .stdout(is_empty())
            .stderr("la-belle-lucie: no cards were entered\n");
    }
}

#[test]
fn wrong_usage_and_wrong_input_have_different_statuses() {
    for (arguments, reason) in [
        ("--frobnicate", "; --help says more"),
        ("--deal 0", "0 is not in 1.."),
        ("--stats 0", "0 is not in 1.."),
        ("--stats x", "invalid digit"),
        ("--jobs 2", "; --help says more"),
        ("--stats 5 --shuffle", "; --help says more"),
        ("--json", "; --help says more"),
    ] {
        lucie(arguments).assert().code(2).stderr(contains(reason));
    }
    lucie("--deal 4 --redeal")
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr("la-belle-lucie: --deal 4 comes after the last deal, --max-deal 3\n");
}

#[test]
fn a_seed_drives_the_shuffle_and_the_redeals() {
    let game = |arguments: &str| {
        let report = stdout(&mut lucie(arguments));
        report.split("Game").next().unwrap().to_string()
    };
    let played = game("--shuffle --redeal --merci --seed 11");
    assert_eq!(played.matches("==== Deal").count(), 3);
    assert_eq!(played, game("--shuffle --redeal --merci --seed 11"));
    assert_ne!(played, game("--shuffle --redeal --merci --seed 12"));
    let (before, _) = played.split_once("==== Deal 3").unwrap();
    assert!(!before.contains("[Merci"), "a merci before the last deal");
}

#[test]
fn redeals_continue_from_the_given_deal_to_the_last() {
    let numbers = |arguments: &str| -> Vec<String> {
        let report = stdout(lucie(arguments).write_stdin(example(1)));
        let heads = report.lines().filter(|line| line.starts_with("===="));
        heads
            .map(|line| line.replace('=', "").trim().to_string())
            .collect()
    };
    assert_eq!(
        numbers("--redeal --seed 2 --max-deal 2"),
        ["Deal 1", "Deal 2"]
    );
    assert_eq!(
        numbers("--redeal --seed 2 --deal 2 --max-deal 2"),
        ["Deal 2"]
    );
    assert_eq!(numbers("--seed 2 --max-deal 2"), ["Deal 1"]);
}

/// The win rates known from other programs lie within the intervals.
#[test]
fn statistics_agree_with_known_rates_on_any_number_of_threads() {
    for (arguments, known) in [
        ("", 4.5),
        ("--merci", 22.5),
        ("--redeal", 19.3),
        ("--redeal --merci", 43.0),
    ] {
        let run = |jobs| {
            stdout(&mut lucie(&format!(
                "--stats 2000 --seed 3 --jobs {jobs} {arguments}"
            )))
        };
        let printed = run(1);
        assert_eq!(printed, run(2));
        let rates = printed
            .lines()
            .rfind(|line| line.starts_with("solved"))
            .unwrap();
        let mut ends = rates
            .split("interval")
            .nth(1)
            .unwrap()
            .split('%')
            .map(str::trim);
        let low: f64 = ends.next().unwrap().parse().unwrap();
        let high: f64 = ends
            .next()
            .unwrap()
            .trim_start_matches("to ")
            .parse()
            .unwrap();
        assert!(low < known && known < high && high - low < 5.0, "{printed}");
    }
}

#[test]
fn statistics_can_be_printed_as_json() {
    let text = stdout(&mut lucie("--stats 200 --seed 3 --merci --json"));
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures["games"], 200);
    assert_eq!(figures["asked"], 200);
    assert_eq!(figures["seed"], 3);
    assert_eq!(figures["merci"], true);
    let printed = stdout(&mut lucie("--stats 200 --seed 3 --merci"));
    let solved = &figures["solved_by"][0]["solved"];
    assert!(
        printed.contains(&format!("solved by deal 1: {solved}, ")),
        "{printed}"
    );
}

#[test]
fn interrupted_statistics_cover_the_games_played() {
    let mut command = std::process::Command::new(cargo_bin!("la-belle-lucie"));
    command.args([
        "--stats",
        "1000000000",
        "--seed",
        "1",
        "--jobs",
        "1",
        "--json",
    ]);
    let figures =
        |output: &Output| -> Option<Value> { serde_json::from_slice(&output.stdout).ok() };
    let games = |figures: &Value| figures["games"].as_u64().unwrap();
    let output = interrupted(&mut command, |output| {
        figures(output).is_some_and(|it| games(&it) > 0)
    });
    assert_eq!(output.status.code(), Some(1));
    let figures = figures(&output).unwrap();
    let games = games(&figures);
    assert_eq!(figures["asked"], 1_000_000_000);
    assert!(games > 0 && games < 1_000_000_000);
}
