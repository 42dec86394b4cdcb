//! Programs and other things that some tests need and that may not be here: what
//! happens to a test without them.
//!
//! Such a test is skipped, and that is seen: it says so on standard error, and
//! `tests/what_was_skipped.rs`, which runs last, lists all that were skipped in
//! this run. Where `FREECELL_REQUIRE_TOOLS` is set, as in `.ci/run`, a test for
//! which a program is missing fails instead.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{stderr, Write as _};
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::thread;

/// Set to anything but the empty text, it makes a missing program a failure.
const REQUIRED: &str = "FREECELL_REQUIRE_TOOLS";

/// Skips the calling test because a program is not installed.
///
/// # Panics
/// The program is required.
pub fn skip_without(program: &str) {
    let required = env::var_os(REQUIRED).is_some_and(|value| !value.is_empty());
    assert!(
        !required,
        "{program} is not installed, and {REQUIRED} is set"
    );
    skip(&format!("{program} is not installed"));
}

/// Skips the calling test for a reason that is no failure anywhere.
pub fn skip(reason: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    let skipped = format!("SKIPPED {test}: {reason}\n");
    // Not `eprint!`, whose text the test harness keeps to itself.
    stderr().write_all(skipped.as_bytes()).unwrap();
    let record = OpenOptions::new().create(true).append(true).open(record());
    record.unwrap().write_all(skipped.as_bytes()).unwrap();
}

/// What the tests of this run have recorded as skipped, a line each; the record
/// is cleared.
pub fn take_record() -> String {
    let skipped = fs::read_to_string(record()).unwrap_or_default();
    let _ = fs::remove_file(record());
    skipped
}

/// The file in which tests of one run record that they are skipped. All test
/// binaries of a run have the same parent, Cargo, whose number tells runs apart.
fn record() -> PathBuf {
    let name = format!("skipped-by-{}.txt", parent_id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
