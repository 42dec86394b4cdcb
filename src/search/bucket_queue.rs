//! A bucket queue: a priority queue with a bucket for each priority, a small number.
//!
//! It serves as the open list of the A\* searches, where the priority is f, and ranks a beam's
//! candidates by their estimates. Each bucket is a stack, linked through one array that all share,
//! so that a push seldom allocates. The last item pushed with the lowest priority comes first, so
//! among equals an A\* search goes deep.

use std::mem::size_of;

use crate::search::memory;
use crate::search::outcome::StopReason;

/// No entry.
const NONE: u32 = u32::MAX;

/// Items by priority.
pub struct BucketQueue<T> {
    /// The index of the last entry with each priority.
    heads: Vec<u32>,
    /// A bit for each bucket that holds an entry, 64 in a row: most are empty.
    filled: Vec<u64>,
    /// All entries ever pushed.
    entries: Vec<Entry<T>>,
    /// No row below this one holds an entry.
    lowest: usize,
}

/// An item, and the entry pushed before it with the same priority.
#[derive(Clone, Copy)]
struct Entry<T> {
    item: T,
    before: u32,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        BucketQueue {
            heads: Vec::new(),
            filled: Vec::new(),
            entries: Vec::new(),
            lowest: 0,
        }
    }
}

impl<T: Copy> BucketQueue<T> {
    /// The memory of each push.
    pub const BYTES_PER_ITEM: usize = size_of::<Entry<T>>();

    /// Forgets all items and keeps the memory.
    pub fn clear(&mut self) {
        self.heads.clear();
        self.filled.clear();
        self.entries.clear();
        self.lowest = 0;
    }

    /// The number of items for which room is reserved.
    pub fn free(&self) -> usize {
        self.entries.capacity() - self.entries.len()
    }

    /// Reserves room for `more` items.
    ///
    /// # Errors
    /// The system refuses the memory.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize) -> Result<(), StopReason> {
        memory::reserve(&mut self.entries, more)
    }

    /// Whether no item is left.
    pub fn is_empty(&self) -> bool {
        self.filled[self.lowest..].iter().all(|&row| row == 0)
    }

    /// Adds an item.
    #[inline(always)]
    pub fn push(&mut self, item: T, priority: usize) {
        let Some(head) = self.heads.get_mut(priority) else {
            return self.push_above(item, priority);
        };
        let before = *head;
        *head = self.entries.len() as u32;
        self.entries.push(Entry { item, before });
        // Done for a bucket that was filled already, too
        // (log: "buckets marked without a branch").
        self.filled[priority / 64] |= 1 << (priority % 64);
        self.lowest = self.lowest.min(priority / 64);
    }

    /// Adds an item whose priority is beyond all buckets.
    #[cold]
    fn push_above(&mut self, item: T, priority: usize) {
        while priority >= self.heads.len() {
            self.filled.push(0);
            self.heads.extend_from_slice(&[NONE; 64]);
        }
        self.push(item, priority);
    }

    /// Removes an item with the lowest priority; returns that priority and the item.
    pub fn pop(&mut self) -> Option<(usize, T)> {
        while self.lowest < self.filled.len() {
            let row = &mut self.filled[self.lowest];
            if *row != 0 {
                let priority = 64 * self.lowest + row.trailing_zeros() as usize;
                let Entry { item, before } = self.entries[self.heads[priority] as usize];
                self.heads[priority] = before;
                if before == NONE {
                    *row &= *row - 1;
                }
                return Some((priority, item));
            }
            self.lowest += 1;
        }
        None
    }
}
