//! Numbered lines off an input that may be slow, endless or no text at all.

use std::io::{BufRead, ErrorKind};
use std::time::Instant;

use super::error::Problem;

/// The bytes that a line may have; a turn's longest needs fewer than 400.
const LONGEST_LINE: usize = 10_000;

/// One line without its end.
#[derive(Debug)]
pub struct InputLine {
    bytes: Vec<u8>,
    started: Instant,
}

impl InputLine {
    /// When the line's first byte had arrived.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// The line as text.
    pub fn text(&self) -> Result<&str, Problem> {
        if self.is_too_long() {
            return Err(Problem::TooLong(LONGEST_LINE));
        }
        std::str::from_utf8(&self.bytes).map_err(|error| Problem::NotText {
            byte: self.bytes[error.valid_up_to()],
            column: error.valid_up_to() + 1,
        })
    }

    /// Whether there is nothing on the line but blanks.
    pub fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty() && !self.is_too_long()
    }

    /// Whether the line could be a turn's first, right or wrong: one digit.
    pub fn may_open_a_turn(&self) -> bool {
        matches!(self.bytes.trim_ascii(), [byte] if byte.is_ascii_digit())
    }

    fn is_too_long(&self) -> bool {
        self.bytes.len() > LONGEST_LINE
    }
}

/// The lines of an input, numbered from 1.
#[derive(Debug)]
pub struct InputLines<R> {
    input: R,
    number: usize,
    rest_unread: bool,
}

impl<R: BufRead> InputLines<R> {
    /// The lines from the input's current position on.
    pub fn new(input: R) -> InputLines<R> {
        InputLines {
            input,
            number: 0,
            rest_unread: false,
        }
    }

    /// The number of the line asked for last.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The next line; none at the end of the input. Of a line that is too long,
    /// the beginning, at once: its end may never come.
    pub fn next_line(&mut self) -> Result<Option<InputLine>, Problem> {
        while self.rest_unread {
            self.rest_unread = self.read_piece(&mut Vec::new())? == Piece::Part;
        }
        self.number += 1;
        let mut bytes = Vec::new();
        let mut piece = self.read_piece(&mut bytes)?;
        let started = Instant::now();
        if piece == Piece::Nothing {
            return Ok(None);
        }
        while piece == Piece::Part && bytes.len() <= LONGEST_LINE {
            piece = self.read_piece(&mut bytes)?;
        }
        self.rest_unread = piece == Piece::Part;
        Ok(Some(InputLine { bytes, started }))
    }

    /// Appends what has arrived of the line, up to just above the longest.
    fn read_piece(&mut self, bytes: &mut Vec<u8>) -> Result<Piece, Problem> {
        let arrived = loop {
            match self.input.fill_buf() {
                Ok(arrived) => break arrived,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Problem::Unreadable(error.kind())),
            }
        };
        if arrived.is_empty() {
            return Ok(Piece::Nothing);
        }
        let arrived = &arrived[..arrived.len().min(LONGEST_LINE + 1)];
        let end = arrived.iter().position(|&byte| byte == b'\n');
        bytes.extend_from_slice(&arrived[..end.unwrap_or(arrived.len())]);
        let read = end.map_or(arrived.len(), |end| end + 1);
        self.input.consume(read);
        Ok(end.map_or(Piece::Part, |_| Piece::End))
    }
}

/// How far reading on brought a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// To its end.
    End,
    /// A part of it; more may come.
    Part,
    /// Nowhere: the input is at its end.
    Nothing,
}
