//! The bot itself: merged, compiled as the platform may compile it, and held
//! against the bot that Cargo builds.
//!
//! The turns are those of `fixtures/turns`; see `fixtures/README.md` for where
//! they come from.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use freecell::protocol::Reader;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use tempfile::TempDir;

use crate::sample::{compile, compile_in, text_of};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// The most characters of the merged file. The platform takes 100,000; the rest is room for the
/// next change of the bot, and beyond this the merger should rather write shorter.
const MAX_LENGTH: usize = 94_000;

/// Enough to find most lines, and little enough for a build that is not
/// optimised.
const POSITIONS: &str = "2000";

/// The merger's output for the bot.
fn output() -> &'static Output {
    static OUTPUT: OnceLock<Output> = OnceLock::new();
    OUTPUT.get_or_init(|| {
        let mut merger = Command::new(env!("CARGO_BIN_EXE_freecell-merge"));
        merger.current_dir(ROOT).output().unwrap()
    })
}

fn merged() -> String {
    text_of(output())
}

/// The output of a bot for a file of turns.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    status: Option<i32>,
    lines: String,
    /// The referee's verdicts on each line, under every ruleset.
    verdicts: Vec<Vec<Verdict>>,
    /// The log, less the times in it: how many positions, among others.
    log: String,
}

fn ask(program: &Path, turns: &Path) -> Run {
    let output = Command::new(program)
        .env("FREECELL_POSITIONS", POSITIONS)
        .stdin(File::open(turns).unwrap())
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let tables = tables(turns).into_iter();
    let judged = tables.zip(lines.lines()).map(|(table, line)| {
        let verdicts = Ruleset::all().map(|ruleset| judge(&table, ruleset, line));
        verdicts.collect()
    });
    Run {
        status: output.status.code(),
        verdicts: judged.collect(),
        lines,
        log: without_times(&String::from_utf8(output.stderr).unwrap()),
    }
}

/// Leaves out the number before each `ms`.
fn without_times(log: &str) -> String {
    let words: Vec<&str> = log.split(' ').collect();
    let timed = |index: usize| {
        words
            .get(index + 1)
            .is_some_and(|next| next.starts_with("ms"))
    };
    let kept = (0..words.len()).filter(|&index| !timed(index));
    kept.map(|index| words[index]).collect::<Vec<_>>().join(" ")
}

fn turns() -> Vec<PathBuf> {
    let folder = Path::new(ROOT).join("fixtures/turns");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    files
}

fn tables(turns: &Path) -> Vec<Table> {
    let mut reader = Reader::new(BufReader::new(File::open(turns).unwrap()));
    std::iter::from_fn(|| reader.next_turn().unwrap())
        .map(|turn| turn.table)
        .collect()
}

#[test]
fn the_merged_file_has_at_most_94_000_ascii_characters() {
    let (characters, bytes) = (merged().chars().count(), merged().len());
    assert!(characters <= MAX_LENGTH, "{characters} characters");
    assert_eq!(characters, bytes, "characters outside ASCII");
}

#[test]
fn the_report_says_how_long_the_file_is() {
    let length = merged().len();
    let room = 100_000 - length;
    let expected = format!("{length} characters, room for {room} more\n");
    assert_eq!(String::from_utf8_lossy(&output().stderr), expected);
}

/// The comment at the top of the merged file, in one line.
fn header() -> String {
    let text = merged();
    let comments = text.lines().map_while(|line| line.strip_prefix("//"));
    one_line(&comments.collect::<Vec<_>>().join(" "))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_first_line_says_how_to_compile_the_file() {
    let first = "// Compile with `rustc --edition 2021 -O`.";
    assert_eq!(merged().lines().next(), Some(first));
}

#[test]
fn the_header_names_the_crate_and_its_authors() {
    for part in [
        concat!("freecell-bot ", env!("CARGO_PKG_VERSION")),
        "the freecell authors",
    ] {
        assert!(header().contains(part), "no {part:?} in {}", header());
    }
}

#[test]
fn the_header_has_the_licence_word_for_word() {
    let licence = include_str!("../../../../../LICENSE");
    let (_, licence) = licence.split_at(licence.find("Permission is").unwrap());
    let header = header();
    assert!(header.ends_with(&one_line(licence)), "{header}");
}

#[test]
fn the_merged_file_holds_the_three_crates_that_the_bot_depends_on() {
    for name in ["arrayvec", "rustc-hash", "smallvec"] {
        assert!(header().contains(&format!("{name} ")), "no {name}");
    }
    // One text of each that nothing else has: two messages, and the factor of the hash.
    for theirs in [
        "\"ArrayVec: ",
        "\"capacity overflow\"",
        "0xf1357aea2e62a9c5",
    ] {
        assert!(merged().contains(theirs), "no {theirs}");
    }
}

#[test]
fn the_merged_bot_answers_as_the_built_one() {
    let folder = TempDir::new().unwrap();
    let text = merged();
    let plain = compile(
        folder.path(),
        &text,
        &["-C", "opt-level=0", "-C", "overflow-checks=on"],
    );
    let optimised = compile_in("2024", folder.path(), &text, &["-O"]);
    for file in turns() {
        let expected = ask(&testing::program("freecell"), &file);
        assert!(expected.log.contains("positions"), "{}", expected.log);
        for program in [&plain, &optimised] {
            assert_eq!(ask(program, &file), expected, "{}", file.display());
        }
        assert_eq!(expected.verdicts.len(), tables(&file).len());
    }
}

/// The types that a text declares.
fn types(text: &str) -> BTreeSet<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let declared = words.windows(2).filter_map(|pair| {
        let name = pair[1]
            .split(|letter: char| !letter.is_alphanumeric())
            .next();
        name.filter(|_| ["struct", "enum"].contains(&pair[0]))
    });
    declared.collect()
}

#[test]
fn no_type_of_the_sources_keeps_its_name() {
    let (sources, merged) = (sources(&Path::new(ROOT).join("src")), merged());
    let (ours, merged) = (types(&sources), types(&merged));
    assert!(ours.contains("Player") && ours.contains("Portfolio"));
    let kept: Vec<_> = ours.intersection(&merged).collect();
    assert!(kept.is_empty(), "{kept:?}");
}

/// All sources in a folder, except those of programs of their own.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let texts = entries.map(|path| match path.extension() {
        _ if path.ends_with("src/programs") => String::new(),
        None if path.is_dir() => sources(&path),
        Some(kind) if kind == "rs" => fs::read_to_string(&path).unwrap(),
        _ => String::new(),
    });
    texts.collect()
}
