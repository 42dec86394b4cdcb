//! What an A* search has generated, and what it will expand.

use std::mem::size_of;

use crate::moves::Move;
use crate::position::{Position, MAX_MOVES};
use crate::search::bucket_queue::BucketQueue;
use crate::search::memory;
use crate::search::outcome::StopReason;
use crate::search::transposition::{Node, NodeId, TranspositionTable};

/// The positions generated, those of them that are materialized, and those still to be expanded.
#[derive(Default)]
pub(super) struct Frontier<const N: usize> {
    pub nodes: TranspositionTable<AStarNode>,
    pub materialized: Vec<Materialized<N>>,
    pub open: BucketQueue<NodeId>,
    /// The number of expansions for which memory is reserved.
    pub reserved: usize,
}

/// A position that was generated. Few are ever expanded, so the position itself is materialized
/// only then, or where autoplay may have cards to send home.
pub(super) struct AStarNode {
    /// The halves of the position's hash, low and high: a `u128` would align the node to
    /// 16 bytes.
    hash: [u64; 2],
    /// The position, if it is materialized; else the one it was reached from.
    pub board: BoardId,
    /// The number of moves from the root.
    pub depth: u16,
    /// The last of them; `None` at the root.
    pub last: Option<Move>,
}

#[cfg(test)]
const _: () = assert!(size_of::<AStarNode>() == 24);

/// The index of a materialized position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardId(pub u32);

impl BoardId {
    /// The root, which has a type of its own and is not among them.
    pub const ROOT: BoardId = BoardId(u32::MAX);
}

/// A materialized position below the root.
#[derive(Clone, Copy)]
pub(super) struct Materialized<const N: usize> {
    pub position: Position<N>,
    pub node: NodeId,
    /// The position it was reached from.
    pub parent: BoardId,
}

impl AStarNode {
    #[inline(always)]
    pub fn new(hash: u128, board: BoardId, depth: u16, last: Option<Move>) -> AStarNode {
        AStarNode {
            hash: [hash as u64, (hash >> 64) as u64],
            board,
            depth,
            last,
        }
    }
}

impl Node for AStarNode {
    #[inline(always)]
    fn hash(&self) -> u128 {
        (self.hash[1] as u128) << 64 | self.hash[0] as u128
    }
}

impl<const N: usize> Frontier<N> {
    /// Reserves memory for one expansion, within that many bytes, and counts for how many it is
    /// enough.
    #[cold]
    pub fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        // While the positions are moved to a larger allocation, the old one, half its size, is
        // held as well.
        let held = 3 * self.materialized.len() * size_of::<Materialized<N>>();
        let left = bytes.saturating_sub(held);
        let each = BucketQueue::<NodeId>::BYTES_PER_ITEM;
        self.nodes.reserve(MAX_MOVES, left, each)?;
        // The position itself may go back to the open list.
        self.open.reserve(MAX_MOVES + 1)?;
        memory::reserve(&mut self.materialized, MAX_MOVES + 1)?;
        let free = self.materialized.capacity() - self.materialized.len();
        let pushed = self.open.free().min(free) / (MAX_MOVES + 1);
        self.reserved = pushed.min(self.nodes.free() / MAX_MOVES);
        Ok(())
    }

    /// Keeps the position of a node, which was just materialized from another.
    #[inline(always)]
    pub fn keep(&mut self, position: Position<N>, node: NodeId, parent: BoardId) -> BoardId {
        let number = BoardId(self.materialized.len() as u32);
        self.materialized.push(Materialized {
            position,
            node,
            parent,
        });
        self.nodes.get_mut(node).board = number;
        number
    }
}
