//! The referee's game as the searches see it: from key to keys.
//!
//! A position is unpacked into a table, the referee lists its legal moves, plays each
//! of them, autoplay included, and the resulting table is packed again. No move is left
//! out or preferred. This takes microseconds where the library's own searches take a
//! fraction of one: the price of a judge that shares no code with them.

use freecell::moves::Line;
use freecell::referee::Game;
use freecell::ruleset::Ruleset;
use freecell::table::Table;

use super::key::{Key, Origin};

/// A table to begin with, and a ruleset.
pub struct ClaimedGame<'a> {
    table: &'a Table,
    origin: Origin,
    ruleset: Ruleset,
}

impl<'a> ClaimedGame<'a> {
    /// The table as given: no autoplay before the first move.
    pub fn new(table: &'a Table, ruleset: Ruleset) -> ClaimedGame<'a> {
        let origin = Origin::new(table);
        ClaimedGame {
            table,
            origin,
            ruleset,
        }
    }

    /// The key of the table to begin with.
    pub fn root(&self) -> Key {
        self.origin.key(self.table)
    }

    /// Visits the key of every table to which a legal move leads, once for each
    /// such move.
    ///
    /// # Errors
    /// The key of a table that is won, which ends it.
    ///
    /// # Panics
    /// Never: the referee plays the moves that it lists.
    pub fn each_next(&self, key: Key, mut visit: impl FnMut(Key)) -> Result<(), Key> {
        let game = Game::new(self.origin.table(key), self.ruleset);
        for mv in game.legal_moves() {
            let mut next = game.clone();
            next.play(mv).expect("the referee lists legal moves");
            let key = self.origin.key(next.table());
            if next.is_won() {
                return Err(key);
            }
            visit(key);
        }
        Ok(())
    }

    /// The line through the tables with these keys, each one move after the one before;
    /// the first is one move after the root.
    ///
    /// # Panics
    /// No move leads from one to the next.
    pub fn line(&self, keys: impl IntoIterator<Item = Key>) -> Line {
        let mut game = Game::new(self.table.clone(), self.ruleset);
        let mut line = Line::default();
        for key in keys {
            let played = game.legal_moves().into_iter().find_map(|mv| {
                let mut next = game.clone();
                next.play(mv).expect("the referee lists legal moves");
                (self.origin.key(next.table()) == key).then_some((mv, next))
            });
            let (mv, next) = played.expect("a move led there in the search");
            line.push(mv);
            game = next;
        }
        line
    }
}
