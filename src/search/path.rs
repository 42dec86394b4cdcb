//! The line that leads to a step, traced back from there.

use crate::moves::{Line, Move};

/// The moves that lead from the root to a step. For each step, `back` returns the move that
/// led there and the step before it; for the root, `None`.
pub fn line_to<T>(step: T, mut back: impl FnMut(T) -> Option<(Move, T)>) -> Line {
    let mut line = Line::default();
    let mut at = step;
    while let Some((mv, before)) = back(at) {
        line.push(mv);
        at = before;
    }
    line.reverse();
    line
}
