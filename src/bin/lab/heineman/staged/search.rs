//! Staged deepening: a depth-first search of a few plies, from the best of the
//! positions it ends at another one, and so on.
//!
//! This is the column's published search, which its results hang on to the
//! detail, and the two amendments that cure it: sorting the cascades properly and
//! keeping all positions of a score.

use freecell::table::CELLS;

use super::board::{Board, Change, Key, Packed, Stored, Undo};
use super::frontier::{Frontier, Path, MOST_PLIES};
use super::moves::moves;
use super::score::Score;
use super::seen::Seen;
use crate::heineman::autoplay::Autoplay;
use crate::heineman::deal::Deal;
use crate::interrupt;

/// What to search by: the search as published, or amended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// A stage's plies, less one: the column's K; at most 30.
    pub k: usize,
    /// Whether a position has one key whatever the order of its cascades.
    pub sorted: bool,
    /// Whether all positions of a score wait for their turn, the first first;
    /// otherwise the last one displaces the others.
    pub equals_kept: bool,
    /// Which cards move home by themselves.
    pub autoplay: Autoplay,
    /// How many keys may be remembered before all are forgotten: the column's
    /// `MAX_SIZE`.
    pub remembered: usize,
    /// The number of cells.
    pub cells: u32,
}

impl Method {
    /// The search as published.
    pub const PUBLISHED: Method = Method {
        k: 6,
        sorted: false,
        equals_kept: false,
        autoplay: Autoplay::None,
        remembered: 200_000,
        cells: CELLS as u32,
    };
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With these moves; cards that move home by themselves are no moves.
    Solved(Vec<Packed>),
    /// No position was left to start a stage from: no solution found, which does
    /// not mean that there is none.
    Dry,
    /// More positions were visited than allowed.
    TooLong,
    /// Someone asked to stop.
    Interrupted,
}

/// A stage that was started: its first position, and how that was reached.
struct Stage {
    root: Stored,
    path: Path,
    before: u32,
}

/// What the searches of many deals share: the method and the memory.
pub struct Searcher {
    method: Method,
    seen: Seen,
    frontier: Frontier,
    stages: Vec<Stage>,
    /// The moves from the stage's first position to here, and others behind them.
    path: Path,
    /// How many of them led to a win.
    plies: usize,
    /// The moves to try at each ply, one after the other.
    moves: Vec<Change>,
    visited: u64,
    limit: u64,
}

impl Searcher {
    /// A searcher that has searched nothing yet.
    pub fn new(method: Method) -> Searcher {
        Searcher {
            method,
            seen: Seen::new(method.remembered),
            frontier: Frontier::new(method.equals_kept),
            stages: Vec::new(),
            path: [Packed::default(); MOST_PLIES],
            plies: 0,
            moves: Vec::new(),
            visited: 0,
            limit: 0,
        }
    }

    /// How many positions the last search visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Runs stages from a deal until one wins, none is left, or more than `limit`
    /// positions were visited.
    pub fn search(&mut self, deal: &Deal, limit: u64) -> End {
        self.seen.clear();
        self.frontier.clear();
        self.stages.clear();
        (self.visited, self.limit) = (0, limit);
        let mut board = Board::new(deal, !self.method.sorted);
        self.start(&board, self.path, u32::MAX);
        while !self.deepen(&mut board, 0) {
            if self.is_over() {
                return End::TooLong;
            }
            if interrupt::asked() {
                return End::Interrupted;
            }
            if !self.next_stage(&mut board) {
                return End::Dry;
            }
        }
        End::Solved(self.solution())
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
        let is_last = depth == self.method.k;
        let score = if is_last {
            Score::new(board, self.method.cells)
        } else {
            Score::default()
        };
        let start = self.moves.len();
        moves(board, self.method.cells, &mut self.moves);
        for index in start..self.moves.len() {
            if self.is_over() {
                break;
            }
            let each = self.moves[index];
            let won = if self.method.autoplay != Autoplay::None {
                self.try_with_autoplay(board, each, depth)
            } else if is_last {
                self.try_last(board, each, &score)
            } else {
                self.try_move(board, each, depth)
            };
            if won {
                return true;
            }
        }
        self.moves.truncate(start);
        false
    }

    /// Makes a move and goes on from there, unless that position is remembered.
    fn try_move(&mut self, board: &mut Board, each: Change, depth: usize) -> bool {
        let disturbs = board.disturbs(each);
        if disturbs {
            board.disturb(each);
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
        if disturbs {
            board.settle(each);
        }
        false
    }

    /// Lets the position after a stage's last move wait, unless it is remembered;
    /// true if it is won.
    #[inline(always)]
    fn try_last(&mut self, board: &mut Board, each: Change, score: &Score) -> bool {
        let disturbs = board.disturbs(each);
        if disturbs {
            board.disturb(each);
        }
        let (key, hash) = board.key_after(each);
        if self.seen.insert(&key, hash) {
            self.visited += 1;
            self.path[self.method.k] = each.packed();
            if board.wins(each) {
                self.plies = self.method.k + 1;
                return true;
            }
            self.remember_again(&key, hash);
            self.wait(score.after(board, each));
        }
        if disturbs {
            board.settle(each);
        }
        false
    }

    /// As [`Searcher::try_move`] where cards move home by themselves.
    fn try_with_autoplay(&mut self, board: &mut Board, each: Change, depth: usize) -> bool {
        let made = self.make_with_autoplay(board, each);
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
                self.wait(Score::new(board, self.method.cells).value());
            }
        }
        for &(each, undo, disturbs) in made.iter().rev() {
            board.undo(each, undo);
            if disturbs {
                board.settle(each);
            }
        }
        false
    }

    /// Makes a move and what moves home by itself after it; all of them.
    fn make_with_autoplay(&self, board: &mut Board, each: Change) -> Vec<(Change, Undo, bool)> {
        let mut made = vec![make(board, each)];
        while let Some(home) = self.method.autoplay.next_on(board) {
            made.push(make(board, home));
        }
        made
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

    /// Lets the position at the end of the path wait for a stage of its own.
    #[inline(always)]
    fn wait(&mut self, score: i32) {
        let stage = self.stages.len() as u32 - 1;
        self.frontier.push(score, stage, &self.path);
    }

    /// Moves to the best position waiting; false if there is none.
    fn next_stage(&mut self, board: &mut Board) -> bool {
        let Some((stage, path)) = self.frontier.pop() else {
            return false;
        };
        board.restore(&self.stages[stage as usize].root);
        for &each in &path[..=self.method.k] {
            let each = board.change(each);
            self.make_with_autoplay(board, each);
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
        self.moves.clear();
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

/// Makes a move with all that belongs to it; the answer takes it back.
fn make(board: &mut Board, each: Change) -> (Change, Undo, bool) {
    let disturbs = board.disturbs(each);
    if disturbs {
        board.disturb(each);
    }
    (each, board.make(each), disturbs)
}
