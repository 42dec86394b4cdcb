//! The last of the test binaries, which Cargo runs in alphabetical order: it
//! lists the tests of this run that were skipped because a program they need is
//! not installed. It cannot fail; `FREECELL_REQUIRE_TOOLS=1` makes those tests
//! fail themselves.

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
