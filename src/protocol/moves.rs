//! The moves that a turn lists as legal, in its lines 13 and 14.

use super::draft::read_number;
use super::error::{Field, Problem};
use crate::moves::Line;

/// Reads line 13: how many moves line 14 has.
pub fn count(text: &str) -> Result<usize, Problem> {
    read_number(text.trim_ascii()).ok_or_else(|| Field::MoveCount.quoting(text))
}

/// Reads line 14: as many moves as line 13 announced.
pub fn read(text: &str, announced: usize) -> Result<Line, Problem> {
    let mut line = Line::default();
    for token in text.split_ascii_whitespace() {
        let mv = token.parse().map_err(|_| Field::Move.quoting(token))?;
        line.push(mv);
    }
    Field::MovesOffered.check_count(line.len(), "move", announced)?;
    Ok(line)
}
