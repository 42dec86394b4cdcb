//! From a search's last step back to its root: the line.

use crate::moves::{Line, Move};

/// The moves that lead from the root to a step; `back` says of each step which move led
/// there and from which step, and nothing of the root.
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
