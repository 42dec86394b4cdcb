//! The column's own count: depth-first, with keys whose order goes stale.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;

use crate::canonical::Canonical;
use crate::moves::Rules;
use crate::position::{Key, Move, Position};
use freecell::tools::interrupt;
use freecell::tools::memory::Bytes;

/// What one counted position costs at most: its key, and its moves while the
/// path leads through it.
const BYTES_PER_POSITION: u64 = (2 * size_of::<Key>() + 16 * size_of::<Move>()) as u64;

/// A position on the path: the move that led to it, and the moves not yet tried,
/// the next one last.
struct Step {
    led_here: Option<Move>,
    untried: Vec<Move>,
}

/// How many positions the column's backtracking search counts from a root: none
/// if it was interrupted or ran out of memory.
pub fn count(root: Position, cells: usize, memory: Bytes) -> Option<u64> {
    let rules = Rules {
        cells,
        ..Rules::default()
    };
    let mut here = Canonical::new(root);
    let mut seen: HashSet<Key, FxBuildHasher> = HashSet::default();
    let mut path = vec![step(rules, &here, None)];
    let mut count = 1;
    while let Some(last) = path.last_mut() {
        if let Some(each) = last.untried.pop() {
            here.make(each);
            if seen.insert(here.key()) {
                count += 1;
                path.push(step(rules, &here, Some(each)));
            } else {
                here.undo(each);
            }
        } else {
            path.pop()
                .and_then(|done| done.led_here)
                .into_iter()
                .for_each(|each| here.undo(each));
        }
        if interrupt::interrupted() || count * BYTES_PER_POSITION > memory.0 {
            return None;
        }
    }
    Some(count)
}

fn step(rules: Rules, here: &Canonical, led_here: Option<Move>) -> Step {
    let mut untried = Vec::new();
    if !here.position().is_won() {
        rules.moves(here.position(), &mut untried);
    }
    untried.reverse();
    Step { led_here, untried }
}
