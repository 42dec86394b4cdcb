//! Whether any line wins under two autoplay rules, by exhaustive search.
//!
//! On two boards that are played by the same moves, the order of the cells matters: a move
//! into a cell names the lowest free one, which must be the same on both boards. A search of
//! this *real* game tells many positions apart, but allows few moves: where the boards have
//! different cells free, often none into a cell.
//!
//! In the *relaxed* game a free cell may be named by any letter. Then only pairs matter: for
//! each letter the card on the one board and the card on the other. A position is the same
//! whatever the order of its pairs, and a card can move into a cell as soon as one letter is
//! free on both boards. Every line of the real game is one of the relaxed game: its moves
//! name cells that are free on both boards, and where the pairs have changed places, the same
//! pairs are moved under other letters. So where the relaxed game cannot be won, the real one
//! cannot. (The opposite does not hold: a solution of the relaxed game proves nothing.)
//!
//! Either game may have many times fewer positions than the other. A search visits every
//! position of one that can be reached, depth first. It keeps only their hashes, of 128 bits,
//! on which proofs rely as elsewhere.

mod visited;

use std::mem::size_of;

use arrayvec::ArrayVec;

use crate::position::{AutoplayState, Position, Pruning, Rules, Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::table::Table;
use visited::Visited;

/// How moves into cells are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointGame {
    /// By the lowest free cell, as in a line that is sent.
    Real,
    /// By any cell that is free on both boards.
    Relaxed,
}

/// What a search says of a game that is played on two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It cannot be won, which is a proof: no line wins under both rulesets.
    Lost,
    /// It can be won. Of the relaxed game, this says nothing about lines.
    Won,
    /// Nothing, for the search stopped early.
    Stopped(StopReason),
}

/// An exhaustive search, which can stop and be resumed.
pub struct ExhaustiveSearch {
    game: JointGame,
    rules: Rules<2>,
    visited: Visited,
    /// The positions visited that are still to be expanded.
    waiting: Vec<Position<2>>,
    successors: Successors<2>,
    /// Whether a position that is won has been met.
    is_won: bool,
}

impl ExhaustiveSearch {
    /// The search of a game that begins at a table, one board for each ruleset.
    pub fn new(table: &Table, rulesets: [Ruleset; 2], game: JointGame) -> ExhaustiveSearch {
        let rules = Rules::new(table, rulesets);
        let root = Position::root(table, &rules);
        let mut search = ExhaustiveSearch {
            game,
            visited: Visited::new(),
            waiting: Vec::new(),
            successors: Successors::default(),
            is_won: root.is_won(),
            rules,
        };
        search.expand(&root);
        search
    }

    /// Searches until the game is known to be won or lost, or the budget is spent. If it stopped,
    /// it can be called again.
    pub fn run(&mut self, budget: &mut Budget) -> Verdict {
        while !self.is_won {
            if self.waiting.is_empty() {
                return Verdict::Lost;
            }
            if let Err(stop) = self.reserve(budget.bytes).and_then(|()| budget.spend()) {
                return Verdict::Stopped(stop);
            }
            if let Some(position) = self.waiting.pop() {
                self.expand(&position);
            }
        }
        Verdict::Won
    }

    /// Visits what a position leads to.
    fn expand<S: AutoplayState>(&mut self, position: &Position<2, S>) {
        position.generate(&self.rules, Pruning::Dominated, &mut self.successors);
        let mut met = ArrayVec::<(Position<2>, u128), MAX_MOVES>::new();
        for successor in &self.successors.list[..] {
            let mut next = self.successors.position(successor, position, &self.rules);
            if self.game == JointGame::Relaxed {
                next = next.with_cells_in_order();
            }
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
