//! The moves that a turn lists as legal, in its lines 13 and 14.

use super::error::{Field, FieldError};
use super::partial_table::read_number;
use crate::moves::MoveList;

/// Reads line 13: the number of moves in line 14.
pub fn count(text: &str) -> Result<usize, FieldError> {
    read_number(text.trim_ascii()).ok_or_else(|| Field::MoveCount.quoting(text))
}

/// Reads line 14: as many moves as line 13 announced. A move that is listed twice counts twice, but
/// is kept once. A word in another notation counts as well; only that word is lost.
pub fn read(text: &str, announced: usize) -> Result<MoveList, FieldError> {
    let mut moves = MoveList::new();
    let mut count = 0;
    for token in text.split_ascii_whitespace() {
        count += 1;
        moves.extend(token.parse().ok().filter(|mv| !moves.contains(mv)));
    }
    Field::MovesOffered.check_count(count, "move", announced)?;
    Ok(moves)
}
