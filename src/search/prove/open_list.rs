//! The open list of a proof: the positions that are to be expanded, the lowest f first, and among
//! equals the last that was pushed, so that the search goes deep.
//!
//! A position is only in memory while it is here. Two fifths of a proof's nodes, or fewer, are open
//! at a time (log: "boards of open nodes alone"). So that the memory of positions which were
//! expanded serves others, each bucket is a stack of chunks, which all buckets share.

use std::mem::{replace, size_of};

use crate::search::memory;
use crate::search::outcome::StopReason;

/// Items by f.
pub(super) struct OpenList<T> {
    buckets: Vec<Bucket<T>>,
    /// No bucket below this one holds an item.
    lowest: usize,
    /// Empty chunks.
    spare: Vec<Vec<T>>,
    /// The number of chunks with memory, spare ones included.
    chunks: usize,
}

/// The items of one f.
struct Bucket<T> {
    /// The last items pushed.
    top: Vec<T>,
    /// Those before, in chunks that are full.
    full: Vec<Vec<T>>,
}

/// The number of items in a chunk: a page of memory, so that there is little to lose in one that is
/// half empty, and seldom a new one.
const CHUNK: usize = 64;

/// More chunks than the successors of a position need. If all went into different buckets that are
/// full, they would need more; then a push allocates some.
const READY: usize = 8;

impl<T> Default for OpenList<T> {
    fn default() -> Self {
        OpenList {
            buckets: Vec::new(),
            lowest: 0,
            spare: Vec::new(),
            chunks: 0,
        }
    }
}

impl<T> OpenList<T> {
    /// The bytes that the list takes.
    pub(super) fn bytes(&self) -> usize {
        self.chunks * CHUNK * size_of::<T>()
    }

    /// The number of items of an f.
    pub(super) fn len(&self, f: usize) -> usize {
        let bucket = self.buckets.get(f);
        bucket.map_or(0, |bucket| CHUNK * bucket.full.len() + bucket.top.len())
    }

    /// Forgets all items and keeps the memory.
    pub(super) fn clear(&mut self) {
        for bucket in self.buckets.drain(..) {
            let chunks = bucket.full.into_iter().chain([bucket.top]);
            let emptied = chunks
                .filter(|chunk| chunk.capacity() > 0)
                .map(|mut chunk| {
                    chunk.clear();
                    chunk
                });
            self.spare.extend(emptied);
        }
        self.lowest = 0;
    }

    /// Reserves memory for a position's successors, if the list takes at most `bytes` in all.
    ///
    /// # Errors
    /// [`StopReason::Bytes`] when it takes more.
    #[inline(always)]
    pub(super) fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        if self.spare.len() >= READY {
            return Ok(());
        }
        self.grow(bytes)
    }

    #[cold]
    fn grow(&mut self, bytes: usize) -> Result<(), StopReason> {
        let more = READY + self.chunks / 32;
        let more_bytes = more * CHUNK * size_of::<T>();
        if self.bytes() + more_bytes > bytes || !memory::is_available(more_bytes) {
            return Err(StopReason::Bytes);
        }
        self.spare
            .extend((0..more).map(|_| Vec::with_capacity(CHUNK)));
        self.chunks += more;
        Ok(())
    }

    /// Adds an item.
    #[inline(always)]
    pub(super) fn push(&mut self, item: T, f: usize) {
        match self.buckets.get_mut(f) {
            Some(bucket) if bucket.top.len() < bucket.top.capacity() => bucket.top.push(item),
            _ => self.push_into_new_chunk(item, f),
        }
        self.lowest = self.lowest.min(f);
    }

    #[cold]
    fn push_into_new_chunk(&mut self, item: T, f: usize) {
        while f >= self.buckets.len() {
            self.buckets.push(Bucket {
                top: Vec::new(),
                full: Vec::new(),
            });
        }
        let mut chunk = self.spare.pop().unwrap_or_else(|| {
            self.chunks += 1;
            Vec::with_capacity(CHUNK)
        });
        chunk.push(item);
        let bucket = &mut self.buckets[f];
        let before = replace(&mut bucket.top, chunk);
        if !before.is_empty() {
            bucket.full.push(before);
        }
    }

    /// Removes an item with the lowest f; returns that f and the item.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(usize, T)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(item) = bucket.top.pop() {
                return Some((self.lowest, item));
            }
            let emptied = replace(&mut bucket.top, bucket.full.pop().unwrap_or_default());
            if emptied.capacity() > 0 {
                self.spare.push(emptied);
            }
            if bucket.top.is_empty() {
                self.lowest += 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The list against a map of stacks, in two searches one after the other.
        #[test]
        fn the_last_item_of_the_lowest_f_comes_first(
            steps in prop::collection::vec(prop::option::weighted(0.6, 0..5_usize), 1..2000),
        ) {
            let mut open = OpenList::default();
            for _ in 0..2 {
                open.clear();
                let mut stacks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for (number, step) in steps.iter().enumerate() {
                    prop_assert!(open.reserve(usize::MAX).is_ok());
                    if let &Some(f) = step {
                        open.push(number, f);
                        stacks.entry(f).or_default().push(number);
                    } else {
                        let lowest = stacks.iter_mut().find(|(_, stack)| !stack.is_empty());
                        let expected = lowest.map(|(&f, stack)| (f, stack.pop().unwrap()));
                        prop_assert_eq!(open.pop(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn the_memory_of_items_that_were_popped_serves_others() {
        let mut open = OpenList::default();
        for round in 0..1000 {
            for number in 0..1000 {
                open.reserve(usize::MAX).unwrap();
                open.push(number, round % 7);
            }
            while open.pop().is_some() {}
        }
        let most = (1000 + 10 * CHUNK * READY) * size_of::<i32>();
        assert!(open.bytes() <= most, "{} bytes", open.bytes());
    }

    #[test]
    fn the_memory_limit_is_not_exceeded() {
        let mut open = OpenList::default();
        let limit = 1 << 20;
        while open.reserve(limit).is_ok() {
            open.push(0_u64, 3);
        }
        assert!(open.bytes() <= limit && open.bytes() > limit / 10 * 9);
    }
}
