//! The lab's `solve`, `range` and `bench`, as typed on a command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use csv::StringRecord;
use freecell::deal;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;
use tempfile::TempDir;

fn lab(args: &[&str]) -> Assert {
    cargo_bin_cmd!("freecell-lab").args(args).assert()
}

fn said(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Whether a line wins a deal under every likely ruleset with that autoplay rule.
fn wins(number: u64, autoplay: Autoplay, line: &str) -> bool {
    let table = deal::microsoft(number).unwrap();
    let mut rulesets = Ruleset::likely().filter(|ruleset| ruleset.autoplay == autoplay);
    rulesets.all(|ruleset| matches!(judge(&table, ruleset, line), Verdict::Won { .. }))
}

#[test]
fn the_line_alone_is_on_standard_output() {
    for (ruleset, autoplay) in [("safe", Autoplay::Safe), ("all", Autoplay::All)] {
        let assert = lab(&["solve", "617", "--first", "--autoplay", ruleset]).success();
        let line = said(&assert);
        assert_eq!(line.lines().count(), 1);
        assert!(wins(617, autoplay, &line), "{ruleset}: {line}");
        let known = format!(
            "won in {} moves under {ruleset} autoplay, ",
            line.split(' ').count()
        );
        assert.stderr(starts_with(known).and(contains(" positions, ")));
    }
}

#[test]
fn a_line_for_both_rulesets_wins_under_both() {
    let line = said(&lab(&["solve", "1", "--first", "--autoplay", "both"]).success());
    assert!(
        wins(1, Autoplay::Safe, &line) && wins(1, Autoplay::All, &line),
        "{line}"
    );
}

#[test]
fn time_makes_lines_shorter() {
    let moves = |schedule: &[&str]| {
        let line = said(&lab(&[&["solve", "5"], schedule].concat()).success());
        assert!(wins(5, Autoplay::Safe, &line), "{line}");
        line.split(' ').count()
    };
    assert!(moves(&["--time", "200ms"]) < moves(&["--first"]));
}

#[test]
fn turns_and_boards_are_solved_alike() {
    let first = said(&lab(&["solve", "10913", "--first"]).success());
    for format in ["turn", "fc-solve"] {
        let table = said(&lab(&["deal", "10913", "--format", format]).success());
        let mut command = cargo_bin_cmd!("freecell-lab");
        let assert = command
            .args(["solve", "-", "--first"])
            .write_stdin(table)
            .assert();
        assert.success().stdout(first.clone());
    }
}

#[test]
fn one_move_is_said_to_be_one() {
    // All but the last move of the shortest line for deal 3 in `fixtures/shortest.csv`.
    let moves = "1a 2b 3c 5d 27 17 45 48 2b 25 56 8c 78 82 42 65 38";
    let after = ["--after", moves, "--autoplay", "all", "--format", "turn"];
    let table = said(&lab(&[&["deal", "3"], &after[..]].concat()).success());
    let mut command = cargo_bin_cmd!("freecell-lab");
    let options = ["solve", "-", "--first", "--autoplay", "all", "--prove"];
    let assert = command.args(options).write_stdin(table).assert().success();
    assert
        .stderr(contains("\nwon in 1 move under all autoplay, "))
        .stderr(contains("\nproved: 1 move, shortest\n"));
}

#[test]
fn no_line_is_status_1_with_or_without_a_proof() {
    let proved = lab(&["solve", "11982", "--first"]).code(1);
    proved
        .stdout(is_empty())
        .stderr(starts_with("proved: no line wins under safe autoplay\n"));
    let given_up = lab(&["solve", "1941", "--autoplay", "all", "--time", "2ms"]).code(1);
    given_up
        .stdout(is_empty())
        .stderr(starts_with("unsolved: no line found under all autoplay: "));
}

#[test]
fn all_that_is_known_can_be_had_as_json() {
    let json = |args: &[&str], status| -> Value {
        let assert = lab(&[&["solve", "--json", "--first"], args].concat()).code(status);
        serde_json::from_str(&said(&assert.stderr(""))).unwrap()
    };
    let won = json(&["10913"], 0);
    assert_eq!(won["result"], "won");
    let line = won["line"].as_str().unwrap();
    assert!(wins(10913, Autoplay::Safe, line));
    assert_eq!(won["moves"], line.split(' ').count());
    assert!(won["positions"].as_u64() > Some(0) && won["cpu_ms"].as_f64() > Some(0.0));
    let proved = json(&["11982"], 1);
    assert_eq!(
        (&proved["result"], &proved["line"]),
        (&Value::from("unsolvable"), &Value::Null)
    );
}

#[test]
fn a_proof_tells_how_short_a_line_can_be() {
    let prove = |args: &[&str]| lab(&[&["solve", "--prove"], args].concat());
    // The longer line of a first search gives way to the shortest.
    let shortest = prove(&["3", "--first", "--autoplay", "all"]).success();
    assert_eq!(said(&shortest).split(' ').count(), 18);
    shortest.stderr(contains("\nproved: 18 moves, shortest\n"));
    let more = lab(&["solve", "3", "--first", "--autoplay", "all", "--prove=10s"]).success();
    more.stderr(contains("\nproved: 18 moves, shortest\n"));
    let open = prove(&["1", "--time", "50ms"]).success();
    let moves = said(&open).split(' ').count();
    open.stderr(contains(format!("\nproved: {moves} moves, at least 3")));
    let json = prove(&["3", "--time", "100ms", "--autoplay", "both", "--json"]).success();
    let json: Value = serde_json::from_str(&said(&json)).unwrap();
    assert!(
        json["at_least"].as_u64() >= Some(18)
            && json["at_least"].as_u64() <= json["moves"].as_u64()
    );
    let impossible = prove(&["11982", "--autoplay", "both"]).code(1);
    impossible.stdout(is_empty()).stderr(starts_with(
        "proved: no line wins under safe and all autoplay\n",
    ));
}

#[test]
fn a_line_can_be_watched() {
    let assert = lab(&["solve", "10913", "--first", "--watch"]).success();
    let tables = contains("\n  a --  b --  c --  d --  h K♣ K♦ K♥ K♠\n");
    assert.stdout(starts_with("the deal\n").and(tables));
}

/// The rows of a file as they are.
pub fn records(path: &Path) -> impl Iterator<Item = StringRecord> {
    let reader = csv::ReaderBuilder::new().has_headers(false).from_path(path);
    reader.unwrap().into_records().map(Result::unwrap)
}

/// The rows of a file without their CPU times, and with their lines replayed.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let rows = records(path).map(|row| {
        if &row[2] == "solved" {
            let deal = row[0].parse().unwrap();
            assert!(wins(deal, Autoplay::Safe, &row[6]), "{row:?}");
            assert_eq!(row[3], row[6].split(' ').count().to_string());
        }
        let others = row.iter().enumerate().filter(|&(column, _)| column != 5);
        others.map(|(_, field)| field.to_owned()).collect()
    });
    rows.collect()
}

fn range(deals: &[&str], path: &Path, args: &[&str]) -> Assert {
    let mut command = cargo_bin_cmd!("freecell-lab");
    command
        .arg("range")
        .args(deals)
        .args(args)
        .arg("--csv")
        .arg(path);
    command.assert()
}

#[test]
fn a_range_is_summed_up_and_kept_row_by_row() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let assert = range(&["1..=30", "11982"], &path, &[]).success();
    let summary = said(&assert);
    let start = "30 solved, 1 proved unsolvable, 0 unsolved\nproved unsolvable: 11982\n";
    assert!(summary.starts_with(start), "{summary}");
    for figure in ["\nCPU ms ", "\npositions ", "\nmoves ", "; peak memory "] {
        assert!(summary.contains(figure), "{summary}");
    }
    let rows = rows(&path);
    let deals: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let expected: Vec<String> = (1..=30)
        .chain([11982])
        .map(|deal| deal.to_string())
        .collect();
    assert_eq!(deals, expected);
    assert_eq!(rows[30][1..4], ["safe first", "unsolvable", ""]);
}

#[test]
fn several_jobs_make_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (one, three) = (folder.path().join("one"), folder.path().join("three"));
    range(&["1..=200"], &one, &[]).success();
    range(&["1..=200"], &three, &["--jobs", "3"]).success();
    assert_eq!(rows(&one), rows(&three));
}

#[test]
fn an_unsolved_deal_is_listed_and_is_status_1() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let args = ["--autoplay", "all", "--time", "2ms"];
    let assert = range(&["1941"], &path, &args).code(1);
    let summary = "0 solved, 0 proved unsolvable, 1 unsolved\nunsolved: 1941\n";
    assert.stdout(starts_with(summary));
}

#[test]
fn a_killed_run_is_resumed_to_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    range(&["1..=1500"], &whole, &[]).success();
    let mut run = Command::new(cargo_bin!("freecell-lab"));
    let run = run
        .args(["range", "1..=1500", "--jobs", "2", "--csv"])
        .arg(&killed);
    let mut run = run.stdout(Stdio::null()).spawn().unwrap();
    while run.try_wait().unwrap().is_none() && fs::read(&killed).map_or(0, |file| file.len()) < 9999
    {
        thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    // As if it had been killed in the middle of a row.
    let bytes = fs::read(&killed).unwrap();
    fs::write(&killed, &bytes[..bytes.len() - 17]).unwrap();
    let resumed = range(&["1..=1500"], &killed, &["--resume"]).success();
    resumed.stdout(starts_with(
        "1500 solved, 0 proved unsolvable, 0 unsolved\n",
    ));
    assert_eq!(rows(&whole), rows(&killed));
}

#[test]
fn a_file_is_put_in_order_even_if_nobody_reads_the_summary() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    range(&["1..=9"], &path, &[]).success();
    let rows = fs::read_to_string(&path).unwrap();
    let backwards: Vec<&str> = rows.split_inclusive('\n').rev().collect();
    fs::write(&path, backwards.concat()).unwrap();
    let mut resumed = Command::new(cargo_bin!("freecell-lab"));
    let resumed = resumed
        .args(["range", "1..=9", "--resume", "--csv"])
        .arg(&path);
    let mut resumed = resumed.stdout(Stdio::piped()).spawn().unwrap();
    drop(resumed.stdout.take());
    assert!(resumed.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&path).unwrap(), rows);
}

#[test]
fn files_of_several_ranges_make_one() {
    let folder = TempDir::new().unwrap();
    let [one, two, both] = ["one", "two", "both"].map(|name| folder.path().join(name));
    range(&["1..=20"], &one, &[]).success();
    range(&["21..=40"], &two, &[]).success();
    let text = fs::read_to_string(&two).unwrap() + &fs::read_to_string(&one).unwrap();
    fs::write(&both, &text).unwrap();
    let summed = range(&["1..=40"], &both, &["--resume"]).success();
    summed.stdout(starts_with("40 solved, 0 proved unsolvable, 0 unsolved\n"));
    // The CPU times are still those of the parts: nothing was solved again.
    let sorted = fs::read_to_string(&one).unwrap() + &fs::read_to_string(&two).unwrap();
    assert_eq!(fs::read_to_string(&both).unwrap(), sorted);
}

#[test]
fn files_are_neither_overwritten_nor_mixed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let refused = |args: &[&str], reason: &str| {
        let before = fs::read(&path).unwrap();
        let assert = range(&["1..=9"], &path, args).code(2).stdout("");
        assert.stderr(starts_with("error: ").and(contains(reason)));
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    range(&["1..=3"], &path, &[]).success();
    refused(&[], "rows.csv exists: --resume continues it\n");
    let other = ["--resume", "--autoplay", "all"];
    refused(
        &other,
        "row 1 is of a search for \"safe first\", not \"all first\"\n",
    );
    fs::write(&path, "1,what,is,this\n").unwrap();
    refused(&["--resume"], "rows.csv: ");
    fs::write(&path, "no row\nand no end of the line").unwrap();
    refused(&["--resume"], "rows.csv: ");
}

#[test]
fn the_benchmark_has_a_checksum() {
    let checksum = |said: String| {
        let lines = said.lines().find(|line| line.starts_with("lab: "));
        lines.unwrap().to_owned()
    };
    let runs = |count| said(&lab(&["bench", "1..=60", "--runs", count]).success());
    let first = runs("1");
    assert!(
        first.starts_with("deals 1..=60, first lines, CPU ms a deal\n"),
        "{first}"
    );
    assert!(
        checksum(first.clone()).contains(" positions, 60 solved, "),
        "{first}"
    );
    assert_eq!(checksum(first), checksum(runs("2")));
}

#[test]
fn wrong_usage_is_refused() {
    for (args, reason) in [
        (
            &["solve", "1", "--time", "fast"][..],
            "is not a length of time such as 500ms or 2s",
        ),
        (
            &["solve", "1", "--memory", "lots"],
            "is not an amount of memory such as 512M or 2G",
        ),
        (&["range", "5..=1"], "the range 5..=1 is empty"),
        (&["range", "1", "--resume"], "--csv"),
        (
            &["range", "1", "--first", "--time", "1s"],
            "cannot be used with",
        ),
        (
            &["bench", "random:5@1"],
            "is neither a deal's number, a range",
        ),
    ] {
        lab(args).code(2).stdout("").stderr(contains(reason));
    }
}
