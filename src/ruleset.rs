//! Rulesets: what the puzzle leaves open about its rules, as values.
//!
//! The puzzle's referee is not public, and its statement leaves three questions
//! open: which cards autoplay sends home, how many cards a supermove may move,
//! and what happens to a run that is too long. A [`Ruleset`] answers all three;
//! everything that applies rules takes one as an argument. Which rulesets are
//! possible in a game is the business of [`crate::belief`].

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
}

/// How many cards may move as one, in a supermove, given the free cells and the
/// empty cascades other than the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// (free cells + 1) · 2^(empty cascades).
    Pow,
    /// (free cells + 1) · (empty cascades + 1).
    Product,
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
/// assert_eq!(Ruleset::every().count(), 8);
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

    /// The strictest ruleset of supermoves with that autoplay rule. A move that is
    /// legal under it is *unambiguous*: it is legal, and moves the same cards,
    /// under every choice of capacity and long runs.
    pub const fn strict(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Product,
            long_run: LongRun::Illegal,
        }
    }

    /// The number of rulesets.
    pub const COUNT: u8 = 8;

    /// The ruleset with a number below [`Ruleset::COUNT`]; 0 is the default. The
    /// lower the number, the likelier the ruleset, the autoplay rule aside.
    pub const fn numbered(number: u8) -> Ruleset {
        debug_assert!(number < Ruleset::COUNT);
        Ruleset {
            autoplay: if number & 1 == 0 {
                Autoplay::Safe
            } else {
                Autoplay::All
            },
            capacity: if number & 2 == 0 {
                Capacity::Pow
            } else {
                Capacity::Product
            },
            long_run: if number & 4 == 0 {
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
}
