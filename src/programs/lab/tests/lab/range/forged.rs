//! Rows that are not true: none is counted, whichever way they are given.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use super::range;
use testing::lab::{process, text, EXAMPLE};

/// The forged row's place: deals 1 to 9 are in order.
const FORGED: usize = 5;

/// Rows of the deals 1 to 9, as the program writes them.
fn genuine(folder: &TempDir) -> String {
    let path = folder.path().join("genuine.csv");
    range(&["1..=9"], &path, &[]).success();
    fs::read_to_string(path).unwrap()
}

/// The rows with one of them changed, field by field.
fn forge(rows: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let rows = rows.lines().enumerate().map(|(index, row)| {
        let mut fields: Vec<String> = row.split(',').map(str::to_owned).collect();
        if index + 1 == FORGED {
            change(&mut fields);
        }
        fields.join(",") + "\n"
    });
    rows.collect()
}

fn sum(deals: &str, args: &[&str], files: &[&Path]) -> Output {
    let mut command = process(&["range", deals]);
    command.args(args).args(files).output().unwrap()
}

/// Asserts that rows are refused, both as a file to resume and as one to add, which is left as it
/// is.
fn assert_refused(folder: &TempDir, rows: &str, reason: &str) {
    let path = folder.path().join("forged.csv");
    fs::write(&path, rows).unwrap();
    for option in [&["--add"][..], &["--resume", "--csv"]] {
        let output = sum("1..=9", option, &[&path]);
        let said = text(&output.stderr);
        let place = format!("error: {}: row {FORGED}, deal ", path.display());
        assert!(said.starts_with(&place), "{reason}: {said}");
        assert!(said.contains(reason), "{reason}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(text(&output.stdout), "", "{reason}");
        assert_eq!(fs::read_to_string(&path).unwrap(), rows, "{reason}");
    }
}

#[test]
fn a_line_counts_only_if_the_referee_has_replayed_it() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    let other_line = rows.lines().next().unwrap().split(',').nth(6).unwrap();
    let line = |change: &dyn Fn(&str) -> String| {
        forge(&rows, |fields| {
            fields[6] = change(&fields[6]);
            fields[3] = fields[6].split(' ').count().to_string();
        })
    };
    let cut = |line: &str| line.rsplit_once(' ').unwrap().0.to_owned();
    for (forged, reason) in [
        (
            line(&|_| "12 34 56".into()),
            "its line does not win under safe, pow, partial: move 1 fails: ",
        ),
        (line(&cut), "partial: all moves legal, not won"),
        (line(&|line| line.to_owned() + " 1a"), "partial: won after "),
        (line(&|line| cut(line) + " xy"), "fails: not a move"),
        (line(&|_| other_line.into()), "its line does not win"),
        (
            forge(&rows, |fields| fields[3] = "1".into()),
            "moves, not 1",
        ),
    ] {
        assert_refused(&folder, &forged, reason);
    }
    // A line that wins under one rule is no line under the other.
    let path = folder.path().join("rule.csv");
    fs::write(
        &path,
        format!("10913,all first,solved,19,9,0.1,{EXAMPLE}\n"),
    )
    .unwrap();
    let output = sum("10913", &["--autoplay", "all", "--add"], &[&path]);
    let said = text(&output.stderr);
    assert!(
        said.contains("under all, pow, partial: move 12 fails"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_deal_that_has_a_line_is_not_unsolvable() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    let unsolvable = |fields: &mut Vec<String>| {
        fields[2] = "unsolvable".into();
        (fields[3], fields[6]) = (String::new(), String::new());
    };
    assert_refused(&folder, &forge(&rows, unsolvable), "not unsolvable: ");
    for (forged, reason) in [
        (
            forge(&rows, |fields| fields[2] = "unsolvable".into()),
            "has moves, although",
        ),
        (
            forge(&rows, |fields| fields[2] = "unsolved".into()),
            "has moves, although",
        ),
        (
            forge(&rows, |fields| fields[3].clear()),
            "in no number of moves",
        ),
    ] {
        assert_refused(&folder, &forged, reason);
    }
}

#[test]
fn impossible_figures_are_refused() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    for time in ["NaN", "-5", "1e308", "inf"] {
        let forged = forge(&rows, |fields| fields[5] = time.into());
        assert_refused(&folder, &forged, "ms of CPU time");
    }
    let positions = u64::MAX.to_string();
    let forged = forge(&rows, |fields| fields[4].clone_from(&positions));
    assert_refused(
        &folder,
        &forged,
        "no search visits 18446744073709551615 positions",
    );
    for deal in ["0", "8589934592"] {
        let forged = forge(&rows, |fields| fields[0] = deal.into());
        assert_refused(&folder, &forged, &format!("there is no deal {deal}"));
    }
    let claim = forge(&rows, |fields| {
        fields[3] = "1000000".into();
        fields[6].clear();
    });
    assert_refused(&folder, &claim, "no line has 1000000 moves");
}

#[test]
fn files_that_contradict_each_other_are_named_with_their_rows() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    let [one, other] = ["one.csv", "other.csv"].map(|name| folder.path().join(name));
    fs::write(&one, &rows).unwrap();
    fs::write(
        &other,
        "900,safe first,unsolved,,9,0.1,\n5,safe first,unsolvable,,9,0.1,\n",
    )
    .unwrap();
    for files in [[&*one, &*other], [&*other, &*one]] {
        let output = sum("1..=9", &["--json", "--add"], &files);
        assert_eq!(output.status.code(), Some(1));
        let (one, other) = (one.display(), other.display());
        let why = format!("it is unsolvable here, and solved in {one}: row 5");
        let said = format!("error: {other}: row 2, deal 5: {why}\n");
        assert_eq!(text(&output.stderr), said);
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["refused"]["count"], 1);
        let row = &json["refused"]["rows"][0];
        assert_eq!((&row["row"], &row["deal"]), (&2.into(), &5.into()));
        assert_eq!(row["why"], why);
    }
}

#[test]
fn of_many_rows_that_are_refused_some_are_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let rows: Vec<String> = (1..=100)
        .map(|deal| format!("{deal},safe first,solved,1,9,0.1,1h\n"))
        .collect();
    fs::write(&path, rows.concat()).unwrap();
    let output = sum("1..=100", &["--add"], &[&path]);
    let said = text(&output.stderr);
    assert_eq!(said.lines().count(), 21, "{said}");
    assert!(
        said.ends_with("error: and 80 rows more: nothing is counted\n"),
        "{said}"
    );
}

#[test]
fn rows_without_lines_are_counted_apart() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    range(&["1..=9"], &path, &["--no-lines"]).success();
    let output = sum("1..=12", &["--add"], &[&path]);
    let said = text(&output.stdout);
    let start = "12 solved, 0 proved unsolvable, 0 unsolved\n\
                 of these, 9 deals by the word of rows without a line or a proof\n";
    assert!(said.starts_with(start), "{said}");
    assert_eq!(output.status.code(), Some(1));
    let output = sum("1..=12", &["--json", "--add"], &[&path]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["claimed"]["count"], 9);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_proof_that_there_is_no_line_is_repeated() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    fs::write(&path, "11982,safe first,unsolvable,,9,0.1,\n").unwrap();
    let output = sum("11982", &["--add"], &[&path]);
    let said = text(&output.stdout);
    assert!(
        said.starts_with("0 solved, 1 proved unsolvable, 0 unsolved\nproved"),
        "{said}"
    );
    assert!(!said.contains("by the word"), "{said}");
    assert_eq!(output.status.code(), Some(0));
    // With too little memory for the proof, the row's word is left.
    let output = sum("11982", &["--memory", "10K", "--add"], &[&path]);
    let said = text(&output.stdout);
    assert!(
        said.contains("of these, 1 deal by the word of rows"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_row_that_knows_more_counts_wherever_it_stands() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    let [one, other] = ["one.csv", "other.csv"].map(|name| folder.path().join(name));
    fs::write(
        &one,
        "5,safe first,unsolved,,9,0.1,\n10,safe first,unsolved,,9,0.1,\n",
    )
    .unwrap();
    fs::write(&other, &rows).unwrap();
    for files in [[&*one, &*other], [&*other, &*one]] {
        let output = sum("1..=10", &["--add"], &files);
        let said = text(&output.stdout);
        let start = "9 solved, 0 proved unsolvable, 1 unsolved\nunsolved: 10\n";
        assert!(said.starts_with(start), "{said}");
    }
}

#[test]
fn rows_about_proofs_are_replayed_too() {
    let folder = TempDir::new().unwrap();
    let [path, more] = ["rows.csv", "more.csv"].map(|name| folder.path().join(name));
    let prove = ["--prove", "--autoplay", "all"];
    range(&["3"], &path, &prove).success();
    let row = fs::read_to_string(&path).unwrap();
    let fields: Vec<&str> = row.trim_end().split(',').collect();
    let forged = |changes: &[(usize, &str)]| {
        let mut fields = fields.clone();
        for &(column, field) in changes {
            fields[column] = field;
        }
        fields.join(",") + "\n"
    };
    let line = fields[3];
    let refused = |rows: &[String], reason: &str| {
        fs::write(&path, rows.concat()).unwrap();
        let output = sum("3", &[&prove[..], &["--add"]].concat(), &[&path]);
        let said = text(&output.stderr);
        assert!(
            said.starts_with("error: ") && said.contains(reason),
            "{reason}: {said}"
        );
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(text(&output.stdout), "");
    };
    // Its first move is one that no new deal has.
    let other = format!("a1{}", &line[2..]);
    let open = [(4, "17"), (7, "time")];
    for (changes, reason) in [
        (&[(3, "1h")][..], "its line has 1 move, not 18"),
        (&[(2, "1"), (4, "1"), (3, "1h")], "does not win under all"),
        (&[(3, &*other)], "does not win under all"),
        (&[(4, "19")], "its moves are the fewest"),
        (&[(4, "19"), (7, "time")], "any has at least 19"),
        (&[(4, "17")], "its moves are the fewest"),
        (&[(7, "time")], "its moves are the fewest"),
        (&[(2, "none"), (4, "none"), (3, "")], "there is a line: "),
        (&[(2, "none"), (4, "none")], "contradict each other"),
        (&[(5, "NaN")], "CPU time"),
        (&[(6, "99999999999999999")], "no search visits"),
        (&[(8, "-1")], "CPU time"),
        (&[(0, "0")], "there is no deal 0"),
    ] {
        refused(&[forged(changes)], reason);
    }
    // A bound of one file and a line of another: both rows are named.
    let unknown = [(2, ""), (3, ""), (4, "19"), (7, "time")];
    fs::write(&more, forged(&unknown)).unwrap();
    fs::write(&path, forged(&open)).unwrap();
    let output = sum("3", &[&prove[..], &["--add"]].concat(), &[&path, &more]);
    let (path, more) = (path.display(), more.display());
    let said = format!(
        "error: {more}: row 1, deal 3: {path}: row 1 has a line of 18 moves, and any has at least \
         19 by {more}: row 1\n"
    );
    assert_eq!(text(&output.stderr), said);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn proofs_of_earlier_runs_are_counted_apart() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let prove = ["--prove", "--autoplay", "all"];
    range(&["3", "11982"], &path, &prove).success();
    let output = sum("3", &[&prove[..], &["--json", "--add"]].concat(), &[&path]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&json["proved_shortest"], &json["proofs_of_rows"]),
        (&1.into(), &1.into())
    );
    let deals = ["852", "11982"];
    let mut command = process(&["range", "3"]);
    let output = command
        .args(deals)
        .args(prove)
        .arg("--add")
        .arg(&path)
        .output();
    let said = text(&output.unwrap().stdout);
    let start = "2 proved shortest, 1 proved to have no line, 0 open\nno line: 11982\n\
                 1 proof by the word of rows: their lines were replayed\n";
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn find_shows_no_deal_for_a_forged_line() {
    let folder = TempDir::new().unwrap();
    let rows = genuine(&folder);
    let path = folder.path().join("rows.csv");
    let find = |args: &[&str]| {
        let mut command = process(&["find", "--result", "solved"]);
        command
            .args(args)
            .arg("--from")
            .arg(&path)
            .output()
            .unwrap()
    };
    for (forged, reason) in [
        (
            forge(&rows, |fields| fields[3] = "1".into()),
            "moves, not 1",
        ),
        (
            forge(&rows, |fields| fields[5] = "NaN".into()),
            "NaN ms of CPU time",
        ),
    ] {
        fs::write(&path, &forged).unwrap();
        let output = find(&[]);
        let said = text(&output.stderr);
        let place = format!("error: {}: row 5, deal 5: ", path.display());
        assert!(said.starts_with(&place) && said.contains(reason), "{said}");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), "1\n2\n3\n4\n");
    }
    let claim = forge(&rows, |fields| fields[6].clear());
    fs::write(&path, claim).unwrap();
    let said = text(&find(&[]).stderr);
    assert_eq!(
        said,
        "1 deal by the word of rows without a line or a proof\n"
    );
    let json: Value = serde_json::from_slice(&find(&["--json"]).stdout).unwrap();
    assert_eq!(json["claimed"], 1);
}

#[test]
fn rows_without_lines_are_checked_for_what_cannot_be() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let run = |search: &str| {
        let mut command = match search {
            "staged" => std::process::Command::new(testing::program("freecell-heineman")),
            _ => process(&[]),
        };
        command
            .args([search, "7", "--csv"])
            .arg(&path)
            .output()
            .unwrap()
    };
    for (search, rows, reason) in [
        (
            "staged",
            "7,staged,solved,,900\n",
            "row 1, deal 7: a deal has moves if it is solved",
        ),
        (
            "staged",
            "7,staged,none,40,900\n",
            "row 1, deal 7: a deal has moves if it is solved",
        ),
        (
            "staged",
            "7,staged,solved,40,9\n",
            "row 1, deal 7: no search visits 9 positions",
        ),
        (
            "staged",
            "7,staged,solved,40,900\n7,staged,none,,900\n",
            "row 1 and row 2, deal 7: they contradict each other",
        ),
        (
            "staged",
            "0,staged,none,,900\n",
            "row 1, deal 0: there is no such deal",
        ),
        (
            "cells",
            "7,cells,2,3,900\n",
            "2 cells are enough, and at least 3 are needed",
        ),
        ("cells", "7,cells,9,3,900\n", "a deal needs at most 8 cells"),
        (
            "cells",
            "7,cells,3,3,900\n7,cells,,4,900\n",
            "row 1 and row 2, deal 7: they contradict each other: 4 cells are needed",
        ),
    ] {
        fs::write(&path, rows).unwrap();
        let output = run(search);
        let said = text(&output.stderr);
        assert!(
            said.starts_with("error: ") && said.contains(reason),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), rows);
    }
    fs::write(&path, "7,staged,solved,40,900\n").unwrap();
    let output = run("staged");
    let said = text(&output.stdout);
    assert!(
        said.ends_with("1 answer by the word of earlier rows, which have no lines.\n"),
        "{said}"
    );
}
