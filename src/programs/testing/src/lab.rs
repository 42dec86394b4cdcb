//! Runs the lab as a program, and has the tables and lines that it is given.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::assert::{Assert, OutputAssertExt as _};
use freecell::deal;
use freecell::protocol::print;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use predicates::prelude::{predicate, Predicate};
use regex_lite::Regex;
use tempfile::TempDir;

use super::{program, root};

/// The statement's example, on deal 10913; it wins under `safe` alone, and under `all`
/// its twelfth move fails.
pub const EXAMPLE: &str = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";

/// The same deal as a turn.
pub const TURN: &str = include_str!("../../../../fixtures/turns/10913.txt");

/// The puzzle's rules with its likeliest autoplay.
pub const SAFE: Ruleset = Ruleset::from_autoplay(Autoplay::Safe);

/// Runs the lab.
pub fn lab(args: &[&str]) -> Assert {
    process(args).assert()
}

/// Runs the lab with that standard input, in a folder of its own.
pub fn lab_reading(args: &[&str], input: &str) -> Assert {
    Assert::new(run(args, input))
}

/// Runs the lab likewise, and returns its output.
pub fn run(args: &[&str], input: &str) -> Output {
    let folder = TempDir::new().unwrap();
    let mut command = process(args);
    let command = command.current_dir(&folder).stdin(Stdio::piped());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// Runs the lab in a folder of its own, and returns its output.
pub fn lab_output(args: &[&str]) -> Output {
    run(args, "")
}

/// The time between two readings of the lab's clocks, which count here: so a search with a limit of
/// time does the same on every machine, however slow or busy. A quick machine needs about as long
/// for the few dozen positions in between.
pub const TICK: (&str, &str) = ("FREECELL_TICK", "0.02ms");

/// The lab as a process to start, in the folder of the repository.
pub fn process(args: &[&str]) -> Command {
    let mut command = Command::new(program("freecell-lab"));
    command.args(args).env(TICK.0, TICK.1);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// The same, to check what comes of it.
pub fn command() -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(program("freecell-lab"));
    command.current_dir(root()).env(TICK.0, TICK.1);
    command
}

/// The standard output of a program.
pub fn said(assert: &Assert) -> String {
    text(&assert.get_output().stdout)
}

/// A program's output, which is text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Whether a text has what a regular expression describes.
pub fn matches(pattern: &str) -> impl Predicate<str> {
    let pattern = Regex::new(pattern).unwrap();
    predicate::function(move |text: &str| pattern.is_match(text))
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    let process = Pid::from_raw(child.id().try_into().unwrap());
    kill(process, Signal::SIGINT).unwrap();
}

/// Waits until a process handles Ctrl-C, as the lab does once there is something to lose.
pub fn wait_for_handler(child: &Child) {
    let handles = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().trim().to_owned()
        };
        assert!(!field("State:").starts_with('Z'), "it has ended");
        let handled = u64::from_str_radix(&field("SigCgt:"), 16).unwrap();
        handled >> (Signal::SIGINT as u32 - 1) & 1 == 1
    };
    while !handles() {
        thread::sleep(Duration::from_millis(5));
    }
}

/// The unit of CPU time in `/proc` (`USER_HZ`).
const TICKS_A_SECOND: u64 = 100;

/// The CPU time that a running process has used.
fn cpu_time(child: &Child) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
    // The fields that follow the name, which stands in parentheses.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let fields = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = fields.map(|field| field.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_A_SECOND)
}

/// Runs a command and presses Ctrl-C, after twice as much work each time, until it had come far
/// enough by then. How much work that takes depends on the machine.
pub fn interrupted(command: &mut Command, is_enough: impl Fn(&Output) -> bool) -> Output {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut work = Duration::from_millis(300);
    loop {
        let mut child = command.spawn().unwrap();
        while cpu_time(&child) < work {
            thread::sleep(Duration::from_millis(5));
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        }
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        if is_enough(&output) {
            return output;
        }
        assert!(work < TOO_MUCH, "not enough after {work:?}: {output:?}");
        work *= 2;
    }
}

/// A command that needs this much work before Ctrl-C has a fault.
const TOO_MUCH: Duration = Duration::from_secs(120);

/// Runs the lab and presses Ctrl-C as soon as a line of its standard output has that
/// text: its status, standard output and standard error.
pub fn interrupted_at(mark: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = process(args);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains(mark) {
        assert_ne!(output.read_line(&mut said).unwrap(), 0, "{said}");
    }
    interrupt(&child);
    output.read_to_string(&mut said).unwrap();
    let mut remarks = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut remarks).unwrap();
    (child.wait().unwrap().code(), said, remarks)
}

/// The table of a Microsoft deal.
pub fn dealt(number: u64) -> Table {
    deal::microsoft(number).unwrap()
}

/// Whether a line wins a deal under every likely ruleset with that autoplay rule.
pub fn wins(number: u64, autoplay: Autoplay, line: &str) -> bool {
    let mut rulesets = Ruleset::likely().filter(|ruleset| ruleset.autoplay == autoplay);
    rulesets.all(|ruleset| wins_under(number, ruleset, line))
}

/// Whether a line wins a deal under one ruleset.
pub fn wins_under(number: u64, ruleset: Ruleset, line: &str) -> bool {
    matches!(judge(&dealt(number), ruleset, line), Verdict::Won { .. })
}

/// The table after the first moves of a line, the illegal ones skipped.
pub fn after(table: &Table, ruleset: Ruleset, line: &str, moves: usize) -> Table {
    let mut game = Game::new(table.clone(), ruleset);
    for mv in line.split(' ').take(moves) {
        let _ = game.play(mv.parse().unwrap());
    }
    game.table().clone()
}

/// The turn that a referee prints.
pub fn turn(table: &Table, ruleset: Ruleset) -> String {
    print(table, &Game::new(table.clone(), ruleset).legal_moves())
}
