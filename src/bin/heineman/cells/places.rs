//! Different things, each at a place of its own, in the order of their discovery.

use std::hash::{BuildHasher as _, Hash};

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::FxBuildHasher;

/// The things and their places, fewer than `u32::MAX`.
pub struct Places<T> {
    all: Vec<T>,
    /// The places, by the hashes of what is there.
    places: HashTable<u32>,
}

impl<T> Default for Places<T> {
    fn default() -> Places<T> {
        Places {
            all: Vec::new(),
            places: HashTable::new(),
        }
    }
}

impl<T: Copy + Eq + Hash> Places<T> {
    /// The place of one, and whether that is new.
    pub fn place(&mut self, one: T) -> (u32, bool) {
        let place = self.all.len() as u32;
        let is_same = |&place: &u32| self.all[place as usize] == one;
        let hash_at = |&place: &u32| FxBuildHasher.hash_one(self.all[place as usize]);
        match self
            .places
            .entry(FxBuildHasher.hash_one(one), is_same, hash_at)
        {
            Entry::Occupied(known) => return (*known.get(), false),
            Entry::Vacant(vacant) => vacant.insert(place),
        };
        self.all.push(one);
        (place, true)
    }

    /// All of them.
    pub fn all(&self) -> &[T] {
        &self.all
    }
}
