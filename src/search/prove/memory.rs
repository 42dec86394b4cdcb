//! What a proving search keeps.

use super::final_layer::Recent;
use super::node_table::{NodeTable, Probe};
use super::open_list::OpenList;
use crate::moves::{Line, Move};
use crate::position::{Position, MAX_MOVES};
use crate::search::budget::Budget;
use crate::search::outcome::StopReason;
use crate::search::path::line_to;
use crate::search::transposition::NodeId;

/// The nodes of the positions generated below the root, the open list, and what was found lately in
/// the final layer.
#[derive(Default)]
pub(super) struct Memory<const N: usize> {
    pub(super) nodes: NodeTable<Step>,
    pub(super) open: OpenList<OpenNode<N>>,
    pub(super) recent: Recent,
}

/// The last step of the shortest path to a position that was generated.
pub(super) struct Step {
    /// The parent's node; [`NodeId::NONE`] after the root, which has no node.
    pub(super) parent: NodeId,
    /// The number of moves from the root, at least 1.
    pub(super) depth: u16,
    /// The last of them.
    pub(super) mv: Move,
}

/// A position that is to be expanded. If its path has got shorter since, it is on the list twice,
/// and only the one of the shorter path counts.
#[derive(Clone, Copy)]
pub(super) struct OpenNode<const N: usize> {
    pub(super) position: Position<N>,
    pub(super) id: NodeId,
    /// The number of moves from the root on its path.
    pub(super) depth: u16,
}

#[cfg(test)]
const _: () = assert!(std::mem::size_of::<Step>() == 8);
#[cfg(test)]
const _: () = assert!(std::mem::size_of::<OpenNode<1>>() == 64);

impl<const N: usize> Memory<N> {
    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.nodes.begin();
        self.open.clear();
        self.recent.clear();
    }

    /// The bytes that nodes and open list take.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.open.bytes()
    }

    /// Has the budget account for one more position, and reserves memory for all its successors at
    /// once, so that the table does not grow while they are inserted.
    pub(super) fn afford_node(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        budget.spend()?;
        let Memory { nodes, open, .. } = self;
        nodes.reserve(MAX_MOVES, budget.bytes.saturating_sub(open.bytes()))?;
        open.reserve(budget.bytes.saturating_sub(nodes.bytes()))
    }

    /// Stores the node of a position that is new or was known by longer paths only, and opens it.
    #[inline(always)]
    pub(super) fn insert(&mut self, probe: Probe, position: &Position<N>, f: usize, step: Step) {
        let depth = step.depth;
        let id = match probe {
            Probe::Miss(entry) => self.nodes.insert(entry, step),
            // Reopened: its successors get shorter paths as well, once it is expanded again.
            Probe::Better(entry) => self.nodes.replace(entry, step),
        };
        let position = *position;
        let node = OpenNode {
            position,
            id,
            depth,
        };
        self.open.push(node, f);
    }

    /// The moves from the root to a node.
    pub(super) fn line(&self, id: NodeId) -> Line {
        line_to(id, |id| {
            let step = (id != NodeId::NONE).then(|| self.nodes.get(id))?;
            Some((step.mv, step.parent))
        })
    }
}
