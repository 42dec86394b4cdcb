//! What a proof stores of a position, of one board or of two.

use super::node_table::TableNode;
use crate::moves::Move;
use crate::position::{Position, Rules};
use crate::search::transposition::NodeId;

/// What it takes to search positions of so many boards.
pub(super) trait Provable<const N: usize>: Copy {
    /// What a node holds besides its position, so that its hash is known without the rules.
    type Key: Copy;

    /// The position that stands for all that are as good.
    fn representative(self) -> Self;

    fn key(&self, rules: &Rules<N>) -> Self::Key;

    /// A hash on which a proof may rely.
    fn hash_by(&self, key: Self::Key) -> u128;
}

impl Provable<1> for Position<1> {
    type Key = ();

    fn representative(self) -> Position<1> {
        self
    }

    fn key(&self, _: &Rules<1>) {}

    #[inline(always)]
    fn hash_by(&self, (): ()) -> u128 {
        // Of a single board this is the whole hash.
        self.unordered_hash()
    }
}

impl Provable<2> for Position<2> {
    type Key = u128;

    fn representative(self) -> Position<2> {
        self.with_cells_in_order()
    }

    fn key(&self, rules: &Rules<2>) -> u128 {
        self.hash(rules)
    }

    fn hash_by(&self, key: u128) -> u128 {
        key
    }
}

/// A position met, and the last step of the shortest way to it.
pub(super) struct ProofNode<const N: usize>
where
    Position<N>: Provable<N>,
{
    pub(super) position: Position<N>,
    pub(super) key: <Position<N> as Provable<N>>::Key,
    /// The node before it; [`NodeId::NONE`] after the root, which has no node.
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
    Position<N>: Provable<N>,
{
    fn hash(&self) -> u128 {
        self.position.hash_by(self.key)
    }

    fn depth(&self) -> u16 {
        self.depth
    }
}
