//! Evidence: which rulesets what the referee sends leaves possible.
//!
//! Two things tell about the rules: the moves that a turn lists as legal, and
//! the table that comes back after a line. A ruleset that contradicts either is
//! dropped; if none explains the table, all are open again, for then something
//! else happened than any of them foresees. Moves that no ruleset whatever would
//! list are listed by a rule of their own and tell nothing.

use crate::board::{Board, Columns};
use crate::moves::{Line, Move};
use crate::rules;
use crate::ruleset::{Autoplay, Ruleset};
use crate::table::Table;

/// The rulesets that nothing has contradicted, as a set: bit n is set for
/// ruleset number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open(u8);

/// What a piece of evidence did to the open rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It agrees with all of them.
    Nothing,
    /// It contradicts some, which are dropped.
    Dropped,
    /// It contradicts all, so that all rulesets are open again.
    Unexplained,
    /// It contradicts every ruleset there is and tells nothing about them.
    Odd,
}

impl Open {
    /// All rulesets.
    pub const fn every() -> Open {
        Open(u8::MAX)
    }

    /// Just one ruleset.
    pub fn only(ruleset: Ruleset) -> Open {
        Open::of(|other| other == ruleset)
    }

    /// The open rulesets, the likeliest first.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let is_open = move |number: &u8| self.0 >> number & 1 == 1;
        (0..Ruleset::COUNT).filter(is_open).map(Ruleset::numbered)
    }

    /// The likeliest open ruleset with each autoplay rule that is open.
    pub fn by_autoplay(self) -> Vec<Ruleset> {
        let likeliest = |&rule: &Autoplay| self.rulesets().find(|ruleset| ruleset.autoplay == rule);
        let rules = [Autoplay::Safe, Autoplay::All];
        rules.iter().filter_map(likeliest).collect()
    }

    /// The set of those rulesets that are wanted.
    fn of(mut is_wanted: impl FnMut(Ruleset) -> bool) -> Open {
        let mut set = 0;
        for number in 0..Ruleset::COUNT {
            set |= (is_wanted(Ruleset::numbered(number)) as u8) << number;
        }
        Open(set)
    }

    /// Weighs the moves that a turn lists as legal.
    pub fn weigh_moves(&mut self, table: &Table, listed: &Line) -> Finding {
        let explains = |ruleset| {
            let game = Replay::new(table, ruleset);
            Move::every().all(|mv| game.is_legal(mv) == listed.0.contains(&mv))
        };
        if !Ruleset::every().any(explains) {
            return Finding::Odd;
        }
        self.keep(explains)
    }

    /// Weighs the table that came after a line was sent for another, and says
    /// how many moves of the line had been played: those after the first
    /// illegal one may have been, or not, and an illegal one changes nothing.
    pub fn weigh_table(
        &mut self,
        before: &Table,
        line: &Line,
        after: &Table,
    ) -> (Finding, Option<usize>) {
        let played = |ruleset| moves_played(before, line, after, ruleset);
        let finding = self.keep(|ruleset| played(ruleset).is_some());
        (finding, self.rulesets().find_map(played))
    }

    fn keep(&mut self, explains: impl FnMut(Ruleset) -> bool) -> Finding {
        let before = *self;
        self.0 &= Open::of(explains).0;
        if self.0 == 0 {
            *self = Open::every();
            Finding::Unexplained
        } else if *self == before {
            Finding::Nothing
        } else {
            Finding::Dropped
        }
    }
}

/// After how many moves of a line, the illegal ones skipped, the table is the
/// given one.
fn moves_played(before: &Table, line: &Line, after: &Table, ruleset: Ruleset) -> Option<usize> {
    // A table that is sent again tells nothing: no move was played, whatever the
    // ruleset.
    if before == after {
        return Some(0);
    }
    let mut game = Replay::new(before, ruleset);
    for (index, &mv) in line.0.iter().enumerate() {
        game.play(mv);
        if game.table() == *after {
            return Some(index + 1);
        }
    }
    None
}

/// After how many moves of a line the game is won under a autoplay, if every
/// move up to there is legal.
///
/// # Errors
/// The number of legal moves, when the line does not win.
pub fn moves_to_win(table: &Table, line: &Line, ruleset: Ruleset) -> Result<usize, usize> {
    let mut game = Replay::new(table, ruleset);
    let mut moves = 0;
    while !game.board.is_won() {
        match line.0.get(moves) {
            Some(&mv) if game.play(mv) => moves += 1,
            _ => return Err(moves),
        }
    }
    Ok(moves)
}

/// The table after a line, if all its moves are legal under a ruleset.
pub fn table_after(table: &Table, line: &Line, ruleset: Ruleset) -> Option<Table> {
    let mut game = Replay::new(table, ruleset);
    let legal = line.0.iter().all(|&mv| game.play(mv));
    legal.then(|| game.table())
}

/// A move and the one that takes it back, such that the table is the same again
/// under every open ruleset: a way to pass a turn.
pub fn there_and_back(table: &Table, open: Open) -> Option<Line> {
    Move::every().find_map(|mv| {
        let mut line = Line::default();
        line.0.push(mv);
        line.0.push(Move::new(mv.to(), mv.from())?);
        let returns = |ruleset| table_after(table, &line, ruleset).as_ref() == Some(table);
        open.rulesets().all(returns).then_some(line)
    })
}

/// A line being played on a board.
struct Replay {
    columns: Columns,
    board: Board,
    ruleset: Ruleset,
}

impl Replay {
    fn new(table: &Table, ruleset: Ruleset) -> Replay {
        let columns = Columns::new(table);
        let board = Board::root(table, &columns);
        Replay {
            columns,
            board,
            ruleset,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        rules::is_legal(&self.board, &self.columns, self.ruleset, mv)
    }

    /// Plays a move, autoplay included, if it is legal, and says whether it was.
    fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_legal(mv);
        if legal {
            rules::play(&mut self.board, &self.columns, self.ruleset, mv, false);
        }
        legal
    }

    fn table(&self) -> Table {
        self.board.to_table(&self.columns)
    }
}
