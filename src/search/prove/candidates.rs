//! The successors of a position that may be worth a node of a proof.
//!
//! Most successors are dropped: they need too many moves, or are known by a path that is no longer.
//! So none is materialized before both have been ruled out (log: "successors judged before they are
//! materialized"). The heuristic follows from that of the position before: a move without autoplay
//! changes two cascades at most, and so two terms of a sum.
//!
//! # Moves without slack
//! Where a line has exactly as many moves left as the heuristic demands, each of them is one of
//! those that the heuristic counts: it takes a self-blocking run elsewhere, or undisturbed cards
//! without which the database demands fewer costed moves
//! ([`BoardBound::cascades_to_take_from`]). So the next move begins at the cascade of such a run,
//! and moves from other cascades, and from cells, are not even generated. (This is what
//! `prove/next_move.rs` asks of a position beforehand.) Of two boards, each without slack has a
//! say.
//! A root may have cards that autoplay sends home after any move; there all moves are generated.

use std::array;

use arrayvec::ArrayVec;

use crate::board::{Board, CascadeIndex, RootCascades, RunLength};
use crate::bound::{BoardBound, CascadeSum};
use crate::moves::Place;
use crate::position::{Position, Rules, Successor, SuccessorVisitor, Successors, MAX_MOVES};
use crate::table::CASCADES;

/// A visitor that keeps the successors whose f is below a limit.
pub(super) struct Candidates<'a, const N: usize> {
    heuristics: &'a [BoardBound; N],
    root: &'a RootCascades,
    /// The boards of the position before, and the sums that tell their heuristics.
    boards: &'a [Board; N],
    sums: [CascadeSum; N],
    /// What each of their cascades adds to these.
    terms: [[CascadeSum; CASCADES]; N],
    /// The number of moves to a successor.
    depth: usize,
    /// No line of this length or more is of interest.
    limit: usize,
    /// Where there is no slack, the cascades off which a move may lower h, as bits from the first
    /// up; with slack, `None`.
    origins: Option<u8>,
    kept: &'a mut Kept<N>,
}

/// The successors kept.
#[derive(Default)]
pub(super) struct Kept<const N: usize> {
    pub(super) successors: Successors<N>,
    /// The f of each, and the sums of its boards.
    pub(super) fs: ArrayVec<(usize, [CascadeSum; N]), MAX_MOVES>,
}

impl<'a, const N: usize> Candidates<'a, N> {
    /// A visitor for the successors of a position, at that depth, with an f below the limit.
    pub(super) fn new<const ROOT: bool>(
        heuristics: &'a [BoardBound; N],
        rules: &'a Rules<N>,
        before: &'a Position<N, ROOT>,
        depth: usize,
        limit: usize,
        kept: &'a mut Kept<N>,
    ) -> Self {
        let boards = &before.boards;
        let terms: [_; N] = array::from_fn(|index| heuristics[index].terms(&boards[index]));
        let mut candidates = Candidates {
            heuristics,
            root: &rules.root,
            boards,
            sums: terms.each_ref().map(CascadeSum::of),
            terms,
            depth,
            limit,
            origins: None,
            kept,
        };
        if !ROOT {
            candidates.origins = candidates.origins_without_slack();
        }
        candidates
    }

    /// The cascades from which the next move begins if a board has no slack.
    fn origins_without_slack(&self) -> Option<u8> {
        let moves = self.limit - self.depth;
        let mut origins = None;
        for (index, heuristic) in self.heuristics.iter().enumerate() {
            let sum = self.sums[index];
            if heuristic.least_moves_by(sum) == moves {
                let cascades = heuristic.cascades_to_take_from(&self.boards[index], sum);
                origins = Some(origins.unwrap_or(u8::MAX) & cascades);
            }
        }
        origins
    }

    /// The sum of a board after a move that sent nothing home.
    #[inline(always)]
    fn sum_after(&self, successor: &Successor<N>, index: usize) -> CascadeSum {
        let (run, board) = (successor.runs[index], &self.boards[index]);
        let heuristic = &self.heuristics[index];
        let mut sum = self.sums[index];
        // A board that is won stays as it is.
        if run.count() == RunLength::ZERO {
            return sum;
        }
        let [from, to] = successor.places;
        if let Place::Cascade(cascade) = from {
            let cascade = CascadeIndex::new(cascade);
            let before = self.terms[index][cascade.get()];
            sum = sum.replace([before, heuristic.term(cascade, run.left())]);
        }
        if let Place::Cascade(cascade) = to {
            let cascade = CascadeIndex::new(cascade);
            let before = self.terms[index][cascade.get()];
            let after = board.with_run(self.root, cascade, run);
            sum = sum.replace([before, heuristic.term(cascade, after)]);
        }
        sum
    }
}

impl<const N: usize> SuccessorVisitor<N> for Candidates<'_, N> {
    #[inline(always)]
    fn wants_moves_from(&self, place: Place) -> bool {
        match (self.origins, place) {
            (None, _) => true,
            (Some(origins), Place::Cascade(cascade)) => origins >> cascade & 1 == 1,
            (Some(_), _) => false,
        }
    }

    #[inline(always)]
    fn visit(&mut self, successor: Successor<N>, played: Option<&Position<N>>) {
        let sums = array::from_fn(|index| match played {
            Some(position) => self.heuristics[index].sum(&position.boards[index]),
            None => self.sum_after(&successor, index),
        });
        let each = self.heuristics.iter().zip(sums);
        let moves = each
            .map(|(heuristic, sum)| heuristic.least_moves_by(sum))
            .fold(0, usize::max);
        let f = self.depth + moves;
        if f < self.limit {
            self.kept.fs.push((f, sums));
            self.kept.successors.visit(successor, played);
        }
    }
}
