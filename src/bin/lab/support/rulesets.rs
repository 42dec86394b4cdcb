//! Rulesets as people type and read them: `--autoplay safe`, `--capacity pow`,
//! `--long-run partial`.

use std::fmt;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use freecell::ruleset::{Autoplay, Capacity, LongRun, Ruleset};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

/// The values of one rule that the puzzle leaves open, by name.
type Names<T> = [(&'static str, T)];

const AUTOPLAYS: &Names<Autoplay> = &[
    (Autoplay::Safe.name(), Autoplay::Safe),
    (Autoplay::All.name(), Autoplay::All),
    (Autoplay::None.name(), Autoplay::None),
];
const CAPACITIES: &Names<Capacity> = &[
    ("pow", Capacity::Pow),
    ("product", Capacity::Product),
    ("free-cells", Capacity::Cells),
    ("one-card", Capacity::One),
];
const LONG_RUNS: &Names<LongRun> = &[("partial", LongRun::Partial), ("illegal", LongRun::Illegal)];

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
    #[arg(value_parser = value_of(AUTOPLAYS))]
    autoplay: Autoplay,
    #[command(flatten)]
    supermoves: Supermoves,
}

impl OneRuleset {
    /// The ruleset.
    pub fn ruleset(self) -> Ruleset {
        self.supermoves.with(self.autoplay)
    }
}

#[derive(Clone, Copy, Debug, clap::Args)]
struct Supermoves {
    /// How many cards one move can carry: (free cells + 1) times 2 to the power
    /// of the empty cascades, or times (empty cascades + 1); free cells + 1; or one
    #[arg(long, value_name = "RULE", default_value = "pow")]
    #[arg(value_parser = value_of(CAPACITIES))]
    capacity: Capacity,
    /// What happens to a run that is too long to move into an empty cascade:
    /// as much as possible moves, or the move is illegal
    #[arg(long, value_name = "RULE", default_value = "partial")]
    #[arg(value_parser = value_of(LONG_RUNS))]
    long_run: LongRun,
}

impl Supermoves {
    fn with(self, autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: self.capacity,
            long_run: self.long_run,
        }
    }
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
    /// The rules chosen.
    pub fn autoplays(self) -> &'static [Autoplay] {
        match self {
            AutoplayChoice::Safe => &[Autoplay::Safe],
            AutoplayChoice::All => &[Autoplay::All],
            AutoplayChoice::None => &[Autoplay::None],
            AutoplayChoice::Both => &[Autoplay::Safe, Autoplay::All],
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
    #[arg(long = "autoplay", value_name = "RULE", value_parser = value_of(AUTOPLAYS))]
    autoplay: Option<Autoplay>,
    /// Only rulesets with this capacity of supermoves
    #[arg(long, value_name = "RULE", value_parser = value_of(CAPACITIES))]
    capacity: Option<Capacity>,
    /// Only rulesets with this rule for runs that are too long
    #[arg(long, value_name = "RULE", value_parser = value_of(LONG_RUNS))]
    long_run: Option<LongRun>,
    /// Unlikely rules as well: no autoplay, capacities in which empty cascades do
    /// not count
    #[arg(long)]
    every_ruleset: bool,
}

impl AnyRulesets {
    /// The rulesets, at least one.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let mut rulesets: Vec<Ruleset> = Ruleset::every()
            .filter(|&ruleset| self.includes(ruleset))
            .collect();
        let place = |rule| Autoplay::EVERY.iter().position(|&other| other == rule);
        rulesets.sort_by_key(|ruleset| place(ruleset.autoplay));
        rulesets.into_iter()
    }

    /// Whether a ruleset has the rules asked for, and likely ones where none are.
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
        let long_run = self.long_run.is_none_or(|rule| rule == ruleset.long_run);
        autoplay && capacity && long_run
    }
}

/// A ruleset by the names of its rules: `safe, pow, partial`.
pub struct Named(pub Ruleset);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&names(self.0).join(", "))
    }
}

/// The names of a ruleset's rules: autoplay, capacity and long runs.
fn names(ruleset: Ruleset) -> [&'static str; 3] {
    [
        ruleset.autoplay.name(),
        name_of(CAPACITIES, ruleset.capacity),
        name_of(LONG_RUNS, ruleset.long_run),
    ]
}

/// The names of a ruleset's rules, for programs.
pub fn in_json(ruleset: Ruleset) -> Value {
    let [autoplay, capacity, long_run] = names(ruleset);
    json!({ "autoplay": autoplay, "capacity": capacity, "long_run": long_run })
}

/// An autoplay rule before the word `autoplay`, in a sentence.
pub fn autoplay_in_english(autoplay: Autoplay) -> &'static str {
    match autoplay {
        Autoplay::None => "no",
        rule => rule.name(),
    }
}

fn name_of<T: Copy + PartialEq>(names: &Names<T>, value: T) -> &'static str {
    let found = names.iter().find(|(_, other)| *other == value);
    found.expect("every value has a name").0
}

fn value_of<T>(names: &'static Names<T>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.iter().map(|&(name, _)| name)).map(move |name| {
        let found = names.iter().find(|&&(other, _)| other == name);
        found.expect("one of the possible values").1
    })
}
