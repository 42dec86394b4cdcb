//! How a card may lie, in three bits, and tables of what may lie on what.
//!
//! Cards are their numbers here, and sets of cards 64 bits.

use freecell::card::Card;

/// What lies under a cascade's deepest card, and on top of an empty cascade.
pub const NOTHING: u8 = 63;

/// The words that say how the cards lie.
pub const WORDS: usize = 3;
const WAY_BITS: usize = 3;
/// In a word, the lowest of the bits of each card.
pub const LOW_BITS: u64 = 0o111_111_111_111_111_111;

/// How a card lies: 0 on the card it was dealt on, 1 or 2 on a card it fits on.
pub const BOTTOM: u8 = 3;
/// In a cell.
pub const IN_CELL: u8 = 4;
/// On its foundation.
pub const AT_HOME: u8 = 5;

/// For each card, the cards it fits on.
pub const FITS_ON: [u64; 64] = fitting(true);
/// For each card, the cards that fit on it; all of them on [`NOTHING`].
pub const TAKES: [u64; 64] = fitting(false);
/// How a card lies on another that it fits on, or on [`NOTHING`].
pub const WAY_ON: [u8; 64] = ways_on();

/// For each card and way that it lies in, the card that it fits on and lies on.
pub const PARENTS: [[u8; 8]; 64] = {
    let mut parents = [[NOTHING - 1; 8]; 64];
    let mut card = 0;
    while card < Card::COUNT - 4 {
        let suits = if is_red(card) { [0, 3] } else { [1, 2] };
        parents[card][1] = (card / 4 * 4 + 4 + suits[0]) as u8;
        parents[card][2] = (card / 4 * 4 + 4 + suits[1]) as u8;
        card += 1;
    }
    parents
};

/// The word that holds how a card lies, and where in it.
#[inline(always)]
pub fn way_place(card: u8) -> (usize, u32) {
    let place = WAY_PLACES[card as usize & 63];
    (place.0 as usize, place.1.into())
}

const WAY_PLACES: [(u8, u8); 64] = {
    let mut places = [(0, 0); 64];
    let mut card = 0;
    while card < Card::COUNT {
        places[card] = ((card % WORDS) as u8, (card / WORDS * WAY_BITS) as u8);
        card += 1;
    }
    places
};

const fn is_red(card: usize) -> bool {
    matches!(card % 4, 1 | 2)
}

const fn fitting(on: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut card = 0;
    while card < Card::COUNT {
        let mut other = 0;
        while other < Card::COUNT {
            let (upper, lower) = if on { (card, other) } else { (other, card) };
            if upper / 4 + 1 == lower / 4 && is_red(upper) != is_red(lower) {
                table[card] |= 1 << other;
            }
            other += 1;
        }
        card += 1;
    }
    if !on {
        table[NOTHING as usize] = u64::MAX;
    }
    table
}

const fn ways_on() -> [u8; 64] {
    let mut table = [0; 64];
    let mut below = 0;
    while below < Card::COUNT {
        table[below] = 1 + (below % 4 / 2) as u8;
        below += 1;
    }
    table[NOTHING as usize] = BOTTOM;
    table
}

/// Multipliers of a hash that is linear in the key's words.
pub const FACTORS: [u64; 4] = [
    0x9e37_79b9_7f4a_7c15,
    0xd1b5_4a32_d192_ed03,
    0x8cb9_2ba7_2f3d_8dd7,
    0xaaaa_c3e5_7b16_2d4f,
];

/// A hash of how the cards lie, to which a changed word adds its change times its
/// factor.
pub fn hash(ways: &[u64; WORDS]) -> u64 {
    let products = ways
        .iter()
        .zip(FACTORS)
        .map(|(word, factor)| word.wrapping_mul(factor));
    products.fold(0, u64::wrapping_add)
}

/// Spreads a hash whose low bits know little over all its bits.
#[inline(always)]
pub fn mix(hash: u64) -> u64 {
    (hash ^ hash >> 32).wrapping_mul(0x9fb2_1c65_1e98_df25)
}
