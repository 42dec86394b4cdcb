//! Exact keys of the packed board: kept up to date with each move, known before a move is
//! made, and with the order of the cascades where that counts.

use super::board::{Board, Key};
use super::change::Change;
use super::delta::{mix, state_place, FACTORS, WORDS};
use super::order::Order;

impl Board {
    /// The word of the key that a move changes, and what it is after the move.
    #[inline(always)]
    pub(super) fn word_after(&self, each: Change) -> (usize, u64) {
        let (word, shift) = state_place(each.card);
        let cleared = self.delta[word] & !(7 << shift);
        (word, cleared | u64::from(each.card_state()) << shift)
    }

    /// The key after a move, and its hash; the cascades must have been invalidated
    /// already.
    #[inline(always)]
    pub fn key_after(&mut self, each: Change) -> (Key, u64) {
        let (word, after) = self.word_after(each);
        let moved = after
            .wrapping_sub(self.delta[word])
            .wrapping_mul(FACTORS[word]);
        let order = if self.ordered { self.order.word() } else { 0 };
        let [first, second, third] = self.delta;
        let delta = match word {
            0 => [after, second, third],
            1 => [first, after, third],
            _ => [first, second, after],
        };
        let hash = self.delta_hash.wrapping_add(moved);
        let hash = hash.wrapping_add(order.wrapping_mul(FACTORS[WORDS]));
        ([delta[0], delta[1], delta[2], order], mix(hash))
    }

    pub fn key(&mut self) -> (Key, u64) {
        let order = if self.ordered { self.order.word() } else { 0 };
        let hash = self
            .delta_hash
            .wrapping_add(order.wrapping_mul(FACTORS[WORDS]));
        (
            [self.delta[0], self.delta[1], self.delta[2], order],
            mix(hash),
        )
    }

    /// The key that counts the cascades in the order in which they lie.
    pub fn key_in_place(&self) -> Key {
        let base = |index: usize| match self.lengths[index] {
            0 => 0,
            _ => u64::from(self.cards[index][1]) + 1,
        };
        let order = (0..self.cascades).fold(0, |order, index| order << 6 | base(index));
        let [first, second, third] = self.delta;
        [first, second, third, order]
    }

    /// Does to the order of cascades what the column's program does when a move
    /// empties a cascade, or fills an empty one.
    #[inline(always)]
    pub fn invalidate(&mut self, each: Change) {
        if !self.ordered {
            return;
        }
        if each.fills() {
            self.order.set_base(each.to().into(), each.card + 1);
            if each.count() == 1 {
                self.order.sort();
            }
        } else {
            self.order.set_base(each.from().into(), 0);
            self.order.sort();
        }
    }

    /// Puts the deepest card back after such a move was undone, or not made.
    #[inline(always)]
    pub fn revalidate(&mut self, each: Change) {
        if !self.ordered {
            return;
        }
        if each.fills() {
            self.order.set_base(each.to().into(), 0);
        } else {
            let from = each.from() as usize & 15;
            self.order.set_base(from, self.cards[from][1] + 1);
        }
    }

    /// Sorts the cascades from their own order.
    pub fn sort_afresh(&mut self) {
        self.order = Order::new(self.cascades);
        for index in 0..self.cascades {
            if self.lengths[index] > 0 {
                self.order.set_base(index, self.cards[index][1] + 1);
            }
        }
        self.order.sort();
    }
}
