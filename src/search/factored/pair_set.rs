//! Sets of pairs of numbers, and of positions as pairs of factor states.

use std::mem::size_of;

use rustc_hash::FxHashMap;

use super::interner::Interner;
use super::placement::COLOR_PARITIES;
use super::state::Parents;

/// A set of pairs of numbers. Most of what one factor can do is possible whatever the other one
/// does, so a set of pairs of factor states is nearly a product. Hence a word of bits stands for
/// the pairs that have the same first number and second numbers close to one another.
#[derive(Default)]
pub struct PairSet {
    /// The pairs, by their first number and all but the lowest six bits of the
    /// second.
    words: FxHashMap<[u32; 2], u64>,
    len: u64,
}

impl PairSet {
    /// Adds a pair; returns false if it was there already.
    pub fn insert(&mut self, [first, second]: [u32; 2]) -> bool {
        let word = self.words.entry([first, second / u64::BITS]).or_default();
        let bit = 1 << (second % u64::BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        self.len += u64::from(is_new);
        is_new
    }

    /// The number of pairs.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The pairs, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.words.iter().flat_map(|(&[first, second], &word)| {
            let bits = (0..u64::BITS).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| [first, second * u64::BITS + bit])
        })
    }

    /// The bytes that it has allocated: a map of the standard library has a power of two of slots,
    /// of which seven eighths may be taken, and a byte beside each.
    pub fn memory(&self) -> usize {
        let slots = match self.words.capacity() {
            0 => 0,
            capacity => (capacity * 8).div_ceil(7).next_power_of_two(),
        };
        slots * (size_of::<([u32; 2], u64)>() + 1)
    }
}

/// A set of positions of one abstract state.
#[derive(Default)]
pub struct ParentsSet {
    /// The parents of the cards of each colour-parity class, over all positions.
    factors: [Interner<Parents>; 2],
    pairs: PairSet,
}

impl ParentsSet {
    /// Adds a position.
    pub fn insert(&mut self, parents: Parents) {
        let [one, other] = COLOR_PARITIES.map(|class| parents.among(class));
        let pair = [self.factors[0].insert(one), self.factors[1].insert(other)];
        self.pairs.insert(pair);
    }

    /// The positions, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Parents> + '_ {
        let [one, other] = &self.factors;
        self.pairs
            .iter()
            .map(|pair| one.get(pair[0]).or(other.get(pair[1])))
    }

    /// The bytes that it has allocated.
    pub fn memory(&self) -> usize {
        let [one, other] = &self.factors;
        one.memory() + other.memory() + self.pairs.memory()
    }
}
