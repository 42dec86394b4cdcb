//! A proof that no line wins under two autoplay rules.
//!
//! On two boards that are played by the same moves, the order of the cells matters: a move
//! into a cell names the lowest free one, which must be the same on both boards. So positions
//! are many, and a search that tells them all apart takes too much memory.
//!
//! In the *relaxed* game a free cell may be named by any letter. Then only pairs matter: for
//! each letter the card on the one board and the card on the other. A position is the same
//! whatever the order of its pairs, and a card can move into a cell as soon as one letter is
//! free on both boards. Every line of the real game is one of the relaxed game: its moves
//! name cells that are free on both boards, and where the pairs have changed places, the same
//! pairs are moved under other letters. So where the relaxed game cannot be won, the real one
//! cannot. (The opposite does not hold: a solution of the relaxed game proves nothing.)
//!
//! The search visits every position of the relaxed game that can be reached, depth first. It
//! keeps only their hashes, of 128 bits, on which proofs rely as elsewhere.

mod visited;

use std::mem::size_of;

use arrayvec::ArrayVec;

use crate::position::{AutoplayState, Position, Pruning, Rules, Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::table::Table;
use visited::Visited;

/// What the relaxed game says of the lines that win under two rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relaxed {
    /// There is none: a proof.
    Lost,
    /// Nothing, for the relaxed game can be won.
    Won,
    /// Nothing, for the search stopped early.
    Stopped(StopReason),
}

/// A search of the relaxed game, which can stop and be resumed.
pub struct RelaxedSearch {
    rules: Rules<2>,
    visited: Visited,
    /// The positions visited that are still to be expanded.
    waiting: Vec<Position<2>>,
    successors: Successors<2>,
    /// Whether a position that is won has been met.
    is_won: bool,
}

impl RelaxedSearch {
    /// The search that begins at a table, one board for each ruleset.
    pub fn new(table: &Table, rulesets: [Ruleset; 2]) -> RelaxedSearch {
        let rules = Rules::new(table, rulesets);
        let root = Position::root(table, &rules);
        let mut search = RelaxedSearch {
            visited: Visited::new(),
            waiting: Vec::new(),
            successors: Successors::default(),
            is_won: root.is_won(),
            rules,
        };
        search.expand(&root);
        search
    }

    /// Searches until the relaxed game is won or lost or the budget is spent. If it stopped,
    /// it can be called again.
    pub fn run(&mut self, budget: &mut Budget) -> Relaxed {
        while !self.is_won {
            if self.waiting.is_empty() {
                return Relaxed::Lost;
            }
            if let Err(stop) = self.reserve(budget.bytes).and_then(|()| budget.spend()) {
                return Relaxed::Stopped(stop);
            }
            if let Some(position) = self.waiting.pop() {
                self.expand(&position);
            }
        }
        Relaxed::Won
    }

    /// Visits what a position leads to.
    fn expand<S: AutoplayState>(&mut self, position: &Position<2, S>) {
        position.generate(&self.rules, Pruning::Dominated, &mut self.successors);
        let mut met = ArrayVec::<(Position<2>, u128), MAX_MOVES>::new();
        for successor in &self.successors.list[..] {
            let next = self.successors.position(successor, position, &self.rules);
            let next = next.with_cells_in_order();
            self.is_won |= next.is_won();
            met.push((next, next.hash(&self.rules)));
        }
        self.visited.read_ahead(met.iter().map(|&(_, hash)| hash));
        for (next, hash) in met {
            if self.visited.insert(hash) {
                self.waiting.push(next);
            }
        }
    }

    /// Makes room for what one position leads to, within so many bytes, what is held for a
    /// moment while memory moves included.
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let stack = self.waiting.capacity() * size_of::<Position<2>>();
        let left = bytes.saturating_sub(stack);
        if !self.visited.reserve(MAX_MOVES, left) {
            return Err(StopReason::Bytes);
        }
        if self.waiting.capacity() - self.waiting.len() < MAX_MOVES {
            let more = self.waiting.len() + MAX_MOVES;
            let moved = (self.waiting.len() + more) * size_of::<Position<2>>();
            if self.visited.bytes() + stack + moved > bytes {
                return Err(StopReason::Bytes);
            }
            self.waiting.reserve_exact(more);
        }
        Ok(())
    }
}
