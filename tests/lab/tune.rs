//! The lab's `tune` and `curve`, as typed on a command line.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::assert::Assert;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use tempfile::TempDir;

fn lab(args: &[&str]) -> Assert {
    cargo_bin_cmd!("freecell-lab").args(args).assert()
}

fn said(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

const SMALL: [&str; 6] = [
    "tune",
    "first",
    "--deals",
    "2000001..=2000020",
    "--positions",
    "300",
];

/// The scores of a climb, and the best weights.
fn hill_climb(args: &[&str]) -> (Vec<f64>, String) {
    let said = said(&lab(&[&SMALL, args].concat()).success());
    let lines: Vec<&str> = said.lines().collect();
    let (best, rows) = lines[2..].split_last().unwrap();
    let score = |row: &&str| row.split_whitespace().nth(1).unwrap().parse().unwrap();
    let best = best.strip_prefix("best: ").unwrap();
    (rows.iter().map(score).collect(), best.to_owned())
}

#[test]
fn a_hill_climb_gets_better_and_can_be_gone_on_with() {
    let (scores, best) = hill_climb(&["--tries", "40"]);
    assert!(scores.len() > 1, "{scores:?}");
    assert!(scores.is_sorted_by(|before, after| before > after));
    let (again, _) = hill_climb(&["--tries", "0", "--from", &best]);
    assert_eq!(again, scores[scores.len() - 1..]);
}

#[test]
fn a_later_slice_is_tuned_on_what_the_slices_before_leave() {
    let deals = ["--deals", "2000001..=2000100"];
    let args = ["tune", "first", "--slice", "2", "--tries", "1"];
    let said = said(&lab(&[&args[..], &deals].concat()).success());
    let task = said.lines().next().unwrap();
    let left = task
        .strip_prefix("first lines under safe, deals 2000001..=2000100, ")
        .and_then(|rest| rest.split_once(" left by the slices before, "))
        .and_then(|(left, _)| left.parse::<u64>().ok());
    let left = left.unwrap_or_else(|| panic!("{task}"));
    assert!((1..20).contains(&left), "{task}");
}

#[test]
fn a_hill_climb_depends_on_its_seed_alone() {
    let with_seed = |seed| hill_climb(&["--tries", "25", "--seed", seed]);
    assert_eq!(with_seed("1"), with_seed("1"));
    assert_ne!(with_seed("1"), with_seed("2"));
}

#[test]
fn layers_are_tuned_under_every_ruleset() {
    for (ruleset, moves) in [("safe", "safe"), ("all", "all"), ("both", "safe and all")] {
        let deals = ["--deals", "2000001..=2000003", "--positions", "900"];
        let args = ["tune", "beam", "--autoplay", ruleset, "--tries", "1"];
        let start = format!(
            "lines by beam search under {moves}, deals 2000001..=2000003, 900 positions a deal, seed 1\n"
        );
        let assert = lab(&[&args[..], &deals].concat()).success();
        assert.stdout(starts_with(start).and(contains("\nbest: [0, ")));
    }
}

#[test]
fn an_interrupted_hill_climb_prints_its_best() {
    let mut hill_climb = Command::new(cargo_bin!("freecell-lab"));
    let hill_climb = hill_climb
        .args(SMALL)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut hill_climb = hill_climb.spawn().unwrap();
    let mut output = BufReader::new(hill_climb.stdout.take().unwrap());
    let mut said = String::new();
    // The task, the headings, the start.
    for _ in 0..3 {
        output.read_line(&mut said).unwrap();
    }
    kill(Pid::from_raw(hill_climb.id() as i32), Signal::SIGINT).unwrap();
    output.read_to_string(&mut said).unwrap();
    assert_eq!(hill_climb.wait().unwrap().code(), Some(1));
    assert!(said.lines().last().unwrap().starts_with("best: [60, "));
}

const FIT: [&str; 4] = ["tune", "fit", "--deals", "2000001..=2000003"];

/// What a small fit says.
fn fit(args: &[&str]) -> String {
    said(&lab(&[&FIT[..], &["--positions", "15000"], args].concat()).success())
}

#[test]
fn a_fit_separates_lines_from_others_better_than_poor_weights() {
    let poor = "0 0 1 30 10 10 10 10 0 1 1 1 1 0 30 0 0 0 0 0 0 5 0";
    let said = fit(&["--autoplay", "all", "--from", poor]);
    let lines: Vec<&str> = said.lines().collect();
    let [task, counts, before, fitted, best] = lines[..] else {
        panic!("{said}")
    };
    assert_eq!(
        task,
        "a fit under all, deals 2000001..=2000003, 15000 positions a deal"
    );
    assert!(counts.ends_with(" depths of 3 deals, 60 others of each"));
    let share = |line: &str| -> f64 { line.split(' ').nth(1).unwrap().parse().unwrap() };
    assert!(before.starts_with("before: ") && fitted.starts_with("fitted: "));
    assert!(share(fitted) < share(before), "{said}");
    assert!(best.starts_with("best: [0, "));
}

#[test]
fn a_fit_does_not_depend_on_its_threads() {
    for ruleset in ["safe", "both"] {
        let with_jobs = |jobs| fit(&["--autoplay", ruleset, "--jobs", jobs]);
        assert_eq!(with_jobs("1"), with_jobs("2"));
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let refused = |args: &[&str], reason: &str| {
        let assert = lab(&[&["tune", "first"], args].concat()).code(2);
        let one_line = predicates::function::function(|text: &str| text.lines().count() == 1);
        assert.stderr(starts_with("error: ").and(contains(reason)).and(one_line));
    };
    refused(
        &["--deals", "1..=200"],
        "figures are reported for deals 1 to 1000000: tune on others",
    );
    refused(&["--from", "1 2 3"], "found 3 weights, expected 23");
    refused(&["--from", "one"], "\"one\" is not a weight");
    refused(&["--time", "0s"], "stopped before");
    refused(&["--slice", "0"], "0 is not in 1..=");
    let easy = ["--slice", "2", "--deals", "2000001..=2000002"];
    refused(&easy, "the slices before find a line for every deal");
    let nothing = lab(&[&FIT[..], &["--positions", "100"]].concat()).code(2);
    nothing.stderr(contains("no depth is wide enough to learn from"));
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_curve_is_measured_kept_and_drawn() {
    let folder = TempDir::new().unwrap();
    let [svg, csv, again] = ["c.svg", "c.csv", "d.svg"].map(|name| folder.path().join(name));
    let args = ["curve", "--deals", "1..=2", "--times", "2ms,20ms", "-o"];
    let rows = said(&lab(&[&args[..], &[path(&svg)]].concat()).success());
    assert_eq!(rows.lines().count(), 1 + 6);
    let points = fs::read_to_string(&csv).unwrap();
    let mut reader = csv::Reader::from_reader(points.as_bytes());
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        [0, 1, 2, 3].map(|column| row[column].to_owned()).join(" ")
    });
    let expected = ["2.0", "20.0"].map(|time| {
        let row = |ruleset| format!("{ruleset} {time} 1 2");
        ["safe", "all", "both"].map(row)
    });
    assert_eq!(rows.collect::<Vec<_>>(), expected.concat());
    lab(&["curve", "--from-csv", path(&csv), "-o", path(&again)]).success();
    assert_eq!(fs::read(&svg).unwrap(), fs::read(&again).unwrap());
}

#[test]
fn deals_without_a_line_are_listed_and_left_out() {
    let folder = TempDir::new().unwrap();
    let [svg, csv] = ["c.svg", "points"].map(|name| folder.path().join(name));
    // Neither deal has a line for both rulesets; deal 17 has one for each.
    for (deal, ruleset) in [("17", "both"), ("11982", "safe")] {
        let args = [
            "curve",
            "--deals",
            deal,
            "--times",
            "5ms",
            "--autoplay",
            ruleset,
        ];
        let files = ["-o", path(&svg), "--csv", path(&csv)];
        let assert = lab(&[&args[..], &files].concat()).success();
        assert.stdout(contains(format!("       -       0  1: {deal}\n")));
        let points = fs::read_to_string(&csv).unwrap();
        assert!(points.ends_with(",\n"), "{points}");
        assert_well_formed(&fs::read_to_string(&svg).unwrap());
    }
}

const POINTS: &str = "\
autoplay,time_ms,first_deal,last_deal,lines,cpu_ms,moves
safe,1,1,200,200,1.0,41.5
all,1,1,200,199,1.01,31
both,1,1,200,20,1.02,43.2
safe,100,1,200,200,99.9,34.25
all,100,1,200,200,99.8,26
both,100,1,200,195,99.7,37.5
";

#[test]
fn the_picture_has_a_series_for_each_ruleset() {
    let folder = TempDir::new().unwrap();
    let [svg, csv] = ["c.svg", "c.csv"].map(|name| folder.path().join(name));
    for left_out in [None, Some("safe"), Some("all"), Some("both")] {
        let rows = POINTS.split_inclusive('\n');
        let rows = rows.filter(|row| left_out.is_none_or(|name| !row.starts_with(name)));
        fs::write(&csv, rows.collect::<String>()).unwrap();
        lab(&["curve", "--from-csv", path(&csv), "-o", path(&svg)]).success();
        let picture = fs::read_to_string(&svg).unwrap();
        assert_well_formed(&picture);
        for (name, label, colour) in [
            ("safe", "autoplay safe", "#0072B2"),
            ("all", "autoplay all", "#D55E00"),
            ("both", "one line for both rules", "#009E73"),
        ] {
            let line = format!("<polyline fill=\"none\" opacity=\"1\" stroke=\"{colour}\"");
            let has = left_out != Some(name);
            assert_eq!(picture.contains(&format!("\n{label}\n")), has, "{name}");
            assert_eq!(picture.contains(&line), has, "{name}");
        }
        for text in [
            "CPU time a deal",
            "mean moves of a line",
            "macroxue&apos;s beam",
            "2^12",
        ] {
            assert!(picture.contains(&format!("\n{text}\n")), "{text}");
        }
        assert!(picture.contains("Off the axis: fc-solve -l qsi (safe), 56.2 moves in 260 ms."));
    }
}

/// Every element is closed by its own name, and nothing else is in the way.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut pieces = svg.split('<');
    assert_eq!(pieces.next().map(str::trim), Some(""));
    for piece in pieces {
        let (tag, text) = piece.split_once('>').expect(piece);
        assert!(
            tag.matches('"').count() % 2 == 0 && !text.contains('>'),
            "{piece}"
        );
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
    }
    assert!(open.is_empty() && svg.starts_with("<svg "), "{open:?}");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = TempDir::new().unwrap();
    let [svg, csv] = ["c.svg", "c.csv"].map(|name| folder.path().join(name));
    let refused = |points: &str, reason: &str| {
        fs::write(&csv, points).unwrap();
        let assert = lab(&["curve", "--from-csv", path(&csv), "-o", path(&svg)]).code(2);
        assert.stderr(starts_with("error: ").and(contains(reason)));
        assert!(!svg.exists());
    };
    refused("", "c.csv: there are no points");
    refused("autoplay,moves\nsafe,x\n", "c.csv: ");
    refused(
        &POINTS.replace("1.01", "0"),
        "c.csv: row 2: expected a range",
    );
    let nowhere = folder.path().join("none/c.svg");
    let args = ["curve", "--deals", "1", "--times", "1ms", "-o"];
    let assert = lab(&[&args[..], &[path(&nowhere)]].concat()).code(2);
    assert.stderr(contains("c.csv: No such file"));
    let none = lab(&["curve", "--times", "0ms", "-o", path(&svg)]).code(2);
    none.stderr(contains("no line is found in no time"));
}
