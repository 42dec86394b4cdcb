//! The open list: numbers of nodes by f, in buckets.
//!
//! Each f has a stack of its own, linked through one array that runs beside the
//! arena. The last node pushed with the lowest f comes first, so among equals
//! the search goes deep.

/// No node.
const NONE: u32 = u32::MAX;

/// Nodes still to be expanded.
#[derive(Default)]
pub struct OpenList {
    /// The last node pushed, for each f.
    heads: Vec<u32>,
    /// Which buckets hold a node, 64 in a row: most are empty.
    filled: Vec<u64>,
    /// The node pushed before, for each node.
    before: Vec<u32>,
    /// No row below this one holds a node.
    lowest: usize,
}

impl OpenList {
    /// Forgets all nodes and keeps the memory.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.filled.clear();
        self.before.clear();
        self.lowest = 0;
    }

    /// Whether no node is left.
    pub fn is_empty(&self) -> bool {
        self.filled[self.lowest..].iter().all(|&row| row == 0)
    }

    /// Adds a node; numbers come in ascending order, one by one from 0.
    #[inline(always)]
    pub fn push(&mut self, number: u32, f: usize) {
        if f >= self.heads.len() {
            let rows = f / 64 + 1;
            self.filled.resize(rows, 0);
            self.heads.resize(64 * rows, NONE);
        }
        self.before.push(self.heads[f]);
        self.heads[f] = number;
        self.filled[f / 64] |= 1 << (f % 64);
        self.lowest = self.lowest.min(f / 64);
    }

    /// Takes a node with the lowest f.
    pub fn pop(&mut self) -> Option<u32> {
        while self.lowest < self.filled.len() {
            let row = &mut self.filled[self.lowest];
            if *row != 0 {
                let f = 64 * self.lowest + row.trailing_zeros() as usize;
                let number = self.heads[f];
                self.heads[f] = self.before[number as usize];
                if self.heads[f] == NONE {
                    *row &= *row - 1;
                }
                return Some(number);
            }
            self.lowest += 1;
        }
        None
    }
}
