//! A lossy transposition table: hashes met lately.
//!
//! It keeps 31 bits of each hash, and forgets under pressure. To expand a position twice
//! costs a little time; to take one for another, about once in 2^29 cases, loses one
//! candidate of many. A beam search can afford both.

use std::mem::size_of;

/// Hashes in groups of four slots; when a group is full, a new hash takes the place of
/// another. A slot holds 0 if it is free, and an odd number if not.
#[derive(Default)]
pub struct LossyTable(Vec<u32>);

/// The slots of a group.
const GROUP: usize = 4;
/// The slots for each position of a beam. Of the hashes met at one depth, few are met again
/// more than two depths on.
const SLOTS_PER_POSITION: usize = 16;

impl LossyTable {
    /// What a position of a beam takes of memory, as the number of slots is rounded up to a
    /// power of two.
    pub const BYTES_PER_POSITION: usize = 2 * SLOTS_PER_POSITION * size_of::<u32>();

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Makes room for the hashes met with beams of a width. If the table has to grow, it
    /// forgets what was met before.
    pub fn make_room(&mut self, width: usize) {
        let slots = (width * SLOTS_PER_POSITION).next_power_of_two();
        if slots > self.0.len() {
            self.0.clear();
            self.0.resize(slots, 0);
        }
    }

    /// Whether a hash was met lately.
    pub fn has(&self, hash: u128) -> bool {
        let (group, tag) = self.slot(hash);
        let mut met = false;
        // Without a branch: which of the slots it is cannot be predicted.
        for &slot in &self.0[group..group + GROUP] {
            met |= slot == tag;
        }
        met
    }

    /// Adds a hash that was not met.
    pub fn insert(&mut self, hash: u128) {
        let (group, tag) = self.slot(hash);
        let slots = &mut self.0[group..group + GROUP];
        let free = slots.iter().position(|&slot| slot == 0);
        slots[free.unwrap_or((hash >> 96) as usize % GROUP)] = tag;
    }

    /// Where a hash's group begins, and what is kept of the hash there.
    fn slot(&self, hash: u128) -> (usize, u32) {
        let group = hash as usize & (self.0.len() - 1) & !(GROUP - 1);
        (group, (hash >> 64) as u32 | 1)
    }
}
