//! `lab bench`: the search's speed and its checksum.

use testing::lab::{interrupted_at, lab, said};

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
