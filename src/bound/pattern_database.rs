//! Tables of removals: how many each state of the relaxed game still needs.
//!
//! The states are filled in from the won one up, each from those that releasing
//! or a removal of a whole run leads to. Room for loose cards is left aside: only
//! then are lower states never worse, and sums of tables a bound.

use arrayvec::ArrayVec;

use super::{RelaxedGame, Undisturbed};
use crate::table::CASCADES;

/// For every state of the relaxed game with the cascades of a set, the exact
/// number of removals to its end, room for loose cards left aside.
pub struct PatternDatabase {
    /// What a undisturbed card of each cascade adds to a state's number; 0 outside the
    /// set.
    pub strides: [usize; CASCADES],
    /// By the state's number, the sum of what its undisturbed cards add.
    pub removals: Vec<u8>,
}

impl PatternDatabase {
    /// The table for a set of cascades, cascade 1 in bit 0. One byte a state:
    /// some ten millions at the most for all eight, 38,416 for four, as 52 cards
    /// make no more of them.
    pub fn new(game: &RelaxedGame, set: u8) -> PatternDatabase {
        let mut strides = [0; CASCADES];
        let mut states = 1;
        for (cascade, prefixes) in game.prefixes.iter().enumerate() {
            if set >> cascade & 1 == 1 {
                strides[cascade] = states;
                states *= prefixes.len();
            }
        }
        let mut table = PatternDatabase {
            strides,
            removals: Vec::with_capacity(states),
        };
        let inner = set.trailing_zeros() as usize;
        let outer = set & (set - 1);
        let mut undisturbed = [0; CASCADES];
        while table.removals.len() < states {
            table.fill_row(game, inner, undisturbed);
            next_row(game, outer, &mut undisturbed);
        }
        table
    }

    /// Fills in the states that differ in one cascade, the inner one, alone.
    fn fill_row(&mut self, game: &RelaxedGame, inner: usize, undisturbed: Undisturbed) {
        let cards = game.cards(undisturbed);
        // What removals take off a state's number; what is released unless the inner
        // cascade holds a card that must go before, and what that takes off.
        let mut steps = ArrayVec::<usize, CASCADES>::new();
        let mut releasing = ArrayVec::<(u64, usize), CASCADES>::new();
        for cascade in inner + 1..CASCADES {
            let prefix = game.prefix(undisturbed, cascade);
            if prefix.run > 0 {
                steps.push(prefix.run as usize * self.strides[cascade]);
                if prefix.before & cards == 0 {
                    releasing.push((prefix.before, self.strides[cascade]));
                }
            }
        }
        for prefix in &game.prefixes[inner] {
            let state = self.removals.len();
            let released = if prefix.run > 0 && prefix.before & (cards | prefix.cards) == 0 {
                Some(1)
            } else {
                let mut free = releasing.iter();
                let free = free.find(|(before, _)| before & prefix.cards == 0);
                free.map(|&(_, stride)| stride)
            };
            let value = match released {
                Some(step) => self.removals[state - step],
                None => self.after_a_removal(state, &steps, prefix.run as usize),
            };
            self.removals.push(value);
        }
    }

    /// One more than the least that a removal leads to; 0 if there is none.
    fn after_a_removal(&self, state: usize, steps: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.removals[state - inner];
        }
        for step in steps {
            least = least.min(self.removals[state - step]);
        }
        least.wrapping_add(1)
    }

    /// The number of removals from a state to the end.
    pub fn of(&self, undisturbed: Undisturbed) -> usize {
        let mut state = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            state += undisturbed[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.removals[state] as usize
    }
}

/// Counts on the undisturbed cards of a set of cascades, the first changing fastest.
fn next_row(game: &RelaxedGame, set: u8, undisturbed: &mut Undisturbed) {
    for (cascade, count) in undisturbed.iter_mut().enumerate() {
        if set >> cascade & 1 == 1 {
            *count += 1;
            if (*count as usize) < game.prefixes[cascade].len() {
                return;
            }
            *count = 0;
        }
    }
}
