//! The diversity penalty of a beam, by the number of candidates with the same state.

use std::mem::size_of;

/// The number of candidates of a depth with each state of the counting relaxation. Some bits of a
/// hash choose the counter, so a few states share one.
#[derive(Default)]
pub struct DiversityPenalty(Vec<u32>);

/// The least number of counters for each position of a beam.
const COUNTERS_PER_POSITION: usize = 4;

impl DiversityPenalty {
    /// The memory for each position of a beam, whose counters are rounded up to a power of two.
    pub const BYTES_PER_POSITION: usize = 2 * COUNTERS_PER_POSITION * size_of::<u32>();

    /// Forgets all counts and allocates counters for a beam of that width.
    pub fn begin(&mut self, width: usize) {
        self.0.clear();
        self.0
            .resize((COUNTERS_PER_POSITION * width).next_power_of_two(), 0);
    }

    /// Counts a candidate with a state. Returns how many times their number has doubled.
    pub fn count(&mut self, state: u32) -> u16 {
        // The golden ratio's multiplier, as in Knuth's multiplicative hashing.
        let hash = (state.wrapping_mul(0x9e37_79b1) >> 8) as usize;
        let last = self.0.len() - 1;
        let count = &mut self.0[hash & last];
        *count += 1;
        count.ilog2() as u16
    }
}
