//! Lines of an input that may be slow, endless or not text at all.
//!
//! A line ends with a line feed; a carriage return before it is a blank like others.
//! Only if the first line of all ends with a carriage return and no line feed follows,
//! every carriage return ends a line. To see that, the byte after the first one must be
//! awaited; it will come, as one line is no turn.

use std::io::{BufRead, ErrorKind, Result};
use std::time::Duration;

use super::error::{Field, Problem};

/// The most bytes that a line may have; the longest of a turn needs fewer than
/// 400.
const LONGEST_LINE: usize = 10_000;

/// The byte-order mark that some programs put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// One line without its end.
#[derive(Debug)]
pub struct InputLine {
    bytes: Vec<u8>,
    /// What the clock showed when the line's first byte had arrived.
    pub started: Duration,
}

impl InputLine {
    /// The line as text.
    pub fn text(&self) -> std::result::Result<&str, Problem> {
        if self.is_too_long() {
            return Err(Field::TooLong.found(format!("more than {LONGEST_LINE} bytes")));
        }
        std::str::from_utf8(&self.bytes).map_err(|error| {
            let index = error.valid_up_to();
            let byte = self.bytes[index];
            Field::NotText.found(format!("the byte {byte:#04x} in column {}", index + 1))
        })
    }

    /// Whether there is nothing on the line but blanks.
    pub fn is_blank(&self) -> bool {
        self.bytes.trim_ascii().is_empty() && !self.is_too_long()
    }

    /// Whether the line may be the first of a turn, right or wrong: a single digit.
    pub fn may_open_a_turn(&self) -> bool {
        matches!(self.bytes.trim_ascii(), [byte] if byte.is_ascii_digit())
    }

    /// The line without a byte-order mark at its beginning.
    pub fn without_mark(mut self) -> InputLine {
        if self.bytes.starts_with(MARK) && !self.is_too_long() {
            self.bytes.drain(..MARK.len());
        }
        self
    }

    fn is_too_long(&self) -> bool {
        self.bytes.len() > LONGEST_LINE
    }
}

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// The first line has not ended yet.
    Unknown,
    LineFeed,
    /// Also a line feed; both in a row are one end.
    CarriageReturn,
}

/// The lines of an input.
#[derive(Debug)]
pub struct InputLines<R, C> {
    input: R,
    clock: C,
    line_end: LineEnd,
    rest_unread: bool,
    /// Whether the last byte read is a carriage return that ended a line.
    after_return: bool,
    /// The empty lines and the byte that have been read in advance.
    empty_lines: usize,
    next_byte: Option<u8>,
}

impl<R: BufRead, C: Fn() -> Duration> InputLines<R, C> {
    /// The lines from the input's current position on.
    pub fn new(input: R, clock: C) -> InputLines<R, C> {
        InputLines {
            input,
            clock,
            line_end: LineEnd::Unknown,
            rest_unread: false,
            after_return: false,
            empty_lines: 0,
            next_byte: None,
        }
    }

    /// The next line; none at the end of the input. Of a line that is too long it
    /// returns the beginning at once, since the end may never come.
    pub fn next_line(&mut self) -> Result<Option<InputLine>> {
        while self.rest_unread {
            let byte = self.byte()?;
            self.rest_unread = byte.is_some_and(|byte| !self.is_end(byte));
        }
        let mut bytes = Vec::new();
        if self.empty_lines > 0 {
            self.empty_lines -= 1;
            let started = (self.clock)();
            return Ok(Some(InputLine { bytes, started }));
        }
        let mut byte = self.byte()?;
        if self.after_return && byte == Some(b'\n') {
            byte = self.byte()?;
        }
        self.after_return = false;
        let started = (self.clock)();
        if byte.is_none() {
            return Ok(None);
        }
        while let Some(content) = byte.filter(|&byte| !self.is_end(byte)) {
            bytes.push(content);
            if bytes.len() > LONGEST_LINE {
                break;
            }
            byte = self.byte()?;
        }
        let line = InputLine { bytes, started };
        self.rest_unread = line.is_too_long();
        if !self.rest_unread {
            self.note_end(byte)?;
        }
        Ok(Some(line))
    }

    fn is_end(&self, byte: u8) -> bool {
        byte == b'\n' || byte == b'\r' && self.line_end != LineEnd::LineFeed
    }

    /// Takes note of the byte that ended a line, if it has not ended with the input.
    fn note_end(&mut self, end: Option<u8>) -> Result<()> {
        if self.line_end == LineEnd::Unknown {
            let mut next = end;
            while next == Some(b'\r') {
                self.empty_lines += 1;
                next = self.byte()?;
            }
            if next == Some(b'\n') {
                self.line_end = LineEnd::LineFeed;
                self.empty_lines = 0;
            } else {
                self.line_end = LineEnd::CarriageReturn;
                self.empty_lines = self.empty_lines.saturating_sub(1);
                self.next_byte = next;
            }
        } else {
            self.after_return = end == Some(b'\r');
        }
        Ok(())
    }

    /// The next byte; none at the end of the input.
    fn byte(&mut self) -> Result<Option<u8>> {
        if let Some(byte) = self.next_byte.take() {
            return Ok(Some(byte));
        }
        let byte = loop {
            match self.input.fill_buf() {
                Ok(bytes) => break bytes.first().copied(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        };
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }
}
