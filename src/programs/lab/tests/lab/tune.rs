//! `lab tune`: weights by hill climbing and by regression.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use serde_json::Value;

use testing::lab::{interrupt, interrupted, lab, process, said, text, wait_for_handler};

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
fn a_hill_climb_improves_and_can_be_continued() {
    let (scores, best) = hill_climb(&["--tries", "40"]);
    assert!(scores.len() > 1, "{scores:?}");
    assert!(scores.is_sorted_by(|before, after| before > after));
    let (again, _) = hill_climb(&["--tries", "0", "--from", &best]);
    assert_eq!(again, scores[scores.len() - 1..]);
    let args = [&SMALL[..], &["--tries", "40", "--json"]].concat();
    let json: Value = serde_json::from_str(&said(&lab(&args).success())).unwrap();
    assert_eq!(json["better"].as_array().unwrap().len(), scores.len());
    assert_eq!(json["best"].to_string().replace(',', ", "), best);
}

#[test]
fn a_later_slice_is_tuned_on_deals_that_earlier_ones_leave() {
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
    let mut hill_climb = process(&SMALL);
    let hill_climb = hill_climb.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut hill_climb = hill_climb.spawn().unwrap();
    let mut output = BufReader::new(hill_climb.stdout.take().unwrap());
    let mut said = String::new();
    // The task, the headings, the start.
    for _ in 0..3 {
        output.read_line(&mut said).unwrap();
    }
    interrupt(&hill_climb);
    output.read_to_string(&mut said).unwrap();
    assert_eq!(hill_climb.wait().unwrap().code(), Some(1));
    assert!(said.lines().last().unwrap().starts_with("best: [64, "));
}

const FIT: [&str; 4] = ["tune", "fit", "--deals", "2000001..=2000003"];

/// The output of a small fit.
fn fit(args: &[&str]) -> String {
    said(&lab(&[&FIT[..], &["--positions", "15000"], args].concat()).success())
}

#[test]
fn a_fit_separates_lines_from_others_better_than_poor_weights() {
    let poor = "0 0 0 1 30 10 10 10 10 0 1 1 1 1 0 30 0 0 0 0 0 0 5 0";
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
fn bad_arguments_of_tuning_are_refused() {
    let refused = |args: &[&str], reason: &str| {
        let assert = lab(&[&["tune", "first"], args].concat()).code(2);
        let one_line = predicates::function::function(|text: &str| text.lines().count() == 1);
        assert.stderr(starts_with("error: ").and(contains(reason)).and(one_line));
    };
    refused(
        &["--deals", "1..=200"],
        "figures are reported for deals 1 to 1000000: tune on others",
    );
    refused(&["--from", "1 2 3"], "found 3 weights, expected 24");
    refused(&["--from", "one"], "\"one\" is not a weight");
    refused(&["--time", "0s"], "stopped before");
    refused(&["--slice", "0"], "0 is not in 1..=");
    let easy = ["--slice", "2", "--deals", "2000001..=2000002"];
    refused(&easy, "the slices before find a line for every deal");
    let nothing = lab(&[&FIT[..], &["--positions", "100"]].concat()).code(2);
    nothing.stderr(contains("no depth is wide enough to learn from"));
}

#[test]
fn ctrl_c_fits_weights_to_the_deals_so_far() {
    let args = ["tune", "fit", "--autoplay", "all", "--positions", "20000"];
    let output = interrupted(&mut process(&args), |output| {
        text(&output.stdout).contains("\nbest: [")
    });
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("interrupted: "));
}

#[test]
fn ctrl_c_ends_a_fit_in_the_middle_of_a_deal() {
    // The search for the first deal's line would take hours.
    let mut fit = process(&[&FIT[..], &["--positions", "100000000000"]].concat());
    let fit = fit.stdout(Stdio::piped()).stderr(Stdio::piped());
    let fit = fit.spawn().unwrap();
    wait_for_handler(&fit);
    interrupt(&fit);
    let output = fit.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "interrupted before any deal was done\n"
    );
}
