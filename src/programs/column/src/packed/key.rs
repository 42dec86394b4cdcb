//! Exact keys of the packed board: kept up to date with each move, known before a move is
//! made, and with the order of the cascades where that counts.

use super::board::{Board, Key};
use super::change::Change;
use super::delta::{mix, state_place, Delta, FACTORS, WORDS};
use super::order::Order;

impl Board {
    /// The word of the key that a move changes, what it is after the move, and the hash of how the
    /// cards lie then.
    #[inline(always)]
    pub(super) fn word_after(&self, each: Change) -> (usize, u64, u64) {
        let (word, shift) = state_place(each.card);
        let before = self.delta[word];
        let after = before & !(7 << shift) | u64::from(each.card_state()) << shift;
        let moved = after.wrapping_sub(before).wrapping_mul(FACTORS[word]);
        (word, after, self.delta_hash.wrapping_add(moved))
    }

    /// The key after a move, and its hash; the cascades must have been invalidated
    /// already.
    #[inline(always)]
    pub fn key_after(&mut self, each: Change) -> (Key, u64) {
        let (word, after, hash) = self.word_after(each);
        let [first, second, third] = self.delta;
        let delta = match word {
            0 => [after, second, third],
            1 => [first, after, third],
            _ => [first, second, after],
        };
        self.with_order(delta, hash)
    }

    pub fn key(&mut self) -> (Key, u64) {
        self.with_order(self.delta, self.delta_hash)
    }

    /// The key of cards that lie so, with the order of the cascades, and its hash.
    #[inline(always)]
    fn with_order(&mut self, [first, second, third]: Delta, hash: u64) -> (Key, u64) {
        let order = if self.ordered { self.order.word() } else { 0 };
        let hash = hash.wrapping_add(order.wrapping_mul(FACTORS[WORDS]));
        ([first, second, third, order], mix(hash))
    }

    /// The deepest card of a cascade, plus one, or 0 if the cascade is empty.
    pub(super) fn base(&self, cascade: usize) -> u8 {
        match self.length(cascade) {
            0 => 0,
            _ => self.card(cascade, 1) + 1,
        }
    }

    /// The key that counts the cascades in the order in which they lie.
    pub fn key_in_place(&self) -> Key {
        let bases = (0..self.cascades).map(|index| u64::from(self.base(index)));
        let order = bases.fold(0, |order, base| order << 6 | base);
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
            let from = each.from().into();
            self.order.set_base(from, self.base(from));
        }
    }

    /// Sorts the cascades from their own order.
    pub fn sort_afresh(&mut self) {
        self.order = Order::new(self.cascades);
        for index in 0..self.cascades {
            if self.length(index) > 0 {
                self.order.set_base(index, self.base(index));
            }
        }
        self.order.sort();
    }
}
