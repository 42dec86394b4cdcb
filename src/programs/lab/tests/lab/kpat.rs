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
fn a_saved_game_is_judged_up_to_the_state_that_is_chosen() {
    let file = saved("617-demo");
    let judged = |state: &str| {
        let check = [
            "check",
            "--autoplay",
            "none",
            "--input",
            &file,
            "--state",
            state,
        ];
        run(&check, "")
    };
    let none = judged("0");
    assert_eq!(none.status.code(), Some(2), "{none:?}");
    let why = "no move is made in the saved game";
    assert!(text(&none.stderr).contains(why), "{none:?}");
    for state in ["1", "2", "5"] {
        let deal = [
            "deal", "--format", "pretty", "--input", &file, "--state", state,
        ];
        let table = text(&run(&deal, "").stdout);
        let said = text(&judged(state).stdout);
        assert!(said.contains(table.trim_end()), "{state}: {said}{table}");
    }
    // One that nobody has moved in yet is no line in another notation.
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("fresh.kpat");
    let fresh = fresh.to_str().unwrap();
    let written = run(&["replay", "617", "--format", "kpat", "-o", fresh], "");
    assert!(written.status.success(), "{written:?}");
    for source in [
        &["--input", fresh][..],
        &["617", "--line", &format!("@{fresh}")],
    ] {
        let refused = run(&[&["check"], source].concat(), "");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(text(&refused.stderr).contains(why), "{refused:?}");
    }
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

/// kpat sends two cards of deal 3 home before the first move, and its saved game says so.
#[test]
fn a_saved_game_is_judged_by_kpats_rules() {
    let file = saved("3-demo");
    let at_file = format!("@{file}");
    let shown = run(&["deal", "--input", &file], "");
    for source in [
        &["3", "--after", &at_file][..],
        &["--input", &file, "--after", &at_file],
    ] {
        let after = run(&[&["deal", "--for", "kpat"], source].concat(), "");
        assert_eq!(text(&after.stdout), text(&shown.stdout));
    }
    let judged = run(&["check", "--input", &file, "--for", "kpat"], "");
    let said = text(&judged.stdout);
    assert!(said.starts_with("kpat  all moves legal, not won"), "{said}");
    let hint = run(
        &[
            "hint", "3", "--for", "kpat", "--line", &at_file, "--time", "1ms",
        ],
        "",
    );
    assert_ne!(hint.status.code(), Some(2), "{hint:?}");
    let translated = run(
        &[
            "translate",
            "3",
            "--for",
            "kpat",
            "--line",
            &at_file,
            "--json",
        ],
        "",
    );
    let answer: Value = serde_json::from_slice(&translated.stdout).unwrap();
    assert_eq!(answer["notation"], "a saved game of kpat's");
    assert_eq!(
        (&answer["deal"], &answer["skipped"]),
        (&3.into(), &Value::Array(vec![]))
    );
    let line = answer["line"].as_str().unwrap();
    let after = run(&["deal", "3", "--for", "kpat", "--after", line], "");
    assert_eq!(text(&after.stdout), text(&shown.stdout));
    // By rules under which its moves cannot be made, it fails, and by others it need not.
    let file = saved("617-undone");
    let judged = run(&["check", "--input", &file, "--json"], "");
    let verdicts: Value = serde_json::from_slice(&judged.stdout).unwrap();
    let of = |autoplay: &str| {
        let verdicts = verdicts.as_array().unwrap();
        verdicts
            .iter()
            .find(|it| it["autoplay"] == autoplay)
            .unwrap()
            .clone()
    };
    assert_eq!(of("safe")["result"], "open");
    assert_eq!(
        (&of("all")["result"], &of("all")["move"]),
        (&"failed".into(), &51.into())
    );
    assert_eq!(of("all")["why"], "no run ending in 4D fits on 6D");
}

/// A solution of fc-solve's for deal 3, which brings the cards home that are home in kpat already.
#[test]
fn a_solution_is_translated_for_a_program_that_begins_with_cards_home() {
    let solution = testing::root().join("fixtures/kpat/3-fc-solve.txt");
    let at_file = format!("@{}", solution.display());
    let translated = run(
        &["-q", "translate", "3", "--for", "kpat", "--line", &at_file],
        "",
    );
    assert_eq!(translated.status.code(), Some(0), "{translated:?}");
    let line = text(&translated.stdout);
    let judged = run(&["check", "3", "--for", "kpat", "--line", line.trim()], "");
    assert!(
        text(&judged.stdout).starts_with("kpat  won after"),
        "{judged:?}"
    );
}

#[test]
fn a_line_for_kpat_is_written_with_the_cards_that_go_home_first() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("3.kpat").display().to_string();
    let line = text(&run(&["-q", "solve", "3", "--for", "kpat", "--first"], "").stdout);
    let args = [
        "replay",
        "3",
        "--for",
        "kpat",
        "--format",
        "kpat",
        "--line",
        line.trim(),
        "-o",
        &file,
    ];
    assert_eq!(run(&args, "").status.code(), Some(0));
    let game = SavedGame::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(game.deal().unwrap().to_string(), "kpat:3");
    // It is shown as kpat deals it, with these two home.
    assert_eq!(game.made, 2);
    let home: Vec<String> = game.moves[..2]
        .iter()
        .map(|it| it.cards[0].to_string())
        .collect();
    assert_eq!(home, ["AH", "2H"]);
    let last = &game.moves.last().unwrap().after;
    let home: u8 = last.foundations.iter().sum();
    assert_eq!(home, 51);
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
