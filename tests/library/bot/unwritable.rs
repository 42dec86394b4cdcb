//! Outputs that cannot be written. Linux has a device that is always full.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{outcome, POSITIONS};

/// A device that takes nothing, as full disks do.
fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

fn piped() -> Command {
    let turn = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/turns/10913.txt");
    let mut command = Command::new(env!("CARGO_BIN_EXE_freecell"));
    command.env("FREECELL_POSITIONS", POSITIONS);
    command.stdin(File::open(turn).unwrap());
    command
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let run = outcome(
        &piped()
            .stdout(full())
            .stderr(Stdio::piped())
            .output()
            .unwrap(),
    );
    assert_eq!((run.status, run.log.len()), (Some(2), 1));
    assert!(run.log[0].starts_with("cannot write: "), "{:?}", run.log);
}

#[test]
fn a_log_that_cannot_be_written_is_not_an_error() {
    let run = outcome(
        &piped()
            .stdout(Stdio::piped())
            .stderr(full())
            .output()
            .unwrap(),
    );
    assert_eq!((run.status, run.lines.len()), (Some(0), 1));
    let mut command = piped();
    command.env("FREECELL_POSITIONS", "many").stderr(full());
    assert_eq!(outcome(&command.output().unwrap()).status, Some(2));
}
