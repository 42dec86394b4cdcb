//! What users must never lose or wait for without knowing why: threads and memory
//! without end, outputs that are closed or full.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use serde_json::Value;
use tempfile::TempDir;

pub fn lab(args: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("freecell-lab"));
    command.args(args).stdin(Stdio::null());
    command
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn interrupt(child: &Child) {
    let process = Pid::from_raw(child.id().try_into().unwrap());
    kill(process, Signal::SIGINT).unwrap();
}

#[test]
fn threads_are_capped_with_a_word() {
    let output = lab(&["range", "1..=30", "--jobs", "60000"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(
        text(&output.stderr).starts_with("--jobs 60000: "),
        "{output:?}"
    );
    let output = lab(&["range", "1..=2", "--jobs", "3"]).output().unwrap();
    let expected = "--jobs 3: 2 at a time, one for each piece of work\n";
    assert_eq!(text(&output.stderr), expected);
    let refused = lab(&["range", "1..=2", "--jobs", "0"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let args = ["play", "1", "--bot", "exit 1", "--load", "60000"];
    let output = lab(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("--load 60000: "),
        "{output:?}"
    );
    let mut lucie = Command::new(cargo_bin!("la-belle-lucie"));
    let args = ["--stats", "3", "--seed", "1", "--jobs", "60000"];
    let output = lucie.args(args).output().unwrap();
    assert!(output.status.success());
    assert!(
        text(&output.stderr).starts_with("--jobs 60000: "),
        "{output:?}"
    );
}

/// Commands of all five programs, each with something to say on standard error.
fn talkative() -> Vec<(Command, i32)> {
    let program = |path: &Path, args: &[&str]| {
        let mut command = Command::new(path);
        command.args(args).stdin(Stdio::null());
        command
    };
    let lucie = program(cargo_bin!("la-belle-lucie"), &["--deal", "4", "--redeal"]);
    let shuffling = program(cargo_bin!("shuffling-patience"), &["no/such/file"]);
    let merge = program(
        cargo_bin!("freecell-merge"),
        &["--manifest-path", "no/such/file"],
    );
    let mut bot = program(cargo_bin!("freecell"), &[]);
    bot.env("FREECELL_POSITIONS", "many");
    vec![
        (lab(&["solve", "10913", "--first"]), 0),
        (lab(&["solve", "11982", "--first"]), 1),
        (lab(&["solve", "0"]), 2),
        (lab(&["solve", "--input", "no/such/file"]), 2),
        (lucie, 2),
        (shuffling, 2),
        (merge, 2),
        (bot, 2),
    ]
}

#[test]
fn a_standard_error_that_is_closed_or_full_changes_no_status() {
    for (mut command, status) in talkative() {
        let said = command.output().unwrap();
        assert_eq!(said.status.code(), Some(status), "{command:?}");
        assert!(!said.stderr.is_empty(), "{command:?}");
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command.stderr(full).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{command:?}");
        assert_eq!(output.stdout, said.stdout);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{command:?}");
    }
}

#[test]
fn a_standard_output_that_is_closed_is_quiet_and_one_that_is_full_is_a_line() {
    for args in [
        &["deal", "1"][..],
        &["solve", "10913", "--first"],
        &["solve", "10913", "--first", "--json"],
        &["check", "1", "--line", "1a"],
        &["range", "1..=9"],
        &["range", "1..=9", "--csv", "-"],
        &["--help"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = lab(args).arg("--quiet").stdout(full).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            said.starts_with("error: ") && said.lines().count() == 1,
            "{said}"
        );
        let mut closed = lab(args);
        let closed = closed
            .arg("--quiet")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = closed.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}");
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
    let mut command = lab(&["range", "1..=8589934591", "--csv", "-"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut row = [0];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut row).unwrap();
    assert_eq!(row, [b'1']);
    assert!(memory(&child, "VmHWM") < 100_000);
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
fn rows_stream_to_pipes_and_devices_and_nothing_is_resumed_there() {
    let output = lab(&["range", "1..=20", "--csv", "-"]).output().unwrap();
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
    let output = lab(&["range", "1..=20", "--csv", name]).output().unwrap();
    assert!(text(&output.stdout).starts_with("20 solved, "));
    assert_eq!(reader.join().unwrap().lines().count(), 20);
    let output = lab(&["range", "1..=20", "--csv", "/dev/null"])
        .output()
        .unwrap();
    assert!(output.status.success());
    for stream in ["-", "/dev/null"] {
        let args = ["range", "1..=20", "--resume", "--csv", stream];
        let output = lab(&args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("error: {stream} keeps no rows: nothing to --resume\n");
        assert_eq!(text(&output.stderr), expected);
    }
}

#[test]
fn two_processes_do_not_write_one_file() {
    do_not_write_one_file(&["range", "--resume"]);
    do_not_write_one_file(&["heineman", "cells"]);
}

fn do_not_write_one_file(command: &[&str]) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let name = path.to_str().unwrap();
    let write = |deals: &str| {
        let mut writer = lab(command);
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

#[test]
fn deals_come_from_a_file_or_from_standard_input() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("deals.txt");
    fs::write(&path, "5 3 # two\n11982\n1..=2\n").unwrap();
    let args = ["range", "--csv", "-", "--quiet", "--deals-from"];
    let output = lab(&args).arg(&path).output().unwrap();
    let deals = |output: &Output| {
        let rows = text(&output.stdout);
        let deals = rows
            .lines()
            .map(|row| row.split(',').next().unwrap().to_owned());
        deals.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(deals(&output), "1 2 3 5 11982");
    assert!(output.stderr.is_empty());
    let mut command = lab(&args);
    let command = command
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"7\n3").unwrap();
    assert_eq!(deals(&child.wait_with_output().unwrap()), "3 7");
    fs::write(&path, "1\ntwo\n").unwrap();
    let output = lab(&args).arg(&path).output().unwrap();
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
    let output = lab(&["range", "1..=3", "--json"]).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let peak = json["peak_memory_bytes"].as_u64().unwrap();
    assert!(ballast.iter().all(|&byte| byte == 1));
    assert!(peak > 1 << 20 && peak < 200 << 20, "{peak}");
}

#[test]
fn a_search_that_ends_early_says_why() {
    let solve = |args: &[&str]| {
        let mut command = lab(&["solve", "--time", "60s"]);
        let output = command.args(args).output().unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let (_, said) = solve(&["10913"]);
    assert!(said.contains("\nproved: 19 moves, shortest\n"), "{said}");
    let (json, _) = solve(&["10913", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["ended"], &json["at_least"]),
        (&"proved".into(), &19.into())
    );
    let near = [
        "--input",
        "fixtures/turns/one-move-to-win.txt",
        "--autoplay",
        "both",
    ];
    let (_, said) = solve(&near);
    assert!(said.contains("\nsearched out: "), "{said}");
    let (json, _) = solve(&[&near[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ended"], "searched-out");
    let early = lab(&["solve", "1", "--time", "50ms", "--json"])
        .output()
        .unwrap();
    let json: Value = serde_json::from_slice(&early.stdout).unwrap();
    assert_eq!(json["ended"], "time");
}
