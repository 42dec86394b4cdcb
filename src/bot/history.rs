//! The history of a game: with which move each line began, and for which table.
//!
//! Whatever the rules are, two things hold. A move that changed nothing is illegal on
//! that table. And one that led back to a table seen before does not lead on.

use crate::moves::Move;
use crate::table::Table;

/// The first moves of the lines sent so far.
#[derive(Default)]
pub struct History {
    tried: Vec<Tried>,
}

struct Tried {
    table: Table,
    mv: Move,
    was_refused: bool,
}

impl History {
    /// Notes the first move of a line that is sent, and, again, that it changed nothing.
    pub fn note(&mut self, table: &Table, mv: Move, was_refused: bool) {
        self.tried.push(Tried {
            table: table.clone(),
            mv,
            was_refused,
        });
    }

    /// Whether a move has been tried on a table.
    pub fn has_tried(&self, table: &Table, mv: Move) -> bool {
        self.find(table, mv).next().is_some()
    }

    /// Whether a move has been refused on a table.
    pub fn has_refused(&self, table: &Table, mv: Move) -> bool {
        self.find(table, mv).any(|tried| tried.was_refused)
    }

    fn find<'a>(&'a self, table: &'a Table, mv: Move) -> impl Iterator<Item = &'a Tried> {
        let is_it = move |tried: &&Tried| tried.mv == mv && tried.table == *table;
        self.tried.iter().filter(is_it)
    }
}
