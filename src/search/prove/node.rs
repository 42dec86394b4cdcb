//! The nodes of a proof: positions of one board or of two.

use super::node_table::TableNode;
use crate::moves::Move;
use crate::position::{Position, Rules};
use crate::search::transposition::NodeId;

/// A position that a proof can search, by its number of boards.
pub(super) trait ProofPosition<const N: usize>: Copy {
    /// The data that a node must hold so that its hash can be computed without the rules.
    type Key: Copy;

    /// The canonical form of all positions that are equivalent to this one.
    fn canonical(self) -> Self;

    /// The data from which [`ProofPosition::keyed_hash`] computes the hash.
    fn key(&self, rules: &Rules<N>) -> Self::Key;

    /// The hash, on which the proof relies, given the position's key.
    fn keyed_hash(&self, key: Self::Key) -> u128;
}

impl ProofPosition<1> for Position<1> {
    type Key = ();

    fn canonical(self) -> Position<1> {
        self
    }

    fn key(&self, _: &Rules<1>) {}

    #[inline(always)]
    fn keyed_hash(&self, (): ()) -> u128 {
        // For a single board this is the whole hash.
        self.unordered_hash()
    }
}

impl ProofPosition<2> for Position<2> {
    type Key = u128;

    fn canonical(self) -> Position<2> {
        self.with_cells_in_order()
    }

    fn key(&self, rules: &Rules<2>) -> u128 {
        self.hash(rules)
    }

    fn keyed_hash(&self, key: u128) -> u128 {
        key
    }
}

/// A position that was generated, and the last step of the shortest path to it.
pub(super) struct ProofNode<const N: usize>
where
    Position<N>: ProofPosition<N>,
{
    pub(super) position: Position<N>,
    pub(super) key: <Position<N> as ProofPosition<N>>::Key,
    /// The parent's node; [`NodeId::NONE`] after the root, which has no node.
    pub(super) parent: NodeId,
    /// The number of moves from the root, at least 1.
    pub(super) depth: u16,
    /// The last of them.
    pub(super) mv: Move,
    /// Whether it is to be expanded, or to be expanded again.
    pub(super) is_open: bool,
}

#[cfg(test)]
const _: () = assert!(std::mem::size_of::<ProofNode<1>>() == 64);

impl<const N: usize> TableNode for ProofNode<N>
where
    Position<N>: ProofPosition<N>,
{
    fn hash(&self) -> u128 {
        self.position.keyed_hash(self.key)
    }

    fn depth(&self) -> u16 {
        self.depth
    }
}
