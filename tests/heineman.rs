//! `lab heineman` as a user types it: the known answers of the column whose
//! searches it runs, refusals, and Ctrl-C.

#![cfg(feature = "tools")]

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;

fn heineman(arguments: &str) -> Command {
    let mut command = Command::new(cargo_bin!("lab"));
    command.arg("heineman").args(arguments.split_whitespace());
    command
}

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(words).collect()
}

/// Whether a line has the pattern's parts, in order and from end to end, with
/// anything in place of each `*`.
fn matches(line: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => line == pattern,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            let ends = (0..=line.len()).filter(|&end| line.is_char_boundary(end));
            ends.into_iter().any(|end| matches(&line[end..], rest))
        }),
    }
}

fn check(output: &Output, status: &str, patterns: &str, context: &str) {
    let lines = lines(&output.stdout);
    assert_eq!(output.status.code(), status.parse().ok(), "{context}");
    for pattern in patterns.split(" | ") {
        let found = lines.iter().any(|line| matches(line, pattern.trim()));
        assert!(
            found,
            "{context}: no line is like {pattern:?} in {lines:#?}"
        );
    }
}

#[test]
fn the_columns_known_answers() {
    let cases = fs::read_to_string("fixtures/heineman.txt").unwrap();
    let cases = cases
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for case in cases {
        let mut fields = case.splitn(3, " | ");
        let mut field = || fields.next().expect("three fields");
        let (arguments, status, patterns) = (field(), field(), field());
        let output = heineman(arguments).output().unwrap();
        check(&output, status, patterns, arguments);
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn stopping_at_a_bound_is_said() {
    for (arguments, patterns) in [
        ("bfs 14 --memory 10M", "Stopped by the bound on memory, 10 MB: solution unknown."),
        ("dfs 14 --memory 10M", "Stopped by the bound on memory, 10 MB: solution unknown."),
        ("astar 14 --memory 10M --distinct", "Stopped by the bound on memory, 10 MB: solution unknown."),
        ("astar 14 --depth 3", "Stopped by the bound on depth: no solution has at most 3 moves."),
        ("reach 1 --memory 10M", "Unknown whether a solution exists: stopped for want of memory. | Never moved so far: *"),
        ("staged 1 --limit 1000", "Deal 1: took too long; 1,001 positions visited."),
    ] {
        let output = heineman(arguments).output().unwrap();
        check(&output, "1", patterns, arguments);
    }
}

#[test]
fn an_exhausted_search_is_a_proof() {
    for search in ["bfs", "dfs", "astar"] {
        let arguments = format!("{search} 11982 --distinct");
        let output = heineman(&arguments).output().unwrap();
        check(
            &output,
            "1",
            "No solution exists: every reachable position was looked at.",
            &arguments,
        );
    }
}

#[test]
fn a_range_gets_a_table() {
    let table = "Solved 1 50.0% | No solution found 1 50.0% 10 | Search took too long 0 0.0% | \
                 Moves: 132.0 on average, 132 (deal 9) to 132 (deal 9). | *positions visited in *";
    check(
        &heineman("staged 9..=10").output().unwrap(),
        "1",
        table,
        "two deals",
    );
    let mended = "Solved 2 100.0% | Search took too long 0 0.0%";
    check(
        &heineman("staged 9..=10 --mended").output().unwrap(),
        "0",
        mended,
        "mended",
    );
}

#[test]
fn comparing_has_a_row_for_each_search() {
    let rows = "2 deals, at most 2,000 positions each: | breadth-first 0 - 2,000 * | \
                A*, distinct 0 - 2,000 * | staged, mended 0 - 2,001 * | the bot's first line 2 *";
    let output = heineman("compare 1..=2 --limit 2000").output().unwrap();
    check(&output, "0", rows, "compare");
}

#[test]
fn estimates_follow_from_their_seed() {
    let run = |seed| {
        heineman(&format!("count 14 --depth 4 --trials 50 --seed {seed}"))
            .output()
            .unwrap()
            .stdout
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn bad_arguments_are_refused_in_a_line() {
    for (arguments, reason) in [
        ("staged 0", "there is no deal 0"),
        ("staged 5..=4", "the range 5..=4 is empty"),
        ("bfs ten", "\"ten\" is neither a deal's number"),
        ("bfs 1 --memory 5X", "no amount of memory"),
        (
            "astar 1 --memory 9000000G",
            "cannot reserve that much memory",
        ),
        ("reach 1 --cells 5", "5 is not in 0..=4"),
        ("count 1 --trials 1", "1 is not in 2.."),
        (
            "staged 1 --csv no/such/folder/x.csv",
            "cannot write no/such/folder/x.csv",
        ),
    ] {
        let output = heineman(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(
            error.contains(reason) && error.lines().count() == 1,
            "{arguments}: {error}"
        );
        assert!(output.stdout.is_empty(), "{arguments}");
    }
}

#[test]
fn an_interrupt_loses_nothing_that_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("deals.csv");
    let mut command = heineman("staged 1..=32000 --jobs 1 --csv");
    let child = command.arg(&csv).stdout(Stdio::piped()).spawn().unwrap();
    let done = || fs::read_to_string(&csv).unwrap_or_default().lines().count();
    while done() < 3 {
        sleep(Duration::from_millis(20));
    }
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let deals = done() - 1;
    let said = format!("Solved * | Moves: * | Interrupted after {deals} of 32000 deals.");
    check(&output, "1", &said, "interrupted");
}
