//! Distinct values, numbered in the order of their discovery.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use rustc_hash::FxBuildHasher;

/// Distinct values, each with a number of 32 bits. Values are compared, not only their hashes; and
/// hashes are not stored, since they are computed faster than memory is read.
///
/// The numbers are in a hash table with open addressing and linear probing. Beside each stands a
/// tag, some bits of the hash, so that most values which differ are never read.
pub struct Interner<T> {
    values: Vec<T>,
    /// For each slot of the table 0 if it is free, and else the tag.
    tags: Vec<u8>,
    /// For each slot that is taken, the value's number.
    numbers: Vec<u32>,
}

/// The slots of the first table.
const LEAST_SLOTS: usize = 8;

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner {
            values: Vec::new(),
            tags: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a value. There must be fewer than 2^32.
    pub fn insert(&mut self, value: T) -> u32 {
        // At most three quarters of the slots are taken.
        if 4 * (self.values.len() + 1) > 3 * self.tags.len() {
            self.grow();
        }
        let (tag, slot) = self.find(value, |interner, number| {
            interner.values[number as usize] == value
        });
        if self.tags[slot] == 0 {
            self.tags[slot] = tag;
            self.numbers[slot] = self.values.len() as u32;
            self.values.push(value);
        }
        self.numbers[slot]
    }

    /// The value with a number that was returned before.
    pub fn get(&self, number: u32) -> T {
        self.values[number as usize]
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The bytes that it has allocated.
    pub fn memory(&self) -> usize {
        let slot = size_of::<u8>() + size_of::<u32>();
        self.values.capacity() * size_of::<T>() + self.tags.len() * slot
    }

    /// The tag of a value, and its slot or a free one for it; `is_equal` says of the number of a
    /// value with the same tag whether it is the same value.
    fn find(&self, value: T, is_equal: impl Fn(&Self, u32) -> bool) -> (u8, usize) {
        let hash = FxBuildHasher.hash_one(value) as usize;
        let tag = 0x80 | (hash >> (usize::BITS - 7)) as u8;
        let last = self.tags.len() - 1;
        let mut slot = hash & last;
        while self.tags[slot] != 0 {
            if self.tags[slot] == tag && is_equal(self, self.numbers[slot]) {
                break;
            }
            slot = (slot + 1) & last;
        }
        (tag, slot)
    }

    fn grow(&mut self) {
        let slots = (2 * self.tags.len()).max(LEAST_SLOTS);
        self.tags = vec![0; slots];
        self.numbers = vec![0; slots];
        for number in 0..self.values.len() {
            let (tag, slot) = self.find(self.values[number], |_, _| false);
            self.tags[slot] = tag;
            self.numbers[slot] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_one_number_by_which_it_is_found() {
        let mut interner = Interner::default();
        let values: Vec<u64> = (0..20_000)
            .map(|index| (index * index % 7919) << 40)
            .collect();
        let numbers: Vec<u32> = values.iter().map(|&value| interner.insert(value)).collect();
        for (&value, &number) in values.iter().zip(&numbers) {
            assert_eq!(interner.get(number), value);
            assert_eq!(interner.insert(value), number);
        }
        let distinct: std::collections::HashSet<u64> = values.into_iter().collect();
        assert_eq!(interner.len(), distinct.len());
        assert!(interner.memory() < 40 * interner.len());
    }
}
