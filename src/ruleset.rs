//! Rulesets: what the puzzle leaves open about its rules, as values.
//!
//! The puzzle's referee is not public, and its statement leaves three questions
//! open: which cards autoplay sends home, how many cards a supermove may move,
//! and what happens to a run that is too long. A [`Ruleset`] answers all three;
//! everything that applies rules takes one as an argument.
//!
//! Eight rulesets are likely, and first lines are planned for them. The others are
//! cheap to keep in mind: some referee may play by them, and then its turns show
//! it. Which rulesets are possible in a game is the business of [`crate::belief`].
//!
//! With the feature `programs` there are more rules, those of the programs that people play in
//! (`crate::program`). The puzzle is not expected to have them, and the bot does without.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Which cards the game itself plays to the foundations after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Autoplay {
    /// A card goes home when no card but an ace could still be put on it: aces
    /// and twos always, a card of rank r when both foundations of the other
    /// colour hold at least r − 1. Also known as Horne's rule, after Jim Horne's
    /// FreeCell for Windows; under it the statement's example wins on its last
    /// move.
    Safe,
    /// Every card that fits goes home: the literal reading of the statement, which does not
    /// say which cards it means.
    All,
    /// Cards go home by moves alone.
    None,
    /// Raymond's rule: a card of rank r when both foundations of the other colour hold at least
    /// r - 2, and the other foundation of its own colour at least r - 3. (A card that is kept on
    /// the table by this rule may be a safe one.)
    #[cfg(feature = "programs")]
    Raymond,
    /// A card goes home if it is a safe one, or by Raymond's rule.
    #[cfg(feature = "programs")]
    SafeOrRaymond,
    /// Safe cards, but a two waits until both aces of the other colour are home.
    #[cfg(feature = "programs")]
    LateTwos,
}

impl Autoplay {
    /// Those that the puzzle may have, the likeliest first.
    pub const ALL: [Autoplay; 3] = [Autoplay::Safe, Autoplay::All, Autoplay::None];

    /// These, and behind them, with the feature `programs`, those that only programs have.
    #[cfg(feature = "programs")]
    pub const EVERY: [Autoplay; 6] = [
        Autoplay::Safe,
        Autoplay::All,
        Autoplay::None,
        Autoplay::Raymond,
        Autoplay::SafeOrRaymond,
        Autoplay::LateTwos,
    ];
    /// These, and behind them, with the feature `programs`, those that only programs have.
    #[cfg(not(feature = "programs"))]
    pub const EVERY: [Autoplay; 3] = Autoplay::ALL;

    /// Its name, as people type it: `safe`, `all`, `none` …
    pub const fn name(self) -> &'static str {
        match self {
            Autoplay::Safe => "safe",
            Autoplay::All => "all",
            Autoplay::None => "none",
            #[cfg(feature = "programs")]
            Autoplay::Raymond => "raymond",
            #[cfg(feature = "programs")]
            Autoplay::SafeOrRaymond => "safe-or-raymond",
            #[cfg(feature = "programs")]
            Autoplay::LateTwos => "late-twos",
        }
    }

    /// Which cards it sends home, in a few words.
    #[cfg(feature = "programs")]
    pub const fn in_english(self) -> &'static str {
        match self {
            Autoplay::Safe => {
                "Those on which no card needs to lie any more: aces, twos, and a card of rank r \
                 once both foundations of the other colour hold r - 1"
            }
            Autoplay::All => "All that fit",
            Autoplay::None => "No card",
            Autoplay::Raymond => {
                "Those of rank r once both foundations of the other colour hold r - 2, and the \
                 other foundation of its colour r - 3"
            }
            Autoplay::SafeOrRaymond => "The safe ones, and those by Raymond's rule",
            Autoplay::LateTwos => {
                "The safe ones, but a two once both aces of the other colour are home"
            }
        }
    }
}

/// The rule for the number of cards that may move as one, in a supermove, given the free cells and
/// the empty cascades other than the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Capacity {
    /// (free cells + 1) · 2^(empty cascades).
    Doubling,
    /// (free cells + 1) · (empty cascades + 1).
    Product,
    /// Free cells + 1: empty cascades do not count.
    Cells,
    /// One: there are no supermoves.
    One,
    /// s + 1 for s free cells, and s + 1, s + 2 … for each of the empty cascades: xfreecell puts a
    /// run into each of them, but none of these runs on another.
    #[cfg(feature = "programs")]
    Runs,
}

impl Capacity {
    /// Those that the puzzle may have, the likeliest first.
    pub const ALL: [Capacity; 4] = [
        Capacity::Doubling,
        Capacity::Product,
        Capacity::Cells,
        Capacity::One,
    ];

    /// These, and behind them, with the feature `programs`, the one that only a program has.
    #[cfg(feature = "programs")]
    pub const EVERY: [Capacity; 5] = [
        Capacity::Doubling,
        Capacity::Product,
        Capacity::Cells,
        Capacity::One,
        Capacity::Runs,
    ];
    /// These, and behind them, with the feature `programs`, the one that only a program has.
    #[cfg(not(feature = "programs"))]
    pub const EVERY: [Capacity; 4] = Capacity::ALL;

    /// Its name, as people type it: `pow`, `product`, `free-cells`, `one-card` …
    pub const fn name(self) -> &'static str {
        match self {
            Capacity::Doubling => "pow",
            Capacity::Product => "product",
            Capacity::Cells => "free-cells",
            Capacity::One => "one-card",
            #[cfg(feature = "programs")]
            Capacity::Runs => "runs",
        }
    }
}

/// The rule for an overlong run: one that is moved into an empty cascade and exceeds the capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OverlongRun {
    /// The end of the run moves, up to the capacity.
    Partial,
    /// The move is illegal.
    Illegal,
}

impl OverlongRun {
    /// Both of them, the likelier first.
    pub const ALL: [OverlongRun; 2] = [OverlongRun::Partial, OverlongRun::Illegal];

    /// Its name, as people type it: `partial` or `illegal`.
    pub const fn name(self) -> &'static str {
        match self {
            OverlongRun::Partial => "partial",
            OverlongRun::Illegal => "illegal",
        }
    }
}

/// One consistent choice among the open rules. The default is the choice that
/// known lines of the puzzle support best: `safe` autoplay, [`Capacity::Doubling`]
/// and [`OverlongRun::Partial`].
///
/// ```
/// use freecell::ruleset::{Autoplay, Capacity, Ruleset};
///
/// let all = Ruleset::from_autoplay(Autoplay::All);
/// assert_eq!(all.capacity, Capacity::Doubling);
/// assert_eq!(Ruleset::all().count(), 24);
/// assert_eq!(Ruleset::likely().count(), 8);
/// assert_eq!(Ruleset::all().next(), Some(Ruleset::default()));
///
/// assert_eq!(Ruleset::default().to_string(), "safe, pow, partial");
/// assert_eq!("all, pow, partial".parse(), Ok(all));
/// let error = "most, pow, partial".parse::<Ruleset>().unwrap_err();
/// let names = Autoplay::EVERY.map(Autoplay::name).join(", ");
/// let expected = format!("\"most\" is no autoplay rule: {names} expected");
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ruleset {
    /// The autoplay rule.
    pub autoplay: Autoplay,
    /// The capacity of supermoves.
    pub capacity: Capacity,
    /// The rule for overlong runs.
    pub overlong_run: OverlongRun,
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        Ruleset::from_autoplay(Autoplay::Safe)
    }
}

impl Ruleset {
    /// The ruleset with that autoplay rule and the defaults for the rest.
    pub const fn from_autoplay(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Doubling,
            overlong_run: OverlongRun::Partial,
        }
    }

    /// The strictest ruleset of supermoves that are likely, with that autoplay rule.
    /// A move that is legal under it is *unambiguous*: it is legal, and moves the same
    /// cards, whether the capacity is [`Capacity::Doubling`] or [`Capacity::Product`],
    /// whatever happens to overlong runs.
    pub const fn strict(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Product,
            overlong_run: OverlongRun::Illegal,
        }
    }

    /// The same autoplay rule with the strictest supermoves of the same likelihood:
    /// [`Ruleset::strict`], unless the capacity is an unlikely one.
    #[must_use]
    pub const fn to_strict(self) -> Ruleset {
        let strict = Ruleset::strict(self.autoplay);
        match self.capacity {
            Capacity::Doubling | Capacity::Product => strict,
            // No less than the product of places, and no more than doubling allows.
            #[cfg(feature = "programs")]
            Capacity::Runs => strict,
            capacity => Ruleset { capacity, ..strict },
        }
    }

    /// The same supermoves with another autoplay rule.
    #[must_use]
    pub const fn with_autoplay(self, autoplay: Autoplay) -> Ruleset {
        Ruleset { autoplay, ..self }
    }

    /// The number of rulesets that the puzzle may have.
    pub const COUNT: u8 = 24;

    /// The number of the likely rulesets, which are the first.
    pub const LIKELY: u8 = 8;

    /// The rulesets that the puzzle may have; the first is the default. The earlier in the list,
    /// the likelier the ruleset, `safe` and `all` autoplay aside.
    pub const ALL: [Ruleset; Ruleset::COUNT as usize] = {
        use Autoplay::{All, None, Safe};
        use Capacity::{Cells, Doubling, One, Product};
        use OverlongRun::{Illegal, Partial};
        [
            Ruleset::new(Safe, Doubling, Partial),
            Ruleset::new(All, Doubling, Partial),
            Ruleset::new(Safe, Product, Partial),
            Ruleset::new(All, Product, Partial),
            Ruleset::new(Safe, Doubling, Illegal),
            Ruleset::new(All, Doubling, Illegal),
            Ruleset::new(Safe, Product, Illegal),
            Ruleset::new(All, Product, Illegal),
            Ruleset::new(Safe, Cells, Partial),
            Ruleset::new(All, Cells, Partial),
            Ruleset::new(Safe, One, Partial),
            Ruleset::new(All, One, Partial),
            Ruleset::new(Safe, Cells, Illegal),
            Ruleset::new(All, Cells, Illegal),
            Ruleset::new(Safe, One, Illegal),
            Ruleset::new(All, One, Illegal),
            Ruleset::new(None, Doubling, Partial),
            Ruleset::new(None, Product, Partial),
            Ruleset::new(None, Doubling, Illegal),
            Ruleset::new(None, Product, Illegal),
            Ruleset::new(None, Cells, Partial),
            Ruleset::new(None, One, Partial),
            Ruleset::new(None, Cells, Illegal),
            Ruleset::new(None, One, Illegal),
        ]
    };

    const fn new(autoplay: Autoplay, capacity: Capacity, overlong_run: OverlongRun) -> Ruleset {
        Ruleset {
            autoplay,
            capacity,
            overlong_run,
        }
    }

    /// These, and behind them, with the feature `programs`, those with a rule that only programs
    /// have.
    #[cfg(feature = "programs")]
    pub const EVERY: [Ruleset; 60] = with_those_of_programs();
    /// These, and behind them, with the feature `programs`, those with a rule that only programs
    /// have.
    #[cfg(not(feature = "programs"))]
    pub const EVERY: [Ruleset; Ruleset::COUNT as usize] = Ruleset::ALL;

    /// The ruleset with an index in [`Ruleset::EVERY`].
    pub const fn from_index(index: u8) -> Ruleset {
        Ruleset::EVERY[index as usize]
    }

    /// The rulesets that the puzzle may have, in the order of their indices.
    pub fn all() -> impl Iterator<Item = Ruleset> {
        (0..Ruleset::COUNT).map(Ruleset::from_index)
    }

    /// The likely rulesets, in the order of their indices: autoplay is `safe` or
    /// `all`, the capacity [`Capacity::Doubling`] or [`Capacity::Product`].
    pub fn likely() -> impl Iterator<Item = Ruleset> {
        Ruleset::all().take(Ruleset::LIKELY as usize)
    }

    /// Whether this is one of the likely rulesets.
    pub fn is_likely(self) -> bool {
        Ruleset::likely().any(|likely| likely == self)
    }
}

/// The rulesets that the puzzle may have, and behind them all others.
#[cfg(feature = "programs")]
const fn with_those_of_programs() -> [Ruleset; 60] {
    let mut rulesets = [Ruleset::ALL[0]; 60];
    let mut count = 0;
    while count < Ruleset::ALL.len() {
        rulesets[count] = Ruleset::ALL[count];
        count += 1;
    }
    let capacities = Capacity::EVERY.len();
    let mut number = 0;
    while number < Autoplay::EVERY.len() * capacities {
        let (autoplay, capacity) = (number / capacities, number % capacities);
        if autoplay >= Autoplay::ALL.len() || capacity >= Capacity::ALL.len() {
            let (autoplay, capacity) = (Autoplay::EVERY[autoplay], Capacity::EVERY[capacity]);
            rulesets[count] = Ruleset::new(autoplay, capacity, OverlongRun::Partial);
            rulesets[count + 1] = Ruleset::new(autoplay, capacity, OverlongRun::Illegal);
            count += 2;
        }
        number += 1;
    }
    assert!(count == rulesets.len());
    rulesets
}

/// Why a text names no rule or no ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseRulesetError {
    /// The text names no autoplay rule.
    Autoplay(String),
    /// The text names no capacity.
    Capacity(String),
    /// The text names no rule for overlong runs.
    OverlongRun(String),
    /// A ruleset has three names; the text has this number of them.
    Count(usize),
}

impl fmt::Display for ParseRulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, kind, names) = match self {
            ParseRulesetError::Autoplay(text) => (
                text,
                "autoplay rule",
                Autoplay::EVERY.map(Autoplay::name).join(", "),
            ),
            ParseRulesetError::Capacity(text) => (
                text,
                "capacity",
                Capacity::EVERY.map(Capacity::name).join(", "),
            ),
            ParseRulesetError::OverlongRun(text) => {
                let names = OverlongRun::ALL.map(OverlongRun::name).join(", ");
                (text, "rule for overlong runs", names)
            }
            ParseRulesetError::Count(count) => {
                let example = Ruleset::default();
                return write!(f, "{count} names, expected three: {example}");
            }
        };
        write!(f, "{text:?} is no {kind}: {names} expected")
    }
}

impl Error for ParseRulesetError {}

impl fmt::Display for Autoplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Capacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for OverlongRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Ruleset {
    /// Writes the names of its rules: `safe, pow, partial`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ruleset {
            autoplay,
            capacity,
            overlong_run,
        } = self;
        f.pad(&format!("{autoplay}, {capacity}, {overlong_run}"))
    }
}

impl FromStr for Autoplay {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Autoplay, ParseRulesetError> {
        let named = Autoplay::EVERY.into_iter().find(|rule| rule.name() == text);
        named.ok_or_else(|| ParseRulesetError::Autoplay(text.to_owned()))
    }
}

impl FromStr for Capacity {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<Capacity, ParseRulesetError> {
        let named = Capacity::EVERY.into_iter().find(|rule| rule.name() == text);
        named.ok_or_else(|| ParseRulesetError::Capacity(text.to_owned()))
    }
}

impl FromStr for OverlongRun {
    type Err = ParseRulesetError;

    fn from_str(text: &str) -> Result<OverlongRun, ParseRulesetError> {
        let named = OverlongRun::ALL
            .into_iter()
            .find(|rule| rule.name() == text);
        named.ok_or_else(|| ParseRulesetError::OverlongRun(text.to_owned()))
    }
}

impl FromStr for Ruleset {
    type Err = ParseRulesetError;

    /// Reads the names of the three rules, with commas between them.
    fn from_str(text: &str) -> Result<Ruleset, ParseRulesetError> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        let [autoplay, capacity, overlong_run] = names[..] else {
            return Err(ParseRulesetError::Count(names.len()));
        };
        Ok(Ruleset {
            autoplay: autoplay.parse()?,
            capacity: capacity.parse()?,
            overlong_run: overlong_run.parse()?,
        })
    }
}
