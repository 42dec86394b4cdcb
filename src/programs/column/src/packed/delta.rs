//! A position as its difference from the deal: the state of each card, in three bits.
//!
//! This is the delta-state encoding of Freecell Solver, in De Bondt's version (Shlomi
//! Fish, `delta_states_debondt_impl.h`): a card lies on the card it was dealt on, on one
//! of the two cards it fits on, at the base of a cascade, in a cell or on its foundation.
//! Cards are their numbers here, and sets of cards 64 bits; tables say which cards may lie
//! on which.

use std::iter::from_fn;

use freecell::card::Card;
use freecell::card_set::CardSet;

/// What lies under a cascade's deepest card, and on top of an empty cascade.
pub const NOTHING: u8 = 63;

/// The words that hold the states of all cards.
pub const WORDS: usize = 3;
const STATE_BITS: usize = 3;

// The state of a card. Given the deal, the states of all cards say where everything lies,
// but for the order of cascades and cells. States 1 and 2 are those of a card on the
// first, clubs or diamonds, and on the second, hearts or spades, of the two cards it fits
// on.

/// On the card it was dealt on, which it does not fit on.
pub const AS_DEALT: u8 = 0;
pub const AT_BASE: u8 = 3;
pub const IN_CELL: u8 = 4;
pub const AT_HOME: u8 = 5;

pub type Delta = [u64; WORDS];

/// For each card, the cards it fits on.
pub const FITS_ON: [u64; 64] = {
    let mut table = [0; 64];
    let mut card = 0;
    while card < Card::COUNT - 4 {
        table[card] = 1 << PARENTS[card][1] | 1 << PARENTS[card][2];
        card += 1;
    }
    table
};
/// For each card, the cards that fit on it; all of them on [`NOTHING`].
pub const TAKES: [u64; 64] = {
    let mut table = [u64::MAX; 64];
    let mut card = 0;
    while card < Card::COUNT {
        table[card] = CardSet::from_bits_truncate(1 << card).fitting().bits();
        card += 1;
    }
    table
};
/// The state of a card that lies on another that it fits on, or on [`NOTHING`].
pub const STATE_ON: [u8; 64] = {
    let mut table = [AT_BASE; 64];
    let mut below = 0;
    while below < Card::COUNT {
        table[below] = 1 + (below % 4 / 2) as u8;
        below += 1;
    }
    table
};

/// For each card and state, the card that it fits on and lies on.
pub const PARENTS: [[u8; 8]; 64] = {
    let mut parents = [[NOTHING - 1; 8]; 64];
    let mut card = 0;
    while card < Card::COUNT - 4 {
        let is_red = matches!(card % 4, 1 | 2);
        let suits = if is_red { [0, 3] } else { [1, 2] };
        parents[card][1] = (card / 4 * 4 + 4 + suits[0]) as u8;
        parents[card][2] = (card / 4 * 4 + 4 + suits[1]) as u8;
        card += 1;
    }
    parents
};

/// The places of the bits that are 1, from the lowest: the cards of a set, by their numbers.
#[inline(always)]
pub fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    from_fn(move || {
        let lowest = bits.trailing_zeros() as u8;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}

/// The word that holds a card's state, and where in it.
#[inline(always)]
pub fn state_place(card: u8) -> (usize, u32) {
    let place = STATE_PLACES[card as usize & 63];
    (place.0 as usize, place.1.into())
}

const STATE_PLACES: [(u8, u8); 64] = {
    let mut places = [(0, 0); 64];
    let mut card = 0;
    while card < Card::COUNT {
        places[card] = ((card % WORDS) as u8, (card / WORDS * STATE_BITS) as u8);
        card += 1;
    }
    places
};

/// Multipliers of a hash that is linear in the key's words.
pub const FACTORS: [u64; 4] = [
    0x9e37_79b9_7f4a_7c15,
    0xd1b5_4a32_d192_ed03,
    0x8cb9_2ba7_2f3d_8dd7,
    0xaaaa_c3e5_7b16_2d4f,
];

/// A hash of how the cards lie, to which a changed word adds its change times its
/// factor.
pub fn hash(delta: &[u64; WORDS]) -> u64 {
    let products = delta
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
