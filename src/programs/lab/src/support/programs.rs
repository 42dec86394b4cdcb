//! The programs that people play in, as people type them: `--for kpat`, and `--for any` for all of
//! them and the puzzle.

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::ValueEnum as _;
use freecell::analysis::known::Goal;
use freecell::card::Card;
use freecell::program::Program;
use freecell::ruleset::{Autoplay, ParseRulesetError, Ruleset};
use freecell::table::Table;
use serde::Deserialize;
use shared::note;

use crate::support::rulesets::{AutoplayChoice, WhichAutoplay};

/// The table when the first move is made; what a program sends home before is said.
pub fn begin(program: Option<&Program>, table: Table) -> Table {
    let Some(program) = program else {
        return table;
    };
    let begun = program.begin(&table);
    let home = table.cards().filter(|&card| begun.is_home(card));
    // Each on the one before.
    let mut home: Vec<Card> = home.collect();
    home.sort_by_key(|card| card.rank());
    let home: Vec<String> = home.iter().map(Card::to_string).collect();
    if !home.is_empty() {
        let (name, home) = (program.name, home.join(" "));
        note!("{name} sends {home} home before the first move");
    }
    begun
}

/// The word for all programs and the puzzle.
const ANY: &str = "any";

/// A parser of the words for programs, and of `any`.
pub fn program_or_any() -> impl TypedValueParser<Value = PlayedIn> {
    let any = PossibleValue::new(ANY).help("All of these, and the puzzle's two rules");
    PossibleValuesParser::new(programs().chain([any]))
        .map(|word| Program::named(&word).map_or(PlayedIn::Any, PlayedIn::One))
}

/// A parser of the words for programs.
pub fn program() -> impl TypedValueParser<Value = &'static Program> {
    PossibleValuesParser::new(programs())
        .map(|word| Program::named(&word).expect("one of the possible values"))
}

/// The words for programs, with their names.
fn programs() -> impl Iterator<Item = PossibleValue> {
    let value = |program: &Program| PossibleValue::new(program.word).help(in_help(program));
    Program::ALL.into_iter().map(move |program| value(&program))
}

/// What the help says of a program.
fn in_help(program: &Program) -> String {
    let Program {
        name,
        version,
        ruleset,
        ..
    } = program;
    let first = if program.autoplay_first {
        ", before the first move as well"
    } else {
        ""
    };
    let evidence = program.evidence.in_english();
    format!("{name} {version}: {ruleset}{first} ({evidence})")
}

/// What a line is searched for: autoplay rules of the puzzle, or a program.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WhichRules {
    #[command(flatten)]
    autoplay: WhichAutoplay,
    /// The rules of a program that people play in; `any` asks for a line that wins by the rules of
    /// each of them, and under `safe` and `all` autoplay
    #[arg(long = "for", value_name = "PROGRAM", value_parser = program_or_any())]
    #[arg(conflicts_with = "choice")]
    played_in: Option<PlayedIn>,
}

impl WhichRules {
    pub fn choice(self) -> Choice {
        match self.played_in {
            Some(PlayedIn::One(program)) => Choice::Program(program),
            Some(PlayedIn::Any) => Choice::AnyProgram,
            None => Choice::Autoplay(self.autoplay.choice),
        }
    }
}

/// What somebody plays in.
#[derive(Clone, Copy, Debug)]
pub enum PlayedIn {
    One(&'static Program),
    /// Any program, or the puzzle.
    Any,
}

/// The rules that a line has to win by. Files have their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Choice {
    /// The puzzle's, by one autoplay rule or two.
    Autoplay(AutoplayChoice),
    /// A program's.
    Program(&'static Program),
    /// Those of every program, and the puzzle's.
    AnyProgram,
}

impl Choice {
    /// The lines for both of the puzzle's rules.
    pub const BOTH: Choice = Choice::Autoplay(AutoplayChoice::Both);

    /// The choice with a name.
    pub fn named(name: &str) -> Option<Choice> {
        if name == ANY {
            return Some(Choice::AnyProgram);
        }
        let program = Program::named(name).map(Choice::Program);
        program.or_else(|| {
            Some(Choice::Autoplay(
                AutoplayChoice::from_str(name, false).ok()?,
            ))
        })
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Autoplay(autoplay) => autoplay.name(),
            Choice::Program(program) => program.word,
            Choice::AnyProgram => ANY,
        }
    }

    /// The choice as the solver takes it.
    pub fn goal(self) -> Goal {
        match self {
            Choice::Autoplay(autoplay) => autoplay.goal(),
            Choice::Program(program) => Goal::One(program.ruleset),
            Choice::AnyProgram => Goal::Programs,
        }
    }

    /// The ruleset that a line is shown under.
    pub fn ruleset(self) -> Ruleset {
        match self {
            Choice::AnyProgram => Ruleset::default(),
            one => one.goal().rulesets()[0],
        }
    }

    /// What the player has to know or to do.
    pub fn advice(self) -> Option<String> {
        match self {
            Choice::Autoplay(_) => None,
            Choice::Program(program) => Some(format!("in {}: {}", program.name, program.advice)),
            Choice::AnyProgram => Some(
                "in a program that sends no card home by itself, send home after each move \
                 whatever may go"
                    .to_owned(),
            ),
        }
    }

    /// The program, if it is one.
    pub fn program(self) -> Option<&'static Program> {
        match self {
            Choice::Program(program) => Some(program),
            Choice::Autoplay(_) | Choice::AnyProgram => None,
        }
    }

    /// The rules to judge a line by, each with its table when the first move is made.
    pub fn judges(self) -> Vec<JudgedBy> {
        match self {
            Choice::AnyProgram => JudgedBy::any(),
            Choice::Program(program) => vec![program.into()],
            Choice::Autoplay(_) => self.goal().rulesets().iter().map(|&it| it.into()).collect(),
        }
    }

    /// The table when the first move is made.
    pub fn begin(self, table: Table) -> Table {
        match self.program() {
            Some(program) => program.begin(&table),
            None => table,
        }
    }

    /// The name of the autoplay rule, or `both`.
    pub fn autoplay(self) -> &'static str {
        match self {
            Choice::Autoplay(autoplay) => autoplay.name(),
            Choice::Program(program) => program.ruleset.autoplay.name(),
            Choice::AnyProgram => ANY,
        }
    }

    /// The rules chosen, in a phrase.
    pub fn in_english(self) -> String {
        match self {
            Choice::Autoplay(autoplay) => format!("under {} autoplay", autoplay.in_english()),
            Choice::Program(program) => format!("by the rules of {}", program.name),
            Choice::AnyProgram => "by the rules of every program and of the puzzle".to_owned(),
        }
    }
}

impl From<AutoplayChoice> for Choice {
    fn from(autoplay: AutoplayChoice) -> Choice {
        Choice::Autoplay(autoplay)
    }
}

impl TryFrom<String> for Choice {
    type Error = ParseRulesetError;

    fn try_from(name: String) -> Result<Choice, ParseRulesetError> {
        Choice::named(&name).ok_or(ParseRulesetError::Autoplay(name))
    }
}

/// The rules that a line is judged by.
#[derive(Clone, Copy, Debug)]
pub struct JudgedBy {
    pub ruleset: Ruleset,
    pub program: Option<&'static Program>,
}

impl JudgedBy {
    /// The puzzle's two rules, and each program's. A program that sends no card home by itself is
    /// not asked: no line wins both there and under `all`. There the player sends home after each
    /// move what may go, and so plays by one of the puzzle's rules.
    pub fn any() -> Vec<JudgedBy> {
        let puzzles = [Autoplay::Safe, Autoplay::All].map(Ruleset::from_autoplay);
        let programs = const { &Program::ALL }.iter();
        let sends = |program: &&Program| program.ruleset.autoplay != Autoplay::None;
        let programs = programs.filter(sends).map(JudgedBy::from);
        puzzles
            .map(JudgedBy::from)
            .into_iter()
            .chain(programs)
            .collect()
    }

    /// The table when the first move is made.
    pub fn begin(self, table: &Table) -> Table {
        self.program
            .map_or_else(|| table.clone(), |program| program.begin(table))
    }
}

impl From<Ruleset> for JudgedBy {
    fn from(ruleset: Ruleset) -> JudgedBy {
        JudgedBy {
            ruleset,
            program: None,
        }
    }
}

impl From<&'static Program> for JudgedBy {
    fn from(program: &'static Program) -> JudgedBy {
        JudgedBy {
            ruleset: program.ruleset,
            program: Some(program),
        }
    }
}

impl fmt::Display for JudgedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.program {
            Some(program) => f.pad(program.word),
            None => self.ruleset.fmt(f),
        }
    }
}
