//! `lab curve`: the moves of lines by the time to find them, measured and drawn.

use std::fs;
use std::path::Path;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{lab, said};

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_curve_is_measured_saved_and_drawn() {
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
    let args = [
        "curve",
        "--from-csv",
        path(&csv),
        "--json",
        "-o",
        path(&again),
    ];
    let json: Value = serde_json::from_str(&said(&lab(&args).success())).unwrap();
    assert_eq!(json["points"].as_array().unwrap().len(), 6);
    assert_eq!(json["points"][5]["autoplay"], "both");
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
        let files = ["-o", path(&svg), "--csv", path(&csv), "--force"];
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
        let files = ["--from-csv", path(&csv), "-o", path(&svg), "--force"];
        lab(&[&["curve"][..], &files].concat()).success();
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

/// Checks that every element is closed by its own name, and that nothing else stands between.
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
fn curves_that_cannot_be_drawn_are_refused() {
    let folder = TempDir::new().unwrap();
    let [svg, csv] = ["c.svg", "c.csv"].map(|name| folder.path().join(name));
    let refused = |points: &str, reason: &str| {
        fs::write(&csv, points).unwrap();
        let assert = lab(&["curve", "--from-csv", path(&csv), "-o", path(&svg)]).code(2);
        assert.stderr(starts_with("error: ").and(contains(reason)));
        assert!(!svg.exists());
    };
    refused("", "c.csv: there are no points");
    refused(
        "autoplay,moves\n\nsafe,31\n",
        "c.csv: row 3: missing field `time_ms`",
    );
    let faults = [
        (
            "1.01",
            "x",
            "row 3: field 6: found \"x\", expected a number",
        ),
        (",1.01", "", "row 3: found 6 fields, expected 7"),
    ];
    for (from, to, reason) in faults {
        refused(&POINTS.replacen(from, to, 1), &format!("c.csv: {reason}"));
    }
    refused(
        &POINTS.replace("1.01", "0"),
        "c.csv: row 3: expected a range",
    );
    let nowhere = folder.path().join("none/c.svg");
    let args = ["curve", "--deals", "1", "--times", "1ms", "-o"];
    let assert = lab(&[&args[..], &[path(&nowhere)]].concat()).code(2);
    let said = format!("cannot write to {}: No such file", path(&nowhere));
    assert.stderr(contains(said));
    let none = lab(&["curve", "--times", "0ms", "-o", path(&svg)]).code(2);
    none.stderr(contains("expected a time above zero"));
}
