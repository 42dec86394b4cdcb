//! Output that programs show only on a terminal: colours and progress.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;

use freecell::bot::TurnLimits;
use nix::pty::openpty;
use testing::program;

use testing::lab::{lab, process, said, TURN};

/// Runs a command whose standard output, or whose standard error, is a terminal, and returns the
/// text seen there.
fn terminal(mut command: Command, is_output: bool) -> String {
    let pty = openpty(None, None).unwrap();
    let command = command.stdin(Stdio::null());
    let command = if is_output {
        command.stdout(pty.slave).stderr(Stdio::null())
    } else {
        command.stdout(Stdio::null()).stderr(pty.slave)
    };
    let mut child = command.spawn().unwrap();
    // The command has the terminal open as well.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut terminal = File::from(pty.master);
    let reader = thread::spawn(move || {
        let mut seen = Vec::new();
        // When the last program that writes to it has ended, reading fails.
        let _ = terminal.read_to_end(&mut seen);
        String::from_utf8_lossy(&seen).into_owned()
    });
    assert!(child.wait().unwrap().success());
    reader.join().unwrap()
}

#[test]
fn colours_are_printed_on_terminals_or_on_request() {
    let table = ["deal", "1", "--format", "pretty"];
    let is_coloured = |args: &[&str]| said(&lab(&[&table[..], args].concat())).contains("\x1b[");
    assert!(!is_coloured(&[]));
    assert!(is_coloured(&["--color", "always"]));
    assert!(!is_coloured(&["--color=never"]));
    // On a terminal there are colours, unless they are unwanted.
    let on_terminal = |args: &[&str], variable: &str| {
        let mut command = process(&table);
        command.args(args).env("TERM", "xterm");
        command.env_remove("NO_COLOR").env(variable, "1");
        terminal(command, true).contains("\x1b[")
    };
    assert!(on_terminal(&[], "ANYTHING"));
    assert!(!on_terminal(&[], "NO_COLOR"));
    assert!(!on_terminal(&["--color", "never"], "ANYTHING"));
    assert!(on_terminal(&["--color", "always"], "NO_COLOR"));
    lab(&[&table[..], &["--color", "green"]].concat()).code(2);
}

#[test]
fn long_searches_show_their_progress_on_a_terminal() {
    let seen = |args: &[&str]| terminal(process(args), false);
    let solve = ["solve", "1", "--time", "2s", "--prove=2s"];
    let said = seen(&solve);
    assert!(
        said.contains("searching, ") && said.contains(" of 2s"),
        "{said}"
    );
    assert!(said.contains("proving, "), "{said}");
    let said = seen(&["bench", "1..=200", "--runs", "2"]);
    assert!(said.contains(" of 400 deals, "), "{said}");
    let said = seen(&["bench", "1..=50", "--runs", "1", "--quiet"]);
    assert_eq!(said, "");
}

#[test]
fn the_bot_says_on_a_terminal_what_it_waits_for() {
    let pty = openpty(None, None).unwrap();
    let mut bot = Command::new(program("freecell"));
    let bot = bot
        .stdin(pty.slave)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut bot = bot.spawn().unwrap();
    let mut start = [0; 28];
    bot.stderr.take().unwrap().read_exact(&mut start).unwrap();
    bot.kill().unwrap();
    bot.wait().unwrap();
    assert_eq!(&start, b"waiting for a turn's 14 line");
}

#[test]
fn the_clock_of_a_turn_that_is_typed_starts_when_it_is_complete() {
    // A machine may stand still for as long as the bot has for its line, but not always.
    let remarks = (0..10).map(|_| remark_on_a_turn_typed_slowly());
    let mut in_time = remarks.filter(|remark| remark.contains(", winning under "));
    assert_ne!(in_time.next(), None);
}

fn remark_on_a_turn_typed_slowly() -> String {
    let pty = openpty(None, None).unwrap();
    let mut bot = Command::new(program("freecell"));
    let bot = bot.stdin(pty.slave).stdout(Stdio::null());
    let mut bot = bot.stderr(Stdio::piped()).spawn().unwrap();
    let mut terminal = File::from(pty.master);
    let (first, rest) = TURN.split_at(2);
    terminal.write_all(first.as_bytes()).unwrap();
    // Longer than a first turn may take.
    thread::sleep(TurnLimits::default().first_turn.without_line);
    terminal.write_all(rest.as_bytes()).unwrap();
    let mut remarks = BufReader::new(bot.stderr.take().unwrap()).lines().skip(1);
    let remark = remarks.next().unwrap().unwrap();
    bot.kill().unwrap();
    bot.wait().unwrap();
    remark
}
