//! The root cascades: the cascades as they lay at the root of a search, added up once
//! for every number of cards that may be kept of them.

use super::{suit_bit, weave_of, NO_CARD};
use crate::table::{Table, CASCADES};

/// The set of the cards of a card's suit that are larger.
const fn larger_of_suit(card: u8) -> u64 {
    // One card in four is of one suit; 13 of them are in the deck.
    (0x1_1111_1111_1111 << (card & 3)) & (!1 << card)
}

/// The cascades as they lay at the root of a search, and what is worth knowing
/// of every first part of them.
pub struct RootCascades {
    /// By the number of cards undisturbed: any that six bits, which a cascade has for it,
    /// can hold, so that there is nothing to check.
    prefixes: Box<[[Prefix; CASCADES]; 64]>,
}

/// What is left of a root cascade when only its first cards are undisturbed.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Its last card, or [`NO_CARD`].
    pub top: u8,
    /// The length of the run at its end; 0 when nothing is undisturbed.
    pub run: u8,
    /// The suit bits of that run, the last card's in bit 0.
    pub suits: u16,
    /// The deepest card, or [`NO_CARD`].
    pub base: u8,
    /// The cards that would lie above a smaller card of their suit if they were
    /// put here, as a set: bit 0 for card 0.
    pub blocked: u64,
}

impl RootCascades {
    /// The root cascades of a table.
    pub fn new(table: &Table) -> RootCascades {
        let bare = Prefix {
            top: NO_CARD,
            run: 0,
            suits: 0,
            base: NO_CARD,
            blocked: 0,
        };
        let mut prefixes = Box::new([[bare; CASCADES]; 64]);
        for (cascade, cards) in table.cascades.iter().enumerate() {
            for (under, card) in cards.iter().enumerate() {
                let prefix = prefixes[under][cascade].extended(card.index() as u8);
                prefixes[under + 1][cascade] = prefix;
            }
        }
        RootCascades { prefixes }
    }

    /// What is left of a cascade when `undisturbed` cards are.
    #[inline(always)]
    pub fn prefix(&self, cascade: usize, undisturbed: usize) -> &Prefix {
        &self.prefixes[undisturbed & 63][cascade]
    }
}

impl Prefix {
    fn extended(self, card: u8) -> Prefix {
        let fits = (card >> 2) + 1 == self.top >> 2 && weave_of(card) == weave_of(self.top);
        let bit = suit_bit(card) as u16;
        Prefix {
            top: card,
            run: if fits { self.run + 1 } else { 1 },
            suits: if fits { self.suits << 1 | bit } else { bit },
            base: if self.base == NO_CARD {
                card
            } else {
                self.base
            },
            blocked: self.blocked | larger_of_suit(card),
        }
    }
}
