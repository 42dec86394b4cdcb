//! The rules of the programs that people play in, as the module has them. The oracle is the lab's
//! referee for the same program.

use std::fs;

use freecell::deal;
use freecell::program::{Evidence, Program};
use freecell::referee::Game;
use freecell::text::kpat::SavedGame;
use serde_json::{json, Value};
use tempfile::TempDir;
use testing::lab::{lab, lab_output, text};

use super::module::{line_after_slices, responses};
use super::table::fixture;

/// The programs and a deal for each, some of which begin with cards that go home.
fn programs() -> impl Iterator<Item = (&'static Program, u64)> {
    const { &Program::ALL }.iter().zip([3, 19, 3, 8, 1, 4, 617])
}

fn respond(request: &str) -> Value {
    responses([request]).remove(0)
}

/// A line of legal moves, any of them, with those that empty cascades among them.
fn any_line(program: &Program, deal: u64, length: usize) -> Vec<String> {
    let table = program.begin(&deal::microsoft(deal).unwrap());
    let mut game = Game::new(table, program.ruleset);
    let mut line = Vec::new();
    let mut number = deal;
    while line.len() < length && !game.is_won() {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let mv = moves[(number >> 33) as usize % moves.len()];
        game.play(mv).unwrap();
        line.push(mv.to_string());
    }
    line
}

#[test]
fn a_game_by_a_programs_rules_is_the_labs() {
    for (program, deal) in programs() {
        let line = any_line(program, deal, 30);
        let made = |moves: usize| line[..moves].join("-");
        let address = |moves: usize| format!("{deal}:{}-{}", program.word, made(moves));
        let lengths = [0, 1, line.len() / 2, line.len()];
        let requests: Vec<String> = lengths.map(|it| format!("share {}", address(it))).into();
        let shared = responses(requests.iter().map(String::as_str));
        for (moves, shared) in lengths.into_iter().zip(shared) {
            let number = deal.to_string();
            let after = line[..moves].join(" ");
            let mut args = vec!["deal", &number, "--for", program.word];
            if moves > 0 {
                args.extend(["--after", &after]);
            }
            // A turn has the legal moves as well.
            let turn = text(&lab_output(&args).stdout);
            assert_eq!(shared["turn"], turn, "{}", address(moves));
        }
        let game = respond(&format!("game {}", address(line.len())));
        assert_eq!(game["rules"], program.word);
        assert_eq!(
            game["moves"][0]["token"],
            format!("{}-{}", program.word, line[0])
        );
        assert_eq!(game["moves"][1]["token"], line[1]);
    }
}

#[test]
fn a_solution_by_a_programs_rules_wins_in_the_labs_referee() {
    for (program, deal) in programs() {
        let request = format!("analyze {deal}:{}", program.word);
        let analyses = responses(vec![request.as_str(); 12]);
        let line = analyses.iter().rfind(|it| it["line"].is_array());
        let moves: Vec<&str> = line.expect("a line")["line"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let (number, line) = (deal.to_string(), moves.join(" "));
        let judged = lab(&["check", &number, "--for", program.word, "--line", &line]).success();
        let said = text(&judged.get_output().stdout);
        assert!(
            said.contains(&format!("won after {} moves", moves.len())),
            "{said}"
        );
    }
    // No line wins this deal, as `lab verify` confirms for each program.
    for program in ["kpat", "xfreecell", "pysolfc"] {
        let request = format!("analyze 11982:{program}");
        let analyses = responses(vec![request.as_str(); 12]);
        assert!(analyses.iter().any(|it| it["lost"] == true), "{program}");
        lab(&["verify", "11982", "--for", program]).success();
    }
}

#[test]
fn words_for_rules_stand_among_moves_wherever_they_come_into_force() {
    for (address, tokens, rules) in [
        (
            "617:ace-of-penguins-82-1a",
            &["ace-of-penguins-82", "1a"][..],
            "ace-of-penguins",
        ),
        (
            "617:safe-or-raymond-82",
            &["safe-or-raymond-82"],
            "safe-or-raymond",
        ),
        ("617:82-kpat-1a-none", &["82", "kpat-1a"], "none"),
        // Of several, the last ones count.
        ("617:all-safe-82-kpat-all-1a", &["82", "all-1a"], "all"),
        ("617:Kpat-82", &["kpat-82"], "kpat"),
        ("617:kpat", &[], "kpat"),
    ] {
        let game = respond(&format!("game {address}"));
        let moves = game["moves"].as_array().unwrap();
        let found: Vec<&Value> = moves.iter().map(|mv| &mv["token"]).collect();
        assert_eq!(
            found,
            tokens
                .iter()
                .map(|&it| json!(it))
                .collect::<Vec<_>>()
                .iter()
                .collect::<Vec<_>>(),
            "{address}"
        );
        assert_eq!(game["rules"], rules, "{address}");
    }
    let game = respond("game 617:penguins-82");
    assert_eq!(game["illegal"]["move"], "penguins");
    // What goes home before the first move does so only if the rules are chosen before it.
    let home = |address: &str| {
        let game = respond(&format!("game {address}"));
        let home = game["table"]["foundations"].as_array().unwrap().clone();
        home.iter().filter_map(Value::as_u64).sum::<u64>()
    };
    let homes = [
        "3",
        "3:kpat",
        "3:aisleriot",
        "3@2:ace-of-penguins",
        "3:1a-kpat",
    ]
    .map(home);
    assert_eq!(homes, [0, 2, 0, 2, 0]);
    // A deal remains one although cards are home.
    let dealt = ["3:kpat", "3@2:kpat", "3:kpat-1a"]
        .map(|it| respond(&format!("game {it}"))["dealt"].clone());
    assert_eq!(dealt, [true, true, false]);
}

#[test]
fn the_programs_are_those_of_the_library_with_advice_in_each_language() {
    let offered = respond("programs");
    let offered = offered.as_array().unwrap();
    let file = testing::root().join("src/programs/page/play/texts.json");
    let texts: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let rows = texts["messages"].as_array().unwrap();
    assert_eq!(offered.len(), Program::ALL.len());
    for (program, offered) in Program::ALL.iter().zip(offered) {
        assert_eq!(offered["word"], program.word);
        assert_eq!(offered["read"], program.evidence == Evidence::Read);
        assert_eq!(offered["advice"], program.advice);
        assert!(
            rows.iter().any(|row| row[0] == program.advice),
            "{}",
            program.advice
        );
    }
}

#[test]
fn the_fewest_cells_follow_the_rules() {
    for word in ["safe", "kpat", "soliterm"] {
        let fewest = respond(&format!("fewest 1:{word}"));
        assert_eq!(
            (&fewest["enough"], &fewest["at_least"]),
            (&json!(3), &json!(3)),
            "{word}"
        );
    }
    let moves = line_after_slices("1@3:kpat");
    let kpat = Program::named("kpat").unwrap();
    let table = kpat.begin(&deal::microsoft(1).unwrap());
    let mut game = Game::new(table, kpat.ruleset).with_cells(3);
    for mv in &moves {
        game.play(mv.parse().unwrap()).unwrap();
    }
    assert!(game.is_won());
}

#[test]
fn a_saved_game_of_kpats_goes_on_by_kpats_rules() {
    // After an undo, kpat holds cards back that its rules send home.
    for (name, rules) in [
        ("3-demo", ":kpat-"),
        ("617-demo", ":kpat-"),
        ("617-undone", ":none-"),
    ] {
        let file = fixture(&format!("kpat/{name}.kpat"));
        let saved = SavedGame::read(&file).unwrap();
        let address = respond(&format!("read {file}"))["address"].clone();
        let address = address.as_str().unwrap();
        let game = respond(&format!("game {address}"));
        assert_eq!(
            (&game["rules"], &game["illegal"]),
            (&json!("kpat"), &Value::Null),
            "{address}"
        );
        assert!(address.contains(rules), "{address}");
        // The same cards in each place; kpat's cells need no order.
        let cards = |table: &freecell::table::Table| {
            let mut cells = table.cells.to_vec();
            cells.sort_by_key(|cell| cell.map(freecell::card::Card::index));
            (table.cascades.clone(), cells, table.foundations)
        };
        let turn = respond(&format!("share {address}"))["turn"].clone();
        let shown: freecell::text::ParsedTable = turn.as_str().unwrap().parse().unwrap();
        assert_eq!(cards(&shown.table), cards(saved.current()), "{name}");
    }
    // With autoplay off in kpat, cards stay that its rules send home.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("off.kpat");
    let path = file.to_str().unwrap();
    lab(&[
        "replay",
        "3",
        "--format",
        "kpat",
        "--autoplay",
        "none",
        "--line",
        "1a 2b",
        "-o",
        path,
    ]);
    let written = fs::read_to_string(&file)
        .unwrap()
        .replacen(" current=\"true\"", "", 1);
    let read = respond(&format!("read {written}"));
    assert_eq!(read["address"], "3:none-1a-2b-kpat");
}
