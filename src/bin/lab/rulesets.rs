//! Rulesets as people type and read them: `--autoplay safe`, `--capacity pow`,
//! `--long-run partial`.

use std::fmt;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use freecell::ruleset::{Autoplay, Capacity, LongRun, Ruleset};
use serde::{Deserialize, Serialize};

/// The two values of one rule that the puzzle leaves open, by name.
type Names<T> = [(&'static str, T); 2];

const AUTOPLAYS: Names<Autoplay> = [("safe", Autoplay::Safe), ("all", Autoplay::All)];
const CAPACITIES: Names<Capacity> = [("pow", Capacity::Pow), ("product", Capacity::Product)];
const LONG_RUNS: Names<LongRun> = [("partial", LongRun::Partial), ("illegal", LongRun::Illegal)];

/// One ruleset.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct OneRuleset {
    /// Which cards the game itself sends home after each move: the safe ones
    /// or all that fit
    #[arg(long = "autoplay", value_name = "RULE", default_value = "safe")]
    #[arg(value_parser = value_of(&AUTOPLAYS))]
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
    /// of the empty cascades, or times (empty cascades + 1)
    #[arg(long, value_name = "RULE", default_value = "pow")]
    #[arg(value_parser = value_of(&CAPACITIES))]
    capacity: Capacity,
    /// What happens to a run that is too long to move into an empty cascade:
    /// as much as possible moves, or the move is illegal
    #[arg(long, value_name = "RULE", default_value = "partial")]
    #[arg(value_parser = value_of(&LONG_RUNS))]
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

/// One autoplay rule or both.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WhichAutoplay {
    /// Which cards the game itself sends home after each move: the safe ones
    /// or all that fit; `both` stands for each of the two rules
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
    /// Both rules.
    Both,
}

impl AutoplayChoice {
    /// The rules chosen.
    pub fn autoplays(self) -> &'static [Autoplay] {
        match self {
            AutoplayChoice::Safe => &[Autoplay::Safe],
            AutoplayChoice::All => &[Autoplay::All],
            AutoplayChoice::Both => &[Autoplay::Safe, Autoplay::All],
        }
    }

    /// The name of the choice on the command line.
    pub fn name(self) -> &'static str {
        match self {
            AutoplayChoice::Safe => "safe",
            AutoplayChoice::All => "all",
            AutoplayChoice::Both => "both",
        }
    }

    /// The rules chosen, in a sentence.
    pub fn in_english(self) -> &'static str {
        match self {
            AutoplayChoice::Both => "safe and all",
            one => one.name(),
        }
    }
}

/// All rulesets that agree with the options given.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct AnyRulesets {
    /// Only rulesets with this autoplay rule
    #[arg(long = "autoplay", value_name = "RULE", value_parser = value_of(&AUTOPLAYS))]
    autoplay: Option<Autoplay>,
    /// Only rulesets with this capacity of supermoves
    #[arg(long, value_name = "RULE", value_parser = value_of(&CAPACITIES))]
    capacity: Option<Capacity>,
    /// Only rulesets with this rule for runs that are too long
    #[arg(long, value_name = "RULE", value_parser = value_of(&LONG_RUNS))]
    long_run: Option<LongRun>,
}

impl AnyRulesets {
    /// The rulesets, at least one.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let agrees = |ruleset: &Ruleset| {
            self.autoplay.is_none_or(|rule| rule == ruleset.autoplay)
                && self.capacity.is_none_or(|rule| rule == ruleset.capacity)
                && self.long_run.is_none_or(|rule| rule == ruleset.long_run)
        };
        let mut rulesets: Vec<Ruleset> = Ruleset::every().filter(agrees).collect();
        rulesets.sort_by_key(|ruleset| ruleset.autoplay == Autoplay::All);
        rulesets.into_iter()
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
pub fn names(ruleset: Ruleset) -> [&'static str; 3] {
    [
        autoplay_name(ruleset.autoplay),
        name_of(&CAPACITIES, ruleset.capacity),
        name_of(&LONG_RUNS, ruleset.long_run),
    ]
}

/// The name of an autoplay rule.
pub fn autoplay_name(autoplay: Autoplay) -> &'static str {
    name_of(&AUTOPLAYS, autoplay)
}

fn name_of<T: Copy + PartialEq>(names: &Names<T>, value: T) -> &'static str {
    let [first, second] = names;
    if first.1 == value {
        first.0
    } else {
        second.0
    }
}

fn value_of<T>(names: &'static Names<T>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let [first, second] = names;
    PossibleValuesParser::new([first.0, second.0]).map(move |name| {
        if name == first.0 {
            first.1
        } else {
            second.1
        }
    })
}
