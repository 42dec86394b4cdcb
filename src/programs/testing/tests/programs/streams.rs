//! Outputs that are closed or full.

use std::fs::File;
use std::process::{Command, Stdio};

use testing::lab::{process, text};

/// Commands of all five programs, each with something to say on standard error.
fn talkative() -> Vec<(Command, i32)> {
    let program = |name: &str, args: &[&str]| {
        let mut command = Command::new(testing::program(name));
        command.args(args).stdin(Stdio::null());
        command
    };
    let lucie = program("la-belle-lucie", &["--deal", "4", "--redeal"]);
    let shuffling = program("shuffling-patience", &["no/such/file"]);
    let merge = program("freecell-merge", &["--manifest-path", "no/such/file"]);
    let mut bot = program("freecell", &[]);
    bot.env("FREECELL_POSITIONS", "many");
    vec![
        (process(&["solve", "10913", "--first"]), 0),
        (process(&["solve", "11982", "--first"]), 1),
        (process(&["solve", "0"]), 2),
        (process(&["solve", "--input", "no/such/file"]), 2),
        (lucie, 2),
        (shuffling, 2),
        (merge, 2),
        (bot, 2),
    ]
}

#[test]
fn a_closed_or_full_standard_error_does_not_change_the_status() {
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
fn a_closed_standard_output_is_not_an_error_but_a_full_one_is() {
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
        let output = process(args).arg("--quiet").stdout(full).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            said.starts_with("error: ") && said.lines().count() == 1,
            "{said}"
        );
        let mut closed = process(args);
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
