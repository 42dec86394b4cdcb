//! Moves on the packed board, and what they do to its key.

use super::delta::{NOTHING, STATE_ON};

/// The places that are no cascade.
pub const CELL: u8 = 10;
pub const HOME: u8 = 11;

/// A move, packed: from where, to where, and the number of cards, or the card if
/// it comes from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Packed(u16);

impl Packed {
    pub fn from(self) -> u8 {
        self.0 as u8 & 15
    }

    pub fn to(self) -> u8 {
        self.0 as u8 >> 4
    }

    /// The number of cards, or that of the card if it comes from a cell.
    pub fn number(self) -> usize {
        (self.0 >> 8).into()
    }
}

/// A move and what it does to the key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    packed: Packed,
    /// The deepest card that moves.
    pub card: u8,
    /// The state of that card after the move, and whether the move is [`FILLING`] an empty cascade
    /// or [`EMPTYING`] one; it never does both.
    card_state: u8,
}

/// Marks a move that fills an empty cascade.
const FILLING: u8 = 0x80;
/// Marks a move that empties a cascade.
const EMPTYING: u8 = 0x40;

/// The state of a card that goes onto a cascade's top, marked if the cascade is empty.
#[inline(always)]
pub fn state_on(top: u8) -> u8 {
    STATE_ON[top as usize & 63] | if top == NOTHING { FILLING } else { 0 }
}

/// The mark of a move that empties a cascade, given the cascade's length; 0 for others.
#[inline(always)]
pub fn emptying(length: u8, count: u8) -> u8 {
    if length == count {
        EMPTYING
    } else {
        0
    }
}

impl Change {
    /// A move of that card, with its new state and marks.
    pub fn new(packed: Packed, card: u8, card_state: u8) -> Change {
        Change {
            packed,
            card,
            card_state,
        }
    }

    /// A move of cards from a cascade.
    #[inline(always)]
    pub fn run(from: usize, to: u8, count: u8, card: u8, card_state: u8) -> Change {
        Change {
            packed: Packed(from as u16 | u16::from(to) << 4 | u16::from(count) << 8),
            card,
            card_state,
        }
    }

    /// A move of a card from a cell.
    #[inline(always)]
    pub fn from_cell(card: u8, to: u8, card_state: u8) -> Change {
        Change {
            packed: Packed(u16::from(CELL) | u16::from(to) << 4 | u16::from(card) << 8),
            card,
            card_state,
        }
    }

    #[inline(always)]
    pub fn packed(self) -> Packed {
        self.packed
    }

    #[inline(always)]
    pub fn from(self) -> u8 {
        self.packed.from()
    }

    #[inline(always)]
    pub fn to(self) -> u8 {
        self.packed.to()
    }

    #[inline(always)]
    pub fn count(self) -> u8 {
        if self.from() == CELL {
            1
        } else {
            (self.packed.0 >> 8) as u8
        }
    }

    /// The state of the deepest card after the move.
    #[inline(always)]
    pub fn card_state(self) -> u8 {
        self.card_state & 7
    }

    /// Whether it changes which cards lie deepest in the cascades.
    #[inline(always)]
    pub fn invalidates(self) -> bool {
        self.card_state & (FILLING | EMPTYING) != 0
    }

    #[inline(always)]
    pub fn fills(self) -> bool {
        self.card_state & FILLING != 0
    }
}
