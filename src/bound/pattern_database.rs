//! Pattern databases of the counting relaxation: the costed moves that each state still needs.
//!
//! The states are filled in from the won one up, each from the states that one move leads to: a
//! free move, or else the costed moves of whole runs. Whether displaced cards can be placed is
//! ignored. With that condition, lower states might be worse and sums of databases would be no
//! bound.

use super::{CountingRelaxation, State};
use crate::board::CascadeIndex;
use crate::card_set::CardSet;
use crate::table::CASCADES;

/// For every state of the counting relaxation with the cascades of a set, the exact number of
/// costed moves to its end. Admissible.
pub struct PatternDatabase {
    /// The step in a state's index for an undisturbed card of each cascade; 0 outside the set.
    strides: [usize; CASCADES],
    /// The costed moves of each state, by its index.
    costs: Vec<u8>,
}

impl PatternDatabase {
    /// The database for a set of cascades, given as bits from the first cascade up. It takes one
    /// byte for each state. With 52 cards there are at most ten million states of eight cascades,
    /// and 38,416 of four.
    ///
    /// # Panics
    /// If the set is empty.
    pub fn new(game: &CountingRelaxation, set: u8) -> PatternDatabase {
        let mut strides = [0; CASCADES];
        let mut states = 1;
        for (cascade, prefixes) in game.prefixes.iter().enumerate() {
            if set >> cascade & 1 == 1 {
                strides[cascade] = states;
                states *= prefixes.len();
            }
        }
        let mut database = PatternDatabase {
            strides,
            costs: Vec::with_capacity(states),
        };
        let inner = set.trailing_zeros() as usize;
        let outer = set & (set - 1);
        let mut state = State::WON;
        while database.costs.len() < states {
            database.fill_row(game, inner, state);
            next_row(game, outer, &mut state);
        }
        database
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.costs.len()
    }

    /// The step in a state's index for an undisturbed card of a cascade.
    pub fn stride(&self, cascade: CascadeIndex) -> usize {
        self.strides[cascade.get()]
    }

    /// The costed moves from the state with that index to the end.
    #[inline(always)]
    pub fn lookup_index(&self, index: usize) -> u8 {
        self.costs[index]
    }

    /// The costed moves from a state to the end, ignoring the cascades outside the set.
    pub fn lookup(&self, state: State) -> usize {
        let mut index = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            index += state.0[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.costs[index] as usize
    }

    /// Fills in the states that differ only in the inner cascade.
    fn fill_row(&mut self, game: &CountingRelaxation, inner: usize, state: State) {
        let cards = game.cards(state);
        // The other cascades stay the same along the row, so what their moves take off a state's
        // index is computed once. A costed move is possible on each of them. A free move is
        // possible unless a card of the inner cascade must go first, so its condition is kept.
        // (Plain arrays: without optimisation, filling databases is a large part of a turn's fixed
        // cost, and the methods of an `ArrayVec` are calls.)
        let mut costed = [0; CASCADES];
        let mut free = [(CardSet::EMPTY, 0); CASCADES];
        let (mut costed_len, mut free_len) = (0, 0);
        for cascade in inner + 1..CASCADES {
            let prefix = game.prefix(state, cascade);
            if prefix.run > 0 {
                costed[costed_len] = prefix.run as usize * self.strides[cascade];
                costed_len += 1;
                if prefix.before.is_disjoint(cards) {
                    free[free_len] = (prefix.before, self.strides[cascade]);
                    free_len += 1;
                }
            }
        }
        for prefix in &game.prefixes[inner] {
            let index = self.costs.len();
            let is_free = prefix.before.is_disjoint(cards.union(prefix.cards));
            let free_move = if prefix.run > 0 && is_free {
                Some(1)
            } else {
                let mut free = free[..free_len].iter();
                let possible = free.find(|(before, _)| before.is_disjoint(prefix.cards));
                possible.map(|&(_, stride)| stride)
            };
            // A free move costs nothing and leads to a lower state, so any of them decides, and
            // costed moves matter only where there is none. Lower states have lower indices: their
            // costs are known.
            let cost = match free_move {
                Some(stride) => self.costs[index - stride],
                None => self.after_a_costed_move(index, &costed[..costed_len], prefix.run as usize),
            };
            self.costs.push(cost);
        }
    }

    /// One more than the least cost that a costed move leads to; 0 if there is no such move, in
    /// the won state.
    fn after_a_costed_move(&self, index: usize, costed: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.costs[index - inner];
        }
        for stride in costed {
            least = least.min(self.costs[index - stride]);
        }
        // No move: 255 becomes 0.
        least.wrapping_add(1)
    }
}

/// Steps to the next numbers of undisturbed cards in a set of cascades, the first changing
/// fastest.
fn next_row(game: &CountingRelaxation, set: u8, state: &mut State) {
    for (cascade, undisturbed) in state.0.iter_mut().enumerate() {
        if set >> cascade & 1 == 1 {
            *undisturbed += 1;
            if (*undisturbed as usize) < game.prefixes[cascade].len() {
                return;
            }
            *undisturbed = 0;
        }
    }
}
