//! Positions as they are stored: by their cards, for a search that continues from them with
//! the same order of cascades, or by how their cards lie, which takes least memory.

use freecell::card::Card;

use super::board::{Board, CASCADE_SLOTS};
use super::delta::{hash, ones, state_place, Delta, AT_BASE, AT_HOME, IN_CELL, NOTHING, PARENTS};
use crate::deal::{Deal, MOST_CASCADES};

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

    /// Restores a position from the states of its cards; its cascades come in any order.
    pub fn unpack(&mut self, dealt_on: &[u8; Card::COUNT], delta: Delta) {
        self.lengths = [0; CASCADE_SLOTS];
        self.height_of = [0; 64];
        self.cells = 0;
        let mut above = [NOTHING; 64];
        let mut bases = 0_u64;
        let mut home = 0_u64;
        for card in 0..Card::COUNT {
            let (word, shift) = state_place(card as u8);
            let card_state = (delta[word] >> shift) as usize & 7;
            let below = match card_state {
                0 => dealt_on[card],
                _ => PARENTS[card][card_state],
            };
            above[below as usize & 63] = card as u8;
            bases |= u64::from(card_state == AT_BASE as usize) << card;
            self.cells |= u64::from(card_state == IN_CELL as usize) << card;
            home |= u64::from(card_state == AT_HOME as usize) << card;
        }
        // Of each suit, the smallest card that is not home.
        self.next = 0;
        for suit in 0..4 {
            let not_home = !home & 0x1111_1111_1111_1111 << suit;
            self.next |= not_home & not_home.wrapping_neg();
        }
        for (cascade, mut card) in ones(bases).enumerate() {
            while card != NOTHING {
                self.push(cascade, card);
                card = above[card as usize & 63];
            }
        }
        self.delta = delta;
        self.delta_hash = hash(&delta);
        self.find_tops();
    }

    /// The state of each card, in the form that [`Board::unpack`] takes.
    pub fn delta(&self) -> Delta {
        self.delta
    }
}

/// The card that each card was dealt on, as [`Board::unpack`] needs it.
pub fn dealt_on(deal: &Deal) -> [u8; Card::COUNT] {
    let mut dealt_on = [NOTHING; Card::COUNT];
    for pair in deal.cascades.iter().flat_map(|cascade| cascade.windows(2)) {
        dealt_on[pair[1].index()] = pair[0].index() as u8;
    }
    dealt_on
}
