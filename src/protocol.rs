//! The protocol: a turn's 14 lines, read and printed.
//!
//! A [`Reader`] takes turns off an input as they arrive, tolerant where
//! referees may differ in spelling and strict where the table would be in
//! doubt; [`print()`] writes a turn as a referee would. What the words do to the
//! table, and whether the words offered are the legal ones, is not known here.
//!
//! The rooms: `input` cuts bytes into numbered lines of bounded length, `draft`
//! turns lines into a table, `words` reads the offer of words, `error` says
//! what was found and what was expected, `print` is the way back.

mod draft;
mod error;
mod input;
mod print;
mod words;

use std::io::BufRead;
use std::mem;
use std::time::Instant;

pub use error::{Error, Location, Problem};
pub use print::{print, print_bare_cells};

use crate::table::Table;
use crate::word::Line;
use draft::Draft;
use input::{InputLine, InputLines};

/// One turn, as the referee sent it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The table, a valid one.
    pub table: Table,
    /// The words that the referee offers; none where the two lines about them
    /// do not fit together.
    pub words: Option<Line>,
    /// What is wrong with the two lines about the words. It is worth telling,
    /// and no reason to refuse the turn.
    pub warning: Option<Error>,
    /// When the first byte of the turn's first line had arrived.
    pub started: Instant,
}

/// Reads turns from an input, one after the other.
///
/// It asks the input for a line only when that line has to come: the next turn
/// may depend on what is answered to this one.
#[derive(Debug)]
pub struct Reader<R> {
    lines: InputLines<R>,
    turn: usize,
    line_of_turn: usize,
    follows_zero: bool,
    late_warning: Option<Error>,
}

impl<R: BufRead> Reader<R> {
    /// A reader of turns from the input's current position on.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            lines: InputLines::new(input),
            turn: 1,
            line_of_turn: 1,
            follows_zero: false,
            late_warning: None,
        }
    }

    /// The next turn; none at the end of the input.
    ///
    /// # Errors
    /// The first thing found that makes the table doubtful. What follows it in
    /// the input has no known meaning: read no further turn.
    pub fn next_turn(&mut self) -> Result<Option<Turn>, Error> {
        let Some(first) = self.first_line()? else {
            return Ok(None);
        };
        let started = first.started();
        let table = self.table(&first)?;
        let (words, warning) = match self.words()? {
            Ok(words) => (Some(words), None),
            Err(warning) => (None, Some(warning)),
        };
        self.turn += 1;
        self.line_of_turn = 1;
        Ok(Some(Turn {
            table,
            words,
            warning,
            started,
        }))
    }

    /// The warning about the turn before the last call of [`Self::next_turn`],
    /// if it showed only then: that words followed where 0 words were promised.
    pub fn late_warning(&mut self) -> Option<Error> {
        self.late_warning.take()
    }

    /// The next line that is neither blank nor a leftover of the turn before.
    fn first_line(&mut self) -> Result<Option<InputLine>, Error> {
        let mut line = self.next_line()?;
        if mem::take(&mut self.follows_zero) {
            line = self.skip_leftover(line)?;
        }
        while line.as_ref().is_some_and(InputLine::is_blank) {
            line = self.next_line()?;
        }
        Ok(line)
    }

    /// The line itself, if a turn may open with it; or the one after it, if it
    /// is line 14 of the turn before, where there should be no word.
    fn skip_leftover(&mut self, line: Option<InputLine>) -> Result<Option<InputLine>, Error> {
        let line = match line {
            Some(line) if !line.may_open_a_turn() => line,
            other => return Ok(other),
        };
        let at = Location {
            line: self.lines.number(),
            turn: self.turn - 1,
            line_of_turn: 14,
        };
        let words = line.text().and_then(|text| words::read(text, 0));
        self.late_warning = words.err().map(|problem| Error { at, problem });
        self.next_line()
    }

    /// Lines 1 to 12, of which the first is at hand.
    fn table(&mut self, first: &InputLine) -> Result<Table, Error> {
        let mut draft = Draft::default();
        self.refuse(first.text().and_then(|text| draft.take(1, text)))?;
        for number in 2..=12 {
            let line = self.line(number)?;
            self.refuse(line.text().and_then(|text| draft.take(number, text)))?;
        }
        self.refuse(draft.finish())
    }

    /// Lines 13 and 14: an error within `Ok` is only worth a warning.
    ///
    /// After `0`, line 14 is blank or missing. Waiting for it might mean to
    /// wait for ever, and taking what comes might swallow the next turn's first
    /// line; so it is left where it is, to be skipped as any blank line between
    /// turns, or warned about then.
    fn words(&mut self) -> Result<Result<Line, Error>, Error> {
        let line = self.line(13)?;
        let count = self.refuse(line.text().and_then(words::count));
        if count == Ok(0) {
            self.follows_zero = true;
            return Ok(Ok(Line::default()));
        }
        let line = self.line(14)?;
        Ok(count
            .and_then(|count| self.refuse(line.text().and_then(|text| words::read(text, count)))))
    }

    /// A line of a turn that has begun.
    fn line(&mut self, line_of_turn: usize) -> Result<InputLine, Error> {
        self.line_of_turn = line_of_turn;
        let line = self.next_line()?;
        line.ok_or_else(|| self.error(Problem::Ended))
    }

    fn next_line(&mut self) -> Result<Option<InputLine>, Error> {
        let line = self.lines.next_line();
        self.refuse(line)
    }

    fn refuse<T>(&self, result: Result<T, Problem>) -> Result<T, Error> {
        result.map_err(|problem| self.error(problem))
    }

    /// A problem with the line read last.
    fn error(&self, problem: Problem) -> Error {
        let at = Location {
            line: self.lines.number(),
            turn: self.turn,
            line_of_turn: self.line_of_turn,
        };
        Error { at, problem }
    }
}
