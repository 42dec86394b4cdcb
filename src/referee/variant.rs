//! Variants of the rules: a ruleset, and options that no ruleset has but some referee may have.
//!
//! The bot plans for rulesets only. Tools play it against the rest, to see how it copes.

use crate::card::Card;
use crate::moves::Place;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};

/// The rules that a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Which cards autoplay sends home.
    pub autoplay: AutoplayCards,
    /// The places from which it sends them.
    pub autoplay_from: AutoplayFrom,
    /// The most cards that it sends at a time, cascades before cells.
    pub autoplay_most: u8,
    /// The time at which it sends them.
    pub autoplay_after: AutoplayTime,
    /// The number of cards that a supermove may move.
    pub capacity: Capacity,
    /// What happens to overlong runs.
    pub overlong_run: OverlongRun,
    /// Whether only the last card of a run moves into an empty cascade.
    pub one_card_into_empty: bool,
    /// The order of the cards in the cells after a move.
    pub cells: CellOrder,
}

impl From<Ruleset> for Variant {
    fn from(ruleset: Ruleset) -> Variant {
        Variant {
            autoplay: AutoplayCards::By(ruleset.autoplay),
            autoplay_from: AutoplayFrom::Anywhere,
            autoplay_most: u8::MAX,
            autoplay_after: AutoplayTime::Move,
            capacity: ruleset.capacity,
            overlong_run: ruleset.overlong_run,
            one_card_into_empty: false,
            cells: CellOrder::Kept,
        }
    }
}

/// Which cards autoplay sends home, of those that fit there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoplayCards {
    /// Those of a ruleset
    By(Autoplay),
    /// Aces and twos
    Twos,
    /// Ranks up to that of the lowest foundation, plus one
    LowestPlusOne,
    /// Ranks up to that of the lowest foundation, plus two
    LowestPlusTwo,
}

impl AutoplayCards {
    /// Whether a card that fits on its foundation goes there by itself.
    pub(super) fn include(self, card: Card, foundations: [u8; 4]) -> bool {
        let rank = card.rank().number();
        let [clubs, diamonds, hearts, spades] = foundations;
        let black = clubs.min(spades);
        let red = diamonds.min(hearts);
        let (own, other) = if card.is_red() {
            (red, black)
        } else {
            (black, red)
        };
        let lowest = own.min(other);
        let is_safe = rank <= 2 || rank <= other + 1;
        #[cfg(feature = "programs")]
        let is_raymonds = rank <= other + 2 && rank <= own + 3;
        match self {
            AutoplayCards::By(Autoplay::Safe) => is_safe,
            AutoplayCards::By(Autoplay::All) => true,
            AutoplayCards::By(Autoplay::None) => false,
            #[cfg(feature = "programs")]
            AutoplayCards::By(Autoplay::Raymond) => is_raymonds,
            #[cfg(feature = "programs")]
            AutoplayCards::By(Autoplay::SafeOrRaymond) => is_safe || is_raymonds,
            #[cfg(feature = "programs")]
            AutoplayCards::By(Autoplay::LateTwos) => rank <= other + 1,
            AutoplayCards::Twos => rank <= 2,
            AutoplayCards::LowestPlusOne => rank <= lowest + 1,
            AutoplayCards::LowestPlusTwo => rank <= lowest + 2,
        }
    }
}

/// The places from which autoplay sends cards home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoplayFrom {
    /// From cascades and cells
    Anywhere,
    /// From cascades only
    Cascades,
    /// From cells only
    Cells,
}

impl AutoplayFrom {
    pub(super) fn includes(self, place: Place) -> bool {
        match self {
            AutoplayFrom::Anywhere => true,
            AutoplayFrom::Cascades => matches!(place, Place::Cascade(_)),
            AutoplayFrom::Cells => matches!(place, Place::Cell(_)),
        }
    }
}

/// The time at which autoplay sends cards home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoplayTime {
    /// After each move
    Move,
    /// When the turn's moves have been played, and not before
    Turn,
}

/// The order of the cards in the cells after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Each card stays in its cell
    Kept,
    /// The cards close up towards cell a, in the order in which they are
    Packed,
    /// The cards close up towards cell a, lowest rank first
    Sorted,
}
