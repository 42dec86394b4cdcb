//! Pattern databases of the relaxed game: how many removals each state still needs.
//!
//! The states are filled in from the won one up, each from those that release or the
//! removal of a whole run leads to. Room for loose cards is left aside: only then are lower
//! states never worse, and sums of databases a bound.

use super::{RelaxedGame, State};
use crate::board::CascadeIndex;
use crate::card_set::CardSet;
use crate::table::CASCADES;

/// For every state of the relaxed game with the cascades of a set, the exact number of
/// removals to its end, room for loose cards left aside. Admissible.
pub struct PatternDatabase {
    /// What an undisturbed card of each cascade adds to a state's number; 0 outside the
    /// set.
    strides: [usize; CASCADES],
    /// By the state's number.
    removals: Vec<u8>,
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
            removals: Vec::with_capacity(states),
        };
        let inner = set.trailing_zeros() as usize;
        let outer = set & (set - 1);
        let mut state = State::WON;
        while database.removals.len() < states {
            database.fill_row(game, inner, state);
            next_row(game, outer, &mut state);
        }
        database
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.removals.len()
    }

    /// What an undisturbed card of a cascade adds to a state's number.
    pub fn stride(&self, cascade: CascadeIndex) -> usize {
        self.strides[cascade.get()]
    }

    /// The number of removals from the state of a number to the end.
    #[inline(always)]
    pub fn lookup_index(&self, number: usize) -> u8 {
        self.removals[number]
    }

    /// The number of removals from a state to the end, the cascades outside the set
    /// ignored.
    pub fn lookup(&self, state: State) -> usize {
        let mut number = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            number += state.0[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.removals[number] as usize
    }

    /// Fills in the states that differ in one cascade, the inner one, alone.
    fn fill_row(&mut self, game: &RelaxedGame, inner: usize, state: State) {
        let cards = game.cards(state);
        // What each removal takes off a state's number; and for each card that is released
        // unless the inner cascade holds a card that must go before it, what that takes off.
        let mut steps = [0; CASCADES];
        let mut releases = [(CardSet::EMPTY, 0); CASCADES];
        let (mut stepping, mut releasing) = (0, 0);
        for cascade in inner + 1..CASCADES {
            let prefix = game.prefix(state, cascade);
            if prefix.run > 0 {
                steps[stepping] = prefix.run as usize * self.strides[cascade];
                stepping += 1;
                if prefix.before.is_disjoint(cards) {
                    releases[releasing] = (prefix.before, self.strides[cascade]);
                    releasing += 1;
                }
            }
        }
        for prefix in &game.prefixes[inner] {
            let number = self.removals.len();
            let is_free = prefix.before.is_disjoint(cards.or(prefix.cards));
            let stride = if prefix.run > 0 && is_free {
                Some(1)
            } else {
                let mut releases = releases[..releasing].iter();
                let release = releases.find(|(before, _)| before.is_disjoint(prefix.cards));
                release.map(|&(_, stride)| stride)
            };
            let removals = match stride {
                Some(stride) => self.removals[number - stride],
                None => self.after_a_removal(number, &steps[..stepping], prefix.run as usize),
            };
            self.removals.push(removals);
        }
    }

    /// One more than the least that a removal leads to; 0 if there is none.
    fn after_a_removal(&self, number: usize, steps: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.removals[number - inner];
        }
        for step in steps {
            least = least.min(self.removals[number - step]);
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
