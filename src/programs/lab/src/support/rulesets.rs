//! Rulesets as people type and read them: `--autoplay safe`, `--capacity pow`,
//! `--long-run partial`, or `--for kpat`.

use std::fmt;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use freecell::analysis::known::Goal;
use freecell::program::Program;
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

use crate::support::programs::{begin, program, program_or_any, JudgedBy, PlayedIn};

/// The rules that a line is judged by or played under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Rules {
    /// The puzzle's, with its autoplay
    Puzzle,
    /// Those of Heineman's column: nothing goes home by itself, and 27/3 moves
    /// three cards into an empty cascade
    Heineman,
}

/// One ruleset.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OneRuleset {
    /// Which cards the game itself sends home after each move: the safe ones,
    /// all that fit or none
    #[arg(long = "autoplay", value_name = "RULE", default_value = "safe")]
    #[arg(value_parser = value_of(Autoplay::ALL))]
    autoplay: Autoplay,
    #[command(flatten)]
    supermoves: Supermoves,
    /// The rules of a program that people play in, in place of the other three
    #[arg(long = "for", value_name = "PROGRAM", value_parser = program())]
    #[arg(conflicts_with_all = ["autoplay", "capacity", "long_run"])]
    program: Option<&'static Program>,
}

impl OneRuleset {
    pub fn ruleset(self) -> Ruleset {
        match self.program {
            Some(program) => program.ruleset,
            None => Ruleset {
                autoplay: self.autoplay,
                capacity: self.supermoves.capacity,
                overlong_run: self.supermoves.long_run,
            },
        }
    }

    /// The table when the first move is made: a program may send cards home before.
    pub fn begin(self, table: Table) -> Table {
        begin(self.program, table)
    }
}

/// The rules of supermoves.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Supermoves {
    /// How many cards one move can carry: (free cells + 1) times 2 to the power
    /// of the empty cascades, or times (empty cascades + 1); free cells + 1; or one
    #[arg(long, value_name = "RULE", default_value = "pow")]
    #[arg(value_parser = value_of(Capacity::ALL))]
    pub capacity: Capacity,
    /// What happens to a run that is too long to move into an empty cascade:
    /// as much as possible moves, or the move is illegal
    #[arg(long, value_name = "RULE", default_value = "partial")]
    #[arg(value_parser = value_of(OverlongRun::ALL))]
    pub long_run: OverlongRun,
}

/// One autoplay rule, or the two likely ones.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WhichAutoplay {
    /// Which cards the game itself sends home after each move: the safe ones,
    /// all that fit or none; `both` stands for `safe` and `all`
    #[arg(long = "autoplay", value_name = "RULE", default_value = "safe")]
    pub choice: AutoplayChoice,
}

/// The choice among autoplay rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AutoplayChoice {
    /// Only safe cards.
    Safe,
    /// All fitting cards.
    All,
    /// No card.
    None,
    /// Safe and all.
    Both,
}

impl AutoplayChoice {
    pub fn autoplays(self) -> &'static [Autoplay] {
        match self {
            AutoplayChoice::Safe => &[Autoplay::Safe],
            AutoplayChoice::All => &[Autoplay::All],
            AutoplayChoice::None => &[Autoplay::None],
            AutoplayChoice::Both => &[Autoplay::Safe, Autoplay::All],
        }
    }

    /// The choice as the solver takes it, with the likeliest supermoves.
    pub fn goal(self) -> Goal {
        match *self.autoplays() {
            [one] => Goal::One(Ruleset::from_autoplay(one)),
            _ => Goal::Both,
        }
    }

    /// The name of the choice on the command line.
    pub fn name(self) -> &'static str {
        match self.autoplays() {
            [one] => one.name(),
            _ => "both",
        }
    }

    /// The rules chosen, in a sentence.
    pub fn in_english(self) -> &'static str {
        match self.autoplays() {
            &[one] => autoplay_in_english(one),
            _ => "safe and all",
        }
    }
}

/// The rulesets that agree with the options given.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AnyRulesets {
    /// Only rulesets with this autoplay rule
    #[arg(long = "autoplay", value_name = "RULE", value_parser = value_of(Autoplay::ALL))]
    autoplay: Option<Autoplay>,
    /// Only rulesets with this capacity of supermoves
    #[arg(long, value_name = "RULE", value_parser = value_of(Capacity::ALL))]
    capacity: Option<Capacity>,
    /// Only rulesets with this rule for runs that are too long
    #[arg(long, value_name = "RULE", value_parser = value_of(OverlongRun::ALL))]
    long_run: Option<OverlongRun>,
    /// Unlikely rules as well: no autoplay, capacities in which empty cascades do
    /// not count
    #[arg(long)]
    every_ruleset: bool,
    /// The rules of a program that people play in, in place of rulesets; `any` stands for those of
    /// all programs and of the puzzle
    #[arg(long = "for", value_name = "PROGRAM", value_parser = program_or_any())]
    #[arg(conflicts_with_all = ["autoplay", "capacity", "long_run", "every_ruleset"])]
    played_in: Option<PlayedIn>,
}

impl AnyRulesets {
    /// The rules to judge by, at least one.
    pub fn each(self) -> Vec<JudgedBy> {
        match self.played_in {
            Some(PlayedIn::One(program)) => return vec![program.into()],
            Some(PlayedIn::Any) => return JudgedBy::any(),
            None => {}
        }
        let rulesets = Ruleset::all().filter(|&ruleset| self.includes(ruleset));
        let mut rulesets: Vec<Ruleset> = rulesets.collect();
        rulesets.sort_by_key(|ruleset| ruleset.autoplay);
        rulesets.into_iter().map(JudgedBy::from).collect()
    }

    /// Whether a ruleset has the given rules, and likely ones where no rule is given.
    fn includes(self, ruleset: Ruleset) -> bool {
        let some_likely = |is_alike: &dyn Fn(Ruleset) -> bool| {
            self.every_ruleset || Ruleset::likely().any(is_alike)
        };
        let autoplay = match self.autoplay {
            Some(rule) => rule == ruleset.autoplay,
            None => some_likely(&|other| other.autoplay == ruleset.autoplay),
        };
        let capacity = match self.capacity {
            Some(rule) => rule == ruleset.capacity,
            None => some_likely(&|other| other.capacity == ruleset.capacity),
        };
        let long_run = self
            .long_run
            .is_none_or(|rule| rule == ruleset.overlong_run);
        autoplay && capacity && long_run
    }
}

pub fn in_json(ruleset: Ruleset) -> Value {
    json!({
        "autoplay": ruleset.autoplay.name(),
        "capacity": ruleset.capacity.name(),
        "long_run": ruleset.overlong_run.name(),
    })
}

/// An autoplay rule before the word `autoplay`, in a sentence.
pub fn autoplay_in_english(autoplay: Autoplay) -> &'static str {
    match autoplay {
        Autoplay::None => "no",
        rule => rule.name(),
    }
}

/// A parser of the names that these values have.
fn value_of<T, const N: usize>(values: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + ToString + FromStr<Err: fmt::Debug> + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.map(|value| value.to_string()))
        .map(|name| name.parse().expect("one of the possible values"))
}
