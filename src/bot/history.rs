//! The history of a game: with which move each line began, and for which table.
//!
//! Whatever the rules are, two things hold. A move that changed nothing is illegal on
//! that table. And one that led back to a table seen before made no progress.

use rustc_hash::FxHashMap;

use crate::moves::Move;
use crate::table::Table;

/// What is known of a move on a table, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attempt {
    /// It has not been tried.
    Untried,
    /// It was tried, and not seen to be refused.
    Tried,
    /// It changed nothing.
    Refused,
}

/// The moves tried so far: the first move of each line sent, and each stalling move that did not
/// lead back.
#[derive(Default)]
pub struct History {
    attempts: FxHashMap<(Table, Move), Attempt>,
}

impl History {
    /// Notes what came of a move on a table. A refusal once noted is not forgotten.
    pub fn note(&mut self, table: &Table, mv: Move, attempt: Attempt) {
        let attempt = attempt.max(self.attempt(table, mv));
        self.attempts.insert((table.clone(), mv), attempt);
    }

    /// What is known of a move on a table.
    pub fn attempt(&self, table: &Table, mv: Move) -> Attempt {
        let known = self.attempts.get(&(table.clone(), mv));
        known.copied().unwrap_or(Attempt::Untried)
    }
}
