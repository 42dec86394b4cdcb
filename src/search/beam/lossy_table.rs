//! A lossy transposition table of recent hashes.
//!
//! It keeps 31 bits of each hash, and forgets hashes when it is full. Expanding a position
//! twice costs a little time; mistaking one for another, about once in 2^29 lookups, loses one
//! candidate of many. A beam search can afford both.

use std::mem::size_of;

/// Hashes in groups of four slots; when a group is full, a new hash takes the place of
/// another. A slot holds 0 if it is free, and an odd number if not.
#[derive(Default)]
pub struct LossyTable(Vec<u32>);

/// The slots of a group.
const GROUP: usize = 4;
/// The slots for each position of a beam. Of the positions generated at one depth, few are
/// generated again more than two depths on.
const SLOTS_PER_POSITION: usize = 16;

impl LossyTable {
    /// The memory for each position of a beam, whose slots are rounded up to a power of two.
    pub const BYTES_PER_POSITION: usize = 2 * SLOTS_PER_POSITION * size_of::<u32>();

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Allocates slots for beams of a width. If the table has to grow, it forgets everything.
    pub fn reserve(&mut self, width: usize) {
        let slots = (width * SLOTS_PER_POSITION).next_power_of_two();
        if slots > self.0.len() {
            self.0.clear();
            self.0.resize(slots, 0);
        }
    }

    /// Whether a hash was inserted recently.
    pub fn contains(&self, hash: u128) -> bool {
        let (group, tag) = self.group_and_tag(hash);
        let mut found = false;
        // Without a branch: which slot holds the hash cannot be predicted.
        for &slot in &self.0[group..group + GROUP] {
            found |= slot == tag;
        }
        found
    }

    /// Adds a hash that is not contained.
    pub fn insert(&mut self, hash: u128) {
        let (group, tag) = self.group_and_tag(hash);
        let slots = &mut self.0[group..group + GROUP];
        let free = slots.iter().position(|&slot| slot == 0);
        slots[free.unwrap_or((hash >> 96) as usize % GROUP)] = tag;
    }

    /// The first slot of a hash's group, and the part of the hash that is stored there.
    fn group_and_tag(&self, hash: u128) -> (usize, u32) {
        let group = hash as usize & (self.0.len() - 1) & !(GROUP - 1);
        (group, (hash >> 64) as u32 | 1)
    }
}
