//! The last of the test binaries, which Cargo runs in alphabetical order: it
//! lists the tests of this run that were skipped because something they need is
//! not here. It cannot fail; with `FREECELL_REQUIRE_TOOLS=1`, tests for
//! which a program is missing fail themselves.

#[allow(dead_code, reason = "this binary only reads what others have recorded")]
mod tools;

fn main() {
    let skipped = tools::take_record();
    let count = skipped.lines().count();
    match count {
        0 => println!("\nno test was skipped\n"),
        _ => println!("\n{count} tests were skipped:\n{skipped}"),
    }
}
