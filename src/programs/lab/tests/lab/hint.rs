//! `lab hint`: the best next moves, and the move that lost a game.

use freecell::difficulty::Difficulty;
use freecell::referee::{judge, Game, Verdict};
use freecell::table::Table;
use freecell::Outcome;
use freecell::{solve, SolveOptions};
use serde_json::{json, Value};

use testing::lab::{after, dealt, interrupted, process, run, text, turn, SAFE};

#[test]
fn hints_are_winning_lines_and_proved_losses() {
    let output = run(&["hint", "617", "--json", "--time", "2s"], "");
    assert_eq!(output.status.code(), Some(0));
    let hints: Value = serde_json::from_slice(&output.stdout).unwrap();
    let difficulty = Difficulty::new(&dealt(617), SAFE);
    assert_eq!(
        (&hints["deal"], &hints["difficulty"], &hints["spare"]),
        (
            &json!(617),
            &json!(difficulty.level()),
            &json!(difficulty.spare)
        )
    );
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
fn a_lost_table_has_status_1_and_other_searches_agree() {
    let table = after(&dealt(617), SAFE, "3a", 1);
    let plan = solve(&table, SolveOptions::default()).unwrap();
    assert_eq!(plan.outcome, Outcome::NoLine);
    let output = run(&["hint", "-", "--time", "5s"], &turn(&table, SAFE));
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
    let verified = run(&["verify", "-"], &turn(&table, SAFE));
    assert_eq!(
        text(&verified.stdout),
        "verified: no solution under safe, pow, partial\n"
    );
}

#[test]
fn if_the_table_is_lost_so_is_every_move() {
    // That of the table is one proof, where each move's own would take as long.
    let args = ["hint", "1941", "--autoplay", "all", "--time", "300s"];
    let output = run(&args, "");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(!said.contains("unknown"), "{said}");
    assert!(
        said.ends_with("\nno line wins, which is proved\n"),
        "{said}"
    );
}

#[test]
fn hints_keep_to_their_time() {
    // The clock counts its readings, so the same is found out in a time on every machine.
    let unknown = |time: &str| {
        let output = run(&["hint", "617", "--time", time], "");
        text(&output.stdout).matches("unknown").count()
    };
    let [none, short, long] = ["0ms", "5ms", "100ms"].map(unknown);
    assert!(
        none > short && short > long,
        "{none}, {short}, {long} moves are unknown"
    );
}

#[test]
fn the_move_that_lost_the_game_is_named() {
    let output = run(
        &[
            "hint",
            "617",
            "--time",
            "5s",
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
    let refused = run(&["hint", "617", "--line", "2a 2b h1"], "");
    assert_eq!(refused.status.code(), Some(2));
    let expected = "error: --line: move 3 (h1) fails: not a move\n";
    assert_eq!(text(&refused.stderr), expected);
}

#[test]
fn the_cost_of_a_move_is_reported_and_whether_it_is_proved() {
    let table = include_str!("../../../../../fixtures/turns/middle-two-empty-cascades.txt");
    let output = run(&["hint", "-", "--line", "1a", "--time", "6s"], table);
    let said = text(&output.stdout);
    let costs = "move 1 (1a) costs 2 moves, which is proved\nnothing is lost: from here this wins in 7 moves: ";
    assert!(said.starts_with(costs), "{said}");
    let output = run(&["hint", "-"], &turn(&Table::build(&[], "").unwrap(), SAFE));
    assert_eq!(text(&output.stdout), "all cards are home\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn ctrl_c_ends_hint_with_what_is_known() {
    let hint = &mut process(&["hint", "617", "--time", "60s"]);
    let output = interrupted(hint, |output| {
        text(&output.stdout).contains("\nthe shortest: ")
    });
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).ends_with("interrupted: with more time, more can be found out\n"));
}
