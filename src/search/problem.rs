//! The problem that a search is given.

use crate::moves::{Move, MoveList};
use crate::position::{Position, Pruning, RootPosition, Rules};
use crate::ruleset::Ruleset;
use crate::table::{Table, CELLS};

/// The table from which a search begins, and the moves that it may make.
pub struct Problem<const N: usize> {
    /// The table from which the search begins.
    pub table: Table,
    /// The rules of the game.
    pub rules: Rules<N>,
    /// Which legal moves are generated.
    pub pruning: Pruning,
    /// The moves that a line must not begin with.
    pub excluded_first_moves: MoveList,
    /// The number of cells, at most [`CELLS`]: with fewer, the last ones must be free and take no
    /// card.
    pub cells: usize,
}

impl<const N: usize> Problem<N> {
    /// A problem with the moves that are not dominated.
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Problem<N> {
        Problem {
            table: table.clone(),
            rules: Rules::new(table, rulesets),
            pruning: Pruning::Dominated,
            excluded_first_moves: MoveList::new(),
            cells: CELLS,
        }
    }

    /// The position in which every board is the table.
    pub fn root(&self) -> RootPosition<N> {
        let mut root = Position::root(&self.table, &self.rules);
        for board in &mut root.boards {
            board.close_cells(self.cells);
        }
        root
    }

    /// Whether the two problems differ in nothing but their rulesets.
    pub fn differs_only_in_rulesets(&self, other: &Problem<N>) -> bool {
        self.table == other.table
            && self.pruning == other.pruning
            && self.excluded_first_moves == other.excluded_first_moves
            && self.cells == other.cells
    }

    /// Whether a line may begin with a move.
    pub fn may_begin_with(&self, mv: Move) -> bool {
        !self.excluded_first_moves.contains(&mv)
    }
}
