//! A game in progress as the search sees it: at first the root, then what moves lead to.
#![allow(dead_code, reason = "each test program uses a part of it")]

use freecell::board::Board;
use freecell::moves::{Move, MoveList};
use freecell::position::{Position, Pruning, RootPosition, Rules};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

/// Boards being played by the same moves.
pub struct Play<const N: usize> {
    pub rules: Rules<N>,
    pub root: RootPosition<N>,
    /// The position after the last move; `None` before the first one.
    pub position: Option<Position<N>>,
}

impl<const N: usize> Play<N> {
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Play<N> {
        let rules = Rules::new(table, rulesets);
        Play {
            root: Position::root(table, &rules),
            rules,
            position: None,
        }
    }

    pub fn boards(&self) -> &[Board; N] {
        match &self.position {
            None => &self.root.boards,
            Some(position) => &position.boards,
        }
    }

    pub fn tables(&self) -> [Table; N] {
        self.boards().map(|board| board.to_table(&self.rules.root))
    }

    pub fn hash(&self) -> u128 {
        match &self.position {
            None => self.root.hash(&self.rules),
            Some(position) => position.hash(&self.rules),
        }
    }

    pub fn is_won(&self) -> bool {
        self.boards().iter().all(Board::is_won)
    }

    pub fn moves(&self, pruning: Pruning) -> MoveList {
        match &self.position {
            None => self.root.moves(&self.rules, pruning),
            Some(position) => position.moves(&self.rules, pruning),
        }
    }

    /// The position after a move.
    pub fn after(&self, mv: Move) -> Position<N> {
        match &self.position {
            None => self.root.after(&self.rules, mv),
            Some(position) => position.after(&self.rules, mv),
        }
    }

    pub fn play(&mut self, mv: Move) {
        self.position = Some(self.after(mv));
    }
}
