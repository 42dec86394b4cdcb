//! The two generators behind deals that are not Microsoft's, as pysol-cards has them, whose
//! newest version `PySolFC` uses as well.
//!
//! Both shuffle a deck that is sorted by suits, from its end, and deal it from its end.

use rand_mt::Mt;

use super::card;
use crate::card::{Card, Suit};
use crate::deal;
use crate::table::Table;

/// The suits in the order of that deck.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

/// The table that Python's Mersenne Twister deals.
pub fn mersenne(seed: u128) -> Table {
    let mut twister = Twister::new(seed);
    shuffled(|left| twister.below(left))
}

/// The table that Knuth's 64-bit linear congruential generator deals.
pub fn congruential(seed: u64) -> Table {
    let mut state = seed;
    shuffled(|left| {
        state = next(state);
        below(state, left)
    })
}

/// The table that a shuffle deals. The function draws a number below the one that it is given.
fn shuffled(mut draw: impl FnMut(usize) -> usize) -> Table {
    let mut deck = sorted_deck();
    for last in (1..deck.len()).rev() {
        deck.swap(last, draw(last + 1));
    }
    deal::in_rows(deck.into_iter().rev())
}

/// The deck before the shuffle.
pub fn sorted_deck() -> Vec<Card> {
    let suit = |suit| (1..=13).map(move |rank| card(rank, suit));
    SUITS.into_iter().flat_map(suit).collect()
}

/// Python's generator, which seeds the Mersenne Twister with a number's 32-bit digits and makes a
/// fraction of two outputs.
pub struct Twister(Mt);

impl Twister {
    pub fn new(seed: u128) -> Twister {
        let digits = (0..4).map(|digit| (seed >> (32 * digit)) as u32);
        let length = (seed.max(1).ilog2() / 32 + 1) as usize;
        Twister(Mt::new_with_key(digits.take(length)))
    }

    /// A number below another.
    pub fn below(&mut self, limit: usize) -> usize {
        let (high, low) = (self.0.next_u32() >> 5, self.0.next_u32() >> 6);
        let fraction = (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0;
        (fraction * limit as f64) as usize
    }
}

/// The next state of the congruential generator.
pub const fn next(state: u64) -> u64 {
    state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1)
}

/// The number below another that a state of it draws: of its bits, those from 21 to 51 are used.
pub const fn below(state: u64, limit: usize) -> usize {
    let bits = (state >> 21) & 0x7fff_ffff;
    ((bits * limit as u64) >> 31) as usize
}
