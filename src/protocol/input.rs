//! Lines of an input that may be slow, endless or not text at all.
//!
//! A line ends with a line feed, a carriage return or both. A line feed after a carriage
//! return is not waited for: it is skipped when the next line is read.

use std::io::{BufRead, ErrorKind, Result};
use std::time::Duration;

use super::error::{Field, FieldError};

/// The most bytes that a line may have; the longest of a turn needs fewer than
/// 400.
const LONGEST_LINE: usize = 10_000;

/// The byte-order mark that some programs put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// One line without its end.
#[derive(Debug)]
pub struct InputLine {
    bytes: Vec<u8>,
    /// The clock's time when the line's first byte had arrived.
    pub started: Duration,
}

impl InputLine {
    /// The line as text.
    pub fn text(&self) -> std::result::Result<&str, FieldError> {
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

/// The lines of an input.
#[derive(Debug)]
pub struct InputLines<R, C> {
    input: R,
    clock: C,
    rest_unread: bool,
    /// Whether the last line ended with a carriage return.
    after_return: bool,
}

impl<R: BufRead, C: Fn() -> Duration> InputLines<R, C> {
    /// The lines from the input's current position on.
    pub fn new(input: R, clock: C) -> InputLines<R, C> {
        InputLines {
            input,
            clock,
            rest_unread: false,
            after_return: false,
        }
    }

    /// The next line; `None` at the end of the input. If a line is too long, its beginning is
    /// returned at once, since its end may never come.
    pub fn next_line(&mut self) -> Result<Option<InputLine>> {
        while self.rest_unread {
            let byte = self.byte()?;
            self.rest_unread = byte.is_some_and(|byte| !is_end(byte));
            self.after_return = byte == Some(b'\r');
        }
        let mut bytes = Vec::new();
        let mut byte = self.byte()?;
        if self.after_return && byte == Some(b'\n') {
            byte = self.byte()?;
        }
        let started = (self.clock)();
        if byte.is_none() {
            return Ok(None);
        }
        while let Some(content) = byte.filter(|&byte| !is_end(byte)) {
            bytes.push(content);
            if bytes.len() > LONGEST_LINE {
                break;
            }
            byte = self.byte()?;
        }
        let line = InputLine { bytes, started };
        self.rest_unread = line.is_too_long();
        self.after_return = byte == Some(b'\r');
        Ok(Some(line))
    }

    /// The next byte; `None` at the end of the input.
    fn byte(&mut self) -> Result<Option<u8>> {
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

fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
