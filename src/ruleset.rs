//! Rulesets: what the puzzle leaves open about its rules, as values.
//!
//! No one can ask the real referee how it plays. A [`Ruleset`] is one
//! consistent choice among the open rules; everything that applies rules takes
//! one as an argument.

/// Which cards the game plays to the foundations by itself after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoplay {
    /// A card goes home once no card that could still be put on it is left:
    /// aces and twos always, a card of rank r when both foundations of the
    /// other colour hold at least r − 1. Also known as Horne's rule; under it
    /// the statement's example wins on its last move.
    Safe,
    /// Every card that fits goes home: the statement's own moves.
    All,
}

/// How many cards may move as one, given free cells and empty cascades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capacity {
    /// (free cells + 1) · 2^(empty cascades).
    Pow,
    /// (free cells + 1) · (empty cascades + 1).
    Product,
}

/// What moving a run into an empty cascade does when it exceeds the capacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LongRun {
    /// As many of its cards move as the capacity allows.
    Partial,
    /// The move is illegal.
    Illegal,
}

/// One consistent choice among the open rules. The default is the choice that
/// the evidence supports best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The autoplay rule.
    pub autoplay: Autoplay,
    /// The capacity of supermoves.
    pub capacity: Capacity,
    /// The fate of over-long runs.
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

    /// The strictest ruleset of supermoves with that autoplay rule: what is
    /// legal under it is legal, and moves the same cards, under every choice of
    /// capacity and long runs.
    pub const fn strict(autoplay: Autoplay) -> Ruleset {
        Ruleset {
            autoplay,
            capacity: Capacity::Product,
            long_run: LongRun::Illegal,
        }
    }

    /// The number of rulesets.
    pub const COUNT: u8 = 8;

    /// The ruleset of a number below [`Ruleset::COUNT`]; 0 is the default.
    pub const fn numbered(number: u8) -> Ruleset {
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

    /// Every autoplay, the default first.
    pub fn every() -> impl Iterator<Item = Ruleset> {
        (0..Ruleset::COUNT).map(Ruleset::numbered)
    }
}
