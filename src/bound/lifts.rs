//! Tables of lifts: how many each state of the relaxed game still needs.
//!
//! The states are filled in from the won one up, each from those that settling
//! or a lift of a whole run leads to. Room for loose cards is left aside: only
//! then are lower states never worse, and sums of tables a bound.

use arrayvec::ArrayVec;

use super::{Kept, Relaxed};
use crate::table::CASCADES;

/// For every state of the relaxed game with the cascades of a set, the exact
/// number of lifts to its end, room for loose cards left aside.
pub struct Lifts {
    /// What a kept card of each cascade adds to a state's number; 0 outside the
    /// set.
    pub strides: [usize; CASCADES],
    /// By the state's number, the sum of what its kept cards add.
    pub lifts: Vec<u8>,
}

impl Lifts {
    /// The table for a set of cascades, cascade 1 in bit 0. One byte a state:
    /// some ten millions at the most for all eight, 38,416 for four, as 52 cards
    /// make no more of them.
    pub fn new(game: &Relaxed, set: u8) -> Lifts {
        let mut strides = [0; CASCADES];
        let mut states = 1;
        for (cascade, rests) in game.rests.iter().enumerate() {
            if set >> cascade & 1 == 1 {
                strides[cascade] = states;
                states *= rests.len();
            }
        }
        let mut table = Lifts {
            strides,
            lifts: Vec::with_capacity(states),
        };
        let inner = set.trailing_zeros() as usize;
        let outer = set & (set - 1);
        let mut kept = [0; CASCADES];
        while table.lifts.len() < states {
            table.fill_row(game, inner, kept);
            next_row(game, outer, &mut kept);
        }
        table
    }

    /// Fills in the states that differ in one cascade, the inner one, alone.
    fn fill_row(&mut self, game: &Relaxed, inner: usize, kept: Kept) {
        let cards = game.cards(kept);
        // What lifts take off a state's number; what settles unless the inner
        // cascade holds a card that must go before, and what that takes off.
        let mut steps = ArrayVec::<usize, CASCADES>::new();
        let mut settling = ArrayVec::<(u64, usize), CASCADES>::new();
        for cascade in inner + 1..CASCADES {
            let rest = game.rest(kept, cascade);
            if rest.run > 0 {
                steps.push(rest.run as usize * self.strides[cascade]);
                if rest.before & cards == 0 {
                    settling.push((rest.before, self.strides[cascade]));
                }
            }
        }
        for rest in &game.rests[inner] {
            let state = self.lifts.len();
            let settled = if rest.run > 0 && rest.before & (cards | rest.cards) == 0 {
                Some(1)
            } else {
                let mut free = settling.iter();
                let free = free.find(|(before, _)| before & rest.cards == 0);
                free.map(|&(_, stride)| stride)
            };
            let value = match settled {
                Some(step) => self.lifts[state - step],
                None => self.after_a_lift(state, &steps, rest.run as usize),
            };
            self.lifts.push(value);
        }
    }

    /// One more than the least that a lift leads to; 0 if there is none.
    fn after_a_lift(&self, state: usize, steps: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.lifts[state - inner];
        }
        for step in steps {
            least = least.min(self.lifts[state - step]);
        }
        least.wrapping_add(1)
    }

    /// The number of lifts from a state to the end.
    pub fn of(&self, kept: Kept) -> usize {
        let mut state = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            state += kept[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.lifts[state] as usize
    }
}

/// Counts on the kept cards of a set of cascades, the first changing fastest.
fn next_row(game: &Relaxed, set: u8, kept: &mut Kept) {
    for (cascade, count) in kept.iter_mut().enumerate() {
        if set >> cascade & 1 == 1 {
            *count += 1;
            if (*count as usize) < game.rests[cascade].len() {
                return;
            }
            *count = 0;
        }
    }
}
