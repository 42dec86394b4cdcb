//! The successors to which the moves of a position lead, before the moves are played.
//!
//! Unless a card may go home, a move changes two places of a board. The run that moves
//! determines how, and the hash as well; so a search that knows the hash, or rejects the
//! evaluation, never makes the position. Most successors end that way. Only those on which
//! autoplay may send cards home are *played* at once.

use super::hash::join;
use arrayvec::ArrayVec;

use super::{Position, Rules, MAX_MOVES};
use crate::board::{Board, MovedRun};
use crate::moves::{Move, Place};

/// Takes the successors of a position one by one, as they are generated.
pub trait SuccessorVisitor<const N: usize> {
    /// Whether moves that begin in a place are of interest; the others are not generated. Asked
    /// again before a move into a cell.
    #[inline(always)]
    fn wants_moves_from(&self, _: Place) -> bool {
        true
    }

    /// The cascade whose moves are generated first.
    #[inline(always)]
    fn first_cascade(&self) -> usize {
        0
    }

    /// Takes a successor, with its position if that was played.
    fn visit(&mut self, successor: Successor<N>, played: Option<&Position<N>>);
}

/// A visitor that lists what each move of a position leads to.
#[derive(Default)]
pub struct Successors<const N: usize> {
    /// The successors, in the order in which the moves were generated.
    pub list: ArrayVec<Successor<N>, MAX_MOVES>,
    /// The positions of those that were played.
    pub(super) played: ArrayVec<Position<N>, MAX_MOVES>,
}

/// The result of a move.
pub struct Successor<const N: usize> {
    /// The move.
    pub mv: Move,
    /// The places it names.
    pub places: [Place; 2],
    /// The number of the played position, if there is one.
    pub(super) played: Option<u8>,
    /// The run that moves on each board; without cards on a board that is won.
    pub runs: [MovedRun; N],
    /// The hashes of the boards.
    pub hashes: [u128; N],
}

impl<const N: usize> Successor<N> {
    /// The [`Position::unordered_hash`] of the position.
    #[inline(always)]
    pub fn unordered_hash(&self) -> u128 {
        join(self.hashes)
    }

    /// The position that the move leads to from the one before it: the one that was played, if it
    /// was.
    pub fn position<const ROOT: bool>(
        &self,
        played: Option<&Position<N>>,
        before: &Position<N, ROOT>,
        rules: &Rules<N>,
    ) -> Position<N> {
        // Where nothing was played, autoplay has nothing to do.
        played.copied().unwrap_or_else(|| Position {
            boards: self.moved(before.boards, rules),
        })
    }

    /// The boards with the runs moved, autoplay aside.
    #[inline(always)]
    pub(super) fn moved(&self, mut boards: [Board; N], rules: &Rules<N>) -> [Board; N] {
        for (index, board) in boards.iter_mut().enumerate() {
            let run = self.runs[index];
            if run.count().0 > 0 {
                board.apply(&rules.root, self.places, run, self.hashes[index]);
            }
        }
        boards
    }
}

impl<const N: usize> SuccessorVisitor<N> for Successors<N> {
    #[inline(always)]
    fn visit(&mut self, mut successor: Successor<N>, played: Option<&Position<N>>) {
        if let Some(position) = played {
            successor.played = Some(self.played.len() as u8);
            self.played.push(*position);
        }
        self.list.push(successor);
    }
}

impl<const N: usize> Successors<N> {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.played.clear();
    }

    /// The position, if it was played.
    #[inline(always)]
    pub fn played(&self, successor: &Successor<N>) -> Option<&Position<N>> {
        successor.played.map(|number| &self.played[number as usize])
    }

    /// The position that a move leads to from the one before.
    pub fn position<const ROOT: bool>(
        &self,
        successor: &Successor<N>,
        before: &Position<N, ROOT>,
        rules: &Rules<N>,
    ) -> Position<N> {
        successor.position(self.played(successor), before, rules)
    }
}
