//! `freecell-heineman` as a user types it: the known answers of the column whose searches it runs,
//! solutions that a judge plays, runs that stop and are continued, refusals, and Ctrl-C.

mod files;
mod tables;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use testing::lab::{interrupt, interrupted, lab_output};
use testing::program;

/// The program with that command: `cells`, which the column only mentions, is one of the lab's.
fn heineman(arguments: &str) -> Command {
    let mut command = if arguments.starts_with("cells") {
        Command::new(program("freecell-lab"))
    } else {
        Command::new(cargo_bin!("freecell-heineman"))
    };
    command.args(arguments.split_whitespace());
    command.current_dir(testing::root());
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

/// Runs the cases of a fixture, and counts them.
fn run_cases(fixture: &str) -> usize {
    let cases = fs::read_to_string(testing::root().join(fixture)).unwrap();
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
    count
}

#[test]
fn a_deal_can_be_given_by_its_table() {
    let table = "--input fixtures/turns/10913.txt";
    for command in ["reach --cells 0", "cells --up-to 1"] {
        let output = heineman(&format!("{command} {table} --json")).output();
        let text = output.unwrap().stdout;
        let json: Value = serde_json::from_slice(&text).unwrap();
        let deal = json["deal"].as_u64().or(json[0]["deal"].as_u64());
        assert_eq!(deal, Some(10913), "{command}: {json}");
    }
    // Any other table has no number, which a row begins with.
    for command in ["cells", "staged"] {
        let options = "--csv rows.csv --input fixtures/turns/one-move-to-win.txt";
        let output = heineman(&format!("{command} {options}")).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            error.contains("the table is not a Microsoft deal"),
            "{error}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn the_columns_answers_are_reproduced() {
    assert!(run_cases("fixtures/heineman.txt") > 20);
}

#[test]
#[ignore = "takes some minutes"]
fn slow_known_answers_are_reproduced() {
    assert!(run_cases("fixtures/heineman-long.txt") > 4);
}

/// The line that a search prints for a deal.
fn solution(arguments: &str) -> String {
    let output = heineman(arguments).output().unwrap();
    let lines = lines(&output.stdout);
    let is_move = |word: &str| word.len() <= 4 && word.len() >= 2 && !word.ends_with('.');
    let is_line = |line: &&String| line.split(' ').all(is_move) && line.contains(' ');
    let line = lines.iter().map(|line| match line.split_once(": ") {
        Some((number, moves)) if number.parse::<u64>().is_ok() => moves.to_owned(),
        _ => line.clone(),
    });
    let lines: Vec<String> = line.collect();
    let line = lines.iter().find(is_line);
    line.unwrap_or_else(|| panic!("{arguments}: {lines:#?}"))
        .clone()
}

#[test]
fn the_judge_confirms_every_solution() {
    for (deal, arguments, moves) in [
        ("11853", "staged 11853 --moves", Some(69)),
        ("14", "staged 14 --moves", Some(135)),
        ("1", "staged 1 --fixed --moves", None),
        ("1", "staged 1 --automatic --moves", None),
        ("14", "dfs 14 --distinct --moves", Some(28_963)),
        ("1", "cells 1 --moves", None),
    ] {
        let line = solution(arguments);
        let count = line.split(' ').count();
        assert!(
            moves.is_none_or(|moves| moves == count),
            "{arguments}: {count}"
        );
        let output = lab_output(&["check", deal, "--line", &line, "--rules", "heineman"]);
        let won = format!("heineman won after {count} moves");
        check(&output, "0", &won, arguments);
    }
}

#[test]
fn the_judge_says_what_is_wrong() {
    // Deal 11982: AH 3D KD … at 1, TC on top of 2.
    for (line, verdict) in [
        ("1a 2a", "heineman move 2 (2a) fails: * is in cell a"),
        ("1a a1", "heineman move 2 (a1) fails: * does not fit on *"),
        ("11", "heineman move 1 (11) fails: it moves nothing"),
        ("1e", "heineman move 1 (1e) fails: there is no place e"),
        (
            "1",
            "heineman move 1 (1) fails: expected a move such as 27, 1a, a5, 3h or 27/3",
        ),
        ("12/x", "heineman move 1 (12/x) fails: expected a move *"),
        ("a1", "heineman move 1 (a1) fails: there is no card in a"),
        (
            "1h",
            "heineman move 1 (1h) fails: * is not the next card of its suit",
        ),
        (
            "h1",
            "heineman move 1 (h1) fails: no card comes back from home",
        ),
        (
            "1a ab",
            "heineman move 2 (ab) fails: a card in a cell stays there *",
        ),
        (
            "1a 2b",
            "heineman all moves legal, not won | The table at the end:",
        ),
    ] {
        let output = lab_output(&["check", "11982", "--line", line, "--rules", "heineman"]);
        check(&output, "1", verdict, line);
    }
    let output = lab_output(&[
        "check",
        "1",
        "--line",
        "1a",
        "--rules",
        "heineman",
        "--autoplay",
        "safe",
    ]);
    assert_eq!(output.status.code(), Some(2));
}

/// Runs go into an empty cascade by as many cards as the move says.
#[test]
fn a_move_into_an_empty_cascade_names_its_number_of_cards() {
    let board = "KH QC JD\nKC\n2S AS\n3S\n4S\n5S\n6S\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board");
    let home = "Foundations: C-J D-T H-Q\n";
    let spades = "KS QS JS TS 9S 8S 7S KD QD\n";
    fs::write(&file, format!("{home}{board}{spades}")).unwrap();
    let run = |line: &str| {
        let file = file.to_str().unwrap();
        lab_output(&[
            "check", "--input", file, "--line", line, "--rules", "heineman",
        ])
    };
    let failed = |why: &str| format!("heineman move 2 ({why}");
    check(
        &run("2a 12/2"),
        "1",
        "heineman all moves legal, not won",
        "two",
    );
    check(
        &run("2a 12/4"),
        "1",
        &failed("12/4) fails: the run has 3 cards, not 4"),
        "four",
    );
    check(
        &run("2a 12/3"),
        "1",
        &failed("12/3) fails: a whole cascade does not move *"),
        "all",
    );
}

#[test]
fn the_page_plays_the_columns_solution() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let page = page.to_str().unwrap();
    let replay = ["replay", "11853", "--rules", "heineman", "-o", page];
    let no_line = lab_output(&replay);
    assert_eq!(no_line.status.code(), Some(2), "{no_line:?}");
    let line = solution("staged 11853 --moves");
    let output = lab_output(&[&replay[..], &["--line", &line]].concat());
    check(&output, "0", "*: Deal 11853, won after 69 moves", "replay");
    let text = fs::read_to_string(page).unwrap();
    assert!(text.contains("\"autoplay\":\"no\""));
    let output = lab_output(&[&replay[..], &["--force", "--line", "1a 2a"]].concat());
    check(
        &output,
        "1",
        "*: Deal 11853, move 2, \"2a\", fails: 2H is in cell a",
        "broken",
    );
}

#[test]
fn games_can_have_other_numbers_of_cells_and_cascades() {
    let patterns = "Deal 14: solved in 211 moves; *";
    let output = heineman("staged 14 --cells 5 --cascades 7")
        .output()
        .unwrap();
    check(&output, "0", patterns, "5 by 7");
    // Every deal on one cascade with eight cells: all must come off from the top.
    let output = heineman("reach 1 --cells 8 --cascades 1").output().unwrap();
    check(&output, "0", "Deal 1 (8 cells, 1 cascade, *", "one cascade");
}

#[test]
fn a_run_continues_where_the_last_one_into_its_file_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("deals.csv");
    let run = |arguments: &str| {
        let mut command = heineman(arguments);
        let output = command.arg("--csv").arg(&csv).output().unwrap();
        (output, fs::read_to_string(&csv).unwrap())
    };
    let (_, first) = run("staged 10..=11 --limit 30000");
    assert_eq!(first, "10,staged,none,,29205\n11,staged,long,,30001\n");
    // A row cut off halfway is searched again, and so is what took too long.
    fs::write(&csv, first + "9,staged,solv").unwrap();
    let (output, second) = run("staged 9..=11");
    check(
        &output,
        "1",
        "Solved 2 66.7% | No solution found 1 33.3% 10",
        "three deals",
    );
    let whole: Vec<&str> = second.lines().collect();
    assert_eq!(whole.len(), 3);
    assert!(
        whole[0].starts_with("9,staged,solved,132,") && whole[2].starts_with("11,staged,solved,")
    );
    // Nothing is left to do: the file stays, and the table is of the deals asked for.
    let (output, third) = run("staged 10");
    assert_eq!(third, second);
    check(
        &output,
        "1",
        "Deal 10: no solution found, *",
        "nothing to do",
    );
    // Under a smaller limit, what was found later took too long.
    let (output, fourth) = run("staged 9..=11 --limit 29205");
    assert_eq!(fourth, second);
    let smaller =
        "Solved 0 0.0% | No solution found 1 33.3% 10 | Search took too long 2 66.7% 9 11";
    check(&output, "1", smaller, "a smaller limit");
    // A row holds no line: a deal whose line is asked for is searched again.
    let (output, fifth) = run("staged 9 --moves");
    assert_eq!(fifth, second);
    check(
        &output,
        "0",
        "Deal 9: solved in 132 moves; * | * 2h *",
        "a line",
    );
}

#[test]
fn an_interrupted_count_is_not_a_success() {
    let mut command = heineman("count 14 --trials 1000000000 --depth 4");
    let output = interrupted(&mut command, |output| !output.stdout.is_empty());
    check(
        &output,
        "1",
        "Interrupted: these are the figures so far.",
        "count",
    );
}

#[test]
fn a_search_says_when_it_stops_at_a_bound() {
    for (arguments, patterns) in [
        (
            "bfs 14 --memory 10M",
            "Stopped by the bound on memory, 10 MiB: solution unknown.",
        ),
        (
            "dfs 14 --memory 10M",
            "Stopped by the bound on memory, 10 MiB: solution unknown.",
        ),
        (
            "astar 14 --memory 10M --distinct",
            "Stopped by the bound on memory, 10 MiB: solution unknown.",
        ),
        (
            "astar 14 --depth 3",
            "Stopped by the bound on depth: no solution has at most 3 moves.",
        ),
        (
            "reach 1 --memory 10M",
            "Unknown whether a solution exists: memory limit reached. | Never moved so far: *",
        ),
        (
            "staged 1 --limit 1000",
            "Deal 1: took too long; 1,001 positions visited.",
        ),
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
            "No solution exists: every reachable position was expanded.",
            &arguments,
        );
    }
}

#[test]
fn a_range_of_deals_gets_a_table() {
    let table = "Solved 1 50.0% | No solution found 1 50.0% 10 | Search took too long 0 0.0% | \
                 Moves: 132.0 on average, 132 (deal 9) to 132 (deal 9). | *positions visited in *";
    check(
        &heineman("staged 9..=10").output().unwrap(),
        "1",
        table,
        "two deals",
    );
    let fixed = "Solved 2 100.0% | Search took too long 0 0.0%";
    check(
        &heineman("staged 9..=10 --fixed").output().unwrap(),
        "0",
        fixed,
        "fixed",
    );
}

#[test]
fn estimates_depend_only_on_the_seed() {
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
fn one_line_says_where_the_fewest_cells_are() {
    let mut command = Command::new(cargo_bin!("freecell-heineman"));
    let output = command.args(["cells", "1", "--memory", "1G"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: cells is a command of the lab: freecell-lab cells\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    for (arguments, reason) in [
        ("staged 0", "there is no deal 0"),
        ("staged 5..=4", "the range 5..=4 is empty"),
        ("bfs ten", "\"ten\" is neither a deal's number"),
        ("bfs 1 --memory 5X", "not an amount of memory"),
        (
            "astar 1 --memory 9000000G",
            "cannot reserve that much memory",
        ),
        ("reach 1 --cells 9", "9 is not in 0..=8"),
        ("staged 1 --cascades 0", "0 is not in 1..=10"),
        ("bfs 1 --cascades 11", "11 is not in 1..=10"),
        ("staged 1 --limit 0", "0 is not in 1.."),
        ("staged 1 --max-size 0", "0 is not in 1..=100000000"),
        (
            "bfs 1 --memory 0",
            "expected an amount of memory above zero",
        ),
        ("dfs 1 --depth 0", "0 is not in 1.."),
        ("count 1 --exact 0", "0 is not in 1.."),
        (
            "cells 1 --memory 0",
            "expected an amount of memory above zero",
        ),
        ("count 1 --trials 1", "1 is not in 2.."),
        (
            "staged 1 --csv no/such/folder/x.csv",
            "no/such/folder/x.csv: No such file",
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
fn an_interrupt_loses_no_finished_deal() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("deals.csv");
    let mut command = heineman("staged 1..=32000 --jobs 1 --csv");
    let child = command.arg(&csv).stdout(Stdio::piped()).spawn().unwrap();
    let done = || fs::read_to_string(&csv).unwrap_or_default().lines().count();
    while done() < 3 {
        sleep(Duration::from_millis(20));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let deals = done();
    let said = format!("Solved * | Moves: * | Interrupted after {deals} of 32000 deals.");
    check(&output, "1", &said, "interrupted");
}

#[test]
fn json_has_the_same_answers_as_text() {
    // The figures are those of `fixtures/heineman.txt`.
    for (args, status, expected) in [
        (
            "staged 11853",
            0,
            r#"[{"result": "solved", "moves": 69, "positions": 596675}]"#,
        ),
        (
            "staged 10",
            1,
            r#"[{"result": "none", "moves": null, "positions": 29205}]"#,
        ),
        (
            "bfs 14 --depth 4",
            1,
            r#"{"result": "depth", "line": null, "moves_by_depth": [10, 99, 1002, 10504]}"#,
        ),
        (
            "count 14 --depth 2 --trials 2",
            0,
            r#"{"walks": 2, "depths": [{"depth": 1, "exact": "10"}, {"depth": 2, "exact": "99"}]}"#,
        ),
        (
            "reach 11982 --cells 2",
            0,
            r#"{"result": "unsolvable", "complete": true, "positions": 585}"#,
        ),
        ("cells 11982", 0, r#"[{"enough": 5, "at_least": 5}]"#),
    ] {
        let output = heineman(args).arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{args}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert!(has(&found, &expected), "{args}: {found:#}");
    }
    let judged = lab_output(&[
        "check", "1", "--rules", "heineman", "--line", "11", "--json",
    ]);
    let judged: Value = serde_json::from_slice(&judged.stdout).unwrap();
    assert_eq!(
        (&judged["result"], &judged["move"]),
        (&"failed".into(), &1.into())
    );
}

/// Whether a value is what is expected, where objects may have more fields.
fn has(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(name, value)| found.get(name).is_some_and(|it| has(it, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found
                    .iter()
                    .zip(expected)
                    .all(|(one, other)| has(one, other))
        }
        _ => found == expected,
    }
}
