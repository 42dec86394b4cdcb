//! What users expect of every program: help with an example, a version, remarks that can
//! be turned off, JSON, as many threads as the machine has.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use testing::lab::{lab_output, process, text};
use testing::program;

fn run_program(program: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn every_program_says_its_version_and_system() {
    let (arch, system) = (std::env::consts::ARCH, std::env::consts::OS);
    for program in [
        program("freecell"),
        program("freecell-lab"),
        program("freecell-merge"),
        program("la-belle-lucie"),
        program("shuffling-patience"),
    ] {
        let name = program.file_stem().unwrap().to_str().unwrap();
        let start = format!("{name} {} ({arch}-{system}", env!("CARGO_PKG_VERSION"));
        let output = run_program(&program, &["--version"]);
        assert!(text(&output.stdout).starts_with(&start), "{output:?}");
        assert_eq!(output.status.code(), Some(0));
        let output = run_program(&program, &["--no-such-option"]);
        assert_eq!(output.status.code(), Some(2), "{program:?}");
        let lines = String::from_utf8_lossy(&output.stderr).lines().count();
        assert!(
            output.stdout.is_empty() && (1..=2).contains(&lines),
            "{output:?}"
        );
    }
}

#[test]
fn quiet_prints_nothing_but_the_result() {
    let output = lab_output(&["solve", "10913", "--first", "--quiet"]);
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert!(output.stderr.is_empty(), "{output:?}");
    let refused = lab_output(&["solve", "--input", "no/such/file", "-q"]);
    assert!(!refused.stderr.is_empty());
}

#[test]
fn commands_that_answer_questions_can_answer_in_json() {
    let json = |args: &[&str], status| -> Value {
        let output = lab_output(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let range = json(&["range", "1..=30", "11982"], 0);
    assert_eq!(
        (&range["deals"], &range["solved"]),
        (&31.into(), &30.into())
    );
    assert_eq!(range["unsolvable"]["deals"], Value::from(vec![11982]));
    assert!(range["moves"]["mean"].as_f64() > Some(30.0));
    let bench = json(&["bench", "1..=30", "--runs", "2"], 0);
    assert_eq!(bench["lab"]["cpu_ms_a_deal"].as_array().unwrap().len(), 2);
    let example = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let check = json(&["check", "10913", "--line", example], 0);
    let verdicts = check.as_array().unwrap();
    assert_eq!(verdicts.len(), 8);
    assert_eq!(
        (&verdicts[0]["autoplay"], &verdicts[0]["result"]),
        (&"safe".into(), &"won".into())
    );
    assert_eq!(
        (&verdicts[7]["result"], &verdicts[7]["move"]),
        (&"failed".into(), &12.into())
    );
    let check = json(
        &["check", "10913", "--line", "26 76", "--autoplay", "all"],
        1,
    );
    assert_eq!(
        (&check[0]["deal"], &check[0]["result"]),
        (&10913.into(), &"open".into())
    );
    let play = json(&["play", "1..=3", "--bot", "echo 11"], 1);
    assert_eq!((&play["won"], &play["lost"]), (&0.into(), &3.into()));
    let loss = serde_json::json!({
        "referee": "safe", "kind": "nonsense", "deals": [1, 2, 3],
    });
    assert_eq!(play["losses"], Value::from(vec![loss]));
    assert!(play["first_turn_ms"]["slowest"].as_f64() > Some(0.0));
    assert_eq!(
        (&play["moves"], &play["later_turns"]),
        (&Value::Null, &0.into())
    );
    let every = json(&["play", "1", "--bot", "exit 1", "--every-referee"], 1);
    assert_eq!(every["lost"], every["referees"].as_array().unwrap().len());
    assert_eq!(
        every["referees"][0]["referee"],
        "--autoplay safe --illegal loses"
    );
}

#[test]
fn the_number_of_threads_is_capped_with_a_remark() {
    let output = process(&["range", "1..=30", "--jobs", "60000"])
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(
        text(&output.stderr).starts_with("--jobs 60000: "),
        "{output:?}"
    );
    let output = process(&["range", "1..=2", "--jobs", "3"])
        .output()
        .unwrap();
    let expected = "--jobs 3: 2 at a time, one for each piece of work\n";
    assert_eq!(text(&output.stderr), expected);
    let refused = process(&["range", "1..=2", "--jobs", "0"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let args = ["play", "1", "--bot", "exit 1", "--load", "60000"];
    let output = process(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("--load 60000: "),
        "{output:?}"
    );
    let mut lucie = Command::new(program("la-belle-lucie"));
    let args = ["--stats", "3", "--seed", "1", "--jobs", "60000"];
    let output = lucie.args(args).output().unwrap();
    assert!(output.status.success());
    assert!(
        text(&output.stderr).starts_with("--jobs 60000: "),
        "{output:?}"
    );
}
