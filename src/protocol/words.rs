//! The words that a turn offers, from its lines 13 and 14.

use super::draft::read_number;
use super::error::{Field, Problem};
use crate::word::Line;

/// Line 13: how many words line 14 has.
pub fn count(text: &str) -> Result<usize, Problem> {
    read_number(text.trim_ascii()).ok_or_else(|| Field::WordCount.quoting(text))
}

/// Line 14: that many words.
pub fn read(text: &str, announced: usize) -> Result<Line, Problem> {
    let mut line = Line::default();
    for word in text.split_ascii_whitespace() {
        let word = word.parse().map_err(|_| Field::Word.quoting(word))?;
        line.0.push(word);
    }
    Field::WordsOffered.check_count(line.0.len(), "word", announced)?;
    Ok(line)
}
