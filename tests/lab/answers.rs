//! The lab's answers to players: `hint`, `find`, and the formats of `deal`.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use freecell::moves::Move;
use freecell::plan::Outcome;
use freecell::protocol::print;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use freecell::{deal, solve, SolveOptions};
use serde_json::Value;
use tempfile::TempDir;

pub fn lab(args: &[&str], input: &str) -> Output {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(cargo_bin!("freecell-lab"));
    let command = command.args(args).current_dir(&folder);
    let command = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn dealt(number: u64) -> Table {
    deal::microsoft(number).unwrap()
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

pub const SAFE: Ruleset = Ruleset::of(Autoplay::Safe);

#[test]
fn hints_are_lines_that_win_and_losses_that_are_proved() {
    let output = lab(&["hint", "617", "--json", "--time", "6s"], "");
    assert_eq!(output.status.code(), Some(0));
    let hints: Value = serde_json::from_slice(&output.stdout).unwrap();
    let moves = hints["moves"].as_array().unwrap();
    let game = Game::new(dealt(617), SAFE);
    assert_eq!(moves.len(), game.legal_moves().len());
    let mut lost = Vec::new();
    for hint in moves {
        let name = hint["move"].as_str().unwrap();
        match hint["result"].as_str().unwrap() {
            "won" => {
                let line = hint["line"].as_str().unwrap();
                assert!(line.starts_with(name));
                let moves = usize::try_from(hint["moves"].as_u64().unwrap()).unwrap();
                assert_eq!(judge(&dealt(617), SAFE, line), Verdict::Won { moves });
                assert!(hint["at_least"].as_u64() <= hint["moves"].as_u64());
            }
            "lost" => lost.push(name),
            other => assert_eq!(other, "unknown"),
        }
    }
    assert_eq!(lost, ["3a"]);
    assert_eq!(moves.last().unwrap()["move"], "3a", "the best comes first");
}

#[test]
fn a_lost_table_is_status_1_and_is_lost_by_other_searches_as_well() {
    let table = after(&dealt(617), SAFE, "3a", 1);
    let plan = solve(&table, SolveOptions::default()).unwrap();
    assert_eq!(plan.outcome, Outcome::Impossible);
    let output = lab(&["hint", "-", "--time", "60s"], &turn(&table, SAFE));
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.ends_with("\nno line wins, which is proved\n"),
        "{said}"
    );
    let lost = said
        .lines()
        .filter(|line| line.ends_with("  lost, which is proved"));
    assert_eq!(
        lost.count(),
        Game::new(table.clone(), SAFE).legal_moves().len()
    );
    // One that knows the referee's rules and nothing else.
    let verified = lab(&["verify", "-"], &turn(&table, SAFE));
    assert_eq!(
        text(&verified.stdout),
        "verified: no solution under safe, pow, partial\n"
    );
}

#[test]
fn hints_take_no_longer_than_they_may() {
    // CPU time, which is no more than the time on the wall, however busy the machine is.
    let script = "TIMEFORMAT='%U %S'; time \"$0\" hint 617 --time 400ms > /dev/null";
    let mut command = Command::new("bash");
    let command = command.args(["-c", script]).arg(cargo_bin!("freecell-lab"));
    let said = text(&command.output().unwrap().stderr);
    let times = said
        .split_whitespace()
        .map(|time| time.parse::<f64>().unwrap());
    assert!(times.sum::<f64>() < 0.6, "{said}");
}

#[test]
fn the_move_that_lost_the_game_is_named() {
    let output = lab(
        &[
            "hint",
            "617",
            "--time",
            "60s",
            "--after",
            "2a 27 4b 46 72 3c",
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.starts_with("move 6 (3c) lost the game\nbefore it this wins in "),
        "{said}"
    );
    assert!(
        said.ends_with("\nafter it no line wins, which is proved\n"),
        "{said}"
    );
    let refused = lab(&["hint", "617", "--line", "2a 2b h1"], "");
    assert_eq!(refused.status.code(), Some(2));
    let expected = "error: --line: move 3 (h1) fails: not a move\n";
    assert_eq!(text(&refused.stderr), expected);
}

#[test]
fn what_a_move_costs_is_said_and_proved_where_it_is() {
    let table = include_str!("../../fixtures/turns/middle-two-empty-cascades.txt");
    let output = lab(&["hint", "-", "--line", "1a", "--time", "6s"], table);
    let said = text(&output.stdout);
    let costs = "move 1 (1a) costs 2 moves, which is proved\nnothing is lost: from here this wins in 7 moves: ";
    assert!(said.starts_with(costs), "{said}");
    let output = lab(&["hint", "-"], &turn(&Table::build(&[], "").unwrap(), SAFE));
    assert_eq!(text(&output.stdout), "all cards are home\n");
    assert_eq!(output.status.code(), Some(0));
}

/// The number that `find` says a table has.
fn found(table: &str) -> String {
    let output = lab(&["find", "-", "--quiet"], table);
    text(&output.stdout)
}

#[test]
fn a_table_has_its_deals_number_in_every_range_and_format() {
    for (number, format) in [
        (1, "turn"),
        (32_000, "fc-solve"),
        ((1 << 31) - 1, "pysol"),
        (1 << 31, "transposed"),
        (4_000_000_019, "turn"),
        (1 << 32, "fc-solve"),
        (7_654_321_098, "pysol"),
        (deal::LAST_DEAL, "transposed"),
    ] {
        let output = lab(&["deal", &number.to_string(), "--format", format], "");
        assert_eq!(found(&text(&output.stdout)), format!("{number}\n"));
    }
}

#[test]
fn a_table_of_no_deal_is_status_1_and_one_under_way_is_refused() {
    let mut table = dealt(617);
    let ends: Vec<Move> = Vec::new();
    let (one, other) = (table.cascades[0][0], table.cascades[5][5]);
    table.cascades[0][0] = other;
    table.cascades[5][5] = one;
    let output = lab(&["find", "-"], &print(&table, &ends));
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(1), String::new())
    );
    let under_way = after(&dealt(617), SAFE, "1a", 1);
    let output = lab(&["find", "-", "--quiet"], &print(&under_way, &ends));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: the table is not a new deal"));
}

#[test]
fn deals_are_found_by_wish_in_the_rows_of_a_range() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let path = path.to_str().unwrap();
    lab(&["range", "1..=60", "11982", "--csv", path], "");
    let rows = std::fs::read_to_string(path).unwrap();
    let wished = |args: &[&str]| {
        let output = lab(&[&["find", "--from", path], args].concat(), "");
        (output.status.code(), text(&output.stdout))
    };
    let short: String = rows
        .lines()
        .filter(|row| {
            row.split(',')
                .nth(3)
                .unwrap()
                .parse()
                .is_ok_and(|moves: u32| moves <= 40)
        })
        .map(|row| row.split(',').next().unwrap().to_owned() + "\n")
        .collect();
    assert!(short.lines().count() > 3);
    assert_eq!(wished(&["--moves", "..=40"]), (Some(0), short));
    assert_eq!(
        wished(&["--result", "unsolvable"]),
        (Some(0), "11982\n".to_owned())
    );
    assert_eq!(wished(&["--moves", "..=5"]), (Some(1), String::new()));
    assert_eq!(lab(&["find", "--moves", "..=5"], "").status.code(), Some(2));
    assert_eq!(lab(&["find"], "").status.code(), Some(2));
}
