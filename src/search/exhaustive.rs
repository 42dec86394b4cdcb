//! Exhaustive search for a line that wins under two autoplay rules: the proof that there is
//! none.
//!
//! On two boards that are played by the same moves, the order of the cells matters: a move
//! into a cell names the lowest free one, which must be the same on both boards. In this *real*
//! game the order of cells makes many positions different, but few moves are legal: where the
//! boards have different cells free, there is often no move into a cell.
//!
//! In the *free-cells relaxation* a move may name any cell that is free on both boards. Then only
//! pairs matter: for each cell, the card on the one board and the card on the other. The order of
//! the pairs makes no difference to a position, and a card can move into a cell as soon as one is
//! free on both boards. Every line of the real game is possible in the relaxation: its moves name
//! cells that are free on both boards, and where pairs have been reordered, the same pairs are
//! moved under other names. So where the relaxation cannot be won, the real game cannot. (The
//! reverse does not hold: a solution of the relaxation proves nothing.)
//!
//! Either game may have many times fewer positions than the other. A search visits every
//! reachable position, depth first. It keeps only hashes of 128 bits, and as elsewhere the proof
//! relies on them.

mod visited;

use std::mem::size_of;

use arrayvec::ArrayVec;

use crate::position::{Position, Pruning, Rules, Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::memory;
use crate::search::outcome::StopReason;
use crate::table::Table;
use visited::Visited;

/// The game that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointGame {
    /// The real game: a move into a cell names the lowest free one.
    Real,
    /// The relaxation in which it may name any cell that is free on both boards.
    FreeCells,
}

/// An exhaustive search, which can stop and be resumed.
pub struct ExhaustiveSearch {
    game: JointGame,
    rules: Rules<2>,
    visited: Visited,
    /// The positions visited that are still to be expanded.
    waiting: Vec<Position<2>>,
    successors: Successors<2>,
    /// Whether a won position was generated.
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

    /// Finds out whether the game can be won. If it cannot, no line wins under both rulesets. If
    /// the relaxation can, that says nothing about lines.
    ///
    /// # Errors
    /// The budget is spent; the search can be run again, and goes on where it stopped.
    pub fn run(&mut self, budget: &mut Budget) -> Result<bool, StopReason> {
        while !self.is_won {
            if self.waiting.is_empty() {
                return Ok(false);
            }
            // Before a position is taken off the stack, so that none is lost when the search
            // stops.
            self.reserve(budget.bytes)?;
            budget.spend()?;
            if let Some(position) = self.waiting.pop() {
                self.expand(&position);
            }
        }
        Ok(true)
    }

    /// Visits the successors of a position.
    fn expand<const ROOT: bool>(&mut self, position: &Position<2, ROOT>) {
        position.generate(&self.rules, Pruning::Dominated, &mut self.successors);
        // First all successors are materialized, then all are looked up, so that the cache misses
        // of the set overlap.
        let mut generated = ArrayVec::<(Position<2>, u128), MAX_MOVES>::new();
        for successor in &self.successors.list[..] {
            let mut next = self.successors.position(successor, position, &self.rules);
            if self.game == JointGame::FreeCells {
                // One order of the pairs stands for all. It puts free pairs first, so that the
                // lowest free cell, the only one that the generator tries, is free on both boards.
                next = next.with_cells_in_order();
            }
            self.is_won |= next.is_won();
            generated.push((next, next.hash(&self.rules)));
        }
        self.visited
            .prefetch(generated.iter().map(|&(_, hash)| hash));
        // The root is not in the set. If a line comes back to it, it is expanded once more, and
        // its successors are known.
        for (next, hash) in generated {
            if self.visited.insert(hash) {
                self.waiting.push(next);
            }
        }
    }

    /// Allocates memory for the successors of one position, within a limit that includes what
    /// is held while an allocation grows.
    fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let stack = self.waiting.capacity() * size_of::<Position<2>>();
        let left = bytes.saturating_sub(stack);
        if !self.visited.reserve(MAX_MOVES, left) {
            return Err(StopReason::Bytes);
        }
        if self.waiting.capacity() - self.waiting.len() < MAX_MOVES {
            // Grows to about twice its size. While it is moved, the old stack is held as well.
            let more = self.waiting.len() + MAX_MOVES;
            let moved = (self.waiting.len() + more) * size_of::<Position<2>>();
            let is_too_much = self.visited.bytes() + stack + moved > bytes;
            if is_too_much || !memory::is_available(moved) {
                return Err(StopReason::Bytes);
            }
            self.waiting.reserve_exact(more);
        }
        Ok(())
    }
}
