//! File names that are not UTF-8, which a system may have.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use testing::lab::{process, text, EXAMPLE, TURN};

/// "deals" in Latin 1, with an accent.
fn name(mark: &str) -> OsString {
    OsStr::from_bytes(&[mark.as_bytes(), b"d\xe9als"].concat()).to_owned()
}

#[test]
fn every_option_takes_a_file_of_any_name() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join(name(""));
    let rows = "10913,safe first,unsolved,,9,0.1,\n";
    for (arguments, mark, content, status) in [
        ("check 10913 --autoplay safe --line", "@", EXAMPLE, 0),
        ("deal 10913 --after", "@", "26", 0),
        ("deal --input", "", TURN, 0),
        ("diagnose -o - --input", "", TURN, 0),
        ("find --input", "", TURN, 0),
        ("find --from", "", rows, 0),
        ("hint 617 --time 1ms --line", "@", "2a", 0),
        ("range --deals-from", "", "3 4", 0),
        ("range --input", "", TURN, 0),
        ("range 10913 --add", "", rows, 1),
        ("range 10913 --resume --csv", "", rows, 1),
        ("replay 10913 -o - --line", "@", EXAMPLE, 0),
        ("shortest 4 --table", "", "4,all,none,\n", 0),
        ("translate 4 --autoplay all --line", "@", "5757513r5r", 1),
        ("verify 10913 --line", "@", EXAMPLE, 0),
    ] {
        fs::write(&file, content).unwrap();
        let mut command = process(&arguments.split(' ').collect::<Vec<_>>());
        command
            .arg(name(mark))
            .current_dir(&folder)
            .stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments}: {said}");
    }
    for (program, arguments, content) in [
        (
            testing::program("freecell-heineman"),
            &["bfs", "--depth", "1", "--input"][..],
            TURN,
        ),
        (testing::program("shuffling-patience"), &[], "#\n"),
    ] {
        fs::write(&file, content).unwrap();
        let mut command = Command::new(program);
        command.args(arguments).arg(name("")).current_dir(&folder);
        let output = command.output().unwrap();
        assert_ne!(output.status.code(), Some(2), "{output:?}");
    }
}

#[test]
fn moves_that_are_not_text_are_refused() {
    let mut command = Command::new(testing::program("freecell-lab"));
    command.args(["check", "1", "--line"]).arg(name(""));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("expected moves, and the text is not UTF-8"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}
