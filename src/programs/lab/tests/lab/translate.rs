//! `lab translate`: solutions of other programs as the puzzle writes them.

use std::process::{Command, Stdio};

use freecell::ruleset::{Autoplay, Ruleset};
use predicates::str::contains;
use serde_json::Value;

use testing::lab::{dealt, lab, lab_reading, run, said, text, turn, wins_under, SAFE};
use testing::skipped::has_program;

const SN: &str = include_str!("../../../../../fixtures/solutions/fc-solve-sn.txt");
const SNX: &str = include_str!("../../../../../fixtures/solutions/fc-solve-snx.txt");
const PROSE: &str = include_str!("../../../../../fixtures/solutions/fc-solve-prose.txt");

/// Deal 4 in block.1 of the solutions at <https://github.com/macroxue/freecell>.
const MACROXUE: &str = "5757513r5r5r3563316r767r732625b783181561368516232r1r8r";

#[test]
fn solutions_of_fc_solve_win_as_the_puzzle_writes_them() {
    for (solution, moves) in [(SN, "104 moves"), (SNX, "104 moves"), (PROSE, "74 moves")] {
        let assert = lab_reading(&["translate", "10913"], solution).success();
        let remark = format!("{moves} translated: won after ");
        let assert = assert.stderr(contains(remark));
        assert!(wins_under(10913, SAFE, said(&assert).trim()));
    }
}

#[test]
fn solutions_of_macroxue_win_in_as_many_moves() {
    let link = format!("https://macroxue.github.io/freecell/game/freecell.html?deal=4:{MACROXUE}");
    for line in [MACROXUE, &link] {
        let args = ["translate", "4", "--autoplay", "all", "--line", line];
        let assert = lab(&args).success().stderr(contains("won after 27 moves"));
        assert!(wins_under(
            4,
            Ruleset::from_autoplay(Autoplay::All),
            said(&assert).trim()
        ));
    }
    // What went home there by itself is sent home here.
    let assert = lab(&["translate", "4", "--line", MACROXUE]).success();
    assert!(wins_under(4, SAFE, said(&assert).trim()));
}

#[test]
fn a_move_that_cannot_be_translated_is_named() {
    // From `fc-solve -m -l qsi -sn` on deal 2.
    let start = "1h 7a 7b 7h 2c 2h 1d 1h 62 b6 8b 8h dh 64 7d 7h 6h 65 61 6h";
    let args = ["translate", "2", "--autoplay", "all"];
    let refused = lab_reading(&args, start).code(2).stdout("");
    let reason = "error: move 18 (65) cannot be translated: no run ending in 4S fits on 3S\n";
    refused.stderr(reason);
    let open = lab_reading(&["translate", "2"], start).code(1);
    open.stderr(contains("20 moves translated: all moves legal, not won"));
    let none = lab_reading(&["translate", "2"], "This game is not solveable.").code(2);
    none.stderr("error: no moves of another program found\n");
}

#[test]
fn diagnose_translates_by_itself() {
    let sentences = PROSE.lines().filter(|row| row.starts_with("Move "));
    let sentences: Vec<&str> = sentences.collect();
    let named = format!("Deal 10913\n\n{}\n", sentences.join("\n\n====\n\n"));
    let table = turn(&dealt(10913), SAFE);
    for (report, line) in [
        (format!("{table}\n{SNX}"), "4h 4a 4b 4c 4d c6 a1 b1 6a"),
        (format!("{table}\n{PROSE}"), "7a 7b 7c 7d b2 6b 8h 75 28 27"),
        (named, "7a 7b 7c 7d b2 6b 8h 75 28 27"),
    ] {
        let output = run(&["diagnose"], &report);
        let said = text(&output.stdout);
        // It comes before anything that is said of the line as it stands, and instead of another.
        let translated = format!("Microsoft's deal 10913\nas the puzzle writes it: {line}");
        assert!(said.contains(&translated), "{said}");
        assert!(!said.contains("send"), "{said}");
        // The page plays that, too.
        let page = "\nreplay.html: plays it under safe, pow, partial: won after ";
        assert!(said.contains(page), "{said}");
        // Its rows are no lines of ours: that they are left out says nothing.
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn our_line_reads_back_from_fc_solves_notation() {
    let args = [
        "solve",
        "10913",
        "--first",
        "--notation",
        "fc-solve",
        "--quiet",
    ];
    let line = said(&lab(&args).success());
    assert!(line.split(' ').count() >= 52, "{line}");
    let back = lab_reading(&["translate", "10913"], &line).success();
    assert!(wins_under(10913, SAFE, said(&back).trim()));
}

#[test]
fn fresh_solutions_of_fc_solve_are_translated() {
    if !has_program("fc-solve", "freecell-solver-bin") {
        return;
    }
    for deal in ["1", "617", "24"] {
        let board = lab(&["deal", deal, "--format", "fc-solve"]);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &board.get_output().stdout).unwrap();
        for options in [&["-m", "-sn"][..], &["-m", "-snx"], &["-p", "-t", "-sam"]] {
            let mut command = Command::new("fc-solve");
            let command = command.args(options).arg(file.path());
            let output = command.stderr(Stdio::null()).output().unwrap();
            let solution = String::from_utf8_lossy(&output.stdout).into_owned();
            let assert = lab_reading(&["translate", deal], &solution).success();
            assert!(wins_under(
                deal.parse().unwrap(),
                SAFE,
                said(&assert).trim()
            ));
        }
    }
}

/// The ways in which fc-solve prints a solution, the last without its moves.
const DISPLAYS: [&[&str]; 7] = [
    &["-m", "-sn"],
    &["-m", "-snx"],
    &["-p", "-t", "-sam"],
    &["-p", "-t", "-sam", "-sn"],
    &["-p", "-t", "-sam", "-snx"],
    &["-sam"],
    &[],
];

#[test]
fn diagnose_and_translate_read_fc_solve_alike_however_it_prints() {
    if !has_program("fc-solve", "freecell-solver-bin") {
        return;
    }
    for (deal, options) in (1..).zip(DISPLAYS) {
        let number = deal.to_string();
        let printed = fc_solve(&number, options);
        // Without tables, the text must name the deal.
        let report = match options {
            ["-m", ..] => format!("Deal {number}\n{printed}"),
            _ => printed.clone(),
        };
        let output = run(&["diagnose", "--json", "--positions", "1000"], &report);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["deal"], deal, "{options:?}");
        let translated = lab_reading(&["translate", &number], &printed);
        if options.is_empty() {
            assert_eq!(
                (&answer["line"], &answer["translated"]),
                (&Value::Null, &Value::Null)
            );
            translated
                .code(2)
                .stderr("error: no moves of another program found\n");
            continue;
        }
        let line = said(&translated.success());
        assert!(wins_under(deal, SAFE, line.trim()), "{number} {options:?}");
        // A line that happens to be right as the puzzle's needs no translation.
        let own = answer["line"]
            .as_str()
            .filter(|own| wins_under(deal, SAFE, own));
        match answer["translated"].as_str() {
            Some(other) => assert_eq!(other, line.trim(), "{number} {options:?}"),
            None => assert!(own.is_some(), "{number} {options:?}: {answer:#}"),
        }
        let verdict = "the line wins after ";
        assert!(
            answer["text"].as_str().unwrap().contains(verdict),
            "{answer:#}"
        );
    }
}

/// What fc-solve prints of a deal with these options.
fn fc_solve(deal: &str, options: &[&str]) -> String {
    let board = lab(&["deal", deal, "--format", "fc-solve"]);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, &board.get_output().stdout).unwrap();
    let mut command = Command::new("fc-solve");
    let command = command.args(options).arg(file.path());
    let output = command.stderr(Stdio::null()).output().unwrap();
    text(&output.stdout)
}
