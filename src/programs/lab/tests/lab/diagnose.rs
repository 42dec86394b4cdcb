//! `lab diagnose` on made-up reports of different kinds: what a player might paste, and the answers
//! expected.

use freecell::card::Card;
use freecell::moves::Line;
use freecell::referee::{replay, Game, Verdict};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;
use serde_json::{json, Value};

use testing::lab::{after, dealt, run, text, turn, EXAMPLE, SAFE};

const ALL: Ruleset = Ruleset::from_autoplay(Autoplay::All);

/// Diagnoses a report, and checks the status and that the answer has each of these texts.
fn diagnose(report: &str, status: i32, texts: &[&str]) {
    // Enough for these deals: most of the time of these tests is for new lines.
    let output = run(&["diagnose", "--positions", "20000"], report);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{said}");
    for each in texts {
        assert!(said.contains(each), "{each:?} is not in\n{said}");
    }
    assert!(said.contains("\nreplay.html: plays it under "), "{said}");
}

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
    diagnose(
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
fn the_statements_own_sentence_is_a_line() {
    let sentence = include_str!("../../../../../fixtures/reports/statement-example.txt");
    let report = format!("{sentence}\n{}", turn(&dealt(10913), SAFE));
    diagnose(
        &report,
        0,
        &[
            "found: 1 table, a line of 19 moves; ",
            "under safe autoplay the line wins after 19 moves\n",
        ],
    );
}

#[test]
fn a_move_in_each_row_is_a_line_before_and_after_the_table() {
    let rows = "26\n76\n72\n72\n5a\n27\n";
    let turn = turn(&dealt(10913), SAFE);
    let table: String = turn.split_inclusive('\n').take(12).collect();
    for report in [
        format!("{rows}{turn}"),
        format!("Frame 12\n\n12\n\n> 26\n> 76\n> 72\n> 72\n> 5a\n> 27\n\n{turn}"),
        format!("{turn}{rows}"),
        format!("{table}{rows}"),
    ] {
        diagnose(&report, 0, &["found: 1 table, a line of 6 moves; "]);
    }
}

#[test]
fn a_table_by_rows_or_for_human_readers_is_found_beside_its_line() {
    let table = |args: &[&str]| text(&run(&[&["deal", "10913"], args].concat(), "").stdout);
    let [rows, pretty, pysol] =
        ["transposed", "pretty", "pysol"].map(|format| table(&["--format", format]));
    let found = "found: 1 table, a line of 19 moves; the first table is Microsoft's deal 10913\n";
    for table in [
        &rows,
        &pretty,
        &rows.replace('\n', " "),
        &rows.replace(['\n', ' '], ""),
        &pysol.replace(' ', ", "),
        &pretty.replace('\n', "\n> "),
    ] {
        diagnose(
            &format!("It failed:\n{table}\n\nsent: {EXAMPLE}\n"),
            0,
            &[found],
        );
    }
    for format in ["transposed", "pretty"] {
        let later = table(&["--format", format, "--after", "26 76 72 72 5a"]);
        let report = format!("{rows}\n{EXAMPLE}\n\n{later}");
        diagnose(
            &report,
            0,
            &["the table that came back is the one after move 5"],
        );
    }
}

#[test]
fn a_deal_can_be_named_instead_of_its_table() {
    let found = "found: 1 table, a line of 19 moves; the first table is Microsoft's deal 10913\n";
    for name in ["Deal 10913\n", "> MS #10,913\n\nsent:", "#10913: "] {
        diagnose(&format!("{name}{EXAMPLE}\n"), 0, &[found]);
    }
    // These are the moves of a list, and frames.
    for report in ["#1: 26\n#2: 76\n", "Frame 617\n26 76\n", "617\n26 76\n"] {
        assert_eq!(
            run(&["diagnose"], report).status.code(),
            Some(2),
            "{report}"
        );
    }
}

#[test]
fn the_page_plays_a_line_for_the_table_that_it_shows() {
    // There is no line, so that the new one for the first table is played.
    let last = after(&dealt(10913), SAFE, EXAMPLE, 18);
    let report = turn(&dealt(10913), SAFE) + &turn(&last, SAFE);
    diagnose(
        &report,
        0,
        &["replay.html: plays it under safe, pow, partial: won after "],
    );
}

#[test]
fn a_word_that_is_no_move_breaks_the_line_at_its_place() {
    for (line, breaks) in [
        ("26 5x 76 72", "move 2 (5x): not a move"),
        ("26 76 55 72", "move 3 (55): its two places are the same"),
        (
            "26 76 1e 72",
            "move 3 (1e): there is no fifth cell: the cells are a to d",
        ),
    ] {
        let report = format!("{}{line}\n", turn(&dealt(10913), SAFE));
        let breaks = format!("under every likely ruleset the line breaks at {breaks}\n");
        diagnose(
            &report,
            0,
            &["found: 1 table, a line of 4 moves; ", &breaks],
        );
    }
}

#[test]
fn what_is_neither_table_nor_line_is_said_to_be_left_out() {
    let table = turn(&dealt(10913), SAFE);
    let report = format!("It says:\n{table}I sent: {EXAMPLE}\nand that was all\n");
    let left_out =
        "\nleft out: line 1 \"It says:\", line 16 \"I sent\", line 17 \"and that was all\"\n";
    let said = said_by(&["diagnose", "--quiet"], &report);
    assert!(said.contains(left_out), "{said}");
    let json = said_by(&["diagnose", "--json"], &report);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["skipped"][1], json!({ "line": 16, "text": "I sent" }));
}

fn said_by(args: &[&str], report: &str) -> String {
    text(&run(args, report).stdout)
}

#[test]
fn numbers_and_words_are_not_lines() {
    let table = include_str!("../../../../../fixtures/turns/one-move-to-win.txt");
    for (text, line) in [
        ("Frame 12\n\n12", "no line of moves"),
        ("turn 1: 20 moves", "no line of moves"),
        ("it took 4h", "no line of moves"),
        ("26 12", "a line of 2 moves"),
        ("line: 26 5a 76,", "a line of 3 moves"),
        ("\"26\", \"5a\", \"76\"", "a line of 3 moves"),
        ("26 5a\n12", "a line of 3 moves"),
        ("11", "no line of moves"),
        ("26 5a\n6h 8h 5h 4h 2h 7h", "a line of 8 moves"),
        ("6H 8H 5H 6H 8H 5H", "a line of 6 moves"),
    ] {
        let found = format!("found: 1 table, {line}\n");
        diagnose(&format!("{text}\n\n{table}"), 0, &[&found]);
    }
}

#[test]
fn a_table_that_contradicts_itself_is_named() {
    let table = turn(&dealt(10913), SAFE);
    for (part, other, problem) in [
        (
            "AS",
            "AC",
            "the table in line 1 is left out: found the card AC in a second place",
        ),
        (
            "Foundations:",
            "Foundations: H-3",
            "the table in line 1 is left out: found 1 started foundation instead of 0",
        ),
    ] {
        let report = format!("{}{table}", table.replace(part, other));
        let output = run(&["diagnose"], &report);
        let message = text(&output.stderr);
        assert!(message.contains(problem), "{message}");
        // The moves that it lists are not taken for a line that was sent.
        let said = text(&output.stdout);
        assert!(
            said.starts_with("found: 1 table, no line of moves;"),
            "{said}"
        );
    }
}

/// The turns of a game that takes one move of each line, as `play --transcript` prints
/// them, and the table after them.
fn game(moves: usize) -> (String, Table) {
    let mut game = Game::new(dealt(10913), SAFE);
    let mut words = EXAMPLE.split(' ');
    let mut transcript = String::new();
    for _ in 0..moves {
        let rest = words.clone().collect::<Vec<&str>>().join(" ");
        let turn = turn(game.table(), SAFE);
        transcript.extend([&turn, "> ", &rest, "\n"]);
        game.play(words.next().unwrap().parse().unwrap()).unwrap();
    }
    (transcript, game.table().clone())
}

#[test]
fn a_whole_game_is_paired_turn_by_turn() {
    let (transcript, _) = game(19);
    diagnose(
        &transcript,
        0,
        &[
            "found: 19 tables, 19 lines; the first table is Microsoft's deal 10913\n",
            "turns 1 to 18 are explained by (safe, pow, partial) or (safe, product, partial); this is about turn 19, with a line of 1 move\n",
            "(safe, product, partial) the line wins after 1 move\n",
            "send, for the table of turn 19: 5",
        ],
    );
}

#[test]
fn the_turn_that_contradicts_the_earlier_ones_is_named() {
    let (transcript, mut table) = game(12);
    table.cascades.swap(2, 7);
    let report = format!("{transcript}{}", turn(&table, SAFE));
    diagnose(
        &report,
        1,
        &[
            "turns 1 to 11 are explained by safe autoplay; this is about turn 12, with a line of 8",
            "no ruleset explains the table that came back. The closest is the one after move 1,",
            " is in cascade 8, expected in cascade 3; ",
        ],
    );
}

#[test]
fn a_quarter_of_a_megabyte_is_no_problem() {
    // A move that the game refuses, again and again.
    let refused = format!("{}> 2h\n", turn(&dealt(10913), SAFE));
    let turns = 250_000 / refused.len();
    let report = refused.repeat(turns);
    let expected = format!(
        "turns 1 to {} are explained by every likely ruleset",
        turns - 1
    );
    diagnose(&report, 0, &[&expected]);
}

#[test]
fn json_says_the_same_to_programs() {
    let table = dealt(10913);
    let came_back = after(&table, ALL, EXAMPLE, 11);
    let report = format!(
        "{}\n{EXAMPLE}\n{}",
        turn(&table, ALL),
        turn(&came_back, ALL)
    );
    let output = run(&["diagnose", "--json"], &report);
    assert_eq!(output.status.code(), Some(0));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said["deal"], 10913);
    assert_eq!(said["line"], EXAMPLE);
    assert_eq!(said["explained"], true);
    assert_eq!(said["played"], 11);
    assert_eq!(said["broke"]["move"], 12);
    assert_eq!(said["broke"]["text"], "4h");
    let rulesets = said["rulesets"].as_array().unwrap();
    assert!(rulesets.iter().all(|ruleset| ruleset["autoplay"] == "all"));
    let line: Line = said["send"][0]["line"].as_str().unwrap().parse().unwrap();
    let verdict = replay(&came_back, ALL, &line);
    assert!(matches!(verdict, Verdict::Won { .. }), "{verdict}");
    assert_eq!(said["page"], "replay.html");
}

#[test]
fn a_line_of_one_move_is_in_the_singular() {
    let turn = include_str!("../../../../../fixtures/turns/one-move-to-win.txt");
    let report = format!("{turn}\n5h\n");
    diagnose(&report, 0, &["a line of 1 move", "wins after 1 move\n"]);
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
    let broke = "the line broke at move 24 (28): 7 cards would have to move, and at most 6 can\n";
    diagnose(&report, 0, &[broke, "(safe, product, partial)"]);
}

/// A run of three, an empty cascade, and a single free cell: two cards can move. The aces
/// are the deepest cards, so nothing goes home.
fn long_run() -> Table {
    let apart = ["QS", "JD", "TC", "9H", "9C", "8D"].map(|card| card.parse().unwrap());
    let mut table = Table::default();
    table.cascades[0] = apart[..3].iter().copied().collect();
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
    diagnose(&report, 0, &[partial]);
}

#[test]
fn a_game_that_refuses_long_runs_sends_the_same_table() {
    let table = long_run();
    let rules = Ruleset {
        overlong_run: OverlongRun::Illegal,
        ..SAFE
    };
    let report = format!("{}\n12 3d\n{}", turn(&table, rules), turn(&table, rules));
    diagnose(
        &report,
        0,
        &[
            "breaks at move 1 (12): 3 cards would have to move, and at most 2 can",
            "the table came back unchanged: not one move was played",
        ],
    );
}

#[test]
fn a_line_that_wins_under_every_ruleset_is_not_to_blame() {
    let table = Table::build(&["KH", "", "KS"], "- QH").unwrap();
    let report = format!("{}output: bh 1h 3h\n", turn(&table, SAFE));
    diagnose(
        &report,
        0,
        &[
            "under every likely ruleset the line wins after ",
            "the rules are not the reason: look at the time limit",
        ],
    );
}

#[test]
fn a_line_that_wins_under_some_rulesets_puts_the_others_under_suspicion() {
    let report = format!("{EXAMPLE}\n{}", turn(&dealt(10913), SAFE));
    let suspicion = "if the game refused this line, it plays by all autoplay\n";
    diagnose(&report, 0, &[suspicion]);
}

#[test]
fn the_input_alone_gets_a_line() {
    diagnose(
        &turn(&dealt(1), SAFE),
        0,
        &[
            "found: 1 table, no line of moves; the first table is Microsoft's deal 1\n",
            "send, for the first table: ",
        ],
    );
}

#[test]
fn a_new_deal_is_not_a_table_that_came_back() {
    let [one, other] = [1, 2].map(|deal| turn(&dealt(deal), SAFE));
    let output = run(&["diagnose"], &format!("{one}{other}"));
    let said = text(&output.stdout);
    assert!(said.starts_with("found: 2 tables, no line of moves; "));
    assert!(!said.contains("came back"), "{said}");
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
    diagnose(
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
        diagnose(&report, 0, &[broke]);
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
    diagnose(
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
    diagnose(
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
    let output = run(&["diagnose"], "26 5a 76\nit does not work!\n");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: no table found: "), "{said}");
    let whole = turn(&dealt(1), SAFE);
    let cut = whole.lines().take(8).collect::<Vec<_>>().join("\n");
    let output = run(&["diagnose"], &cut);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(
        said.contains("line 9: found the end of the input, expected the 14 lines of a turn\n"),
        "{said}"
    );
}
