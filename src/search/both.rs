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

use std::collections::HashSet;
use std::mem::size_of;

use rustc_hash::FxBuildHasher;

use crate::position::{AutoplayState, Position, Pruning, Rules, Successors};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::table::Table;

/// What the relaxed game says of the lines that win under two rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relaxed {
    /// There is none: a proof.
    Lost,
    /// Nothing, for the relaxed game can be won.
    Won,
    /// Nothing, for the budget was spent.
    Stopped(StopReason),
}

/// Searches the relaxed game of a table under two rulesets, within the budget.
pub fn relaxed_game(table: &Table, rulesets: [Ruleset; 2], budget: &mut Budget) -> Relaxed {
    if table.is_won() {
        return Relaxed::Won;
    }
    let rules = Rules::new(table, rulesets);
    let mut search = Search {
        seen: HashSet::default(),
        waiting: Vec::new(),
        successors: Successors::default(),
        rules,
    };
    let mut won = search.expand(&Position::root(table, &search.rules));
    while let Some(position) = search.waiting.pop() {
        if won {
            return Relaxed::Won;
        }
        if let Err(stop) = budget.spend().and_then(|()| search.has_room(budget)) {
            return Relaxed::Stopped(stop);
        }
        won = search.expand(&position);
    }
    if won {
        Relaxed::Won
    } else {
        Relaxed::Lost
    }
}

/// The positions met and those still to be expanded.
struct Search {
    rules: Rules<2>,
    seen: HashSet<u128, FxBuildHasher>,
    waiting: Vec<Position<2>>,
    successors: Successors<2>,
}

/// What a hash takes in the set: 16 bytes and one of control, in seven of eight places.
const BYTES_PER_HASH: usize = 20;

impl Search {
    /// Meets what a position leads to; returns whether one of these is won.
    fn expand<S: AutoplayState>(&mut self, position: &Position<2, S>) -> bool {
        position.generate(&self.rules, Pruning::Dominated, &mut self.successors);
        for successor in &self.successors.list[..] {
            let next = self.successors.position(successor, position, &self.rules);
            let next = next.with_cells_in_order();
            if next.is_won() {
                return true;
            }
            if self.seen.insert(next.hash(&self.rules)) {
                self.waiting.push(next);
            }
        }
        false
    }

    /// Whether the next expansion fits in the budget's bytes, the moment included in which
    /// the set or the stack moves.
    fn has_room(&self, budget: &Budget) -> Result<(), StopReason> {
        let hashes = self.seen.capacity() * BYTES_PER_HASH;
        let stack = self.waiting.capacity() * size_of::<Position<2>>();
        let room_for = |len: usize, capacity: usize| capacity - len > crate::position::MAX_MOVES;
        let mut peak = hashes + stack;
        if !room_for(self.seen.len(), self.seen.capacity()) {
            peak += 2 * hashes;
        }
        if !room_for(self.waiting.len(), self.waiting.capacity()) {
            peak += 2 * stack;
        }
        if peak > budget.bytes {
            Err(StopReason::Bytes)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::microsoft;
    use crate::ruleset::Autoplay;

    fn search(deal: u64, bytes: usize) -> Relaxed {
        let rulesets = [Autoplay::Safe, Autoplay::All].map(Ruleset::of);
        let mut clock = || 0.0;
        let mut budget = Budget::of_time(&mut clock);
        budget.bytes = bytes;
        relaxed_game(&microsoft(deal).unwrap(), rulesets, &mut budget)
    }

    #[test]
    fn only_a_game_that_cannot_be_won_is_lost() {
        assert_eq!(search(11982, 1 << 30), Relaxed::Lost);
        assert_eq!(search(10913, 1 << 30), Relaxed::Won);
        let stopped = Relaxed::Stopped(StopReason::Bytes);
        assert_eq!(search(11982, 100_000), stopped);
    }
}
