//! Code that the tests of the programs share.

#![expect(clippy::missing_panics_doc, reason = "a panic fails the test")]

use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};

pub mod browser;
pub mod firefox;
pub mod lab;
pub mod motion;
pub mod pointer;
pub mod record;
pub mod skipped;

/// The folder of the repository.
pub fn root() -> &'static Path {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(3);
    root.expect("this package is three folders below it")
}

/// The folder of the programs that Cargo has built for the tests.
///
/// # Panics
/// This is not called by a test that Cargo has built.
pub fn programs() -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2);
    folder
        .expect("tests are built in a folder below that of programs")
        .to_owned()
}

/// A program that Cargo has built for the tests.
///
/// # Panics
/// It is not built, since only the tests of another package were asked for.
pub fn program(name: &str) -> PathBuf {
    let path = programs().join(format!("{name}{EXE_SUFFIX}"));
    let hint = "`cargo test --workspace` builds all programs";
    assert!(path.is_file(), "{} is not built: {hint}", path.display());
    path
}
