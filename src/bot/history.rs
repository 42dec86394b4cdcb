//! The history of a game: with which move each line began, and for which table.
//!
//! Whatever the rules are, three things hold. A move that changed nothing is illegal on
//! that table. One that led back to a table seen before does not lead on. And one whose
//! effect nothing explained will not lead back.

use crate::moves::Move;
use crate::table::Table;

/// The first moves of the lines sent so far.
#[derive(Default)]
pub struct History {
    tried: Vec<Tried>,
    /// Moves that were to be taken back, and had another effect.
    unexplained: Vec<(Table, Move)>,
}

struct Tried {
    table: Table,
    mv: Move,
    was_refused: bool,
}

impl History {
    /// Notes the first move of a line that is sent.
    pub fn try_move(&mut self, table: &Table, mv: Move) {
        self.tried.push(Tried {
            table: table.clone(),
            mv,
            was_refused: false,
        });
    }

    /// Notes that the first move of a line changed nothing.
    pub fn refuse(&mut self, table: &Table, mv: Move) {
        self.tried.push(Tried {
            table: table.clone(),
            mv,
            was_refused: true,
        });
    }

    /// Notes that a move which was to be taken back had another effect.
    pub fn leave_unexplained(&mut self, table: Table, mv: Move) {
        self.unexplained.push((table, mv));
    }

    /// Whether a move was to be taken back on a table, and had another effect.
    pub fn has_unexplained(&self, table: &Table, mv: Move) -> bool {
        let mut moves = self.unexplained.iter();
        moves.any(|(other, unexplained)| *unexplained == mv && other == table)
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
