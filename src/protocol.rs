//! The protocol: a turn's 14 lines, read and printed.
//!
//! A [`Reader`] reads turns from an input as they arrive. It is tolerant where
//! referees may differ in spelling, and strict where the table would be in doubt.
//! [`print()`] writes a turn as a referee would. What moves do to the table, and
//! whether the moves that a turn lists are the legal ones, is not known here.
//!
//! In reading order: `input` cuts bytes into lines of bounded length, `partial_table`
//! builds a table from lines, `moves` reads the list of moves, `error` says what
//! was found and what was expected, and `print` is the inverse of them all.

mod error;
mod input;
mod moves;
mod partial_table;
mod print;

use std::io::BufRead;
use std::mem;
use std::str::FromStr;
use std::time::Duration;

pub use error::{Error, Field, FieldError, Location};
#[cfg(feature = "text")]
pub(crate) use partial_table::read_foundation;
pub use print::print;
#[cfg(feature = "internals")]
pub use print::print_bare_cells;

use crate::moves::MoveList;
use crate::table::Table;
use input::{InputLine, InputLines};
use partial_table::PartialTable;

/// One turn, as the referee sent it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The table, a valid one.
    pub table: Table,
    /// The moves that the referee lists as legal, each of them once; or what is wrong
    /// with the two lines about them, which calls for a warning but is no reason to
    /// refuse the turn.
    pub moves: Result<MoveList, Error>,
    /// What the reader's clock showed when the first byte of the turn's first
    /// line had arrived.
    pub started: Duration,
}

/// Reads turns from an input, one after the other.
///
/// It reads a line only where one must come: the next turn may depend on the answer to this
/// one.
///
/// ```
/// use freecell::protocol::{print, Reader};
/// use freecell::table::Table;
///
/// let table = Table::build(&["KH", "", "KS"], "- QH").unwrap();
/// let input = print(&table, &["3h".parse().unwrap()]);
/// let mut reader = Reader::new(input.as_bytes());
/// let turn = reader.next_turn().unwrap().unwrap();
/// assert_eq!(turn.table, table);
/// assert_eq!(turn.moves.unwrap()[..], ["3h".parse().unwrap()]);
/// assert!(reader.next_turn().unwrap().is_none());
///
/// let input = input.replace("- QH", "- 1H");
/// let error = Reader::new(input.as_bytes()).next_turn().unwrap_err();
/// let expected = "line 4: found \"1H\", expected a card such as TH, or - for an empty cell";
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Debug)]
pub struct Reader<R, C = fn() -> Duration> {
    lines: InputLines<R, C>,
    at: Location,
    follows_zero: bool,
    late_warning: Option<Error>,
}

/// Reads a table from the lines of a turn that show it, the first 12; a turn's last two may
/// follow. Other forms in which people write tables are in `text`.
///
/// ```
/// use freecell::{deal, Table};
///
/// let table = deal::microsoft(617).unwrap();
/// assert_eq!(table.to_string().lines().count(), 12);
/// assert_eq!(table.to_string().parse::<Table>().unwrap(), table);
/// let error = "".parse::<Table>().unwrap_err().to_string();
/// assert!(error.starts_with("line 1: found the end of the input"));
/// ```
impl FromStr for Table {
    type Err = Error;

    fn from_str(text: &str) -> Result<Table, Error> {
        let mut reader = Reader::new(text.as_bytes());
        let turn = reader.next_turn()?;
        let ended = || Field::Ended.found("the end of the input");
        reader.locate(turn.map(|turn| turn.table).ok_or_else(ended))
    }
}

impl<R: BufRead> Reader<R> {
    /// A reader of turns from the input's current position on, with a clock that
    /// stands still.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_clock(input, || Duration::ZERO)
    }
}

impl<R: BufRead, C: Fn() -> Duration> Reader<R, C> {
    /// A reader of turns that notes when each of them began to arrive. The clock
    /// is the time since some fixed moment.
    pub fn with_clock(input: R, clock: C) -> Reader<R, C> {
        Reader {
            lines: InputLines::new(input, clock),
            at: Location::default(),
            follows_zero: false,
            late_warning: None,
        }
    }

    /// The next turn; `None` at the end of the input.
    ///
    /// # Errors
    /// The first thing found that leaves the table in doubt. What follows it in
    /// the input has no known meaning: read no further turn.
    pub fn next_turn(&mut self) -> Result<Option<Turn>, Error> {
        self.at.turn += 1;
        self.at.line_of_turn = 1;
        let Some(first) = self.first_line()? else {
            return Ok(None);
        };
        Ok(Some(Turn {
            table: self.table(&first)?,
            moves: self.moves()?,
            started: first.started,
        }))
    }

    /// The warning about the previous turn that only the last call of
    /// [`Self::next_turn`] could notice: that moves followed where line 13 had
    /// announced no moves.
    pub fn late_warning(&mut self) -> Option<Error> {
        self.late_warning.take()
    }

    /// The next line that is neither blank nor left over from the previous turn,
    /// without a byte-order mark.
    fn first_line(&mut self) -> Result<Option<InputLine>, Error> {
        let mut line = self.next_line()?.map(InputLine::without_mark);
        if mem::take(&mut self.follows_zero) {
            line = self.skip_leftover(line)?;
        }
        while line.as_ref().is_some_and(InputLine::is_blank) {
            line = self.next_line()?.map(InputLine::without_mark);
        }
        Ok(line)
    }

    /// The line itself, if it may be the first of a turn; or the one after it, if
    /// it is line 14 of the previous turn, where there should be no move.
    fn skip_leftover(&mut self, line: Option<InputLine>) -> Result<Option<InputLine>, Error> {
        let line = match line {
            Some(line) if !line.may_open_a_turn() => line,
            other => return Ok(other),
        };
        let at = Location {
            turn: self.at.turn - 1,
            line_of_turn: 14,
            ..self.at
        };
        let moves = line.text().and_then(|text| moves::read(text, 0));
        self.late_warning = moves.err().map(|cause| Error { at, cause });
        Ok(self.next_line()?.map(InputLine::without_mark))
    }

    /// Lines 1 to 12, of which the first has been read.
    fn table(&mut self, first: &InputLine) -> Result<Table, Error> {
        let mut table = PartialTable::default();
        self.parse(first, |text| table.take(1, text))?;
        for number in 2..=12 {
            let line = self.line(number)?;
            self.parse(&line, |text| table.take(number, text))?;
        }
        self.locate(table.finish())
    }

    /// Lines 13 and 14: an error within `Ok` only calls for a warning. The last turn may
    /// end without them.
    ///
    /// After `0`, line 14 is blank or missing. Waiting for it might never end, and
    /// taking whatever comes might swallow the next turn's first line. So it stays
    /// unread; the next call skips it like any blank line between turns, or warns
    /// of it.
    fn moves(&mut self) -> Result<Result<MoveList, Error>, Error> {
        let count = match self.line(13) {
            Ok(line) => self.parse(&line, moves::count),
            Err(error) => return error.unless_ended(),
        };
        self.follows_zero = count == Ok(0);
        if self.follows_zero {
            return Ok(Ok(MoveList::new()));
        }
        let line = match self.line(14) {
            Ok(line) => line,
            Err(error) => return error.unless_ended(),
        };
        Ok(count.and_then(|count| self.parse(&line, |text| moves::read(text, count))))
    }

    /// A line of a turn that has begun.
    fn line(&mut self, line_of_turn: usize) -> Result<InputLine, Error> {
        self.at.line_of_turn = line_of_turn;
        let line = self.next_line()?;
        self.locate(line.ok_or_else(|| Field::Ended.found("the end of the input")))
    }

    fn next_line(&mut self) -> Result<Option<InputLine>, Error> {
        self.at.line += 1;
        let line = self.lines.next_line();
        self.locate(line.map_err(|error| {
            Field::Unreadable.found(format!("unreadable input ({})", error.kind()))
        }))
    }

    /// Applies a parser to the line read last.
    fn parse<T>(
        &self,
        line: &InputLine,
        parse: impl FnOnce(&str) -> Result<T, FieldError>,
    ) -> Result<T, Error> {
        self.locate(line.text().and_then(parse))
    }

    /// The result, with its error located at the line read last.
    fn locate<T>(&self, result: Result<T, FieldError>) -> Result<T, Error> {
        result.map_err(|cause| Error { at: self.at, cause })
    }
}
