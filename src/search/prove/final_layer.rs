//! The final f-layer, searched depth first.
//!
//! In the layer in which f is one below the length of the line known, hardly any position has a
//! move to waste. Few moves of such a position lower h, and after most of these none does: all that
//! can be reached from it in this layer is seldom more than a few positions. So none of them is
//! stored. Whenever a position has been expanded, those of its successors that are in this layer
//! are searched to the end at once, and a small table remembers which were searched lately, so that
//! few are searched twice (log: "final layer depth first").
//!
//! A\* for the upper part of a search and a depth-first search below it: Bu and Korf (*A\*+IDA\*: A
//! Simple Hybrid Search Algorithm*, 2019), where memory decides how deep the upper part goes.

use super::segment::{Slot, FREE};
use crate::moves::{Line, Move};
use crate::position::Position;
use crate::search::transposition::NodeId;

/// A position of the final layer that is to be expanded.
pub(super) struct Found<const N: usize> {
    pub(super) position: Position<N>,
    /// The number of moves from the root on its path.
    pub(super) depth: u16,
    /// The last of them.
    pub(super) mv: Move,
}

/// The path to the position that is being expanded, and what was found below its last stored node.
pub(super) struct FinalLayer<const N: usize> {
    /// The last node on the path; [`NodeId::NONE`] at the root.
    node: NodeId,
    /// The number of moves to that node.
    depth: u16,
    /// The moves after it.
    moves: Vec<Move>,
    /// What is to be expanded, the last found first.
    found: Vec<Found<N>>,
}

impl<const N: usize> FinalLayer<N> {
    /// The root is being expanded.
    pub(super) fn new() -> FinalLayer<N> {
        FinalLayer {
            node: NodeId::NONE,
            depth: 0,
            moves: Vec::new(),
            found: Vec::new(),
        }
    }

    /// A node is being expanded, and nothing is left below the one before.
    pub(super) fn begin(&mut self, node: NodeId, depth: u16) {
        self.node = node;
        self.depth = depth;
        self.moves.clear();
    }

    /// The last node on the path.
    pub(super) fn node(&self) -> NodeId {
        self.node
    }

    /// Adds the moves after that node to a line.
    pub(super) fn complete(&self, line: &mut Line) {
        line.extend(self.moves.iter().copied());
    }

    /// Adds a successor of the position that is being expanded.
    pub(super) fn push(&mut self, found: Found<N>) {
        self.found.push(found);
    }

    /// Whether nothing is left to be expanded.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Takes the last position found, which is expanded next.
    pub(super) fn pop(&mut self) -> Option<Found<N>> {
        let found = self.found.pop()?;
        // All that was found after its siblings has been expanded, so the path to their parent is
        // still there.
        self.moves.truncate((found.depth - self.depth - 1) as usize);
        self.moves.push(found.mv);
        Some(found)
    }

    /// Drops all that was found: its f is no longer below the length of the line known.
    pub(super) fn clear(&mut self) {
        self.found.clear();
    }
}

/// The positions of the final layer that were found lately, with their depths.
#[derive(Default)]
pub(super) struct Recent(Vec<Slot>);

/// The slots: 2 MiB, about what the cache of a processor's core holds. Eight times as many save 3 %
/// of the positions, and no time (log: "final layer depth first").
const SLOTS: usize = 1 << 17;
/// The slots in which a position may be, one line of the cache.
const GROUP: usize = 4;

impl Recent {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(SLOTS, FREE);
    }

    /// Whether a position was found lately by a path that is no longer. As in a proof's
    /// [table of nodes](super::node_table), 80 bits of the hashes are compared.
    #[inline(always)]
    pub(super) fn contains(&self, hash: u128, depth: u16) -> bool {
        let slot = Slot::new(hash, depth);
        let group = group(hash);
        self.0[group..group + GROUP]
            .iter()
            .any(|known| known.is_of_same_position(slot) && known.depth() <= depth)
    }

    /// Adds a position that is not contained, in place of another where its group is full.
    #[inline(always)]
    pub(super) fn insert(&mut self, hash: u128, depth: u16) {
        let group = group(hash);
        let slots = &mut self.0[group..group + GROUP];
        let free = slots.iter().position(|slot| slot.is_free());
        slots[free.unwrap_or(hash as usize % GROUP)] = Slot::new(hash, depth).with_number(0);
    }
}

/// The first slot of a position's group.
#[inline(always)]
fn group(hash: u128) -> usize {
    (hash >> 64) as usize % (SLOTS / GROUP) * GROUP
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What is contained was inserted, with no longer a path; and what was inserted last is.
        #[test]
        fn what_is_contained_was_inserted(
            steps in prop::collection::vec((0..3_u128, 0..3_u128, 0..50_u16), 1..500),
        ) {
            let mut recent = Recent::default();
            for _ in 0..2 {
                recent.clear();
                let mut shortest = BTreeMap::new();
                for &(upper, lower, depth) in &steps {
                    // Groups overflow, and hashes differ in one of the parts that are compared.
                    let hash = upper << 126 | lower << 62;
                    let known = shortest.get(&hash).is_some_and(|&shortest| shortest <= depth);
                    if recent.contains(hash, depth) {
                        prop_assert!(known);
                        continue;
                    }
                    recent.insert(hash, depth);
                    prop_assert!(recent.contains(hash, depth));
                    let shortest = shortest.entry(hash).or_insert(depth);
                    *shortest = depth.min(*shortest);
                }
            }
        }
    }
}
