//! The merger's output as a file: `-o`, `--force` and `--watch`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::assert::OutputAssertExt as _;
use predicates::str::contains;

use crate::sample::Sample;

const MAIN: (&str, &str) = ("src/main.rs", "fn main() {\n    println!(\"one\");\n}\n");

fn merger(sample: &Sample, output: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freecell-merge"));
    command
        .args([
            "--manifest-path".as_ref(),
            sample.path("Cargo.toml").as_os_str(),
        ])
        .args(["-o".as_ref(), output.as_os_str()]);
    command
}

#[test]
fn a_file_is_written_and_replaced_only_by_force() {
    let sample = Sample::new("", &[MAIN]);
    let output = sample.path("bot.rs");
    let merged = sample.merged();
    merger(&sample, &output).assert().success().stdout("");
    assert_eq!(fs::read_to_string(&output).unwrap(), merged);
    let refused = merger(&sample, &output).assert().code(2);
    refused.stderr(contains("exists: --force replaces it"));
    merger(&sample, &output).arg("--force").assert().success();
    let watched = Command::new(env!("CARGO_BIN_EXE_freecell-merge"))
        .arg("--watch")
        .assert();
    watched.code(2).stderr(contains("--output"));
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_work() {
    // The work would find that this is no program.
    let sample = Sample::new("", &[("src/main.rs", "fn main() { nothing() }\n")]);
    for (output, why) in [
        (
            sample.path("missing/bot.rs"),
            "No such file or directory (os error 2)",
        ),
        (sample.path("src"), "is a directory"),
        (sample.path("Cargo.toml/bot.rs"), "not a directory"),
    ] {
        let refused = merger(&sample, &output).assert().code(2);
        let message = format!("cannot write to {}: {why}\n", output.display());
        refused.stderr(format!("freecell-merge: {message}"));
    }
}

#[test]
fn a_watched_crate_is_merged_again_when_a_source_changes() {
    let sample = Sample::new("", &[MAIN]);
    let output = sample.path("bot.rs");
    let mut watching = merger(&sample, &output).arg("--watch").spawn().unwrap();
    let wait_for = |text: &str| {
        let start = Instant::now();
        while !fs::read_to_string(&output).is_ok_and(|merged| merged.contains(text)) {
            assert!(start.elapsed() < Duration::from_secs(600), "no {text}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    wait_for("one");
    // A source that does not compile is reported, and the next one merged.
    fs::write(sample.path("src/main.rs"), "fn main() { x }").unwrap();
    thread::sleep(Duration::from_millis(400));
    fs::write(sample.path("src/main.rs"), MAIN.1.replace("one", "two")).unwrap();
    wait_for("two");
    watching.kill().unwrap();
    watching.wait().unwrap();
}
