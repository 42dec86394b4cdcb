//! The bot as a program: turns are piped in, and the lines that come out, the log
//! and the exit status are checked. Positions are limited instead of time, so that
//! the answers do not depend on the machine.

mod erratic;
mod games;
#[cfg(target_os = "linux")]
mod unwritable;

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;
use assert_cmd::Command;
use freecell::deal;
use freecell::moves::{Line, Move};
use freecell::protocol::{print, Reader, Turn};
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use predicates::prelude::{predicate, Predicate};
use regex_lite::Regex;

const POSITIONS: &str = "100000";

fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    fs::read(path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Whether a text has what a regular expression describes.
fn matches(pattern: &str) -> impl Predicate<str> {
    let pattern = Regex::new(pattern).unwrap();
    predicate::function(move |text: &str| pattern.is_match(text))
}

/// The names of the files in a folder of `fixtures/`.
fn files(folder: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = fs::read_dir(path.join(folder)).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| format!("{folder}/{name}"))
        .collect();
    assert!(!names.is_empty(), "no file in {folder}");
    names.sort();
    names
}

/// The message that a table in `fixtures/` has for a file.
fn message(table: &str, file: &str) -> String {
    let (_, name) = file.split_once('/').unwrap();
    let name = name.strip_suffix(".txt").unwrap();
    let text = String::from_utf8(fixture(table)).unwrap();
    let rows = text.lines().filter_map(|row| row.split_once(" | "));
    let mut messages = rows.filter(|(row, _)| *row == name);
    messages.next().unwrap().1.into()
}

fn turns(input: &[u8]) -> Vec<Turn> {
    let mut reader = Reader::new(input);
    std::iter::from_fn(|| reader.next_turn().ok().flatten()).collect()
}

/// The turn that a referee prints of a table.
fn turn(table: &Table) -> Vec<u8> {
    let moves = Game::new(table.clone(), Ruleset::default()).legal_moves();
    print(table, &moves).into_bytes()
}

/// The result of a run of the bot.
struct Run {
    status: Option<i32>,
    lines: Vec<String>,
    log: Vec<String>,
}

fn bot() -> Command {
    let mut command = cargo_bin_cmd!("freecell");
    command.env("FREECELL_POSITIONS", POSITIONS);
    command
}

fn outcome(output: &Output) -> Run {
    let lines = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
        text.lines().map(String::from).collect()
    };
    Run {
        status: output.status.code(),
        lines: lines(&output.stdout),
        log: lines(&output.stderr),
    }
}

fn run(input: impl Into<Vec<u8>>) -> Run {
    run_for(POSITIONS, input)
}

fn run_for(positions: &str, input: impl Into<Vec<u8>>) -> Run {
    let mut command = bot();
    command.env("FREECELL_POSITIONS", positions);
    outcome(&command.write_stdin(input).output().unwrap())
}

/// Checks that a run went to the end of its input, and that there are for each
/// turn one line, which is legal under a ruleset, and one remark in the log. A line
/// said to win wins, unless only a part of it was sent.
fn check(run: &Run, turns: &[Turn], ruleset: Ruleset) {
    assert_eq!(run.status, Some(0));
    assert_eq!(run.lines.len(), turns.len());
    let remarks: Vec<&String> = run.log.iter().filter(|line| !is_warning(line)).collect();
    assert_eq!(remarks.len(), turns.len(), "{remarks:?}");
    for (number, ((line, remark), turn)) in run.lines.iter().zip(remarks).zip(turns).enumerate() {
        let start = format!("turn {}: ", number + 1);
        assert!(remark.starts_with(&start), "{remark}");
        let claims_to_win = claims_to_win(remark);
        match judge(&turn.table, ruleset, line) {
            Verdict::Won { .. } => assert!(claims_to_win || turn.table.is_won(), "{remark}"),
            Verdict::Open => assert!(!claims_to_win || is_part(remark), "{remark}"),
            verdict @ Verdict::Failed { .. } => panic!("{line}: {verdict}"),
        }
    }
}

/// Unless it stalls, the bot sends the rest of a line that wins.
fn claims_to_win(remark: &str) -> bool {
    remark.contains("winning under") || remark.contains("the rest of the line")
}

/// Whether the line sent is the beginning of one that was planned.
fn is_part(remark: &str) -> bool {
    let (number, _) = remark.split_once(',').unwrap();
    number.contains(" of ")
}

fn is_warning(line: &str) -> bool {
    line.starts_with("warning: ")
}

/// The table after the first moves of a line; illegal ones change nothing.
fn after(table: &Table, ruleset: Ruleset, moves: &[Move]) -> Table {
    let mut game = Game::new(table.clone(), ruleset);
    for &mv in moves {
        let _ = game.play(mv);
    }
    game.table().clone()
}

fn safe() -> Ruleset {
    Ruleset::from_autoplay(Autoplay::Safe)
}

fn all() -> Ruleset {
    Ruleset::from_autoplay(Autoplay::All)
}

fn deal(number: u64) -> Table {
    deal::microsoft(number).unwrap()
}

#[test]
fn every_turn_file_is_won_or_cannot_be() {
    for file in files("turns") {
        let is_hard = file.contains("1941") || file.contains("57148");
        let positions = if is_hard { "500000" } else { POSITIONS };
        let input = fixture(&file);
        let turns = turns(&input);
        let run = run_for(positions, input);
        check(&run, &turns, safe());
        for ((remark, line), turn) in run.log.iter().zip(&run.lines).zip(&turns) {
            let is_stuck = Game::new(turn.table.clone(), safe())
                .legal_moves()
                .is_empty();
            let is_lost = is_stuck || file.contains("11982");
            let is_won = claims_to_win(remark) && !line.is_empty();
            assert_eq!(is_won, !is_lost, "{file}: {remark}");
        }
    }
}

#[test]
fn every_broken_file_gets_one_line_and_status_2() {
    for file in files("broken") {
        let input = fixture(&file);
        let before = turns(&input);
        let mut run = run(input);
        assert_eq!(run.status, Some(2), "{file}");
        assert_eq!(run.log.pop(), Some(message("broken.txt", &file)));
        run.status = Some(0);
        check(&run, &before, safe());
    }
}

#[test]
fn every_warned_file_is_played_anyway() {
    for file in files("warned") {
        let input = fixture(&file);
        let turns = turns(&input);
        let run = run(input);
        check(&run, &turns, safe());
        let warning = format!("warning: {}", message("warned.txt", &file));
        let warnings: Vec<&String> = run.log.iter().filter(|line| is_warning(line)).collect();
        assert_eq!(warnings, [&warning], "{file}");
    }
}

#[test]
fn an_empty_input_is_not_an_error() {
    for input in ["", "\n", "\r\n \n\t\n"] {
        let run = run(input);
        assert_eq!(
            (run.status, run.lines.len(), run.log.len()),
            (Some(0), 0, 0)
        );
    }
}

#[test]
fn the_sample_turn_is_answered_as_the_readme_shows() {
    bot()
        .write_stdin(fixture("turns/10913.txt"))
        .assert()
        .success()
        .stdout(matches(r"^([1-8a-d][1-8a-dh] ?)+\n$"))
        .stderr(matches(
            r"^turn 1: \d+ moves, winning under safe and all autoplay; \d+ ms, \d+ positions\n$",
        ));
}

#[test]
fn a_proof_differs_from_giving_up() {
    for (positions, expected) in [
        ("1000000", "no line wins, which is proved"),
        ("5000", "no winning line found: position limit reached"),
    ] {
        let input = fixture("turns/11982-unsolvable.txt");
        let turns = turns(&input);
        let run = run_for(positions, input);
        check(&run, &turns, safe());
        assert!(run.log[0].contains(expected), "{:?}", run.log);
        let line: Line = run.lines[0].parse().unwrap();
        let home: u8 = after(&turns[0].table, safe(), line.as_slice())
            .foundations
            .iter()
            .sum();
        assert!(home > 0, "{}", run.lines[0]);
    }
}

/// The line that the bot sends for a table on its first turn.
fn first_line(table: &Table) -> Line {
    run(turn(table)).lines[0].parse().unwrap()
}

#[test]
fn a_referee_that_plays_move_by_move_gets_the_rest_of_the_line_each_time() {
    let table = deal(10913);
    let line = first_line(&table);
    let mut input = turn(&table);
    for played in 1..line.len() {
        input.extend(turn(&after(&table, safe(), &line.as_slice()[..played])));
    }
    let run = run(input);
    assert_eq!(run.status, Some(0));
    let expected = (0..line.len()).map(|played| line.suffix(played).to_string());
    assert_eq!(run.lines, expected.collect::<Vec<String>>());
    for remark in &run.log[1..] {
        assert!(remark.contains("the rest of the line"), "{remark}");
    }
}

#[test]
fn a_referee_that_stops_midway_gets_the_rest() {
    let table = deal(10913);
    let line = first_line(&table);
    let mut input = turn(&table);
    for played in [7, 10] {
        input.extend(turn(&after(&table, safe(), &line.as_slice()[..played])));
    }
    let expected = [0, 7, 10].map(|played| line.suffix(played).to_string());
    assert_eq!(run(input).lines, expected);
}

/// Deal 17 has no line for both autoplay rules, so the first is for `safe`.
/// Source: the protocol's description.
#[test]
fn a_referee_with_the_other_autoplay_is_understood_and_beaten() {
    let table = deal(17);
    let line = first_line(&table);
    assert!(matches!(
        judge(&table, safe(), &line.to_string()),
        Verdict::Won { .. }
    ));
    assert!(matches!(
        judge(&table, all(), &line.to_string()),
        Verdict::Failed { .. }
    ));
    let half = &line.as_slice()[..line.len() / 2];
    let second = after(&table, all(), half);
    assert_ne!(second, after(&table, safe(), half));
    let mut input = turn(&table);
    input.extend(turn(&second));
    let run = run(input);
    assert_eq!(run.status, Some(0));
    assert!(
        run.log[1].contains("winning under all autoplay; rulesets dropped"),
        "{:?}",
        run.log
    );
    let verdict = judge(&second, all(), &run.lines[1]);
    assert!(matches!(verdict, Verdict::Won { .. }), "{verdict}");
}

#[test]
fn a_game_against_the_other_autoplay_is_won_in_the_end() {
    let mut won = 0;
    for number in [17, 19, 29] {
        won += usize::from(is_won_against(number, all()));
    }
    assert_eq!(won, 3);
}

/// Plays a game of up to 20 turns with a referee that follows a ruleset and
/// skips what is illegal.
fn is_won_against(number: u64, ruleset: Ruleset) -> bool {
    let mut table = deal(number);
    let mut input = Vec::new();
    for _ in 0..20 {
        input.extend(turn(&table));
        let line: Line = run(input.clone()).lines.last().unwrap().parse().unwrap();
        table = after(&table, ruleset, line.as_slice());
        if table.is_won() {
            return true;
        }
    }
    false
}

#[test]
fn moves_that_no_ruleset_offers_do_not_stop_the_bot() {
    for offered in ["0\n\n", "1\n1h\n", "3\n1a 1b 1c\n"] {
        let text = String::from_utf8(fixture("turns/617.txt")).unwrap();
        let table: Vec<&str> = text.lines().take(12).collect();
        let input = table.join("\n") + "\n" + offered;
        let turns = turns(input.as_bytes());
        let run = run(input);
        check(&run, &turns, safe());
        assert!(
            run.log[0].contains("no ruleset offers these moves"),
            "{:?}",
            run.log
        );
    }
}

#[test]
fn the_same_positions_bring_the_same_answer() {
    let input = fixture("turns/two-turns-with-blank-lines-between.txt");
    let (first, second) = (run(input.clone()), run(input));
    assert_eq!(first.lines.len(), 2);
    assert_eq!(first.lines, second.lines);
}

#[test]
fn a_malformed_number_of_positions_is_an_error() {
    for text in ["", "many", "-1", "1e3", "99999999999999999999"] {
        bot()
            .env("FREECELL_POSITIONS", text)
            .write_stdin(fixture("turns/10913.txt"))
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!(
                "FREECELL_POSITIONS: found {text:?}, expected a number of positions\n"
            ));
    }
}
