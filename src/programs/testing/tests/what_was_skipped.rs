//! The last of the test binaries, which Cargo runs in alphabetical order: it lists the
//! tests of this run that were skipped because something they need is not installed.
//! It cannot fail; where `FREECELL_REQUIRE_TOOLS` is set, a test that misses a program
//! fails itself.

use std::{env, fs};

fn main() {
    // `cargo nextest` asks for the list of tests, which is empty.
    if env::args().any(|argument| argument == "--list") {
        return;
    }
    let record = testing::record::path();
    let skipped = fs::read_to_string(&record).unwrap_or_default();
    let _ = fs::remove_file(record);
    match skipped.lines().count() {
        0 => println!("\nno test was skipped\n"),
        1 => println!("\n1 test was skipped:\n{skipped}"),
        count => println!("\n{count} tests were skipped:\n{skipped}"),
    }
}
