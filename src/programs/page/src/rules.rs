//! The rules of a game: one of the autoplay rules, as the puzzle may have them, or all the rules of
//! a program that people play in.

use freecell::program::{Evidence, Program};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    Autoplay(Autoplay),
    Program(&'static Program),
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::Autoplay(Ruleset::default().autoplay)
    }
}

impl Rules {
    fn all() -> impl Iterator<Item = Rules> {
        let programs = const { &Program::ALL }.iter().map(Rules::Program);
        Autoplay::EVERY
            .into_iter()
            .map(Rules::Autoplay)
            .chain(programs)
    }

    /// The word for them in an address.
    pub fn word(self) -> &'static str {
        match self {
            Rules::Autoplay(autoplay) => autoplay.name(),
            Rules::Program(program) => program.word,
        }
    }

    /// The rules whose word stands before a dash or the end, and what follows it. Some words have
    /// dashes themselves, so that one word may begin another.
    pub fn before_dash(text: &str) -> Option<(Rules, &str)> {
        let stands = |rules: Rules| {
            let rest = text.strip_prefix(rules.word())?;
            (rest.is_empty() || rest.starts_with('-')).then_some((rules, rest))
        };
        Rules::all()
            .filter_map(stands)
            .min_by_key(|(_, rest)| rest.len())
    }

    pub fn ruleset(self) -> Ruleset {
        match self {
            Rules::Autoplay(autoplay) => Ruleset::from_autoplay(autoplay),
            Rules::Program(program) => program.ruleset,
        }
    }

    /// The table before the first move: some programs send cards home from it.
    pub fn begin(self, table: Table) -> Table {
        match self {
            Rules::Autoplay(_) => table,
            Rules::Program(program) => program.begin(&table),
        }
    }
}

/// A program, as the page offers its rules.
#[derive(Serialize)]
pub struct Offered {
    word: &'static str,
    name: &'static str,
    version: &'static str,
    advice: &'static str,
    /// Whether the rules were only read in its source, never seen at work.
    read: bool,
}

/// The programs whose rules the page offers.
pub fn offered() -> Vec<Offered> {
    let offer = |program: Program| Offered {
        word: program.word,
        name: program.name,
        version: program.version,
        advice: program.advice,
        read: program.evidence == Evidence::Read,
    };
    Program::ALL.map(offer).into()
}
