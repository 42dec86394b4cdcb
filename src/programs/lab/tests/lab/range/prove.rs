//! `lab range --prove`: shortest lines of many deals.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use assert_cmd::assert::Assert;
use freecell::deal;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use tempfile::TempDir;
use testing::lab::process;

use super::records;

/// Deals whose shortest lines under `all` are proved within milliseconds, with their lengths,
/// and one that has none.
const DEALS: [&str; 4] = ["3", "852", "1704", "11982"];

const LENGTHS: [&str; 4] = ["18", "13", "17", "none"];

fn range(deals: &[&str], path: &Path, args: &[&str]) -> Assert {
    let mut command = testing::lab::command();
    command.args(["range", "--prove", "--autoplay", "all", "--csv"]);
    command.arg(path).args(deals).args(args).assert()
}

/// The rows of a file, each checked: its line wins in the number of moves that it states.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let rows = records(path).map(|row| {
        let row: Vec<String> = row.iter().map(str::to_owned).collect();
        assert_eq!((row.len(), row[1].as_str()), (10, "all"), "{row:?}");
        if let Ok(moves) = row[2].parse() {
            let table = deal::microsoft(row[0].parse().unwrap()).unwrap();
            let verdict = judge(&table, Ruleset::from_autoplay(Autoplay::All), &row[3]);
            assert_eq!(verdict, Verdict::Won { moves }, "{row:?}");
        }
        row
    });
    rows.collect()
}

/// Some columns of a file's rows.
fn columns<const N: usize>(path: &Path, columns: [usize; N]) -> Vec<[String; N]> {
    let rows = rows(path).into_iter();
    rows.map(|row| columns.map(|column| row[column].clone()))
        .collect()
}

#[test]
fn every_deal_gets_its_shortest_line_or_the_proof_that_it_has_none() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let assert = range(&DEALS, &path, &["--jobs", "2"]).success();
    assert
        .stdout(starts_with(
            "3 proved shortest, 1 proved to have no line, 0 open\nno line: 11982\n",
        ))
        .stdout(contains("\nCPU ms ").and(contains("; peak memory ")));
    let expected = |index: usize| {
        let [deal, length] = [DEALS[index], LENGTHS[index]];
        [deal, length, length, "proof"].map(str::to_owned)
    };
    assert_eq!(
        columns(&path, [0, 2, 4, 7]),
        [0, 1, 2, 3].map(expected),
        "deal, length, bound, what ended the attempt"
    );
}

#[test]
fn deals_short_of_time_or_memory_are_tried_again_with_more() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let args = ["--time", "4ms", "--longest", "5s", "--memory", "40M"];
    range(
        &["2", "852"],
        &path,
        &[&args[..], &["--jobs", "2"]].concat(),
    )
    .success();
    // Once all is done, only the last attempt at a deal is kept.
    let last = [["2", "21", "21"], ["852", "13", "13"]].map(|row| row.map(str::to_owned));
    assert_eq!(columns(&path, [0, 2, 4]), last);
    assert_eq!(columns(&path, [9])[0], ["41943040"]);
    let limits = columns(&path, [8]);
    assert!(limits[0][0].parse::<f64>().unwrap() > 4.0, "{limits:?}");
    // Deal 1 needs much more memory than that.
    let args = ["--time", "2s", "--longest", "2s", "--memory", "4M"];
    let path = folder.path().join("full.csv");
    let assert = range(&["1"], &path, &args).code(1);
    assert.stdout(starts_with(
        "0 proved shortest, 0 proved to have no line, 1 open",
    ));
    assert_eq!(
        columns(&path, [7, 9]),
        [["memory", "4194304"].map(str::to_owned)]
    );
}

#[test]
fn no_attempt_is_longer_than_the_longest() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    range(&["1"], &path, &["--longest", "40ms"]).code(1);
    assert_eq!(columns(&path, [8]), [["40.0".to_owned()]]);
}

#[test]
fn a_run_is_resumed_where_it_was_interrupted() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let limits = ["--time", "20ms", "--longest", "20ms"];
    range(&["27", "3"], &path, &limits).code(1);
    let before = fs::read_to_string(&path).unwrap();
    // As if it had been killed in the middle of a row for deal 852.
    fs::write(&path, before.clone() + "852,all,1").unwrap();
    let resume = [&limits[..], &["--resume"]].concat();
    range(&["27", "3", "852"], &path, &resume).code(1);
    let after = fs::read_to_string(&path).unwrap();
    // What was tried within the same limits is not tried again.
    assert!(after.starts_with(&before), "{before}{after}");
    assert_eq!(
        columns(&path, [0]),
        ["3", "27", "852"].map(|deal| [deal.to_owned()])
    );
    // With more time it is, and the costs add up.
    let more = ["--time", "40ms", "--longest", "40ms", "--resume"];
    range(&["27"], &path, &more).code(1);
    let sum = |rows: &[[String; 1]]| rows[1][0].parse::<u64>().unwrap();
    let fewer: u64 = before
        .lines()
        .last()
        .unwrap()
        .split(',')
        .nth(6)
        .unwrap()
        .parse()
        .unwrap();
    assert!(sum(&columns(&path, [6])) > fewer);
    let other = ["--resume", "--autoplay", "safe"];
    let mut command = testing::lab::command();
    let assert = command
        .args(["range", "3", "--prove", "--csv"])
        .arg(&path)
        .args(other)
        .assert();
    assert
        .code(2)
        .stderr(contains("is of a search for \"all\", not \"safe\""));
}

#[test]
fn rows_and_summary_go_where_they_are_wanted() {
    let said = |args: &[&str]| {
        let mut command = testing::lab::command();
        command.args(["range", "--prove", "--autoplay", "all"]);
        command.args(args).assert()
    };
    let assert = said(&["3", "11982", "--csv", "-"]).success();
    assert
        .stdout(starts_with("3,all,18,").and(contains("\n11982,all,none,,none,")))
        .stderr(starts_with(
            "1 proved shortest, 1 proved to have no line, 0 open\n",
        ));
    let assert = said(&["3", "--csv", "-", "--quiet"]).success();
    assert.stdout(starts_with("3,all,18,")).stderr("");
    let assert = said(&["3", "11982", "--json"]).success();
    let summary: Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
    assert_eq!(
        (&summary["deals"], &summary["proved_shortest"]),
        (&2.into(), &1.into())
    );
    assert_eq!(summary["no_line"]["deals"], Value::from(vec![11982]));
    assert_eq!(summary["moves"]["longest"], 18.0);
    assert_eq!(summary["interrupted"], false);
    // A row without its line could not be continued.
    let refused = said(&["3", "--csv", "-", "--no-lines"]).code(2);
    refused.stderr(contains("'--no-lines'").and(contains("'--prove'")));
}

#[test]
fn a_file_that_is_being_written_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    // Deal 1 takes longer than this test.
    let mut first = process(&["range", "3", "1", "--prove", "--autoplay", "all"]);
    first.args(["--time", "1000s", "--csv"]).arg(&path);
    let mut first = first.stderr(Stdio::null()).spawn().unwrap();
    while !path.exists() {
        assert_eq!(first.try_wait().unwrap(), None);
        sleep(Duration::from_millis(10));
    }
    let refused = range(&["3"], &path, &["--resume"]).code(2);
    first.kill().unwrap();
    first.wait().unwrap();
    refused.stderr(contains("rows.csv: another process is writing it"));
}

#[test]
fn results_in_other_files_are_not_proved_again() {
    let folder = TempDir::new().unwrap();
    let [part, rows] = ["part.csv", "rows.csv"].map(|name| folder.path().join(name));
    range(&["3", "852", "11982"], &part, &[]).success();
    let part = part.to_str().unwrap();
    let assert = range(&["3", "1704", "11982"], &rows, &["--add", part]).success();
    assert.stdout(starts_with(
        "2 proved shortest, 1 proved to have no line, 0 open\nno line: 11982\n",
    ));
    assert_eq!(columns(&rows, [0]), [["1704".to_owned()]]);
}

#[test]
fn more_jobs_than_the_machine_can_serve_do_not_divide_the_memory() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let limits = ["--jobs", "60000", "--memory", "40M", "--quiet"];
    range(&["3"], &path, &limits).success();
    assert_eq!(columns(&path, [9]), [["41943040".to_owned()]]);
}

#[test]
fn a_proof_without_any_time_is_refused() {
    let refused = range(&["1"], Path::new("-"), &["--time", "0ms"]).code(2);
    refused
        .stdout("")
        .stderr(contains("expected a time above zero"));
}
