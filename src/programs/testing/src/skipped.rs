//! Tests that need a program which may not be installed: without it they are skipped, and this is
//! reported.
//!
//! A skipped test says so on standard error, and `tests/what_was_skipped.rs`, which runs
//! last, lists all that were skipped in this run. Where `FREECELL_REQUIRE_TOOLS` is set,
//! as in `.ci/run`, a test that misses a program fails instead.

use std::env;
use std::fs::OpenOptions;
use std::io::{stderr, Write as _};
use std::process::Command;
use std::thread;

use super::record;

/// Set to anything but the empty text, it makes a missing program a failure.
const REQUIRED: &str = "FREECELL_REQUIRE_TOOLS";

/// Whether a program can be run; if not, the calling test is to be skipped.
///
/// # Panics
/// The program is missing and required.
pub fn has_program(program: &str, package: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        skip_without(&format!("{program} (Debian package {package})"));
    }
    is_there
}

/// Records that the calling test is skipped because a program is not installed.
///
/// # Panics
/// The program is required.
pub fn skip_without(program: &str) {
    let is_required = env::var_os(REQUIRED).is_some_and(|value| !value.is_empty());
    assert!(
        !is_required,
        "{program} is not installed, and {REQUIRED} is set"
    );
    skip(&format!("{program} is not installed"));
}

/// Records that the calling test is skipped, for a reason that is nowhere a failure.
pub fn skip(reason: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    let skipped = format!("SKIPPED {test}: {reason}\n");
    // Not `eprint!`, whose text the test harness keeps to itself.
    stderr().write_all(skipped.as_bytes()).unwrap();
    let record = OpenOptions::new()
        .create(true)
        .append(true)
        .open(record::path());
    record.unwrap().write_all(skipped.as_bytes()).unwrap();
}
