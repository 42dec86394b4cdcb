//! What the moves of a position lead to, told before they are played.
//!
//! Unless something may go home, a move changes two places of a board. What it
//! lifts tells how, and the hash as well: a search that has met the hash, or does not
//! like how it looks, never makes the position. Most moves end so.

use arrayvec::ArrayVec;

use super::{joined, Position, Rules, MAX_MOVES};
use crate::board::MovedRun;
use crate::moves::{Move, Place};

/// What each move of a position leads to.
#[derive(Default)]
pub struct Successors<const N: usize> {
    /// In the order in which the moves are offered.
    pub list: ArrayVec<Successor<N>, MAX_MOVES>,
    /// The positions that had to be made.
    pub(super) materialized: ArrayVec<Position<N>, MAX_MOVES>,
}

/// What a move leads to.
pub struct Successor<const N: usize> {
    /// The move.
    pub mv: Move,
    /// The places it names.
    pub places: [Place; 2],
    /// Which of the positions made this is; none where what is lifted tells all that
    /// changes.
    pub(super) materialized: Option<u8>,
    /// What is lifted off each board; of one that is won, nothing.
    pub moved: [MovedRun; N],
    /// The hashes of the boards.
    pub hashes: [u128; N],
}

impl<const N: usize> Successor<N> {
    /// The [`Position::unordered_hash`].
    pub fn unordered_hash(&self) -> u128 {
        joined(self.hashes)
    }

    /// The position before with what was lifted put down, autoplay aside.
    #[inline(always)]
    pub(super) fn put(&self, mut position: Position<N>, rules: &Rules<N>) -> Position<N> {
        for (index, board) in position.boards.iter_mut().enumerate() {
            let moved = self.moved[index];
            if moved.count() > 0 {
                board.put(&rules.root, self.places, moved, self.hashes[index]);
            }
        }
        position
    }
}

impl<const N: usize> Successors<N> {
    /// The position, if it had to be made.
    pub fn materialized(&self, successor: &Successor<N>) -> Option<&Position<N>> {
        successor
            .materialized
            .map(|number| &self.materialized[number as usize])
    }

    /// The position that a move leads to from the one before.
    pub fn position(
        &self,
        successor: &Successor<N>,
        before: &Position<N>,
        rules: &Rules<N>,
    ) -> Position<N> {
        self.materialized(successor)
            .copied()
            .unwrap_or_else(|| successor.put(*before, rules))
    }
}
