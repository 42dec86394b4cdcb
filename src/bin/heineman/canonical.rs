//! A position whose cascades are looked at in a sorted order, as the column's
//! program keeps it: with a flaw that its results hang on.
//!
//! The program means to tell positions apart regardless of the order of their
//! cascades, so it keeps a table of the cascades sorted by their deepest cards.
//! But it sorts too rarely: a move taken back leaves the table as it was, and so
//! does a run of two or more cards that fills an empty cascade. The same position
//! then gets several keys, and 11982's 83,239 positions become 180,045.

use arrayvec::ArrayVec;

use super::deal::MOST_CASCADES;
use super::position::{Key, Move, Position, Spot};

/// A position and the order in which its key takes the cascades.
#[derive(Clone, Debug)]
pub struct Canonical {
    position: Position,
    order: ArrayVec<u8, MOST_CASCADES>,
}

impl Canonical {
    /// The position with its cascades freshly sorted.
    pub fn new(position: Position) -> Canonical {
        let mut canonical = Canonical {
            order: (0..position.cascades() as u8).collect(),
            position,
        };
        canonical.sort();
        canonical
    }

    /// The position itself.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The key in the present order, stale or not.
    pub fn key(&self) -> Key {
        let order = self.order.iter().map(|&index| index.into());
        self.position.key_in_order(order)
    }

    /// Makes a move, and sorts when it empties a cascade or is the first card in
    /// an empty one.
    pub fn make(&mut self, each: Move) {
        self.position.make(each);
        let holds = |spot, count| match spot {
            Spot::Cascade(index) => self.position.cascade(index as usize).len() == count,
            Spot::Cell | Spot::Home => false,
        };
        if holds(each.from, 0) || holds(each.to, 1) {
            self.sort();
        }
    }

    /// Takes back the move made last, but leaves the order as it is.
    pub fn undo(&mut self, each: Move) {
        self.position.undo(each);
    }

    /// Sorts the table, stably, by the deepest cards; empty cascades come first.
    fn sort(&mut self) {
        let cascade = |index: u8| self.position.cascade(index as usize);
        self.order
            .sort_by_key(|&index| cascade(index).first().map(|card| card.index()));
    }
}
