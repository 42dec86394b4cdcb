//! Positions as they are stored: by their cards, for a search that continues from them with
//! the same order of cascades.

use freecell::card::Card;

use super::board::Board;
use super::delta::Delta;
use crate::deal::MOST_CASCADES;

#[derive(Clone, Debug)]
pub struct Stored {
    cards: [u8; Card::COUNT],
    lengths: [u8; MOST_CASCADES],
    cells: u64,
    next: u64,
}

impl Board {
    /// Restores a position, and sorts its cascades again.
    pub fn restore(&mut self, stored: &Stored) {
        *self = Board::without_cards(self.cascades, self.ordered);
        let mut cards = stored.cards.iter();
        for index in 0..self.cascades {
            for &card in cards.by_ref().take(stored.lengths[index].into()) {
                self.push(index, card);
            }
        }
        self.cells = stored.cells;
        self.next = stored.next;
        self.index();
    }

    pub fn store(&self) -> Stored {
        let mut stored = Stored {
            cards: [0; Card::COUNT],
            lengths: [0; MOST_CASCADES],
            cells: self.cells,
            next: self.next,
        };
        let mut place = 0;
        for index in 0..self.cascades {
            let length = self.lengths[index] as usize;
            stored.cards[place..place + length].copy_from_slice(&self.cards[index][1..=length]);
            stored.lengths[index] = length as u8;
            place += length;
        }
        stored
    }

    /// The state of each card.
    pub fn delta(&self) -> Delta {
        self.delta
    }
}
