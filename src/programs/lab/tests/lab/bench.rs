//! `lab bench`: the search's speed and its checksum.

use std::process::Stdio;

use testing::lab::{interrupt, interrupted_at, lab, process, said, text, wait_for_handler};

#[test]
fn the_benchmark_has_a_checksum() {
    let checksum = |said: String| {
        let lines = said.lines().find(|line| line.starts_with("lab: "));
        lines.unwrap().to_owned()
    };
    let runs = |count| said(&lab(&["bench", "1..=60", "--runs", count]).success());
    let first = runs("1");
    assert!(
        first.starts_with("deals 1..=60, first lines, CPU ms a deal\n"),
        "{first}"
    );
    assert!(
        checksum(first.clone()).contains(" positions, 60 solved, "),
        "{first}"
    );
    assert_eq!(checksum(first), checksum(runs("2")));
}

#[test]
fn ctrl_c_ends_bench_with_the_runs_that_are_complete() {
    let (status, said, remarks) = interrupted_at("run 1 ", &["bench", "1..=100", "--runs", "1000"]);
    assert_eq!(status, Some(1));
    assert!(
        said.contains("\nmedian ") && said.contains("\nlab: "),
        "{said}"
    );
    assert!(remarks.contains("interrupted after "), "{remarks}");
}

#[test]
fn ctrl_c_in_the_first_run_says_nothing_of_fc_solve() {
    let mut command = process(&["bench", "1..=1000000"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // Long before a run is over.
    wait_for_handler(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "interrupted after 0 of 5 runs\n");
}
