//! Zobrist hashing (A. Zobrist, 1970): one random number for each card and what it lies
//! on, and a board's hash is the XOR of the numbers that apply.
//!
//! A card can lie on at most six things: nothing (it is the base of a cascade), either
//! of the two cards it fits on, the card it happened to lie on at the root, a cell, its
//! foundation. What a card lies on does not depend on where its cascade or its cell
//! stands, so the hash is indifferent to the order of both; and a whole run moves by
//! changing the place of its deepest card alone.
//!
//! Hashes have 128 bits. Within one search, the chance that two positions share one is
//! negligible (for 2^40 positions it is below 10^-14), and proofs rely on it.

use super::PackedCard;
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
/// The number of such places.
const PLACES: usize = 6;

/// The random number of each card in each place; both dimensions are filled up to a
/// power of two, so that a masked index needs no check.
static ZOBRIST: [[u128; 8]; PackedCard::COUNT] = random_numbers();

const fn random_numbers() -> [[u128; 8]; PackedCard::COUNT] {
    let mut numbers = [[0; 8]; PackedCard::COUNT];
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut index = 0;
    while index < 2 * PLACES * Card::COUNT {
        // SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut half = state;
        half = (half ^ (half >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        half = (half ^ (half >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        half ^= half >> 31;
        let number = &mut numbers[index / (2 * PLACES)][index / 2 % PLACES];
        *number = *number << 64 | half as u128;
        index += 1;
    }
    numbers
}

/// The random number of a card in a place.
#[inline(always)]
pub fn zobrist(card: PackedCard, place: u8) -> u128 {
    debug_assert!(card.index() < Card::COUNT && (place as usize) < PLACES);
    ZOBRIST[card.index()][place as usize & 7]
}

/// The hash of a table, from where every card lies.
pub fn hash_of_table(table: &Table) -> u128 {
    let mut hash = 0;
    for card in Card::deck().filter(|&card| table.is_home(card)) {
        hash ^= zobrist(PackedCard::new(card), HOME);
    }
    for &card in table.cells.iter().flatten() {
        hash ^= zobrist(PackedCard::new(card), CELL);
    }
    for cards in &table.cascades {
        let mut place = BASE;
        for (index, &card) in cards.iter().enumerate() {
            let packed = PackedCard::new(card);
            hash ^= zobrist(packed, place);
            place = match cards.get(index + 1) {
                Some(next) if next.fits_on(card) => ON_FITTING + packed.suit_bit(),
                _ => ON_ROOT,
            };
        }
    }
    hash
}
