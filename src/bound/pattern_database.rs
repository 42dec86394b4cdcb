//! Pattern databases of the relaxed game: the costed moves that each state still needs.
//!
//! The states are filled in from the won one up, each from the state that a free move or the
//! costed moves of whole runs lead to. Whether displaced cards can be placed is left aside:
//! only then are lower states never worse, and sums of databases a bound.

use super::{RelaxedGame, State};
use crate::board::CascadeIndex;
use crate::card_set::CardSet;
use crate::table::CASCADES;

/// For every state of the relaxed game with the cascades of a set, the exact number of
/// costed moves to its end. Admissible.
pub struct PatternDatabase {
    /// What an undisturbed card of each cascade adds to a state's index; 0 outside the set.
    strides: [usize; CASCADES],
    /// By the state's index.
    costs: Vec<u8>,
}

impl PatternDatabase {
    /// The database for a set of cascades, as bits from the first cascade up. One byte a
    /// state: at most some ten million for all eight, 38,416 for four, as 52 cards make no
    /// more of them.
    pub fn new(game: &RelaxedGame, set: u8) -> PatternDatabase {
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

    /// What an undisturbed card of a cascade adds to a state's index.
    pub fn stride(&self, cascade: CascadeIndex) -> usize {
        self.strides[cascade.get()]
    }

    /// The costed moves from the state with that index to the end.
    #[inline(always)]
    pub fn lookup_index(&self, index: usize) -> u8 {
        self.costs[index]
    }

    /// The costed moves from a state to the end, the cascades outside the set ignored.
    pub fn lookup(&self, state: State) -> usize {
        let mut index = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            index += state.0[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.costs[index] as usize
    }

    /// Fills in the states that differ in one cascade, the inner one, alone.
    fn fill_row(&mut self, game: &RelaxedGame, inner: usize, state: State) {
        let cards = game.cards(state);
        // The other cascades stay as they are along the row. What a costed move on each of
        // them takes off a state's index, and what a free move does, which is possible unless
        // the inner cascade holds a card that must go first.
        // (Plain arrays: filling databases is much of a turn's fixed cost without optimisation,
        // where the methods of an `ArrayVec` are calls.)
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
            // A free move is never wrong, so that one of them decides. Lower states have lower
            // indices: their costs are known.
            let cost = match free_move {
                Some(stride) => self.costs[index - stride],
                None => self.after_a_costed_move(index, &costed[..costed_len], prefix.run as usize),
            };
            self.costs.push(cost);
        }
    }

    /// One more than the least cost that a costed move leads to; 0 if there is no such move.
    fn after_a_costed_move(&self, index: usize, costed: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.costs[index - inner];
        }
        for stride in costed {
            least = least.min(self.costs[index - stride]);
        }
        least.wrapping_add(1)
    }
}

/// Counts on the undisturbed cards of a set of cascades, the first changing fastest.
fn next_row(game: &RelaxedGame, set: u8, state: &mut State) {
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
