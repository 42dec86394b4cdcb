//! How loose cards lie ([`super::fixed`]), in either game.

use crate::packed::ways::{LOW_BITS, PARENTS, WORDS};

/// On which of the two cards that it fits on each loose card lies: the cards that
/// lie on the first, and those that lie on the second, a bit each. The others lie on
/// none; what is in a cell is marked as lying on both where cells are told apart from
/// bottoms.
pub type Lie = (u64, u64);

/// How the loose cards lie, from how all cards do; those in cells on both.
pub fn lies(ways: &[u64; WORDS], loose: u64) -> Lie {
    let (mut first, mut second, mut in_cells) = (0, 0, 0);
    for (word, ways) in ways.iter().enumerate() {
        let [low, mid, high] = [0, 1, 2].map(|bit| ways >> bit & LOW_BITS);
        first |= (low & !mid & !high) << word;
        second |= (mid & !low & !high) << word;
        in_cells |= (high & !low & !mid) << word;
    }
    ((first | in_cells) & loose, (second | in_cells) & loose)
}

/// The two cards that a card fits on, a bit each.
pub fn fits_on(card: u64) -> (u64, u64) {
    let [_, first, second, ..] = PARENTS[card.trailing_zeros() as usize & 63];
    (1 << first, 1 << second)
}

/// The cards that others lie on.
pub fn covered(lie: Lie) -> u64 {
    const BLACK: u64 = 0x99_9999_9999_9999;
    const CLUBS: u64 = 0x11_1111_1111_1111;
    let (first, second) = (lie.0 & !lie.1, lie.1 & !lie.0);
    // Red cards lie on clubs or spades, black ones on diamonds or hearts, of the
    // next rank.
    let on = |cards: u64, red: u64, black: u64| {
        let of_rank = |cards: u64| (cards | cards >> 1 | cards >> 2 | cards >> 3) & CLUBS;
        (of_rank(cards & !BLACK) * red) | (of_rank(cards & BLACK) * black)
    };
    (on(first, 1, 2) | on(second, 8, 4)) << 4
}
