//! The set of positions that a search has visited, by their hashes of 128 bits: one array
//! with open addressing.
//!
//! A search that visits more than the processor's caches hold spends most of its time
//! waiting for memory. So [`Visited::prefetch`] reads the slots of many hashes before any of
//! them is looked up, and their cache misses overlap.

use std::hint::black_box;
use std::mem::size_of;

use crate::search::memory;

/// The number of slots at first.
const FIRST_SLOTS: usize = 1 << 12;

/// The content of a free slot, which is no hash: one that is zero is stored as 1.
const FREE: u128 = 0;

/// A set of hashes.
pub struct Visited {
    slots: Vec<u128>,
    len: usize,
}

impl Visited {
    /// The empty set.
    pub fn new() -> Visited {
        Visited {
            slots: vec![FREE; FIRST_SLOTS],
            len: 0,
        }
    }

    /// Adds a hash, for which memory is reserved; returns whether it was not in the set.
    pub fn insert(&mut self, hash: u128) -> bool {
        let hash = hash.max(1);
        let slot = self.slot(hash);
        let is_new = self.slots[slot] == FREE;
        self.slots[slot] = hash;
        self.len += usize::from(is_new);
        is_new
    }

    /// Prefetches the slots that [`Visited::insert`] will read for some hashes.
    pub fn prefetch(&self, hashes: impl Iterator<Item = u128>) {
        let mask = self.slots.len() - 1;
        black_box(hashes.fold(0, |fold, hash| fold ^ self.slots[hash as usize & mask]));
    }

    /// Reserves memory for `more` hashes if that takes at most `bytes`, counting the old slots,
    /// which are held while the set grows; returns whether it is reserved.
    pub fn reserve(&mut self, more: usize, bytes: usize) -> bool {
        let (len, slots) = (self.len + more, self.slots.len());
        if len <= slots / 4 * 3 {
            return true;
        }
        let peak = 3 * slots * size_of::<u128>();
        if peak <= bytes && memory::is_available(2 * slots * size_of::<u128>()) {
            self.grow();
            return true;
        }
        // It cannot grow, so it may get fuller, and slower.
        len <= slots / 8 * 7
    }

    /// The bytes that the set holds.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u128>()
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![FREE; 2 * self.slots.len()];
        let before = std::mem::replace(&mut self.slots, larger);
        for hash in before.into_iter().filter(|&hash| hash != FREE) {
            let slot = self.slot(hash);
            self.slots[slot] = hash;
        }
    }

    /// The slot that holds a hash, or else the slot where it belongs.
    fn slot(&self, hash: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != FREE && self.slots[slot] != hash {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_is_new_only_once() {
        let mut visited = Visited::new();
        // Many share their first slot.
        let hash = |number: u128| (number << 60) | (number % 100);
        for number in 0..20_000 {
            assert!(visited.reserve(1, 1 << 20));
            assert!(visited.insert(hash(number)), "{number}");
        }
        visited.prefetch((0..10).map(hash));
        assert!((0..20_000).all(|number| !visited.insert(hash(number))));
        assert_eq!(visited.bytes(), 16 << 15);
    }

    #[test]
    fn a_set_that_cannot_grow_is_filled_up_to_seven_eighths() {
        let mut visited = Visited::new();
        let bytes = visited.bytes();
        let mut capacity = 0;
        while visited.reserve(1, bytes) {
            capacity += 1;
            assert!(visited.insert(capacity));
        }
        assert_eq!(capacity, FIRST_SLOTS as u128 / 8 * 7);
    }
}
