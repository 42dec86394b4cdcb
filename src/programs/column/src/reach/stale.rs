//! The column's own count: depth-first, with keys whose order gets out of date.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use crate::packed::board::{Board, Key, Undo};
use crate::packed::change::Change;
use crate::packed::moves::Rules;
use shared::interrupt;
use shared::memory::Bytes;

/// The memory that a counted position takes at most: its key, and its moves while the path leads
/// through it.
const BYTES_PER_POSITION: u64 = (2 * size_of::<Key>() + 16 * size_of::<Change>()) as u64;

/// A position on the path: the move that led to it, and the moves not yet tried,
/// the next one last.
struct Step {
    led_here: Option<(Change, Undo)>,
    untried: Vec<Change>,
}

/// The number of positions that the column's backtracking search counts from a deal, given a board
/// whose order of cascades counts in its keys; `None` if it was interrupted or ran out of memory.
pub fn count(mut board: Board, cells: usize, memory: Bytes) -> Option<u64> {
    let rules = Rules {
        cells,
        ..Rules::default()
    };
    let step = |board: &Board, led_here| {
        let mut untried = rules.list(board);
        untried.reverse();
        Step { led_here, untried }
    };
    let mut seen: HashSet<Key, FxBuildHasher> = HashSet::default();
    let mut path = vec![step(&board, None)];
    let mut count = 1;
    while let Some(last) = path.last_mut() {
        if let Some(each) = last.untried.pop() {
            let undo = board.play(each);
            if !seen.insert(board.key().0) {
                board.take_back(each, undo);
            } else if board.is_won() {
                count += 1;
                board.take_back(each, undo);
            } else {
                count += 1;
                path.push(step(&board, Some((each, undo))));
            }
        } else if let Some((each, undo)) = path.pop().and_then(|done| done.led_here) {
            board.take_back(each, undo);
        }
        if interrupt::interrupted() || count * BYTES_PER_POSITION > memory.0 {
            return None;
        }
    }
    Some(count)
}
