//! The positions remembered: exact keys, found by their hashes, and forgotten all
//! at once.
//!
//! A table of four bytes a slot, small enough for a near cache, holds a part of
//! each key's hash and the key's place in a list. The list is written from end to
//! end and read only where the hashes agree.

use crate::packed::board::Key;

/// A set of keys that empties itself when it is full.
pub struct Seen {
    /// 0, or a tag above the place, plus one, of a key.
    slots: Vec<u32>,
    keys: Vec<Key>,
    most: usize,
    /// The bits of a slot that are a place.
    places: u32,
    /// The number of bits by which a hash is shifted for a slot.
    shift: u32,
}

impl Seen {
    /// A set that forgets everything when it holds more than `most` keys before
    /// another one comes.
    pub fn new(most: usize) -> Seen {
        let place_bits = usize::BITS - (most + 2).leading_zeros();
        Seen {
            slots: vec![0; 1 << place_bits],
            keys: Vec::with_capacity(most + 1),
            most,
            places: (1 << place_bits) - 1,
            shift: u64::BITS - place_bits,
        }
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.keys.clear();
    }

    /// Whether the set holds more keys than it may when another one comes.
    #[inline(always)]
    pub fn is_over_full(&self) -> bool {
        self.keys.len() > self.most
    }

    /// Reads the slot of a hash, so that it is in the cache when a key is inserted.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) -> u32 {
        self.slots[self.home(hash)]
    }

    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        (hash >> self.shift) as usize & (self.slots.len() - 1)
    }

    /// Adds a key, given its hash; false if it is there already.
    #[inline(always)]
    pub fn insert(&mut self, key: &Key, hash: u64) -> bool {
        let tag = hash as u32 & !self.places;
        let last = self.slots.len() - 1;
        let mut index = self.home(hash);
        loop {
            let slot = self.slots[index];
            if slot == 0 {
                break;
            }
            if slot & !self.places == tag {
                let place = (slot & self.places) as usize;
                if self.keys[place - 1] == *key {
                    return false;
                }
            }
            index = (index + 1) & last;
        }
        if self.is_over_full() {
            self.clear();
            index = self.home(hash);
        }
        self.keys.push(*key);
        self.slots[index] = tag | self.keys.len() as u32;
        true
    }
}
