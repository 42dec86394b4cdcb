//! The transcripts in `README.md` and on every page (`*.md`) under `src/`: each
//! command is run, and has to print what stands below it.
//!
//! A transcript is a fenced block that begins with `$ `; its lines up to the next
//! `$ ` are the output, standard error included, and a line `...` stands for any
//! number of lines. Times, memory and numbers of positions may differ. Words after
//! the fence's ```` ```console ```` say what else:
//!
//! * `slow`: takes long or needs a machine that does nothing else, and is run only by `cargo
//!   test --release --workspace slow_transcripts -- --ignored`, before every release;
//! * `timed`: depends on the time it takes, so every number and every move may
//!   differ.
//!
//! Commands run in a temporary folder, one for each page, in which `fixtures`
//! is this crate's and `cargo` runs the programs that the tests were built with.
//! There the bot counts positions instead of time, and the lab's clocks count their
//! readings but for slow transcripts, so that a busy machine does not keep them from
//! finding their lines.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::{symlink, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use testing::lab::TICK;
use testing::program;
use testing::skipped::has_program;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// A command and the output that the page shows for it.
#[derive(Debug)]
struct Transcript {
    /// The line of the page where it stands.
    line: usize,
    command: String,
    output: Vec<String>,
    /// The words after the fence.
    marks: Vec<String>,
}

impl Transcript {
    fn is(&self, mark: &str) -> bool {
        self.marks.iter().any(|each| each == mark)
    }
}

/// All transcripts in a text.
fn transcripts(text: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some((indent, info)) = line.split_once("```") else {
            continue;
        };
        if !indent.trim().is_empty() {
            continue;
        }
        let fence = format!("{indent}```");
        let marks: Vec<String> = info.split([' ', ',']).map(str::to_owned).collect();
        let block = lines.by_ref().take_while(|(_, line)| *line != fence);
        let mut is_transcript = None;
        for (index, line) in block {
            let line = line.strip_prefix(indent).unwrap_or(line);
            let command = line.strip_prefix("$ ");
            if !*is_transcript.get_or_insert(command.is_some()) {
                continue;
            }
            match (command, found.last_mut()) {
                (None, Some(transcript)) => transcript.output.push(line.to_owned()),
                (command, _) => found.push(Transcript {
                    line: index + 1,
                    command: command.unwrap_or_default().to_owned(),
                    output: Vec::new(),
                    marks: marks.clone(),
                }),
            }
        }
    }
    found
}

/// The folder in which the commands of a page run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = TempDir::new().unwrap();
        symlink(
            Path::new(ROOT).join("fixtures"),
            folder.path().join("fixtures"),
        )
        .unwrap();
        let bin = folder.path().join("bin");
        fs::create_dir(&bin).unwrap();
        fs::write(bin.join("cargo"), stand_in()).unwrap();
        fs::set_permissions(bin.join("cargo"), Permissions::from_mode(0o755)).unwrap();
        Folder(folder)
    }

    /// A command's output, on standard output and standard error.
    fn run(&self, transcript: &Transcript) -> Vec<String> {
        let path = env::var("PATH").unwrap_or_default();
        let bin = self.0.path().join("bin");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("exec 2>&1\n{}", transcript.command)])
            .current_dir(&self.0)
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("FREECELL_POSITIONS", "200000")
            .stdin(Stdio::null());
        if !transcript.is("slow") {
            shell.env(TICK.0, TICK.1);
        }
        let output = shell.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    }
}

/// A shell script that stands in for `cargo` and knows its aliases.
fn stand_in() -> String {
    let mut script = String::from("#!/bin/sh\nname=$1\nshift\ncase $name in\n");
    for (alias, program) in [
        ("lab", program("freecell-lab")),
        ("heineman", program("freecell-heineman")),
        ("lucie", program("la-belle-lucie")),
        ("shuffling", program("shuffling-patience")),
        ("run", program("freecell")),
    ] {
        let options = if alias == "run" { "" } else { " \"$@\"" };
        writeln!(script, "{alias}) exec '{}'{options};;", program.display()).unwrap();
    }
    script + "esac\necho \"transcripts cannot run cargo $name\" >&2\nexit 2\n"
}

/// Whether a program printed what a transcript shows.
fn agrees(transcript: &Transcript, printed: &[String]) -> bool {
    let is_timed = transcript.is("timed");
    let comparable = |line: &String| comparable(line, is_timed);
    let said: Vec<String> = transcript.output.iter().map(comparable).collect();
    let printed: Vec<String> = printed.iter().map(comparable).collect();
    matches(trim(&said), trim(&printed))
}

/// The lines without empty ones at the end.
fn trim(lines: &[String]) -> &[String] {
    let last = lines.iter().rposition(|line| !line.is_empty());
    &lines[..last.map_or(0, |last| last + 1)]
}

/// Whether the lines are the same; `...` stands for any lines.
fn matches(said: &[String], printed: &[String]) -> bool {
    match (said, printed) {
        ([], []) => true,
        ([dots, rest @ ..], _) if ["...", "\u{2026}"].contains(&dots.trim()) => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        ([one, rest @ ..], [other, others @ ..]) => one == other && matches(rest, others),
        _ => false,
    }
}

/// A line in which `#` stands for what may differ. Where something may differ, so may its width, so
/// several blanks count as one. In a timed line, several moves in a row become one `#`.
fn comparable(line: &str, is_timed: bool) -> String {
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let is_row = ["CPU ms ", "positions ", "run ", "median "];
    let is_row = is_row.iter().any(|start| line.starts_with(start));
    let mut blanked: Vec<String> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let bare = token.trim_matches(['(', ')', ',', ';', '.', ':', '"']);
        let differs = is_row || is_timed || has_unit(&tokens[index + 1..]);
        let blank = is_number(bare) && differs || is_timed && is_move(bare) || is_amount(bare);
        match blanked.last() {
            Some(last) if is_timed && blank && last == "#" => {}
            _ if blank => blanked.push("#".to_owned()),
            _ => blanked.push((*token).to_owned()),
        }
    }
    if blanked == tokens {
        line.trim_end().to_owned()
    } else {
        blanked.join(" ")
    }
}

/// The units of what differs from run to run and from machine to machine.
const UNITS: [&str; 10] = [
    "ms",
    "s",
    "\u{b5}s",
    "kB",
    "MB",
    "GB",
    "KiB",
    "MiB",
    "GiB",
    "positions",
];

/// Whether the words after a number are such a unit, or make the number a speed.
fn has_unit(rest: &[&str]) -> bool {
    let unit = rest.first().copied().unwrap_or_default();
    UNITS.contains(&unit.trim_end_matches([',', ';', '.', ':', ')']))
        || rest.starts_with(&["games", "a"])
}

/// Whether a token is a number with such a unit, such as `0.06ms`.
fn is_amount(token: &str) -> bool {
    let has_unit = |unit: &&str| token.strip_suffix(unit).is_some_and(is_number);
    UNITS.iter().any(has_unit)
}

fn is_number(token: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || b".,".contains(&byte);
    token.bytes().all(is_digit) && token.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_move(token: &str) -> bool {
    token.parse::<freecell::moves::Move>().is_ok()
}

/// Every page with its path.
fn pages() -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(ROOT).join("src")];
    let mut paths = vec![Path::new(ROOT).join("README.md")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let texts: Vec<String> = texts.collect();
    paths.into_iter().zip(texts).collect()
}

/// The errors in a page's transcripts, either the slow ones or the others, and the number that
/// were run.
fn faults(page: &str, slow: bool) -> (Vec<String>, usize) {
    let folder = Folder::new();
    let mut faults = Vec::new();
    let mut count = 0;
    for transcript in transcripts(page) {
        let needs_peer = transcript.command.contains("| fc-solve");
        if transcript.is("slow") != slow
            || needs_peer && !has_program("fc-solve", "freecell-solver-bin")
        {
            continue;
        }
        let printed = folder.run(&transcript);
        count += 1;
        if !agrees(&transcript, &printed) {
            let Transcript { line, command, .. } = transcript;
            let printed = printed.join("\n");
            faults.push(format!("line {line}: {command}\nprints now:\n{printed}\n"));
        }
    }
    (faults, count)
}

/// Runs the transcripts of all pages, and counts them.
fn run_all(slow: bool) -> usize {
    let mut all_faults = String::new();
    let mut total = 0;
    for (path, text) in pages() {
        let (faults, count) = faults(&text, slow);
        total += count;
        for fault in faults {
            writeln!(all_faults, "{}, {fault}", path.display()).unwrap();
        }
    }
    assert!(all_faults.is_empty(), "{all_faults}");
    total
}

#[test]
fn every_transcript_prints_what_its_page_shows() {
    let count = run_all(false);
    assert!(count >= 12, "only {count} transcripts were run");
}

#[test]
#[ignore = "takes two minutes of a machine that does nothing else"]
fn slow_transcripts_print_what_their_pages_show() {
    let count = run_all(true);
    assert!(count >= 12, "only {count} transcripts were run");
}

#[test]
fn a_wrong_transcript_is_noticed() {
    let right = "# Title\n\n```console\n$ cargo lab check 10913 --line \"26 76\" --autoplay all --capacity pow\n\
        all, pow, partial  all moves legal, not won\n...\nall, pow, illegal  all moves legal, not won\n...\n```\n";
    let (found, count) = faults(right, false);
    assert_eq!((found, count), (vec![], 1));
    for (from, to) in [
        ("not won", "won"),
        ("\"26 76\"", "\"26 77\""),
        ("...\n```", "```"),
        ("check", "judge"),
        ("lab", "labs"),
    ] {
        let (found, _) = faults(&right.replacen(from, to, 1), false);
        assert_eq!(found.len(), 1, "{from:?} became {to:?}");
        assert!(found[0].starts_with("line 4: cargo"), "{found:?}");
    }
}

#[test]
fn only_what_may_differ_is_blanked() {
    let same = |one: &str, other: &str| comparable(one, false) == comparable(other, false);
    assert!(same(
        "98345 positions, 133.5 ms of CPU time",
        "7 positions, 9.1 ms of CPU time"
    ));
    assert!(same(
        "Game solved in 0.06ms on deal 3.",
        "Game solved in 12.30ms on deal 3."
    ));
    assert!(same(
        "run 1     0.1159    0.2573    0.45",
        "run 1     0.0836    0.2472    0.34"
    ));
    assert!(same(
        "positions        160.78         75",
        "positions 161.00  74"
    ));
    assert!(!same(
        "won in 19 moves under safe",
        "won in 20 moves under safe"
    ));
    assert!(!same(
        "solved by deal 1: 892, 4.46 %",
        "solved by deal 1: 892, 4.47 %"
    ));
    assert!(!same("  a 9", " a 9"));
    let timed = |one: &str, other: &str| comparable(one, true) == comparable(other, true);
    assert!(timed("26 5a 76", "3a 3b 57 5c"));
    assert!(timed("won in 19 moves", "won in 20 moves"));
    assert!(!timed("won in 19 moves", "unsolved after 20 moves"));
    assert!(!timed("26 5a 76", "26 5a 76 oops"));
    assert!(timed("\"line\": \"26 5a 76\",", "\"line\": \"3a 57\","));
}
