//! What the words of a position lead to, told before they are played.
//!
//! Unless something may go home, a word changes two places of a board. What it
//! lifts tells how, and the key as well: a search that has met the key, or does not
//! like how it looks, never makes the position. Most words end so.

use arrayvec::ArrayVec;

use super::{joined, Position, Pruning, Rules, MOST_WORDS};
use crate::board::Lifted;
use crate::rules;
use crate::word::{Place, Word};

/// What each word of a position leads to.
pub type Afters<const N: usize> = ArrayVec<After<N>, MOST_WORDS>;

/// What a word leads to.
pub struct After<const N: usize> {
    /// The word.
    pub word: Word,
    /// The keys of the boards.
    pub keys: [u128; N],
    /// What it lifts off each board; of one that is won, nothing.
    pub lifted: [Lifted; N],
    /// The position; none where what is lifted tells all that changes.
    pub position: Option<Position<N>>,
}

impl<const N: usize> After<N> {
    /// The [`Position::loose_key`].
    pub fn loose_key(&self) -> u128 {
        joined(self.keys)
    }

    /// Whether the position is won.
    pub fn is_won(&self) -> bool {
        self.position.as_ref().is_some_and(Position::is_won)
    }
}

impl<const N: usize> Position<N> {
    /// Lists what the words offered lead to, in their order, in place of what was
    /// listed. `settled` tells that nothing is left for autoplay; if something is,
    /// every word is played.
    #[inline(always)]
    pub fn foresee(
        &self,
        rules: &Rules<N>,
        pruning: Pruning,
        settled: bool,
        afters: &mut Afters<N>,
    ) {
        let alike = N > 1 && rules.same_supermoves && self.is_uniform();
        afters.clear();
        for &word in &self.words(rules, pruning)[..] {
            let mut after = After {
                word,
                keys: self.keys(),
                lifted: [Lifted::default(); N],
                position: None,
            };
            let mut quiet = settled && word.to() != Place::Home;
            if quiet {
                for index in 0..N {
                    let board = &self.boards[index];
                    if index > 0 && alike {
                        after.lifted[index] = after.lifted[0];
                        after.keys[index] = after.keys[0];
                    } else if N == 1 || !board.is_won() {
                        let reading = rules.readings[index];
                        let count = rules::count_of(board, &rules.columns, reading, word);
                        let lifted = board.lifted(&rules.columns, word.from(), count);
                        quiet &= !rules::is_next_home(board, lifted.left.top());
                        after.keys[index] = board.key_after(&lifted, word.to());
                        after.lifted[index] = lifted;
                    }
                }
            }
            if !quiet {
                let mut position = *self;
                position.play(rules, word, settled);
                after.keys = position.keys();
                after.position = Some(position);
            }
            afters.push(after);
        }
    }
}
