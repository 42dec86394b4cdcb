//! The table of programs.

use freecell::deal::microsoft;
use freecell::program::Program;
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
