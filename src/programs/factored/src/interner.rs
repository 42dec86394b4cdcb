//! Distinct values, numbered in the order of their discovery.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::FxBuildHasher;

/// Distinct values, each with a number of 32 bits. Values are compared, not only their hashes; and
/// hashes are not stored, since they are computed faster than memory is read.
pub struct Interner<T> {
    values: Vec<T>,
    numbers: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner {
            values: Vec::new(),
            numbers: HashTable::new(),
        }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// The number of a value. There must be fewer than 2^32.
    pub fn insert(&mut self, value: T) -> u32 {
        let hash = |value: &T| FxBuildHasher.hash_one(value);
        let values = &mut self.values;
        let found = self.numbers.entry(
            hash(&value),
            |&number| values[number as usize] == value,
            |&number| hash(&values[number as usize]),
        );
        match found {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(free) => {
                let number = values.len() as u32;
                free.insert(number);
                values.push(value);
                number
            }
        }
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
        self.values.capacity() * size_of::<T>() + self.numbers.allocation_size()
    }
}
