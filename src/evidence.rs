//! Evidence: which readings what the referee sends leaves possible.
//!
//! Two things tell about the rules: the words that a turn lists as legal, and
//! the table that comes back after a line. A reading that contradicts either is
//! dropped; if none explains what came, all are open again, for then something
//! else happened than any of them foresees.

use arrayvec::ArrayVec;

use crate::board::{Board, Columns};
use crate::reading::{Autoplay, Reading};
use crate::rules;
use crate::table::Table;
use crate::word::{Line, Word};

/// The readings that nothing has contradicted, the likeliest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    readings: ArrayVec<Reading, 8>,
}

/// What a piece of evidence did to the open readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It agrees with all of them.
    Nothing,
    /// It contradicts some, which are dropped.
    Dropped,
    /// It contradicts all, so that all readings are open again.
    Unexplained,
}

impl Open {
    /// All readings.
    pub fn every() -> Open {
        Open {
            readings: Reading::every().collect(),
        }
    }

    /// Just one reading.
    pub fn only(reading: Reading) -> Open {
        Open {
            readings: [reading].into_iter().collect(),
        }
    }

    /// The open readings.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// The likeliest open reading with each autoplay rule that is open.
    pub fn by_autoplay(&self) -> ArrayVec<Reading, 2> {
        let likeliest = |rule| {
            self.readings
                .iter()
                .find(|reading| reading.autoplay == rule)
        };
        [Autoplay::Safe, Autoplay::All]
            .into_iter()
            .filter_map(likeliest)
            .copied()
            .collect()
    }

    /// Weighs the words that a turn lists as legal.
    pub fn weigh_words(&mut self, table: &Table, listed: &Line) -> Finding {
        let columns = Columns::new(table);
        let board = Board::root(table, &columns);
        self.keep(|reading| {
            let is_legal = |word| rules::is_legal(&board, &columns, reading, word);
            Word::every().all(|word| is_legal(word) == listed.0.contains(&word))
        })
    }

    /// Weighs the table that came after a line was sent for another, and says
    /// how many words of the line had been played: those after the first
    /// illegal one may have been, or not, and an illegal one changes nothing.
    pub fn weigh_table(
        &mut self,
        before: &Table,
        line: &Line,
        after: &Table,
    ) -> (Finding, Option<usize>) {
        let mut played = None;
        let finding = self.keep(|reading| {
            let words = words_played(before, line, after, reading);
            played = played.or(words);
            words.is_some()
        });
        (finding, played)
    }

    fn keep(&mut self, mut explains: impl FnMut(Reading) -> bool) -> Finding {
        let mut kept = self.clone();
        kept.readings.retain(|reading| explains(*reading));
        if kept.readings.is_empty() {
            *self = Open::every();
            return Finding::Unexplained;
        }
        if kept == *self {
            return Finding::Nothing;
        }
        *self = kept;
        Finding::Dropped
    }
}

/// After how many words of a line, the illegal ones skipped, the table is the
/// given one.
fn words_played(before: &Table, line: &Line, after: &Table, reading: Reading) -> Option<usize> {
    let mut game = Replay::new(before, reading);
    if before == after {
        return Some(0);
    }
    let mut words = 0;
    line.0.iter().find_map(|&word| {
        words += 1;
        let came = game.play(word) && game.table() == *after;
        came.then_some(words)
    })
}

/// After how many words of a line the game is won under a reading, if every
/// word up to there is legal.
///
/// # Errors
/// The number of legal words, when the line does not win.
pub fn words_to_win(table: &Table, line: &Line, reading: Reading) -> Result<usize, usize> {
    let mut game = Replay::new(table, reading);
    for (words, &word) in line.0.iter().enumerate() {
        if game.board.is_won() {
            return Ok(words);
        }
        if !game.play(word) {
            return Err(words);
        }
    }
    if game.board.is_won() {
        Ok(line.0.len())
    } else {
        Err(line.0.len())
    }
}

/// The table after a line, if all its words are legal under a reading.
pub fn table_after(table: &Table, line: &Line, reading: Reading) -> Option<Table> {
    let mut game = Replay::new(table, reading);
    let legal = line.0.iter().all(|&word| game.play(word));
    legal.then(|| game.table())
}

/// A word and the one that takes it back, such that the table is the same again
/// under every open reading: a way to pass a turn.
pub fn there_and_back(table: &Table, open: &Open) -> Option<Line> {
    Word::every().find_map(|word| {
        let mut line = Line::default();
        line.0.push(word);
        line.0.push(Word::new(word.to(), word.from())?);
        let returns =
            |&reading: &Reading| table_after(table, &line, reading).as_ref() == Some(table);
        open.readings.iter().all(returns).then_some(line)
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

    /// Plays a word, autoplay included, if it is legal, and says whether it was.
    fn play(&mut self, word: Word) -> bool {
        let legal = rules::is_legal(&self.board, &self.columns, self.reading, word);
        if legal {
            rules::play(&mut self.board, &self.columns, self.reading, word, false);
        }
        legal
    }

    fn table(&self) -> Table {
        self.board.to_table(&self.columns)
    }
}
