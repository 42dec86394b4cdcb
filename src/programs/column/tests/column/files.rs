//! Files of results: rows of another search are never used, and nothing is destroyed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use testing::program;

use super::{check, heineman};

fn into_file(arguments: &str, path: &Path) -> Output {
    heineman(arguments).arg("--csv").arg(path).output().unwrap()
}

fn assert_refused(output: &Output, reason: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(reason), "{reason:?} in {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_file_of_another_search_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    for (first, others) in [
        ("cells 1", &["cells 1 --cascades 7", "staged 1"][..]),
        (
            "staged 10",
            &[
                "staged 10 --fixed",
                "staged 10 --fixed=sort",
                "staged 10 --automatic",
                "staged 10 --cells 5",
                "staged 10 --cascades 7",
                "staged 10 --k 5",
                "staged 10 --max-size 100000",
                "cells 10",
            ],
        ),
        ("cells 1 --cascades 7", &["cells 1"]),
    ] {
        let _ = fs::remove_file(&path);
        into_file(first, &path);
        let rows = fs::read_to_string(&path).unwrap();
        assert_eq!(rows.lines().count(), 1, "{rows}");
        for other in others {
            assert_refused(&into_file(other, &path), "row 1 ");
            assert_eq!(fs::read_to_string(&path).unwrap(), rows, "{other}");
        }
    }
}

#[test]
fn a_file_without_rows_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes");
    for text in [
        "some notes",
        "some notes\n",
        "1,what,is,this\n",
        "deal,enough\n",
    ] {
        fs::write(&path, text).unwrap();
        assert_refused(&into_file("cells 1", &path), "notes: ");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Rows are numbered as editors and spreadsheets number them, whatever stands before them.
#[test]
fn a_faulty_row_is_named_by_its_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let row = "7,cells,3,3,900\n";
    for (faulty, reason) in [
        (
            "7,cells,x,3,900\n",
            ": field 3: found \"x\", expected a whole number",
        ),
        (
            "7,cells,3,3,99999999999999999999\n",
            ": field 5: found \"99999999999999999999\", expected a smaller number",
        ),
        ("7,cells,3\n", ": found 3 fields, expected "),
        ("7,staged,3,3,900\n", " is of a search for \"staged\", not"),
        ("seven", ": expected a row, or the beginning of one"),
    ] {
        for before in [
            String::new(),
            row.to_owned(),
            format!("\n\n{row}\n"),
            format!("{row}{row}").replace('\n', "\r\n"),
            format!("{row}\n\n{row}\n").replace('\n', "\r\n"),
            row.repeat(40_000),
            format!("\n{row}").repeat(40_000) + "\n",
        ] {
            let text = format!("{before}{faulty}");
            fs::write(&path, &text).unwrap();
            let line = before.lines().count() + 1;
            let reason = format!("rows.csv: row {line}{reason}");
            assert_refused(&into_file("cells 1", &path), &reason);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}

#[test]
fn devices_take_rows_and_remain_devices() {
    let folder = TempDir::new().unwrap();
    for device in ["/dev/null", "/dev/zero"] {
        // A link, so that even as root nothing could happen to the device itself.
        let link = folder.path().join(&device[5..]);
        symlink(device, &link).unwrap();
        let output = into_file("cells 1", &link);
        assert!(output.status.success());
        assert_eq!(fs::read_link(&link).unwrap(), Path::new(device));
    }
    let full = folder.path().join("full");
    symlink("/dev/full", &full).unwrap();
    assert_refused(&into_file("cells 1", &full), "No space left on device");
    let output = into_file("cells 1", Path::new("-"));
    assert!(output.stdout.starts_with(b"1,cells,3,3,"));
    assert!(output.stderr.starts_with(b"fewest cells"));
}

#[test]
fn a_link_stays_a_link_and_other_files_stay() {
    let folder = TempDir::new().unwrap();
    let [rows, link, new, sorted] = ["rows.csv", "link.csv", "rows.csv.new", "rows.sorted"]
        .map(|name| folder.path().join(name));
    symlink(&rows, &link).unwrap();
    for other in [&new, &sorted] {
        fs::write(other, "mine").unwrap();
    }
    into_file("cells 2", &link);
    into_file("cells 1", &link);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let text = fs::read_to_string(&rows).unwrap();
    assert!(
        text.starts_with("1,cells,") && text.contains("\n2,cells,"),
        "{text}"
    );
    for other in [&new, &sorted] {
        assert_eq!(fs::read_to_string(other).unwrap(), "mine");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn a_full_disk_leaves_the_file_unchanged_and_nothing_beside_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let rows: Vec<String> = (1..=1000)
        .rev()
        .map(|deal| format!("{deal},cells,2,2,12345\n"))
        .collect();
    let rows = rows.concat();
    fs::write(&path, &rows).unwrap();
    // Beyond this number of blocks writing fails, as it does on a full disk.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" cells 1 --csv \"$1\"";
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", script]).arg(program("freecell-lab"));
    assert_refused(&shell.arg(&path).output().unwrap(), "rows.csv: ");
    assert_eq!(fs::read_to_string(&path).unwrap(), rows);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The column's headline: solved, not solved, and given up, of 32,000 deals.
#[test]
fn table_3_follows_from_the_rows_in_the_repository() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    fs::copy(testing::root().join("fixtures/heineman-32000.csv"), &path).unwrap();
    let output = into_file("staged 1..=32000 --limit 150000000", &path);
    let table =
        "Solved 30859 96.4% | No solution found 1110 3.5% * | Search took too long 31 0.1% *";
    check(&output, "1", table, "table 3");
}

#[test]
fn rows_of_table_3_are_reproduced() {
    let rows = fs::read_to_string(testing::root().join("fixtures/heineman-32000.csv")).unwrap();
    let rows = rows.lines().filter(|row| {
        let positions: u64 = row.rsplit(',').next().unwrap().parse().unwrap();
        positions < 500_000
    });
    let rows: Vec<&str> = rows.step_by(150).collect();
    assert!(rows.len() > 20, "{}", rows.len());
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let deals: Vec<&str> = rows
        .iter()
        .map(|row| row.split(',').next().unwrap())
        .collect();
    into_file(&format!("staged {}", deals.join(" ")), &path);
    let found = fs::read_to_string(&path).unwrap();
    assert_eq!(found.lines().collect::<Vec<_>>(), rows);
}
