//! The lab's answers to players: `diagnose`, `hint`, `find`, and the formats of
//! `deal`.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use freecell::card::Card;
use freecell::moves::Move;
use freecell::plan::Outcome;
use freecell::protocol::print;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Capacity, LongRun, Ruleset};
use freecell::table::Table;
use freecell::{deal, solve, SolveOptions};
use serde_json::Value;
use tempfile::TempDir;

/// The statement's example, on deal 10913; it wins under `safe` alone.
const EXAMPLE: &str = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";

fn lab(args: &[&str], input: &str) -> Output {
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

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn dealt(number: u64) -> Table {
    deal::microsoft(number).unwrap()
}

/// The table after the first moves of a line, the illegal ones skipped.
fn after(table: &Table, ruleset: Ruleset, line: &str, moves: usize) -> Table {
    let mut game = Game::new(table.clone(), ruleset);
    for mv in line.split(' ').take(moves) {
        let _ = game.play(mv.parse().unwrap());
    }
    game.table().clone()
}

/// The turn that a referee prints.
fn turn(table: &Table, ruleset: Ruleset) -> String {
    print(table, &Game::new(table.clone(), ruleset).legal_moves())
}

/// Diagnoses a report: the status is that, and the answer has each of these texts.
fn diagnosed(report: &str, status: i32, texts: &[&str]) {
    let output = lab(&["diagnose"], report);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{said}");
    for each in texts {
        assert!(said.contains(each), "{each:?} is not in\n{said}");
    }
    assert!(said.contains("\nreplay.html: plays it under "), "{said}");
}

const SAFE: Ruleset = Ruleset::of(Autoplay::Safe);
const ALL: Ruleset = Ruleset::of(Autoplay::All);

#[test]
fn a_game_that_plays_all_cards_home_is_recognised_amid_the_sites_noise() {
    let table = dealt(10913);
    let came_back = after(&table, ALL, EXAMPLE, 11);
    let quoted = turn(&table, ALL).replace('\n', "\n> ");
    let report = format!(
        "Game information:\nStandard Input Stream:\n> {quoted}\n01/19\nStandard Output Stream:\n\
         {EXAMPLE}\nturn 1: 19 moves, winning; 167 ms, 172361 positions\n\nFailure: invalid move\n\n{}",
        turn(&came_back, ALL)
    );
    diagnosed(
        &report,
        0,
        &[
            "found: 2 tables, a line of 19 moves; the first table is Microsoft's deal 10913\n",
            "under all autoplay the line breaks at move 12 (4h): 4D is not the next card of its suit\n",
            "under safe autoplay the line wins after 19 moves\n",
            "is the one after move 11, under all autoplay\n",
            "the line broke at move 12 (4h): 4D is not the next card of its suit\n",
            "send, for the table that came back: ",
            "send, for the first table: ",
            "winning under all autoplay",
        ],
    );
}

#[test]
fn a_game_that_counts_supermoves_the_other_way_is_recognised() {
    let line = "3a 5b 53 75 73 72 17 82 52 12 61 6c 65 15 41 6d 68 16 16 56 46 75 86 28 38 4c 43 24 45 41 32 81 24 85 27 27";
    let rules = Ruleset {
        capacity: Capacity::Product,
        ..SAFE
    };
    let table = dealt(5001);
    let came_back = after(&table, rules, line, 23);
    let report = format!("{}{line}\n{}", turn(&table, rules), turn(&came_back, rules));
    let broke = "the line broke at move 24 (28): no capacity for 7 cards: room for 6\n";
    diagnosed(&report, 0, &[broke, "(safe, product, partial)"]);
}

/// A run of three, an empty cascade, and a single free cell: room for two. The aces
/// are the deepest cards, so nothing goes home.
fn long_run() -> Table {
    let apart = ["QS", "JD", "TC", "9H", "9C", "8D"].map(|card| card.parse().unwrap());
    let mut table = Table::default();
    table.cascades[0] = apart[..3].to_vec();
    for (cell, &card) in table.cells.iter_mut().zip(&apart[3..]) {
        *cell = Some(card);
    }
    let others = Card::deck().filter(|card| !apart.contains(card));
    for (index, card) in others.enumerate() {
        table.cascades[2 + index % 6].push(card);
    }
    table.validate().unwrap();
    table
}

#[test]
fn a_game_that_moves_part_of_a_long_run_is_recognised() {
    let table = long_run();
    let came_back = after(&table, SAFE, "12", 1);
    assert_eq!(came_back.cascades[1].len(), 2);
    let report = format!("{}\n12 3d\n{}", turn(&table, SAFE), turn(&came_back, SAFE));
    let partial = "is the one after move 1, under (safe, pow, partial)";
    diagnosed(&report, 0, &[partial]);
}

#[test]
fn a_game_that_refuses_long_runs_sends_the_same_table() {
    let table = long_run();
    let rules = Ruleset {
        long_run: LongRun::Illegal,
        ..SAFE
    };
    let report = format!("{}\n12 3d\n{}", turn(&table, rules), turn(&table, rules));
    diagnosed(
        &report,
        0,
        &[
            "breaks at move 1 (12): no capacity for 3 cards: room for 2",
            "the table came back unchanged: not one move was played",
        ],
    );
}

#[test]
fn a_line_that_wins_under_every_ruleset_is_not_to_blame() {
    let table = Table::build(&["KH", "", "KS"], "- QH").unwrap();
    let report = format!("{}output: bh 1h 3h\n", turn(&table, SAFE));
    diagnosed(
        &report,
        0,
        &[
            "under every ruleset the line wins after ",
            "the rules are not the reason: look at the time limit",
        ],
    );
}

#[test]
fn a_line_that_wins_under_some_rulesets_puts_the_others_under_suspicion() {
    let report = format!("{EXAMPLE}\n{}", turn(&dealt(10913), SAFE));
    let suspicion = "if the game refused this line, it plays by all autoplay\n";
    diagnosed(&report, 0, &[suspicion]);
}

#[test]
fn the_input_alone_gets_a_line() {
    diagnosed(
        &turn(&dealt(1), SAFE),
        0,
        &[
            "found: 1 table, no line of moves; the first table is Microsoft's deal 1\n",
            "send, for the first table: ",
        ],
    );
}

#[test]
fn a_game_that_takes_one_move_a_turn_is_recognised() {
    let table = dealt(10913);
    let came_back = after(&table, SAFE, EXAMPLE, 1);
    let report = format!(
        "{}{EXAMPLE}\n{}",
        turn(&table, SAFE),
        turn(&came_back, SAFE)
    );
    diagnosed(
        &report,
        0,
        &[
            "is the one after move 1, under ",
            "nothing is wrong with move 2: the game takes fewer moves a turn than were sent",
        ],
    );
}

#[test]
fn tables_and_lines_may_come_in_any_order() {
    let table = dealt(10913);
    let came_back = after(&table, ALL, EXAMPLE, 11);
    let (one, other) = (turn(&came_back, ALL), turn(&table, ALL));
    let broke = "the line broke at move 12 (4h)";
    for report in [
        format!("{one}{EXAMPLE}\n{other}"),
        format!("{EXAMPLE}\n{one}{other}"),
        format!("{one}{other}{EXAMPLE}\n"),
    ] {
        diagnosed(&report, 0, &[broke]);
    }
}

#[test]
fn a_game_that_plays_home_before_the_first_move_is_recognised() {
    // Only when the ace of clubs is gone, the card below it can move.
    let table = dealt(10913);
    let mut game = Game::new(table.clone(), SAFE);
    assert!(!game.autoplay().is_empty());
    let came_back = after(game.table(), SAFE, "41", 1);
    let report = format!("{}\n41 2a\n{}", turn(&table, SAFE), turn(&came_back, SAFE));
    diagnosed(
        &report,
        0,
        &["if the game plays cards home before the first move"],
    );
}

#[test]
fn a_table_that_no_ruleset_explains_is_compared_with_the_closest() {
    let table = dealt(10913);
    let mut came_back = after(&table, SAFE, EXAMPLE, 5);
    came_back.cascades.swap(2, 7);
    let report = format!(
        "{}{EXAMPLE}\n{}",
        turn(&table, SAFE),
        turn(&came_back, SAFE)
    );
    diagnosed(
        &report,
        1,
        &[
            "no ruleset explains the table that came back. The closest is the one after move 5, under safe, pow, partial: ",
            " is in cascade 8, expected in cascade 3; ",
        ],
    );
}

#[test]
fn a_report_without_a_whole_table_is_refused_with_the_reason() {
    let output = lab(&["diagnose"], "26 5a 76\nit does not work!\n");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: no table found: "), "{said}");
    let whole = turn(&dealt(1), SAFE);
    let cut = whole.lines().take(8).collect::<Vec<_>>().join("\n");
    let output = lab(&["diagnose"], &cut);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("the table in line 3 is left out: 4 of its 8 cascades found\n"),
        "{said}"
    );
}

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
fn a_lost_table_is_status_1_and_is_lost_by_another_search_as_well() {
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
    assert_eq!(lost.count(), Game::new(table, SAFE).legal_moves().len());
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
