//! kpat's saved games, read wherever a table or a line is, and written.

use std::fs;

use freecell::text::kpat::SavedGame;
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{run, text};

fn saved(name: &str) -> String {
    let file = testing::root().join("fixtures/kpat").join(name);
    file.with_extension("kpat").display().to_string()
}

#[test]
fn a_saved_game_is_a_table() {
    let file = saved("617-undone");
    let game = SavedGame::read(&fs::read_to_string(&file).unwrap()).unwrap();
    let deal = |args: &[&str]| {
        let output = run(&[&["deal", "--json", "--input", &file], args].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        (json, text(&output.stderr))
    };
    let (current, said) = deal(&[]);
    assert!(said.contains("read as a saved game of kpat's"), "{said}");
    let undone = game.moves.len() - game.made;
    let remark = format!("{undone} moves undone: ");
    assert!(said.contains(&remark), "{said}");
    assert!(current["remarks"][0].as_str().unwrap().contains(&remark));
    let (at, _) = deal(&["--state", &game.made.to_string()]);
    assert_eq!(at["table"], current["table"]);
    let (first, _) = deal(&["--state", "0"]);
    assert_eq!(first["deal"], 617);
    let beyond = (game.moves.len() + 1).to_string();
    let refused = run(&["deal", "--input", &file, "--state", &beyond], "");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let hint = run(&["hint", "--time", "1ms", "--input", &file], "");
    assert_ne!(hint.status.code(), Some(2), "{hint:?}");
}

#[test]
fn the_moves_of_a_saved_game_are_a_line() {
    for (name, number) in [("617-demo", "617"), ("617-undone", "617"), ("3-demo", "3")] {
        let file = saved(name);
        let at_file = format!("@{file}");
        let game = SavedGame::read(&fs::read_to_string(&file).unwrap()).unwrap();
        for source in [
            &["--input", &file, "--line", &at_file][..],
            &["--input", &file],
            &[number, "--line", &at_file],
        ] {
            let output = run(
                &[&["check", "--json", "--autoplay", "none"], source].concat(),
                "",
            );
            let verdicts: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(verdicts[0]["result"] == "open", "{name}: {verdicts}");
            let undone = game.moves.len() > game.made;
            let skipped = verdicts[0]["skipped"].as_array().unwrap().len();
            assert_eq!(skipped, usize::from(undone), "{name}: {verdicts}");
        }
        // Under each rule the line comes to the state that kpat shows, or beyond it.
        let deal = run(
            &[
                "deal",
                number,
                "--autoplay",
                "none",
                "--after",
                &at_file,
                "--json",
            ],
            "",
        );
        let after: Value = serde_json::from_slice(&deal.stdout).unwrap();
        let shown = run(&["deal", "--input", &file, "--json"], "");
        let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
        assert_eq!(after["table"], shown["table"], "{name}");
    }
    let other = run(
        &["check", "618", "--line", &format!("@{}", saved("617-demo"))],
        "",
    );
    assert!(text(&other.stderr).contains("a saved game in which the table does not come up"));
    let none = run(
        &[
            "check",
            "--input",
            &testing::root()
                .join("fixtures/turns/10913.txt")
                .display()
                .to_string(),
        ],
        "",
    );
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no line given"), "{none:?}");
}

#[test]
fn a_line_is_written_for_kpat_and_diagnosed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("lost.kpat").display().to_string();
    let page = folder.path().join("page.html").display().to_string();
    let line = "2a 27 4b 46 72 3c";
    let replay = run(
        &[
            "replay", "617", "--format", "kpat", "--line", line, "-o", &file,
        ],
        "",
    );
    assert_eq!(replay.status.code(), Some(1), "{replay:?}");
    let written = fs::read_to_string(&file).unwrap();
    let game = SavedGame::read(&written).unwrap();
    assert_eq!((game.made, game.moves.len()), (0, 6));
    assert_eq!(game.deal().unwrap().to_string(), "kpat:617");
    let after = run(&["deal", "617", "--after", line], "");
    let last = run(&["deal", "--input", &file, "--state", "6"], "");
    assert_eq!(text(&after.stdout), text(&last.stdout));
    // kpat takes a game for won when it opens it, so the last card is left to it.
    let won = folder.path().join("won.kpat").display().to_string();
    let line = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let replay = run(
        &[
            "replay", "10913", "--format", "kpat", "--line", line, "-o", &won,
        ],
        "",
    );
    assert_eq!(replay.status.code(), Some(0), "{replay:?}");
    let game = SavedGame::read(&fs::read_to_string(&won).unwrap()).unwrap();
    let left: usize = game
        .moves
        .last()
        .unwrap()
        .after
        .foundations
        .iter()
        .map(|&it| usize::from(it))
        .sum();
    assert_eq!(left, 51);
    // As if kpat showed the last state.
    let played = written.replacen(" current=\"true\"", "", 1);
    fs::write(&file, played).unwrap();
    let diagnosed = run(&["diagnose", "--input", &file, "-o", &page, "--json"], "");
    let answer: Value = serde_json::from_slice(&diagnosed.stdout).unwrap();
    assert_eq!((&answer["made"], &answer["deal"]), (&6.into(), &617.into()));
    let said = answer["text"].as_str().unwrap();
    assert!(
        said.contains("no state is called the current one"),
        "{said}"
    );
    assert!(said.contains("lost the game"), "{said}");
}

#[test]
fn a_game_of_another_kind_is_refused() {
    let text_of = fs::read_to_string(saved("617-demo")).unwrap();
    let other = text_of.replace("\"freecell\"", "\"klondike\"");
    for command in ["deal", "find", "hint"] {
        let refused = run(&[command, "-"], &other);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        let said = text(&refused.stderr);
        assert!(
            said.contains("line 2: a saved game of kpat's klondike, expected freecell"),
            "{said}"
        );
    }
}
