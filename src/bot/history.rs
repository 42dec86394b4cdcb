//! The history of a game: with which move each line began, and for which table.
//!
//! Whatever the rules are, two things hold. A move that changed nothing is illegal on
//! that table. And one that led back to a table seen before made no progress.

use rustc_hash::FxHashMap;

use crate::moves::Move;
use crate::table::Table;

/// The moves tried so far: the first move of each line sent, and each stalling move that did not
/// lead back.
#[derive(Default)]
pub struct History {
    /// For each move and the table it was tried on, whether it was refused.
    tried: FxHashMap<(Table, Move), bool>,
}

impl History {
    /// Notes that a move was tried on a table, and whether it is known to have been refused there.
    /// A refusal once noted is not forgotten.
    pub fn note(&mut self, table: &Table, mv: Move, was_refused: bool) {
        *self.tried.entry((table.clone(), mv)).or_default() |= was_refused;
    }

    /// Whether a move that has been tried on a table was refused; `None` if it has not been
    /// tried.
    pub fn was_refused(&self, table: &Table, mv: Move) -> Option<bool> {
        self.tried.get(&(table.clone(), mv)).copied()
    }
}
