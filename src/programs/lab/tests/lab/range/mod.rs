//! `lab range`: many deals, their rows and the summary.

mod files;
mod forged;
mod prove;
mod shards;

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Output, Stdio};

use assert_cmd::assert::Assert;
use csv::StringRecord;
use freecell::ruleset::Autoplay;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{interrupt, process, run, said, text, wins};

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
    let mut command = testing::lab::command();
    command
        .arg("range")
        .args(deals)
        .args(args)
        .arg("--csv")
        .arg(path);
    command.assert()
}

#[test]
fn verdicts_are_one_a_line() {
    let output = run(&["range", "1..=2", "-1", "--verdicts"], "");
    assert_eq!(text(&output.stdout), "-1 lost\n1 won\n2 won\n");
    assert!(text(&output.stderr).contains("2 solved, 1 proved unsolvable, 0 unsolved"));
    // Nothing is named lost that is not proved.
    let unknown = run(
        &["range", "11982", "--time", "1ms", "--first", "--verdicts"],
        "",
    );
    let said = text(&unknown.stdout);
    assert!(
        ["11982 unknown\n", "11982 lost\n"].contains(&&*said),
        "{said}"
    );
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
fn first_lines_for_both_rules_need_few_positions() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    range(&["1..=3"], &path, &["--autoplay", "both"]).success();
    for row in records(&path) {
        assert!(row[4].parse::<u64>().unwrap() < 100_000, "{row:?}");
        let deal = row[0].parse().unwrap();
        for autoplay in [Autoplay::Safe, Autoplay::All] {
            assert!(wins(deal, autoplay, &row[6]), "{row:?}");
        }
    }
}

#[test]
fn a_table_from_a_file_has_a_row_only_if_it_is_a_numbered_deal() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let turn = |name: &str| ["--input".to_owned(), format!("fixtures/turns/{name}.txt")];
    let range = |table: &str| {
        let table = turn(table);
        range(&[&table[0], &table[1]], &path, &[])
    };
    range("10913").success();
    assert_eq!(&records(&path).next().unwrap()[0], "10913");
    fs::remove_file(&path).unwrap();
    let refused = range("one-move-to-win").code(2).stdout("");
    refused.stderr(contains("error: the table is not a Microsoft deal"));
    let mut command = testing::lab::command();
    let solved = command.arg("range").args(turn("one-move-to-win")).assert();
    solved.success().stdout(starts_with("1 solved, "));
}

#[test]
fn an_unsolved_deal_is_listed_and_gives_status_1() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let args = ["--autoplay", "all", "--time", "2ms"];
    let assert = range(&["1941"], &path, &args).code(1);
    let summary = "0 solved, 0 proved unsolvable, 1 unsolved\nunsolved: 1941\n";
    assert.stdout(starts_with(summary));
}

/// Each rule alone has a line for deal 1809, and none has one for 11982.
#[test]
fn a_deal_without_a_line_for_both_rules_is_proved_unsolvable() {
    let folder = TempDir::new().unwrap();
    for time in [&[][..], &["--time", "100s"]] {
        let path = folder.path().join(format!("rows-{}.csv", time.len()));
        let args = [&["--autoplay", "both"], time].concat();
        let said = "0 solved, 2 proved unsolvable, 0 unsolved\nproved unsolvable: 1809 11982\n";
        range(&["1809", "11982"], &path, &args)
            .success()
            .stdout(starts_with(said));
        // They are searched once more before the rows count.
        let again = range(
            &["1809", "11982"],
            &path,
            &[&args[..], &["--resume"]].concat(),
        );
        again.success().stdout(starts_with(said));
    }
}

/// A process's memory, in kilobytes.
fn memory(process: &Child, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_range_of_all_deals_starts_at_once_and_holds_no_list_of_them() {
    let mut command = process(&["range", "1..=8589934591", "--csv", "-"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut row = [0];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut row).unwrap();
    assert_eq!(row, [b'1']);
    assert!(memory(&child, "VmHWM") < 100_000);
    // As by `timeout`, which signals the process and then its group.
    interrupt(&child);
    interrupt(&child);
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let rows = rest.lines().count();
    let mut summary = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut summary)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(
        summary.starts_with(&format!("{rows} solved, 0 ")),
        "{summary}"
    );
    assert!(summary.ends_with("interrupted before all deals were solved\n"));
}

#[test]
fn deals_come_from_a_file_or_from_standard_input() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.txt");
    fs::write(&path, "5 3 # two\n11982\n1..=2\n").unwrap();
    let args = ["range", "--csv", "-", "--quiet", "--deals-from"];
    let output = process(&args).arg(&path).output().unwrap();
    let deals = |output: &Output| {
        let rows = text(&output.stdout);
        let deals = rows
            .lines()
            .map(|row| row.split(',').next().unwrap().to_owned());
        deals.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(deals(&output), "1 2 3 5 11982");
    assert!(output.stderr.is_empty());
    let mut command = process(&args);
    let command = command
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"7\n3").unwrap();
    assert_eq!(deals(&child.wait_with_output().unwrap()), "3 7");
    fs::write(&path, "1\ntwo\n").unwrap();
    let output = process(&args).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("line 2: \"two\" is neither a deal's number"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn peak_memory_is_the_programs_own() {
    // Before it becomes the program, a process has the memory of the one that started it.
    let ballast = vec![1_u8; 400 << 20];
    let output = process(&["range", "1..=3", "--json"]).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let peak = json["peak_memory_bytes"].as_u64().unwrap();
    assert!(ballast.iter().all(|&byte| byte == 1));
    assert!(peak > 1 << 20 && peak < 200 << 20, "{peak}");
}

#[test]
fn a_draw_depends_on_its_seed_alone_and_repeats_nothing() {
    let drawn = |draw: &str| {
        let output = process(&["range", draw, "--csv", "-"]).output().unwrap();
        let rows = text(&output.stdout);
        let deals = rows.lines().map(|row| row.split(',').next().unwrap());
        deals
            .map(|deal| deal.parse().unwrap())
            .collect::<Vec<u64>>()
    };
    let deals = drawn("random:50@7");
    assert_eq!(deals.len(), 50);
    assert!(deals.is_sorted_by(|one, next| one < next) && deals[49] <= 1_000_000);
    assert_eq!(deals, drawn("random:50@7"));
    assert_ne!(deals, drawn("random:50@8"));
    assert_eq!(drawn("random:3@1:10..=12"), [10, 11, 12]);
}

#[test]
fn invalid_deals_are_refused_with_a_reason() {
    for (deals, reason) in [
        ("0", "there is no deal 0: they are numbered 1 to 8589934591"),
        ("5..=4", "the range 5..=4 is empty"),
        ("5..5", "the range 5..5 is empty"),
        ("x", "\"x\" is neither a deal's number"),
        ("1..", "\"\" is neither a deal's number"),
        ("random:5", "expected random:COUNT@SEED"),
        ("random:4@1:10..=12", "the count must be 1 to 3, not 4"),
        ("random:4@x", "\"x\" is not a seed"),
    ] {
        let output = process(&["range", deals]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(message.contains(reason), "{message}");
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.txt");
    for (listed, reason) in [
        ("# none\n", "no deals in it"),
        ("1\n2 x", "line 2: \"x\" is neither"),
        (
            &*"1".repeat(1000),
            "line 1: a word of 1000 bytes is too long",
        ),
    ] {
        fs::write(&path, listed).unwrap();
        let output = process(&["range", "--deals-from"]).arg(&path).output();
        let message = text(&output.unwrap().stderr);
        assert!(message.contains(reason), "{message}");
    }
}
