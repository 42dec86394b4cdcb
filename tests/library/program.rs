//! The table of programs.

use std::fs;

use freecell::deal::microsoft;
use freecell::program::Program;
use freecell::referee::Game;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::Goal;

#[test]
fn each_program_has_a_word_of_its_own() {
    for program in &Program::ALL {
        assert_eq!(Program::named(program.word), Some(program));
        assert!(Ruleset::EVERY.contains(&program.ruleset), "{program:?}");
        // Neither the choices beside these words nor the autoplay rules may mean something else.
        assert!(program.word.parse::<Autoplay>().is_err());
        assert!(!["any", "both"].contains(&program.word));
    }
    assert_eq!(Program::named("solitaire"), None);
}

/// Seen in the programs themselves: kpat opens deal 3 with the ace and the two of hearts at home.
#[test]
fn cards_go_home_before_the_first_move_where_the_program_does_that() {
    let table = microsoft(3).unwrap();
    for program in &Program::ALL {
        let home: u8 = program.begin(&table).foundations.iter().sum();
        let sends = matches!(program.word, "kpat" | "ace-of-penguins");
        assert_eq!(home, if sends { 2 } else { 0 }, "{}", program.word);
    }
    let kpat = Program::named("kpat").unwrap();
    assert_eq!(kpat.begin(&table).foundations, [0, 0, 2, 0]);
}

#[test]
fn kpat_sends_home_what_its_rules_say() {
    let file = format!("{}/fixtures/kpat/autoplay.csv", env!("CARGO_MANIFEST_DIR"));
    let file = fs::read_to_string(file).unwrap();
    let rows = file.lines().filter(|row| !row.starts_with('#'));
    let kpat = Program::named("kpat").unwrap();
    let mut kept = 0;
    for row in rows.clone() {
        let [deal, line, home] = row.splitn(3, ',').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let mut game = Game::new(
            microsoft(deal.parse().unwrap()).unwrap(),
            Ruleset::from_autoplay(Autoplay::None),
        );
        for mv in line.split(' ') {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let home: Vec<u8> = home.split(' ').map(|it| it.parse().unwrap()).collect();
        assert_eq!(kpat.begin(game.table()).foundations[..], home, "{deal}");
        assert_ne!(game.table().foundations[..], home, "{deal}");
        let mut all = Game::new(game.table().clone(), Ruleset::from_autoplay(Autoplay::All));
        all.autoplay();
        kept += usize::from(all.table().foundations[..] != home);
    }
    assert_eq!(rows.count(), 23);
    // It keeps cards on the table that would fit.
    assert!(kept > 0);
}

#[test]
fn a_line_for_all_programs_has_a_board_for_each_of_their_rules() {
    let boards: Vec<_> = Goal::PROGRAMS
        .into_iter()
        .zip(Goal::AUTOPLAY_FIRST)
        .collect();
    for program in &Program::ALL {
        let rules = (program.ruleset, program.autoplay_first);
        let sends = program.ruleset.autoplay != Autoplay::None;
        assert_eq!(boards.contains(&rules), sends, "{}", program.word);
    }
    for autoplay in [Autoplay::Safe, Autoplay::All] {
        assert!(boards.contains(&(Ruleset::from_autoplay(autoplay), false)));
    }
}
