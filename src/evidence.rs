//! Evidence: which readings what the referee sends leaves possible.
//!
//! Two things tell about the rules: the moves that a turn lists as legal, and
//! the table that comes back after a line. A reading that contradicts either is
//! dropped; if none explains the table, all are open again, for then something
//! else happened than any of them foresees. Moves that no reading whatever would
//! list are listed by a rule of their own and tell nothing.

use crate::board::{Board, Columns};
use crate::reading::{Autoplay, Reading};
use crate::rules;
use crate::table::Table;
use crate::moves::{Line, Move};

/// The readings that nothing has contradicted, as a set: bit n is set for
/// reading number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open(u8);

/// What a piece of evidence did to the open readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It agrees with all of them.
    Nothing,
    /// It contradicts some, which are dropped.
    Dropped,
    /// It contradicts all, so that all readings are open again.
    Unexplained,
    /// It contradicts every reading there is and tells nothing about them.
    Odd,
}

impl Open {
    /// All readings.
    pub const fn every() -> Open {
        Open(u8::MAX)
    }

    /// Just one reading.
    pub fn only(reading: Reading) -> Open {
        Open::of(|other| other == reading)
    }

    /// The open readings, the likeliest first.
    pub fn readings(self) -> impl Iterator<Item = Reading> {
        let is_open = move |number: &u8| self.0 >> number & 1 == 1;
        (0..Reading::COUNT).filter(is_open).map(Reading::numbered)
    }

    /// The likeliest open reading with each autoplay rule that is open.
    pub fn by_autoplay(self) -> Vec<Reading> {
        let likeliest = |&rule: &Autoplay| self.readings().find(|reading| reading.autoplay == rule);
        let rules = [Autoplay::Safe, Autoplay::All];
        rules.iter().filter_map(likeliest).collect()
    }

    /// The set of those readings that are wanted.
    fn of(mut is_wanted: impl FnMut(Reading) -> bool) -> Open {
        let mut set = 0;
        for number in 0..Reading::COUNT {
            set |= (is_wanted(Reading::numbered(number)) as u8) << number;
        }
        Open(set)
    }

    /// Weighs the moves that a turn lists as legal.
    pub fn weigh_moves(&mut self, table: &Table, listed: &Line) -> Finding {
        let explains = |reading| {
            let game = Replay::new(table, reading);
            Move::every().all(|mv| game.is_legal(mv) == listed.0.contains(&mv))
        };
        if !Reading::every().any(explains) {
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
        let played = |reading| moves_played(before, line, after, reading);
        let finding = self.keep(|reading| played(reading).is_some());
        (finding, self.readings().find_map(played))
    }

    fn keep(&mut self, explains: impl FnMut(Reading) -> bool) -> Finding {
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
fn moves_played(before: &Table, line: &Line, after: &Table, reading: Reading) -> Option<usize> {
    // A table that is sent again tells nothing: no move was played, whatever the
    // reading.
    if before == after {
        return Some(0);
    }
    let mut game = Replay::new(before, reading);
    for (index, &mv) in line.0.iter().enumerate() {
        game.play(mv);
        if game.table() == *after {
            return Some(index + 1);
        }
    }
    None
}

/// After how many moves of a line the game is won under a reading, if every
/// move up to there is legal.
///
/// # Errors
/// The number of legal moves, when the line does not win.
pub fn moves_to_win(table: &Table, line: &Line, reading: Reading) -> Result<usize, usize> {
    let mut game = Replay::new(table, reading);
    let mut moves = 0;
    while !game.board.is_won() {
        match line.0.get(moves) {
            Some(&mv) if game.play(mv) => moves += 1,
            _ => return Err(moves),
        }
    }
    Ok(moves)
}

/// The table after a line, if all its moves are legal under a reading.
pub fn table_after(table: &Table, line: &Line, reading: Reading) -> Option<Table> {
    let mut game = Replay::new(table, reading);
    let legal = line.0.iter().all(|&mv| game.play(mv));
    legal.then(|| game.table())
}

/// A move and the one that takes it back, such that the table is the same again
/// under every open reading: a way to pass a turn.
pub fn there_and_back(table: &Table, open: Open) -> Option<Line> {
    Move::every().find_map(|mv| {
        let mut line = Line::default();
        line.0.push(mv);
        line.0.push(Move::new(mv.to(), mv.from())?);
        let returns = |reading| table_after(table, &line, reading).as_ref() == Some(table);
        open.readings().all(returns).then_some(line)
    })
}

/// A line being played on a board.
struct Replay {
    columns: Columns,
    board: Board,
    reading: Reading,
}

impl Replay {
    fn new(table: &Table, reading: Reading) -> Replay {
        let columns = Columns::new(table);
        let board = Board::root(table, &columns);
        Replay {
            columns,
            board,
            reading,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        rules::is_legal(&self.board, &self.columns, self.reading, mv)
    }

    /// Plays a move, autoplay included, if it is legal, and says whether it was.
    fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_legal(mv);
        if legal {
            rules::play(&mut self.board, &self.columns, self.reading, mv, false);
        }
        legal
    }

    fn table(&self) -> Table {
        self.board.to_table(&self.columns)
    }
}
