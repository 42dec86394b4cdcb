//! Playback: a line of moves, played on a packed board under one ruleset.
//!
//! The bot asks, of lines it has at hand, whether they win, to which table they
//! lead, and how far the game has followed them. The answers come from
//! [`crate::rules`], the code that the search itself plays by, because they have
//! to be quick. So playback is not the referee: an error in those rules would
//! show here and in the search alike, and only [`crate::referee`], which shares
//! no code with them, would notice.
//!
//! Which rulesets to ask for is decided by the callers, [`crate::belief`] and
//! [`crate::plan`]; nothing here knows of them.

use crate::board::{Board, RootCascades};
use crate::moves::{Line, Move};
use crate::rules;
use crate::ruleset::Ruleset;
use crate::table::Table;

/// A game on a packed board, under one ruleset.
pub(crate) struct Playback {
    root: RootCascades,
    board: Board,
    ruleset: Ruleset,
}

impl Playback {
    /// The table exactly as given: no autoplay before the first move.
    pub fn new(table: &Table, ruleset: Ruleset) -> Playback {
        let root = RootCascades::new(table);
        let board = Board::root(table, &root);
        Playback {
            root,
            board,
            ruleset,
        }
    }

    /// Whether a move is legal now.
    pub fn is_legal(&self, mv: Move) -> bool {
        rules::is_legal(&self.board, &self.root, self.ruleset, mv)
    }

    /// Plays a move with the autoplay that follows it, if it is legal, and
    /// returns whether it was. An illegal move changes nothing.
    pub fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_legal(mv);
        if legal {
            rules::play(&mut self.board, &self.root, self.ruleset, mv);
        }
        legal
    }

    /// The table as it is now.
    pub fn table(&self) -> Table {
        self.board.to_table(&self.root)
    }
}

/// The number of moves after which a line wins under a ruleset. Moves that
/// follow the win are not looked at.
///
/// # Errors
/// The line does not win; the value is the number of its moves that are legal,
/// counted up to the first that is not.
pub fn moves_to_win(table: &Table, line: &Line, ruleset: Ruleset) -> Result<usize, usize> {
    let mut game = Playback::new(table, ruleset);
    let mut moves = 0;
    while !game.board.is_won() {
        match line.as_slice().get(moves) {
            Some(&mv) if game.play(mv) => moves += 1,
            _ => return Err(moves),
        }
    }
    Ok(moves)
}

/// The table after a line, if all its moves are legal under a ruleset.
pub fn table_after(table: &Table, line: &Line, ruleset: Ruleset) -> Option<Table> {
    let mut game = Playback::new(table, ruleset);
    let legal = line.iter().all(|mv| game.play(mv));
    legal.then(|| game.table())
}

/// A move and the one that takes it back, such that the table is the same again
/// under every one of the rulesets: a way to pass a turn.
pub fn there_and_back(table: &Table, rulesets: &[Ruleset]) -> Option<Line> {
    Move::every().find_map(|mv| {
        let back = Move::new(mv.to(), mv.from())?;
        let line: Line = [mv, back].into_iter().collect();
        let returns = |&ruleset| table_after(table, &line, ruleset).as_ref() == Some(table);
        rulesets.iter().all(returns).then_some(line)
    })
}
