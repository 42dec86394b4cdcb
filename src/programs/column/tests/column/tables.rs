//! Tables that are no Microsoft deal: new deals, games in the middle and games that are won.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;
use testing::lab::{lab_output, text};

use super::{check, heineman};

/// A new deal that no number has.
const OWN: &str = "3S KH 5D 4C 9S AS 6H\n5H KS 6D 9H 2H QH QS\n3D KC 4H 2D 7C 4S 5C\n\
    TH 7D 6C 3C JH 8D TS\nJS JC 5S 4D 8H AD\n7S 9C 2C QD 6S 9D\nKD 8C AH TD 2S JD\n\
    TC 8S 7H AC 3H QC\n";

#[test]
fn every_table_is_searched_and_its_line_wins() {
    let folder = TempDir::new().unwrap();
    let own = folder.path().join("own.txt");
    fs::write(&own, OWN).unwrap();
    let turns = [
        "late-all-suits-far",
        "middle-four-cells-taken",
        "middle-gap-in-the-cells",
    ];
    let turns = turns.map(|name| format!("fixtures/turns/{name}.txt"));
    for table in turns.iter().map(String::as_str).chain(own.to_str()) {
        let output = heineman(&format!("staged --moves --input {table}"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{table}: {output:?}");
        let said = text(&output.stdout);
        assert!(said.starts_with("Deal 0: solved in "), "{said}");
        let line = said.lines().nth(1).unwrap();
        let judged = lab_output(&[
            "check",
            "--rules",
            "heineman",
            "--input",
            testing::root().join(table).to_str().unwrap(),
            "--line",
            line,
        ]);
        let moves = line.split(' ').count();
        let expected = format!("heineman                won after {moves} moves\n");
        assert_eq!(text(&judged.stdout), expected, "{table}: {line}");
    }
}

#[test]
fn a_game_that_is_won_is_solved_in_no_moves() {
    let won = "fixtures/turns/won.txt";
    for (command, said) in [
        ("staged", "Deal 0: solved in 0 moves; 0 positions visited."),
        ("bfs", "Solved in 0 moves."),
        ("dfs", "Solved in 0 moves."),
        ("astar", "Solved in 0 moves."),
        ("reach", "A solution exists; the shortest has 0 moves."),
    ] {
        let output = heineman(&format!("{command} --input {won}")).output();
        check(&output.unwrap(), "0", said, command);
    }
}

#[test]
fn cards_in_cells_count_in_every_search() {
    let taken = "fixtures/turns/no-legal-move.txt";
    let none = "No solution exists: every reachable position was expanded.";
    for (command, status, said) in [
        ("bfs", "1", none),
        ("dfs --distinct", "1", none),
        ("count --depth 1 --trials 2", "0", "1 0 0 0 0.000"),
        ("reach", "0", "1 positions reached, 0 moves from them, *"),
        ("bfs --cells 5 --depth 1", "1", "1 10"),
    ] {
        let output = heineman(&format!("{command} --input {taken}")).output();
        check(&output.unwrap(), status, said, command);
    }
    let args = format!("reach --json --input {taken}");
    let json: Value = serde_json::from_slice(&heineman(&args).output().unwrap().stdout).unwrap();
    assert_eq!((&json["deal"], &json["positions"]), (&0.into(), &1.into()));
}

#[test]
fn a_table_that_does_not_fit_is_refused_before_the_work() {
    let (taken, late) = (
        "--input fixtures/turns/middle-four-cells-taken.txt",
        "--input fixtures/turns/late-all-suits-far.txt",
    );
    let cells = "error: the table has 4 cards in cells, too many for 3 cells";
    let cascades =
        "error: the table is not a new deal, so its cards cannot be dealt on 7 cascades \
        instead of eight";
    let number = "error: the table is not a Microsoft deal, so it has no number, which rows begin \
        with";
    for (command, reason) in [
        (format!("staged 1..=32000 --cells 3 {taken}"), cells),
        (format!("bfs --cells 3 {taken}"), cells),
        (format!("staged 1..=32000 --cascades 7 {late}"), cascades),
        (format!("reach --cascades 7 {late}"), cascades),
        (format!("cells --cascades 7 {late}"), cascades),
        (format!("staged {late} --csv rows.csv"), number),
        (format!("cells {late} --csv rows.csv"), number),
    ] {
        let output = heineman(&command).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        let said = text(&output.stderr);
        assert_eq!(said.lines().nth(1), Some(reason), "{command}: {said}");
        assert!(output.stdout.is_empty());
    }
    assert!(!testing::root().join("rows.csv").exists());
}
