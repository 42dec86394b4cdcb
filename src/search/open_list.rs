//! The open list: nodes by f, in a bucket queue.
//!
//! Each f has a stack, linked through one array that all share, so that a push seldom
//! allocates. The last node pushed with the lowest f comes first, so among equals
//! the search goes deep.

use std::mem::size_of;

use crate::search::transposition::NodeId;

/// No entry.
const NONE: u32 = u32::MAX;

/// Nodes still to be expanded.
#[derive(Default)]
pub struct OpenList {
    /// The index of the last entry with each f.
    heads: Vec<u32>,
    /// A bit for each bucket that holds an entry, 64 in a row: most are empty.
    filled: Vec<u64>,
    /// All entries ever pushed.
    entries: Vec<Entry>,
    /// No row below this one holds an entry.
    lowest: usize,
}

/// A node, and the entry pushed before it with the same f.
#[derive(Clone, Copy)]
struct Entry {
    node: NodeId,
    before: u32,
}

impl OpenList {
    /// The memory of each push.
    pub const BYTES_PER_NODE: usize = size_of::<Entry>();

    /// Forgets all nodes and keeps the memory.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.filled.clear();
        self.entries.clear();
        self.lowest = 0;
    }

    /// Whether no node is left.
    pub fn is_empty(&self) -> bool {
        self.filled[self.lowest..].iter().all(|&row| row == 0)
    }

    /// Adds a node.
    #[inline(always)]
    pub fn push(&mut self, node: NodeId, f: usize) {
        let Some(head) = self.heads.get_mut(f) else {
            return self.push_above(node, f);
        };
        let before = *head;
        *head = self.entries.len() as u32;
        self.entries.push(Entry { node, before });
        if before == NONE {
            self.filled[f / 64] |= 1 << (f % 64);
            self.lowest = self.lowest.min(f / 64);
        }
    }

    /// Adds a node whose f is beyond all buckets.
    #[cold]
    fn push_above(&mut self, node: NodeId, f: usize) {
        while f >= self.heads.len() {
            self.filled.push(0);
            self.heads.extend_from_slice(&[NONE; 64]);
        }
        self.push(node, f);
    }

    /// Removes a node with the lowest f; returns that f and the node.
    pub fn pop(&mut self) -> Option<(usize, NodeId)> {
        while self.lowest < self.filled.len() {
            let row = &mut self.filled[self.lowest];
            if *row != 0 {
                let f = 64 * self.lowest + row.trailing_zeros() as usize;
                let Entry { node, before } = self.entries[self.heads[f] as usize];
                self.heads[f] = before;
                if before == NONE {
                    *row &= *row - 1;
                }
                return Some((f, node));
            }
            self.lowest += 1;
        }
        None
    }
}
