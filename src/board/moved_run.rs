//! The run that a move takes off its place, in 64 bits.

use super::cascade::{Cascade, BUILT_BITS, SUIT_BITS};
use super::zobrist::CELL;
use super::{PackedCard, RunLength};
use crate::card_set::CardSet;

/// A run on its way from one place to another, and what it leaves behind.
///
/// It is packed into one number to avoid store-to-load forwarding stalls, which occur when a value
/// is read as a whole just after it was written in parts (log: "moved run in one number").
#[derive(Clone, Copy, Default)]
pub struct MovedRun(u64);

// The fields from bit 0 up: the suits and the count as in a cascade's built run, then what
// the deepest card lay on (a place as Zobrist hashes tell them apart), the deepest
// card, the top card, and the cascade that is left.
const PLACE_BITS: u32 = 3;
const CARD_BITS: u32 = PackedCard::BITS;

const COUNT_SHIFT: u32 = SUIT_BITS;
const PLACE_SHIFT: u32 = COUNT_SHIFT + BUILT_BITS;
const DEEPEST_SHIFT: u32 = PLACE_SHIFT + PLACE_BITS;
const TOP_SHIFT: u32 = DEEPEST_SHIFT + CARD_BITS;
const LEFT_SHIFT: u32 = TOP_SHIFT + CARD_BITS;

const _: () = assert!(LEFT_SHIFT + u32::BITS == u64::BITS);

impl MovedRun {
    #[inline(always)]
    pub(super) const fn pack(
        [top, deepest]: [PackedCard; 2],
        place: u8,
        count: RunLength,
        suits: u16,
        left: Cascade,
    ) -> MovedRun {
        debug_assert!(place < 1 << PLACE_BITS && count.0 < 1 << BUILT_BITS);
        let cards = (top.index() as u32) << TOP_SHIFT | (deepest.index() as u32) << DEEPEST_SHIFT;
        let run =
            cards | (place as u32) << PLACE_SHIFT | (count.0 as u32) << COUNT_SHIFT | suits as u32;
        MovedRun((left.0 as u64) << LEFT_SHIFT | run as u64)
    }

    /// A single card that lay on `place`, and what is left of its cascade.
    #[inline(always)]
    pub(super) const fn single(card: PackedCard, place: u8, left: Cascade) -> MovedRun {
        let suit = card.suit_bit() as u16;
        MovedRun::pack([card; 2], place, RunLength::ONE, suit, left)
    }

    /// A card out of a cell.
    #[inline(always)]
    pub(super) const fn from_cell(card: PackedCard) -> MovedRun {
        MovedRun::single(card, CELL, Cascade::pack(PackedCard::NONE, 0, 0, 0))
    }

    /// Its top card.
    #[inline(always)]
    pub const fn top(self) -> PackedCard {
        PackedCard::from_bits((self.0 >> TOP_SHIFT) as u32)
    }

    /// Its deepest card.
    #[inline(always)]
    pub const fn deepest(self) -> PackedCard {
        PackedCard::from_bits((self.0 >> DEEPEST_SHIFT) as u32)
    }

    /// The place in which its deepest card lay, as Zobrist hashes distinguish places.
    #[inline(always)]
    pub(super) const fn place(self) -> u8 {
        (self.0 >> PLACE_SHIFT) as u8 & ((1 << PLACE_BITS) - 1)
    }

    /// The suit bits of its cards, the top card's in bit 0.
    pub(super) const fn suits(self) -> u16 {
        self.0 as u16 & ((1 << SUIT_BITS) - 1)
    }

    /// The number of its cards; 0 by default, where nothing moves.
    #[inline(always)]
    pub const fn count(self) -> RunLength {
        RunLength((self.0 >> COUNT_SHIFT) as u8 & ((1 << BUILT_BITS) - 1))
    }

    /// The rest of the cascade that the run lay on; no cards if it lay in a cell.
    #[inline(always)]
    pub const fn left(self) -> Cascade {
        Cascade((self.0 >> LEFT_SHIFT) as u32)
    }

    /// The suits and the count, laid out as in a cascade's built run.
    #[inline(always)]
    pub(super) const fn built(self) -> u32 {
        self.0 as u32 & ((1 << (SUIT_BITS + BUILT_BITS)) - 1)
    }

    /// Whether one of its cards is in a set.
    #[inline(always)]
    pub(super) fn has_any_of(self, cards: CardSet) -> bool {
        let mut has = self.top().is_in(cards);
        let mut depth = 1;
        // Most runs have one card, so the condition on the length is the predictable one.
        while depth < self.count().0 && !has {
            let suit_bit = (self.suits() >> depth & 1) as u8;
            has = self.top().above_in_run(depth, suit_bit).is_in(cards);
            depth += 1;
        }
        has
    }
}
