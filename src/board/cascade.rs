//! One cascade in 32 bits: the undisturbed cards and the run built on them.

use std::fmt;

use super::{MovedRun, PackedCard};

/// A packed cascade: the number of its undisturbed cards, its top card, the length of its built
/// run, a bit for each card of that run (which of the two suits of its colour it has), and whether
/// the run is self-blocking.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cascade(pub(super) u32);

// The fields from bit 0 up: first the suits of the built run, the top card's in bit 0.
pub(super) const SUIT_BITS: u32 = 13;
pub(super) const BUILT_BITS: u32 = 4;
const UNDISTURBED_BITS: u32 = 6;
const TOP_BITS: u32 = PackedCard::BITS;
const SELF_BLOCKING_BITS: u32 = 1;

const BUILT_SHIFT: u32 = SUIT_BITS;
const UNDISTURBED_SHIFT: u32 = BUILT_SHIFT + BUILT_BITS;
const TOP_SHIFT: u32 = UNDISTURBED_SHIFT + UNDISTURBED_BITS;
const SELF_BLOCKING_SHIFT: u32 = TOP_SHIFT + TOP_BITS;

const _: () = assert!(SELF_BLOCKING_SHIFT + SELF_BLOCKING_BITS <= u32::BITS);

impl Cascade {
    /// Packs a cascade whose built run is not self-blocking.
    #[inline(always)]
    pub(super) const fn pack(top: PackedCard, undisturbed: u8, built: u8, suits: u16) -> Cascade {
        debug_assert!(built < 1 << BUILT_BITS && suits < 1 << SUIT_BITS);
        Cascade(
            (top.index() as u32) << TOP_SHIFT
                | (undisturbed as u32) << UNDISTURBED_SHIFT
                | (built as u32) << BUILT_SHIFT
                | suits as u32,
        )
    }

    /// The cascade with a run put on it. `is_self_blocking` says whether that run makes the built
    /// run self-blocking; if it was so before, it stays so.
    #[inline(always)]
    pub(super) const fn with(self, run: MovedRun, is_self_blocking: bool) -> Cascade {
        let suits = (self.suits() as u32) << run.count().0;
        // The lengths of the two runs add up, and the suits shift to make space.
        let rest = self.0 & !(((1 << TOP_BITS) - 1) << TOP_SHIFT | ((1 << SUIT_BITS) - 1));
        let built = rest + run.built();
        Cascade(
            built
                | suits
                | (run.top().index() as u32) << TOP_SHIFT
                | (is_self_blocking as u32) << SELF_BLOCKING_SHIFT,
        )
    }

    /// The cascade without its top card, which belongs to the built run and lies on `below`.
    #[inline(always)]
    pub(super) const fn without_top(self, below: PackedCard) -> Cascade {
        let lengths = self.0 >> BUILT_SHIFT & ((1 << (BUILT_BITS + UNDISTURBED_BITS)) - 1);
        let suits = self.suits() as u32 >> 1;
        Cascade((below.index() as u32) << TOP_SHIFT | (lengths - 1) << BUILT_SHIFT | suits)
    }

    /// The top card.
    #[inline(always)]
    pub const fn top(self) -> PackedCard {
        PackedCard::from_bits(self.0 >> TOP_SHIFT)
    }

    /// The number of cards that have not moved since the root of the search.
    #[inline(always)]
    pub const fn undisturbed(self) -> u8 {
        (self.0 >> UNDISTURBED_SHIFT) as u8 & ((1 << UNDISTURBED_BITS) - 1)
    }

    /// The length of the run built on the undisturbed cards.
    #[inline(always)]
    pub const fn built(self) -> u8 {
        (self.0 >> BUILT_SHIFT) as u8 & ((1 << BUILT_BITS) - 1)
    }

    /// The suit bits of the built run, the top card's in bit 0.
    #[inline(always)]
    pub(super) const fn suits(self) -> u16 {
        self.0 as u16 & ((1 << SUIT_BITS) - 1)
    }

    /// The number of cards.
    pub const fn len(self) -> u8 {
        self.undisturbed() + self.built()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.top().is_none()
    }

    /// The built run's card at `depth` below the top.
    #[inline(always)]
    pub const fn built_card(self, depth: u8) -> PackedCard {
        let suit_bit = (self.suits() >> depth & 1) as u8;
        self.top().above_in_run(depth, suit_bit)
    }

    /// Whether a card of the built run is known to lie above a smaller card of its suit, so
    /// that it cannot go home before the run is moved.
    ///
    /// Conservative: when a part of the run moves away, the rest counts as not self-blocking.
    /// Checking again would cost time, and would not make the lines that searches find any shorter
    /// (log: "rest of a self-blocking run").
    #[inline(always)]
    pub const fn is_self_blocking(self) -> bool {
        self.0 >> SELF_BLOCKING_SHIFT & 1 == 1
    }
}

impl fmt::Debug for Cascade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cascade")
            .field("top", &self.top())
            .field("undisturbed", &self.undisturbed())
            .field("built", &self.built())
            .field("suits", &format_args!("{:b}", self.suits()))
            .field("is_self_blocking", &self.is_self_blocking())
            .finish()
    }
}
