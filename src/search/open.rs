//! The open list: numbers of nodes by f, in buckets.
//!
//! Each f has a stack of its own, linked through one array that runs beside the
//! arena. The last node pushed with the lowest f comes first, so among equals
//! the search goes deep.

/// No node.
const NONE: u32 = u32::MAX;

/// Nodes still to be expanded.
#[derive(Default)]
pub struct Open {
    /// The last node pushed, for each f.
    heads: Vec<u32>,
    /// The node pushed before, for each node.
    before: Vec<u32>,
    /// No bucket below this one holds a node.
    lowest: usize,
    /// How many nodes there are.
    len: usize,
}

impl Open {
    /// Forgets all nodes and keeps the memory.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.before.clear();
        self.lowest = 0;
        self.len = 0;
    }

    /// Whether no node is left.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a node; numbers come in ascending order, one by one from 0.
    #[inline(always)]
    pub fn push(&mut self, number: u32, f: usize) {
        if f >= self.heads.len() {
            self.heads.resize(f + 1, NONE);
        }
        self.before.push(self.heads[f]);
        self.heads[f] = number;
        self.len += 1;
        if f < self.lowest {
            self.lowest = f;
        }
    }

    /// Takes a node with the lowest f.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<u32> {
        while self.lowest < self.heads.len() {
            let number = self.heads[self.lowest];
            if number != NONE {
                self.heads[self.lowest] = self.before[number as usize];
                self.len -= 1;
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }
}
