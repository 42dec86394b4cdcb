//! Lines of an input that may be slow, endless or not text at all.

use std::io::{BufRead, Read, Result};
use std::time::Duration;

use super::error::{Field, Problem};

/// The most bytes that a line may have; the longest of a turn needs fewer than
/// 400.
const LONGEST_LINE: usize = 10_000;

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
}

impl<R: BufRead, C: Fn() -> Duration> InputLines<R, C> {
    /// The lines from the input's current position on.
    pub fn new(input: R, clock: C) -> InputLines<R, C> {
        InputLines {
            input,
            clock,
            rest_unread: false,
        }
    }

    /// The next line; none at the end of the input. Of a line that is too long it
    /// returns the beginning at once, since the end may never come.
    pub fn next_line(&mut self) -> Result<Option<InputLine>> {
        if self.rest_unread {
            self.input.skip_until(b'\n')?;
        }
        let mut bytes = Vec::new();
        self.read(1, &mut bytes)?;
        let started = (self.clock)();
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes != b"\n" {
            self.read(LONGEST_LINE, &mut bytes)?;
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        let line = InputLine { bytes, started };
        self.rest_unread = line.is_too_long();
        Ok(Some(line))
    }

    /// Reads to the end of the line, but at most that many bytes.
    fn read(&mut self, most: usize, bytes: &mut Vec<u8>) -> Result<usize> {
        let mut input = self.input.by_ref().take(most as u64);
        input.read_until(b'\n', bytes)
    }
}
