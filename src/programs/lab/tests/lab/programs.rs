//! `--for`: lines for the programs that people play in.

mod replayer;

use freecell::deal::microsoft;
use freecell::program::Program;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use predicates::str::{contains, starts_with};
use replayer::Game;

use testing::lab::{lab, lab_output, said};

/// The deals on which nothing was tuned.
const DEALS: &str = "3200001..=3200100";

/// The rows of `range` with first lines for a program: each deal and its line.
fn first_lines(program: &str) -> Vec<(u32, String)> {
    let lines = lines(&["range", DEALS, "--for", program, "--csv", "-"], 6);
    assert_eq!(lines.len(), 100);
    lines
}

/// The deals and the lines, in a column, of the rows that the lab prints.
fn lines(args: &[&str], column: usize) -> Vec<(u32, String)> {
    let output = lab_output(args);
    let text = String::from_utf8(output.stdout).unwrap();
    let mut reader = csv::ReaderBuilder::new();
    let mut rows = reader.has_headers(false).from_reader(text.as_bytes());
    let row = |row: csv::StringRecord| (row[0].parse().unwrap(), row[column].to_owned());
    rows.records().map(|it| row(it.unwrap())).collect()
}

/// The deals that the lines do not win in a program.
fn broken(program: &'static str, lines: &[(u32, String)]) -> Vec<String> {
    let verdict = |(deal, line): &(u32, String)| {
        let mut game = Game::new(program, *deal);
        // A line for any program may win in this one before its last move.
        let mut play = |word| {
            if game.is_won() {
                Ok(())
            } else {
                game.play(word)
            }
        };
        let played = line.split(' ').try_for_each(&mut play);
        match played {
            Ok(()) if game.is_won() => None,
            played => Some(format!("deal {deal}: {played:?}")),
        }
    };
    lines.iter().filter_map(verdict).collect()
}

#[test]
fn each_programs_lines_win_by_its_rules_as_they_are_stated_apart_from_the_library() {
    for program in &Program::ALL {
        let lines = first_lines(program.word);
        assert_eq!(broken(program.word, &lines), [""; 0], "{}", program.word);
    }
}

/// The replayer can say no: lines for one program break in others.
#[test]
fn lines_for_other_rules_break_in_a_program() {
    let for_kpat = first_lines("kpat");
    assert!(broken("aisleriot", &for_kpat).len() > 15);
    assert!(broken("xfreecell", &for_kpat).len() > 50);
    assert_eq!(broken("pysolfc", &for_kpat).len(), 100);
}

#[test]
fn a_line_for_a_program_is_judged_by_its_rules_and_comes_with_advice() {
    let assert = lab(&["solve", "3", "--for", "kpat", "--first"]).success();
    let line = said(&assert).trim().to_owned();
    let stderr = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    for part in [
        "KPatience sends AH 2H home before the first move\n",
        "moves by the rules of KPatience: replayed by the referee\n",
        "in KPatience: Into an empty column drag the whole sequence",
    ] {
        assert!(stderr.contains(part), "{stderr}");
    }
    let judged = lab(&["check", "3", "--for", "kpat", "--line", &line]).success();
    judged.stdout(starts_with("kpat  won after"));
    // kpat has sent two cards home, so the line is not one of the puzzle's.
    lab(&["verify", "3", "--for", "kpat", "--line", &line]).success();
    lab(&["replay", "3", "--for", "kpat", "--text", "--line", &line]).success();
    let json = lab(&["solve", "3", "--for", "kpat", "--first", "--json"]).success();
    json.stdout(contains("\"autoplay\": \"safe-or-raymond\""))
        .stdout(contains("\"for\": \"kpat\""));
}

/// Seen in kpat itself: as it has sent the three of hearts home, word 5 of this line fails.
#[test]
fn the_puzzles_line_for_deal_3_breaks_in_kpat() {
    let line = said(&lab(&["-q", "solve", "3", "--first"]).success());
    let assert = lab(&["check", "3", "--for", "kpat", "--line", line.trim()]).code(1);
    assert.stdout(contains("fails"));
}

#[test]
fn rules_beside_a_program_and_unknown_programs_are_refused() {
    for (args, part) in [
        (
            &["solve", "3", "--for", "kpat", "--autoplay", "all"][..],
            "cannot be used with",
        ),
        (
            &[
                "check",
                "3",
                "--line",
                "26",
                "--for",
                "kpat",
                "--capacity",
                "pow",
            ],
            "cannot be used with",
        ),
        (
            &["hint", "3", "--for", "windows"],
            "possible values: kpat, aisleriot",
        ),
        (&["shortest", "3", "--for", "kpat"], "--table"),
    ] {
        lab(args).code(2).stderr(contains(part));
    }
}

#[test]
fn hints_and_proofs_follow_a_programs_rules() {
    let hint = lab(&["hint", "3", "--for", "aisleriot", "--time", "300ms"]).success();
    hint.stdout(contains("won in"));
    let prove = [
        "range",
        "3",
        "--for",
        "xfreecell",
        "--prove",
        "--time",
        "300ms",
    ];
    let proved = lines(
        &[&prove[..], &["--longest", "300ms", "--csv", "-"]].concat(),
        3,
    );
    assert_eq!(proved.len(), 1);
    assert_eq!(broken("xfreecell", &proved), [""; 0]);
}

#[test]
fn a_line_for_any_program_wins_in_each_and_in_the_puzzle() {
    let some = "3200001..=3200005";
    let found = lines(&["range", some, "--for", "any", "--csv", "-"], 6);
    assert_eq!(found.len(), 5);
    for program in &Program::ALL {
        if program.ruleset.autoplay != Autoplay::None {
            assert_eq!(broken(program.word, &found), [""; 0], "{}", program.word);
        }
    }
    for (deal, line) in &found {
        let table = microsoft((*deal).into()).unwrap();
        for autoplay in [Autoplay::Safe, Autoplay::All] {
            let verdict = judge(&table, Ruleset::from_autoplay(autoplay), line);
            assert!(matches!(verdict, Verdict::Won { .. }), "{deal}: {verdict}");
        }
    }
    let (deal, line) = &found[0];
    let judged = lab(&["check", &deal.to_string(), "--for", "any", "--line", line]).success();
    let said = said(&judged);
    assert_eq!(said.matches("won after").count(), 6, "{said}");
}
