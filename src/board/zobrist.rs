//! Hashes: one random number for each card and what it lies on.
//!
//! For every card there are at most six things it can lie on: nothing (the base
//! of a cascade), either of the two cards it fits on, the card it happened to
//! lie on at the root, a cell, its foundation. The hash is the XOR of the numbers,
//! hence indifferent to the order of cascades and cells, and a whole run moves
//! by changing the place of its deepest card alone. Hashes have 128 bits: within
//! one search, two positions never share one by any chance worth counting (2^40
//! positions: below 10^-14), and proofs rely on it.

use super::suit_bit;
use crate::card::Card;
use crate::table::Table;

/// The places a card can lie in, as the hash tells them apart.
pub const HOME: u8 = 0;
pub const CELL: u8 = 1;
pub const BASE: u8 = 2;
/// On the fitting card whose suit bit is 0; plus 1 for the other.
pub const ON_FITTING: u8 = 3;
/// On a card it does not fit on: the one it lay on at the root.
pub const ON_ROOT: u8 = 5;

/// One random number for each card and place, so that a hash is their XOR; and room
/// for any bits of theirs, which makes looking them up cheap.
static ZOBRIST: [[u128; 8]; 64] = random_numbers();

const fn random_numbers() -> [[u128; 8]; 64] {
    let mut hashes = [[0; 8]; 64];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut index = 0;
    while index < 12 * Card::COUNT {
        // Steele, Lea and Flood's SplitMix64 (OOPSLA 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut half = state;
        half = (half ^ (half >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        half = (half ^ (half >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        half ^= half >> 31;
        let hash = &mut hashes[index / 12][index / 2 % 6];
        *hash = *hash << 64 | half as u128;
        index += 1;
    }
    hashes
}

/// The number of a card and a place.
#[inline(always)]
pub fn zobrist(card: usize, place: u8) -> u128 {
    ZOBRIST[card & 63][place as usize & 7]
}

/// The hash of a table, from where every card lies.
pub fn hash_of_table(table: &Table) -> u128 {
    let mut sum = 0;
    for card in Card::deck().filter(|&card| table.is_home(card)) {
        sum ^= zobrist(card.index(), HOME);
    }
    for card in table.cells.iter().flatten() {
        sum ^= zobrist(card.index(), CELL);
    }
    for cards in &table.cascades {
        let mut place = BASE;
        for (index, card) in cards.iter().enumerate() {
            sum ^= zobrist(card.index(), place);
            place = match cards.get(index + 1) {
                Some(next) if next.fits_on(*card) => ON_FITTING + suit_bit(card.index() as u8),
                _ => ON_ROOT,
            };
        }
    }
    sum
}
