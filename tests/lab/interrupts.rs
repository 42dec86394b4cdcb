//! Ctrl-C: what has been found is printed, with a word on what happened, and the
//! status is 1. `lucie --stats`, `verify`, `tune first` and the column's searches have
//! tests of it beside their others.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use freecell::deal;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::Ruleset;
use serde_json::Value;

use crate::faults::{interrupt, lab, text};

/// Runs a command and presses Ctrl-C after a while.
fn interrupted(command: &mut Command, after: Duration) -> Output {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    thread::sleep(after);
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    interrupt(&child);
    child.wait_with_output().unwrap()
}

/// Runs a command and presses Ctrl-C as soon as a line of its standard output has that
/// text: its status, standard output and standard error.
fn interrupted_at(mark: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = lab(args);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains(mark) {
        assert_ne!(output.read_line(&mut said).unwrap(), 0, "{said}");
    }
    interrupt(&child);
    output.read_to_string(&mut said).unwrap();
    let mut remarks = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut remarks).unwrap();
    (child.wait().unwrap().code(), said, remarks)
}

const A_WHILE: Duration = Duration::from_millis(1500);

fn wins(number: u64, line: &str) -> bool {
    let table = deal::microsoft(number).unwrap();
    matches!(judge(&table, Ruleset::default(), line), Verdict::Won { .. })
}

#[test]
fn ctrl_c_ends_solve_with_the_best_line_so_far() {
    let output = interrupted(&mut lab(&["solve", "1", "--time", "60s"]), A_WHILE);
    assert_eq!(output.status.code(), Some(1));
    assert!(wins(1, &text(&output.stdout)), "{output:?}");
    assert!(
        text(&output.stderr).contains("\ninterrupted: "),
        "{output:?}"
    );
}

#[test]
fn ctrl_c_keeps_the_json_and_what_is_proved() {
    let args = ["solve", "1", "--first", "--prove=60s", "--json"];
    let output = interrupted(&mut lab(&args), A_WHILE);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(wins(1, json["line"].as_str().unwrap()));
    assert_eq!(json["ended"], "interrupted");
    assert!(json["at_least"].as_u64() > Some(20), "{json}");
}

#[test]
fn ctrl_c_before_any_line_says_so() {
    // No line wins this deal under both rules.
    let args = ["solve", "17", "--autoplay", "both", "--time", "60s"];
    let output = interrupted(&mut lab(&args), A_WHILE);
    assert_eq!(output.status.code(), Some(1));
    let expected = "unsolved: no line found under safe and all autoplay: interrupted\n";
    assert!(text(&output.stderr).starts_with(expected), "{output:?}");
}

#[test]
fn ctrl_c_ends_bench_with_the_runs_that_are_complete() {
    let (status, said, remarks) = interrupted_at("run 1 ", &["bench", "1..=100", "--runs", "1000"]);
    assert_eq!(status, Some(1));
    assert!(
        said.contains("\nmedian ") && said.contains("\nlab: "),
        "{said}"
    );
    assert!(remarks.contains("interrupted after "), "{remarks}");
}

#[test]
fn ctrl_c_fits_weights_to_the_deals_so_far() {
    let args = ["tune", "fit", "--autoplay", "all", "--positions", "20000"];
    let output = interrupted(&mut lab(&args), 2 * A_WHILE);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("\nbest: ["), "{output:?}");
    assert!(text(&output.stderr).contains("interrupted: "));
}

#[test]
fn ctrl_c_ends_play_with_the_games_that_are_over() {
    let args = ["play", "1..=100000", "--bot", "exit 1"];
    let (status, said, remarks) = interrupted_at("lost", &args);
    assert_eq!(status, Some(1));
    let games = said
        .lines()
        .filter(|line| line.contains("  lost  "))
        .count();
    assert!(said.contains(&format!("\nwon 0, lost {games}\n")), "{said}");
    assert!(
        remarks.ends_with("interrupted before all games were played\n"),
        "{remarks}"
    );
}

#[test]
fn ctrl_c_ends_hint_with_what_is_known() {
    let output = interrupted(&mut lab(&["hint", "617", "--time", "60s"]), A_WHILE);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("\nthe shortest: "), "{said}");
    assert!(text(&output.stderr).ends_with("interrupted: with more time more may become known\n"));
}
