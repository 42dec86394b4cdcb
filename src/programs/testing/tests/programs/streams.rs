//! Outputs that are closed or full.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use tempfile::TempDir;
use testing::lab::{process, text, TICK};

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

/// Commands of all programs, whose answers are yes, no and "wrong input", with their statuses.
const ANSWERS: [(&str, i32); 36] = [
    ("freecell-lab check 10913 --line 26", 1),
    ("freecell-lab check 10913 --line 26 --json", 1),
    ("freecell-lab check 1 --rules heineman --line 26", 1),
    (
        "freecell-lab curve --deals 1 --times 1ms --autoplay safe -o - --quiet",
        0,
    ),
    ("freecell-lab deal 10913 --format pretty", 0),
    ("freecell-lab deal 10913 --json", 0),
    ("freecell-lab diagnose --input turn", 0),
    ("freecell-lab diagnose --input broken -o - --json", 1),
    ("freecell-lab find --from rows", 0),
    ("freecell-lab find --result unsolved --from rows", 1),
    ("freecell-lab find --result unsolved --from rows --json", 1),
    ("freecell-lab find --input turn", 0),
    ("freecell-lab generate bash", 0),
    ("freecell-lab generate zsh", 0),
    ("freecell-lab hint --input won --time 1s", 0),
    ("freecell-lab play 1 2 --bot true --transcript", 1),
    ("freecell-lab play 1 --bot true --json", 1),
    ("freecell-lab play 1 --bot true --csv -", 1),
    ("freecell-lab range 1..=3 --json", 0),
    ("freecell-lab range 1..=3 --add lost", 1),
    ("freecell-lab range 1..=3 --add lost --json", 1),
    ("freecell-lab replay 1 --line 26", 1),
    ("freecell-lab replay 1 --line 26 --text", 1),
    ("freecell-lab replay 1 --line 26 -o -", 1),
    ("freecell-lab replay 1 --line 26 --json", 1),
    ("freecell-lab shortest 617", 0),
    ("freecell-lab shortest 1001 --autoplay safe", 1),
    ("freecell-lab shortest 1001 --autoplay safe --json", 1),
    ("freecell-lab solve 11982 --first --json", 1),
    (
        "freecell-lab translate 4 --autoplay all --line 5757513r5r",
        1,
    ),
    ("freecell-lab verify 617 --positions 1000", 1),
    ("freecell-lab verify 617 --positions 1000 --json", 1),
    ("freecell-heineman staged 1 --limit 9", 1),
    ("freecell-heineman bfs 1 --depth 2", 1),
    ("la-belle-lucie --shuffle --seed 1 --deal 1", 1),
    ("shuffling-patience broken", 2),
];

/// A folder with the files that [`ANSWERS`] name.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let fixtures = testing::root().join("fixtures");
    let rows = process(&["range", "1..=3", "--csv", "-"]).output().unwrap();
    let turn = fs::read(fixtures.join("turns/10913.txt")).unwrap();
    let won = fs::read(fixtures.join("turns/one-move-to-win.txt")).unwrap();
    let broken = [&turn[..], b"26\n", &won].concat();
    for (name, text) in [
        ("rows", rows.stdout),
        ("turn", turn),
        ("won", won),
        ("broken", broken),
        ("lost", b"1,safe first,solved,1,9,0.1,1h\n".to_vec()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn the_status_is_the_answer_even_if_nobody_reads_it() {
    let folder = folder();
    for (line, status) in ANSWERS {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = Command::new(testing::program(words[0]));
        command.args(&words[1..]).current_dir(&folder);
        command.env(TICK.0, TICK.1);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let read = command.output().unwrap();
        assert_eq!(read.status.code(), Some(status), "{line}: {read:?}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let unread = command.stdout(writer).output().unwrap();
        assert_eq!(unread.status.code(), Some(status), "{line}: {unread:?}");
        assert!(!text(&unread.stderr).contains("pipe"), "{line}: {unread:?}");
    }
}

#[test]
fn a_stream_of_rows_ends_where_nobody_reads_it() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = process(&["range", "1..=8589934591", "--csv", "-"]);
    let output = command.stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "not all deals are solved");
    let said = text(&output.stderr);
    assert_eq!(said, "stopped: nobody reads the rows any more\n");
}
