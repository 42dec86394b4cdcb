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

/// Which cards the game itself plays to the foundations after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoplay {
    /// A card goes home when no card but an ace could still be put on it: aces
    /// and twos always, a card of rank r when both foundations of the other
    /// colour hold at least r − 1. Also known as Horne's rule, after Jim Horne's
    /// FreeCell for Windows; under it the statement's example wins on its last
    /// move.
    Safe,
    /// Every card that fits goes home, as the statement describes it.
    All,
    /// No card goes home but by a move.
    None,
}

impl Autoplay {
    /// All of them, the likeliest first.
    pub const EVERY: [Autoplay; 3] = [Autoplay::Safe, Autoplay::All, Autoplay::None];

    /// Its name, as people type it: `safe`, `all` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Autoplay::Safe => "safe",
            Autoplay::All => "all",
            Autoplay::None => "none",
        }
    }

    /// The rule of that name, if there is one.
    pub fn named(name: &str) -> Option<Autoplay> {
        Autoplay::EVERY.into_iter().find(|rule| rule.name() == name)
    }
}

/// How many cards may move as one, in a supermove, given the free cells and the
/// empty cascades other than the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// (free cells + 1) · 2^(empty cascades).
    Pow,
    /// (free cells + 1) · (empty cascades + 1).
    Product,
    /// Free cells + 1: empty cascades do not count.
    Cells,
    /// One: there are no supermoves.
    One,
}

/// What happens when the run that is moved into an empty cascade exceeds the
/// capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRun {
    /// As many of its cards move as the capacity allows.
    Partial,
    /// The move is illegal.
    Illegal,
}

/// One consistent choice among the open rules. The default is the choice that
/// known lines of the puzzle support best: `safe` autoplay, [`Capacity::Pow`]
/// and [`LongRun::Partial`].
///
/// ```
/// use freecell::ruleset::{Autoplay, Capacity, Ruleset};
///
/// let all = Ruleset::of(Autoplay::All);
/// assert_eq!(all.capacity, Capacity::Pow);
/// assert_eq!(Ruleset::every().count(), 24);
/// assert_eq!(Ruleset::likely().count(), 8);
/// assert_eq!(Ruleset::every().next(), Some(Ruleset::default()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The autoplay rule.
    pub autoplay: Autoplay,
    /// The capacity of supermoves.
    pub capacity: Capacity,
    /// What happens to runs that are too long for an empty cascade.
    pub long_run: LongRun,
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        Ruleset::of(Autoplay::Safe)
    }
}

impl Ruleset {
    /// The ruleset with that autoplay rule and the defaults for the rest.
    pub const fn of(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Pow,
            long_run: LongRun::Partial,
        }
    }

    /// The strictest ruleset of supermoves that are likely, with that autoplay rule.
    /// A move that is legal under it is *unambiguous*: it is legal, and moves the same
    /// cards, whether the capacity is [`Capacity::Pow`] or [`Capacity::Product`],
    /// however long runs are treated.
    pub const fn strict(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Product,
            long_run: LongRun::Illegal,
        }
    }

    /// The same autoplay rule with the strictest supermoves that are as likely as
    /// these: [`Ruleset::strict`], unless the capacity is an unlikely one.
    #[must_use]
    pub const fn strictly(self) -> Ruleset {
        let strict = Ruleset::strict(self.autoplay);
        match self.capacity {
            Capacity::Pow | Capacity::Product => strict,
            capacity => Ruleset { capacity, ..strict },
        }
    }

    /// The same supermoves with another autoplay rule.
    #[must_use]
    pub const fn with(self, autoplay: Autoplay) -> Ruleset {
        Ruleset { autoplay, ..self }
    }

    /// The number of rulesets.
    pub const COUNT: u8 = 24;

    /// The number of the likely rulesets, which are the first.
    pub const LIKELY: u8 = 8;

    /// The ruleset with a number below [`Ruleset::COUNT`]; 0 is the default. The
    /// lower the number, the likelier the ruleset, `safe` and `all` autoplay aside.
    pub const fn numbered(number: u8) -> Ruleset {
        debug_assert!(number < Ruleset::COUNT);
        let (autoplay, supermoves) = match number {
            0..=15 if number & 1 == 0 => (Autoplay::Safe, number >> 1),
            0..=15 => (Autoplay::All, number >> 1),
            _ => (Autoplay::None, number & 7),
        };
        Ruleset {
            autoplay,
            capacity: match supermoves & 5 {
                0 => Capacity::Pow,
                1 => Capacity::Product,
                4 => Capacity::Cells,
                _ => Capacity::One,
            },
            long_run: if supermoves & 2 == 0 {
                LongRun::Partial
            } else {
                LongRun::Illegal
            },
        }
    }

    /// Every ruleset, in the order of their numbers.
    pub fn every() -> impl Iterator<Item = Ruleset> {
        (0..Ruleset::COUNT).map(Ruleset::numbered)
    }

    /// The likely rulesets, in the order of their numbers: autoplay is `safe` or
    /// `all`, the capacity [`Capacity::Pow`] or [`Capacity::Product`].
    pub fn likely() -> impl Iterator<Item = Ruleset> {
        Ruleset::every().take(Ruleset::LIKELY as usize)
    }

    /// Whether this is one of the likely rulesets.
    pub fn is_likely(self) -> bool {
        Ruleset::likely().any(|likely| likely == self)
    }
}
