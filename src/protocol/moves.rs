//! The moves that a turn offers, from its lines 13 and 14.

use super::draft::read_number;
use super::error::{Field, Problem};
use crate::moves::Line;

/// Line 13: how many moves line 14 has.
pub fn count(text: &str) -> Result<usize, Problem> {
    read_number(text.trim_ascii()).ok_or_else(|| Field::MoveCount.quoting(text))
}

/// Line 14: that many moves.
pub fn read(text: &str, announced: usize) -> Result<Line, Problem> {
    let mut line = Line::default();
    for mv in text.split_ascii_whitespace() {
        let mv = mv.parse().map_err(|_| Field::Move.quoting(mv))?;
        line.push(mv);
    }
    Field::MovesOffered.check_count(line.len(), "move", announced)?;
    Ok(line)
}
