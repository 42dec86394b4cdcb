//! Files of rows: resumed, joined, streamed, locked, and never overwritten.

use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, starts_with};
use tempfile::TempDir;
use testing::program;

use super::{range, rows};
use testing::lab::{interrupt, process, text};

#[test]
fn a_killed_run_is_resumed_to_the_same_file() {
    let folder = TempDir::new().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    range(&["1..=1500"], &whole, &[]).success();
    let mut run = process(&["range", "1..=1500", "--jobs", "2", "--csv"]);
    let mut run = run.arg(&killed).stdout(Stdio::null()).spawn().unwrap();
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
    let mut resumed = process(&["range", "1..=9", "--resume", "--csv"]);
    let mut resumed = resumed.arg(&path).stdout(Stdio::piped()).spawn().unwrap();
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
fn rows_stream_to_pipes_and_devices_and_nothing_is_resumed_there() {
    let output = process(&["range", "1..=20", "--csv", "-"])
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout).lines().count(), 20);
    assert!(text(&output.stderr).starts_with("20 solved, "));
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let name = pipe.to_str().unwrap();
    let reader = thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let output = process(&["range", "1..=20", "--csv", name])
        .output()
        .unwrap();
    assert!(text(&output.stdout).starts_with("20 solved, "));
    assert_eq!(reader.join().unwrap().lines().count(), 20);
    let output = process(&["range", "1..=20", "--csv", "/dev/null"])
        .output()
        .unwrap();
    assert!(output.status.success());
    for stream in ["-", "/dev/null"] {
        let args = ["range", "1..=20", "--resume", "--csv", stream];
        let output = process(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("error: {stream} keeps no rows: nothing to --resume\n");
        assert_eq!(text(&output.stderr), expected);
    }
}

#[test]
fn two_processes_cannot_write_the_same_file() {
    do_not_write_one_file(|| process(&["range", "--resume"]));
    do_not_write_one_file(|| {
        let mut command = Command::new(program("freecell-heineman"));
        command.arg("staged");
        command
    });
}

fn do_not_write_one_file(command: impl Fn() -> Command) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let name = path.to_str().unwrap();
    let write = |deals: &str| {
        let mut writer = command();
        writer.args([deals, "--csv", name]);
        writer
    };
    let many = "1..=1000000";
    let mut first = write(many)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    let second = write(many).output().unwrap();
    interrupt(&first);
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let expected = format!("error: {name}: another process is writing it\n");
    assert_eq!(text(&second.stderr), expected);
    let third = write("1..=3").output().unwrap();
    assert!(third.status.success(), "the lock goes with its process");
}
