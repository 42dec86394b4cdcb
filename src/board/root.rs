//! The root's cascades: as they lay when a search began, with facts about each prefix that may
//! remain of them, computed once a search.

use std::array;

use super::cascade::Cascade;
use super::zobrist::{BASE, ON_FITTING, ON_ROOT};
use super::{CascadeIndex, MovedRun, PackedCard};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::table::{Table, CASCADES};

/// The cascades as they lay at the root of a search, by the number of their cards that are
/// still undisturbed.
pub struct RootCascades {
    prefixes: [Prefix; PREFIXES],
    numbers: PrefixNumbers,
}

/// The most prefixes of all cascades: one for each card and an empty one for each cascade,
/// rounded up to a power of two, so that a masked number needs no check.
pub const PREFIXES: usize = 64;

const _: () = assert!(Card::COUNT + CASCADES <= PREFIXES);

/// The numbering of a root's prefixes: cascade by cascade.
#[derive(Clone, Copy, Debug)]
pub struct PrefixNumbers {
    /// The number of each cascade's empty prefix.
    empty: [u8; CASCADES],
}

impl PrefixNumbers {
    /// The number, below [`PREFIXES`], of what remains of a cascade when `undisturbed` of
    /// its cards are undisturbed.
    #[inline(always)]
    pub fn get(&self, cascade: CascadeIndex, undisturbed: u8) -> usize {
        (self.empty[cascade.get()] + undisturbed) as usize & (PREFIXES - 1)
    }
}

/// The rest of a root cascade of which only the first cards are undisturbed.
#[derive(Clone, Copy)]
pub struct Prefix {
    /// Its last card.
    pub top: PackedCard,
    /// The length of the run at its end; 0 when no card is undisturbed.
    pub run: u8,
    /// The deepest card of that run.
    pub run_base: PackedCard,
    /// The suit bits of that run, the last card's in bit 0.
    pub suits: u16,
    /// Its deepest card.
    pub base: PackedCard,
    /// The cards that would lie above a smaller card of their suit if they were put
    /// here: a built run with one of them is self-blocking.
    pub blocking: CardSet,
    /// Its last card as a move takes it off; a run without cards if the prefix is empty.
    pub last_card: MovedRun,
}

impl RootCascades {
    /// The root cascades of a table.
    pub fn new(table: &Table) -> RootCascades {
        let mut prefixes = [Prefix::EMPTY; PREFIXES];
        let mut empty = [0; CASCADES];
        let mut next = 0;
        for (cascade, cards) in table.cascades.iter().enumerate() {
            empty[cascade] = next as u8;
            for (&card, under) in cards.iter().zip(0..) {
                prefixes[next + 1] = prefixes[next].with(card, under);
                next += 1;
            }
            next += 1;
        }
        let numbers = PrefixNumbers { empty };
        RootCascades { prefixes, numbers }
    }

    /// The prefix of a cascade when `undisturbed` of its cards are undisturbed.
    #[inline(always)]
    pub fn prefix(&self, cascade: CascadeIndex, undisturbed: u8) -> &Prefix {
        &self.prefixes[self.numbers.get(cascade, undisturbed)]
    }

    /// The deepest card of each prefix's last run, by the prefix's number, as a set.
    pub fn run_bases(&self) -> [CardSet; PREFIXES] {
        array::from_fn(|number| self.prefixes[number].run_base.to_set())
    }

    /// The numbering of the prefixes.
    pub fn numbers(&self) -> PrefixNumbers {
        self.numbers
    }
}

impl Prefix {
    /// No card.
    const EMPTY: Prefix = Prefix {
        top: PackedCard::NONE,
        run: 0,
        run_base: PackedCard::NONE,
        suits: 0,
        base: PackedCard::NONE,
        blocking: CardSet::EMPTY,
        last_card: MovedRun::from_cell(PackedCard::NONE),
    };

    /// The prefix, of `cards` cards, with one card more.
    fn with(self, card: Card, cards: u8) -> Prefix {
        let fits = self.top.card().is_some_and(|top| card.fits_on(top));
        let blocking = self.blocking | CardSet::above_in_suit(card);
        let card = PackedCard::new(card);
        let bit = card.suit_bit() as u16;
        let place = if self.top.is_none() {
            BASE
        } else if fits {
            ON_FITTING + self.top.suit_bit()
        } else {
            ON_ROOT
        };
        let left = Cascade::pack(self.top, cards, 0, 0);
        Prefix {
            top: card,
            run: if fits { self.run + 1 } else { 1 },
            run_base: if fits { self.run_base } else { card },
            suits: if fits { self.suits << 1 | bit } else { bit },
            base: if self.base.is_none() { card } else { self.base },
            blocking,
            last_card: MovedRun::single(card, place, left),
        }
    }
}
