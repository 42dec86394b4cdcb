//! Staged deepening: a depth-first search of a few plies, another one from the best of the
//! positions that it ends at, and so on.
//!
//! This is the column's search exactly as published, since its results depend on every detail, with
//! two optional fixes: sorting the cascades properly, and keeping all positions of a score.

use std::hint::black_box;
use std::mem::take;

use super::frontier::{Frontier, Path, MOST_PLIES};
use super::score::Score;
use super::seen::Seen;
use crate::autoplay::{take_back, Autoplay};
use crate::deal::Deal;
use crate::packed::board::{Board, Key};
use crate::packed::change::{Change, Packed};
use crate::packed::moves::moves as list;
use crate::packed::storage::Stored;
use shared::interrupt;

/// The search as published, or fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// A stage's plies, less one: the column's K; at most 30.
    pub k: usize,
    /// Whether a position has one key whatever the order of its cascades.
    pub sorted: bool,
    /// Whether all positions of a score wait, first in, first out; otherwise the last one
    /// displaces the others.
    pub equals_kept: bool,
    pub autoplay: Autoplay,
    /// The number of keys that may be remembered before all are forgotten: the column's `MAX_SIZE`.
    pub remembered: usize,
    pub cells: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solved by these moves; cards that move home by themselves are not moves.
    Solved(Vec<Packed>),
    /// No position was left to start a stage from. No solution was found, but there may be one.
    Dry,
    /// More positions were visited than allowed.
    TooLong,
    Interrupted,
}

/// A stage that was started: its first position, and how that was reached.
struct Stage {
    root: Stored,
    path: Path,
    before: u32,
}

/// The method and the memory that the searches of many deals share.
pub struct Searcher {
    method: Method,
    seen: Seen,
    frontier: Frontier,
    stages: Vec<Stage>,
    /// The moves from the stage's first position to here, and others behind them.
    path: Path,
    /// The number of these that led to a win.
    plies: usize,
    /// Lists of moves, allocated once.
    moves: Vec<Vec<Change>>,
    /// Lists of keys with their hashes, likewise.
    keys: Vec<(Key, u64)>,
    visited: u64,
    limit: u64,
}

impl Searcher {
    pub fn new(method: Method) -> Searcher {
        Searcher {
            method,
            seen: Seen::new(method.remembered),
            frontier: Frontier::new(method.equals_kept),
            stages: Vec::new(),
            path: [Packed::default(); MOST_PLIES],
            plies: 0,
            moves: Vec::new(),
            keys: Vec::new(),
            visited: 0,
            limit: 0,
        }
    }

    /// The number of positions that the last search visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Runs stages from a deal until one wins, no position waits, or more than `limit`
    /// positions were visited.
    pub fn search(&mut self, deal: &Deal, limit: u64) -> Outcome {
        let mut board = self.board(deal);
        self.seen.clear();
        self.frontier.clear();
        self.stages.clear();
        (self.visited, self.limit) = (0, limit);
        self.start(&board, self.path, u32::MAX);
        while !self.deepen(&mut board, 0) {
            if self.is_over() {
                return Outcome::TooLong;
            }
            if interrupt::interrupted() {
                return Outcome::Interrupted;
            }
            if !self.next_stage(&mut board) {
                return Outcome::Dry;
            }
        }
        Outcome::Solved(self.solution())
    }

    /// The position of a deal, on a board that compares positions as the method does.
    pub fn board(&self, deal: &Deal) -> Board {
        Board::new(deal, !self.method.sorted)
    }

    /// A solution from a position with the moves home that the game made by itself.
    pub fn with_autoplay(&self, mut board: Board, moves: &[Packed]) -> Vec<Packed> {
        let mut all = Vec::new();
        for &each in moves {
            let each = board.change(each);
            let played = self.method.autoplay.play(&mut board, each);
            all.extend(played.iter().map(|(each, _)| each.packed()));
        }
        all
    }

    fn is_over(&self) -> bool {
        self.visited > self.limit
    }

    /// Looks for a win within the stage's remaining plies.
    fn deepen(&mut self, board: &mut Board, depth: usize) -> bool {
        if board.is_won() {
            self.plies = depth;
            return true;
        }
        let mut moves = self.moves.pop().unwrap_or_default();
        list(board, self.method.cells, &mut moves);
        let won = if self.method.autoplay != Autoplay::None {
            self.try_each(board, &moves, depth, Searcher::try_with_autoplay)
        } else if depth < self.method.k {
            self.try_each(board, &moves, depth, Searcher::try_move)
        } else {
            self.try_last(board, &moves)
        };
        self.moves.push(moves);
        won
    }

    /// Tries moves one after the other; true if one leads to a win.
    #[inline(always)]
    fn try_each(
        &mut self,
        board: &mut Board,
        moves: &[Change],
        depth: usize,
        mut attempt: impl FnMut(&mut Searcher, &mut Board, Change, usize) -> bool,
    ) -> bool {
        for &each in moves {
            if self.is_over() {
                break;
            }
            if attempt(self, board, each, depth) {
                return true;
            }
        }
        false
    }

    /// Makes a move and goes on from there, unless that position is remembered.
    fn try_move(&mut self, board: &mut Board, each: Change, depth: usize) -> bool {
        let invalidates = each.invalidates();
        if invalidates {
            board.invalidate(each);
        }
        let (key, hash) = board.key_after(each);
        if self.seen.insert(&key, hash) {
            self.visited += 1;
            self.path[depth] = each.packed();
            let undo = board.make(each);
            if self.deepen(board, depth + 1) {
                return true;
            }
            board.undo(each, undo);
        }
        if invalidates {
            board.revalidate(each);
        }
        false
    }

    /// Adds the positions after a stage's last moves to the frontier, unless they are
    /// remembered; true if one is won.
    ///
    /// What the moves do to the order of cascades does not depend on what is remembered.
    /// So all keys are computed first and their slots prefetched together: the cache
    /// misses overlap.
    #[inline(never)]
    fn try_last(&mut self, board: &mut Board, moves: &[Change]) -> bool {
        let score = Score::new(board, self.method.cells);
        let mut keys = take(&mut self.keys);
        keys.clear();
        keys.extend(moves.iter().map(|&each| {
            if each.invalidates() {
                board.invalidate(each);
            }
            let key = board.key_after(each);
            if each.invalidates() {
                board.revalidate(each);
            }
            key
        }));
        black_box(
            keys.iter()
                .fold(0, |all, (_, hash)| all ^ self.seen.prefetch(*hash)),
        );
        let mut won = false;
        for (&each, (key, hash)) in moves.iter().zip(keys.iter()) {
            if won || self.is_over() {
                break;
            }
            if self.seen.insert(key, *hash) {
                self.visited += 1;
                won = board.wins(each);
                self.remember_again(key, *hash);
                self.wait(score.after(board, each), each.packed());
                if won {
                    self.path[self.method.k] = each.packed();
                }
            }
        }
        self.keys = keys;
        self.plies = self.method.k + 1;
        won
    }

    /// The same as [`Searcher::try_move`] where cards move home by themselves.
    fn try_with_autoplay(&mut self, board: &mut Board, each: Change, depth: usize) -> bool {
        let played = self.method.autoplay.play(board, each);
        let (key, hash) = board.key();
        if self.seen.insert(&key, hash) {
            self.visited += 1;
            self.path[depth] = each.packed();
            if depth < self.method.k || board.is_won() {
                if self.deepen(board, depth + 1) {
                    return true;
                }
            } else {
                self.remember_again(&key, hash);
                self.wait(Score::new(board, self.method.cells).value(), each.packed());
            }
        }
        take_back(board, played.into_iter());
        false
    }

    /// The column's program inserts the key of a stage's last position twice,
    /// which matters when the set is emptied in between.
    #[inline(always)]
    fn remember_again(&mut self, key: &Key, hash: u64) {
        if self.seen.is_over_full() {
            self.seen.clear();
            self.seen.insert(key, hash);
        }
    }

    /// Adds the position that `last` leads to from the end of the path to the frontier.
    #[inline(always)]
    fn wait(&mut self, score: i32, last: Packed) {
        let stage = self.stages.len() as u32 - 1;
        let waiting = self.frontier.place(score, stage, &self.path);
        waiting[self.method.k % MOST_PLIES] = last;
    }

    /// Continues from the best position of the frontier; false if that is empty.
    fn next_stage(&mut self, board: &mut Board) -> bool {
        let Some((stage, path)) = self.frontier.pop() else {
            return false;
        };
        board.restore(&self.stages[stage as usize].root);
        for &each in &path[..=self.method.k] {
            let each = board.change(each);
            self.method.autoplay.play(board, each);
        }
        board.sort_afresh();
        self.start(board, path, stage);
        true
    }

    fn start(&mut self, board: &Board, path: Path, before: u32) {
        self.stages.push(Stage {
            root: board.store(),
            path,
            before,
        });
    }

    /// The moves from the deal to here.
    fn solution(&self) -> Vec<Packed> {
        let mut parts = vec![&self.path[..self.plies]];
        let mut stage = self.stages.last();
        while let Some(Stage { path, before, .. }) = stage {
            stage = self.stages.get(*before as usize);
            if stage.is_some() {
                parts.push(&path[..=self.method.k]);
            }
        }
        parts.iter().rev().copied().flatten().copied().collect()
    }
}
