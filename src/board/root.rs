//! The root's cascades: as they lay where a search began, with what is worth knowing of
//! each prefix that may remain of them, computed once a search.

use super::cascade::UNDISTURBED_COUNTS;
use super::{suit_bit, CascadeIndex, NO_CARD};
use crate::card_set::CardSet;
use crate::table::{Table, CASCADES};

/// The cascades as they lay at the root of a search, by how many of their cards are
/// still undisturbed.
pub struct RootCascades {
    /// By the number of undisturbed cards: as many as a packed cascade can hold, so
    /// that looking one up needs no check.
    prefixes: Box<[[Prefix; CASCADES]; UNDISTURBED_COUNTS]>,
}

/// What remains of a root cascade when only its first cards are undisturbed.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Its last card, or [`NO_CARD`].
    pub top: u8,
    /// The length of the run at its end; 0 when no card is undisturbed.
    pub run: u8,
    /// The suit bits of that run, the last card's in bit 0.
    pub suits: u16,
    /// Its deepest card, or [`NO_CARD`].
    pub base: u8,
    /// The cards that would lie above a smaller card of their suit if they were put
    /// here: a tail with one of them is blocked.
    pub blocked: CardSet,
}

impl RootCascades {
    /// The root cascades of a table.
    pub fn new(table: &Table) -> RootCascades {
        let empty = Prefix {
            top: NO_CARD,
            run: 0,
            suits: 0,
            base: NO_CARD,
            blocked: CardSet::EMPTY,
        };
        let mut prefixes = Box::new([[empty; CASCADES]; UNDISTURBED_COUNTS]);
        for (cascade, cards) in table.cascades.iter().enumerate() {
            for (under, card) in cards.iter().enumerate() {
                let prefix = prefixes[under][cascade].with(card.index() as u8);
                prefixes[under + 1][cascade] = prefix;
            }
        }
        RootCascades { prefixes }
    }

    /// What remains of a cascade when `undisturbed` of its cards are undisturbed.
    #[inline(always)]
    pub fn prefix(&self, cascade: CascadeIndex, undisturbed: u8) -> &Prefix {
        let undisturbed = undisturbed as usize;
        debug_assert!(undisturbed < UNDISTURBED_COUNTS, "{undisturbed} cards");
        &self.prefixes[undisturbed & (UNDISTURBED_COUNTS - 1)][cascade.get()]
    }
}

impl Prefix {
    /// The prefix with one card more.
    fn with(self, card: u8) -> Prefix {
        let fits = (card >> 2) + 1 == self.top >> 2
            && CardSet::weave_of(card) == CardSet::weave_of(self.top);
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
            blocked: self.blocked.or(CardSet::larger_of_suit(card)),
        }
    }
}
