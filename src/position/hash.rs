//! The hashes of joint positions, made of the Zobrist hashes of their boards.

use std::array;

use super::{Position, Rules};
use crate::board::CascadeIndex;

impl<const N: usize, const ROOT: bool> Position<N, ROOT> {
    /// The hash of a position of one board or two. It is equal for positions that differ only in
    /// the order of their cascades (the same on both boards) or, of a single board, of the
    /// cells. Proofs may rely on it.
    pub fn hash(&self, rules: &Rules<N>) -> u128 {
        let mut hash = self.unordered_hash();
        for (index, board) in self.boards.iter().enumerate() {
            // Where boards differ, or will, the lowest free cell may have another letter
            // on each of them; so the order of cells counts.
            if N > 1 {
                let cells = board.cells.map(|card| card.index() as u8);
                hash = hash.wrapping_add(mix(u32::from_le_bytes(cells), index as u32));
            }
            // Two boards may hold the same cascades in another order. The cascades can be
            // matched by their bases; where these agree, the boards' hashes say it all.
            for cascade in CascadeIndex::all() {
                let packed = board.cascades[cascade.get()];
                if index > 0 && packed != self.boards[0].cascades[cascade.get()] {
                    let [one, other] =
                        [&self.boards[0], board].map(|board| board.base(&rules.root, cascade));
                    if one != other {
                        hash = hash.wrapping_add(mix(one.index() as u32, other.index() as u32 + 1));
                    }
                }
            }
        }
        hash
    }

    /// A hash that ignores how the order of cells and cascades on one board relates to that on
    /// another, which seldom matters. On a single board it is the same as [`Position::hash`];
    /// on several, no proof may rely on it.
    pub fn unordered_hash(&self) -> u128 {
        join(self.hashes())
    }

    /// The hashes of the boards.
    pub fn hashes(&self) -> [u128; N] {
        array::from_fn(|index| self.boards[index].hash())
    }
}

/// One hash made of those of several boards.
#[inline(always)]
pub(super) fn join<const N: usize>(hashes: [u128; N]) -> u128 {
    let mut joined = hashes[0];
    for hash in &hashes[1..] {
        joined = joined.rotate_left(41) ^ hash;
    }
    joined
}

/// A hash of two numbers: different for different ones.
pub(crate) fn mix(one: u32, other: u32) -> u128 {
    let both = (one as u128) << 32 | other as u128 | 1 << 64;
    // Each step can be undone. Two odd multipliers with well mixed bits: that of PCG
    // (O'Neill, 2014), and the golden ratio's.
    let mixed = both.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
    (mixed ^ mixed >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}
