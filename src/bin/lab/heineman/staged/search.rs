//! Staged deepening: a depth-first search of a few plies, from the best of the
//! positions it ends at another one, and so on.
//!
//! This is the column's published search, which its results hang on to the
//! detail, and the two amendments that cure it: sorting the cascades properly and
//! keeping all positions of a score.

use std::collections::{BTreeMap, HashSet, VecDeque};

use rustc_hash::FxBuildHasher;

use crate::heineman::arranged::Arranged;
use crate::heineman::autoplay::Autoplay;
use crate::heineman::moves::Rules;
use crate::heineman::position::{Key, Move, Position};
use crate::heineman::score::score;
use crate::interrupt;

/// How many keys may be remembered before all are forgotten.
const REMEMBERED: usize = 200_000;

/// What to mend about the search as published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// A stage's plies, less one: the column's K.
    pub k: usize,
    /// Whether a position has one key whatever the order of its cascades.
    pub sorted: bool,
    /// Whether all positions of a score wait for their turn, the first first;
    /// otherwise the last one displaces the others.
    pub equals_kept: bool,
    /// Which cards move home by themselves.
    pub autoplay: Autoplay,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With these moves; cards that move home by themselves are no moves.
    Solved(Vec<Move>),
    /// No position was left to start a stage from: no solution found, which does
    /// not mean that there is none.
    Dry,
    /// More positions were visited than allowed.
    TooLong,
    /// Someone asked to stop.
    Interrupted,
}

/// A position that a stage ended at.
struct Waiting {
    position: Position,
    /// The moves of its stage.
    moves: Vec<Move>,
    /// The stage before.
    stage: Option<usize>,
}

/// A stage that was started: the moves to its first position.
struct Stage {
    moves: Vec<Move>,
    before: Option<usize>,
}

/// The search of one deal.
pub struct Search {
    method: Method,
    here: Arranged,
    remembered: HashSet<Key, FxBuildHasher>,
    frontier: BTreeMap<i32, VecDeque<Waiting>>,
    stages: Vec<Stage>,
    /// The moves from the stage's first position to here.
    path: Vec<Move>,
    /// The moves to try at each ply, one after the other.
    moves: Vec<Move>,
    visited: u64,
    limit: u64,
}

impl Search {
    /// A search from a position that gives up after more than `limit` others.
    pub fn new(position: Position, method: Method, limit: u64) -> Search {
        Search {
            method,
            here: Arranged::new(position),
            remembered: HashSet::default(),
            frontier: BTreeMap::new(),
            stages: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
            visited: 0,
            limit,
        }
    }

    /// How many positions were visited.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Runs stages until one wins, none is left, or the limit is reached. To be
    /// called once.
    pub fn run(&mut self) -> End {
        while !self.deepen(0) {
            if self.is_over() {
                return End::TooLong;
            }
            if interrupt::asked() {
                return End::Interrupted;
            }
            if !self.next_stage() {
                return End::Dry;
            }
        }
        End::Solved(self.solution())
    }

    fn is_over(&self) -> bool {
        self.visited > self.limit
    }

    /// Looks for a win within the stage's remaining plies.
    fn deepen(&mut self, depth: usize) -> bool {
        if self.here.position().is_won() {
            return true;
        }
        if depth > self.method.k {
            self.wait();
            return false;
        }
        let start = self.moves.len();
        Rules::default().moves(self.here.position(), &mut self.moves);
        for index in start..self.moves.len() {
            if self.is_over() {
                break;
            }
            if self.try_move(self.moves[index], depth) {
                return true;
            }
        }
        self.moves.truncate(start);
        false
    }

    /// Makes a move and goes on from there, unless that position is remembered.
    fn try_move(&mut self, each: Move, depth: usize) -> bool {
        let automatic = self.make(each);
        let key = self.key();
        if !self.remembered.contains(&key) {
            self.visited += 1;
            self.remember(key);
            self.path.push(each);
            if self.deepen(depth + 1) {
                return true;
            }
            self.path.pop();
        }
        for &automatic in automatic.iter().rev() {
            self.here.undo(automatic);
        }
        self.here.undo(each);
        false
    }

    /// Makes a move; the answer is what moved home by itself.
    fn make(&mut self, each: Move) -> Vec<Move> {
        self.here.make(each);
        let mut automatic = Vec::new();
        while let Some(each) = self.method.autoplay.next(self.here.position()) {
            self.here.make(each);
            automatic.push(each);
        }
        automatic
    }

    fn key(&self) -> Key {
        if self.method.sorted {
            self.here.position().set_key()
        } else {
            self.here.key()
        }
    }

    fn remember(&mut self, key: Key) {
        if self.remembered.len() > REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(key);
    }

    /// Lets the present position wait for a stage of its own.
    fn wait(&mut self) {
        self.remember(self.key());
        let position = self.here.position();
        let waiting = self.frontier.entry(score(position)).or_default();
        if !self.method.equals_kept {
            waiting.clear();
        }
        waiting.push_back(Waiting {
            position: position.clone(),
            moves: self.path.clone(),
            stage: self.stages.len().checked_sub(1),
        });
    }

    /// Moves to the best position waiting; false if there is none.
    fn next_stage(&mut self) -> bool {
        let Some(mut best) = self.frontier.first_entry() else {
            return false;
        };
        let waiting = best.get_mut().pop_front();
        if best.get().is_empty() {
            best.remove();
        }
        let Some(waiting) = waiting else {
            return false;
        };
        self.here = Arranged::new(waiting.position);
        self.stages.push(Stage {
            moves: waiting.moves,
            before: waiting.stage,
        });
        self.path.clear();
        self.moves.clear();
        true
    }

    /// The moves from the deal to here.
    fn solution(&self) -> Vec<Move> {
        let mut parts = vec![self.path.as_slice()];
        let mut stage = self.stages.last();
        while let Some(Stage { moves, before }) = stage {
            parts.push(moves);
            stage = before.map(|index| &self.stages[index]);
        }
        parts.iter().rev().copied().flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heineman::deal;

    const PUBLISHED: Method = Method {
        k: 6,
        sorted: false,
        equals_kept: false,
        autoplay: Autoplay::None,
    };

    /// Replays a solution by asking the rules for each of its moves.
    fn wins(deal_number: u64, moves: &[Move], autoplay: Autoplay) -> bool {
        let mut position = deal(deal_number);
        for &each in moves {
            let mut allowed = Vec::new();
            Rules::default().moves(&position, &mut allowed);
            assert!(allowed.contains(&each), "{each:?} on {position:?}");
            position.make(each);
            while let Some(home) = autoplay.next(&position) {
                position.make(home);
            }
        }
        position.is_won()
    }

    #[test]
    fn a_solution_replays_to_a_win() {
        let mended = Method {
            sorted: true,
            equals_kept: true,
            ..PUBLISHED
        };
        let automatic = Method {
            autoplay: Autoplay::Safe,
            ..mended
        };
        for method in [PUBLISHED, mended, automatic] {
            let End::Solved(moves) = Search::new(deal(11853), method, u64::MAX).run() else {
                panic!("11853 is solved either way");
            };
            assert!(wins(11853, &moves, method.autoplay));
        }
    }

    #[test]
    fn a_limit_is_a_limit() {
        let mut search = Search::new(deal(1), PUBLISHED, 1000);
        assert_eq!(search.run(), End::TooLong);
        assert_eq!(search.visited(), 1001);
    }
}
