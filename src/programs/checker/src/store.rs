//! A set of positions that compares exact keys.
//!
//! Each new key gets the next number, so the set is also a list, in order of insertion. The
//! caller chooses what is stored beside a key (its parent's number, or nothing). The list
//! grows by blocks, since doubling it would need three times its memory for a moment; the
//! index, five bytes a key, does double.

use std::hash::BuildHasher as _;
use std::mem::size_of;

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::FxBuildHasher;

use super::key::Key;

/// The entries of a block.
const BLOCK: usize = 1 << 14;

/// Positions, numbered from 0, each with a value beside its key.
pub struct Store<T> {
    blocks: Vec<Vec<(Key, T)>>,
    index: HashTable<u32>,
}

impl<T: Copy> Store<T> {
    pub fn new() -> Store<T> {
        Store {
            blocks: Vec::new(),
            index: HashTable::new(),
        }
    }

    pub fn len(&self) -> u32 {
        self.index.len() as u32
    }

    /// A position's key and value, given its number.
    pub fn get(&self, number: u32) -> (Key, T) {
        entry(&self.blocks, number)
    }

    /// Adds a position and returns its number; `None` if it is there already.
    ///
    /// # Panics
    /// There are 2^32 − 1 positions; see [`Self::is_full`].
    pub fn insert(&mut self, key: Key, value: T) -> Option<u32> {
        let number = self.len();
        let same = |&number: &u32| entry(&self.blocks, number).0 == key;
        let hash_of = |&number: &u32| hash(entry(&self.blocks, number).0);
        match self.index.entry(hash(key), same, hash_of) {
            Entry::Occupied(_) => return None,
            Entry::Vacant(place) => place.insert(number),
        };
        assert!(number < u32::MAX, "the numbers are used up");
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        let last = self.blocks.last_mut().expect("a block was added");
        last.push((key, value));
        Some(number)
    }

    /// Whether the numbers might not suffice for the next positions.
    pub fn is_full(&self) -> bool {
        self.len() > u32::MAX - (1 << 16)
    }

    /// The bytes in use at most while some more positions are added.
    pub fn bytes(&self, more: usize) -> u64 {
        let blocks = self.blocks.len() * BLOCK * size_of::<(Key, T)>();
        let index = self.index.allocation_size();
        let grows = self.index.len() + more > self.index.capacity();
        (blocks + if grows { 3 * index } else { index }) as u64
    }
}

fn entry<T: Copy>(blocks: &[Vec<(Key, T)>], number: u32) -> (Key, T) {
    blocks[number as usize / BLOCK][number as usize % BLOCK]
}

fn hash(key: Key) -> u64 {
    FxBuildHasher.hash_one(key)
}
