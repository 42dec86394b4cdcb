//! Microsoft's numbered deals.
//!
//! The numbers 1 to 32,000 came with the first FreeCell for Windows. Later
//! versions and other programs widened the range to 2^33 − 1, each with a small
//! change to how random numbers are drawn.

#[cfg(any(feature = "internals", feature = "text"))]
mod number;

#[cfg(feature = "internals")]
pub use number::read_number;
#[cfg(all(feature = "text", not(feature = "internals")))]
pub(crate) use number::read_number;

use arrayvec::ArrayVec;

use crate::card::Card;
use crate::table::{Table, CASCADES, CELLS};

/// The largest number of a deal.
pub const LAST_DEAL: u64 = (1 << 33) - 1;

/// The table of Microsoft's deal with that number, before the first move; `None`
/// unless the number is from 1 to [`LAST_DEAL`].
///
/// ```
/// use freecell::deal;
///
/// let table = deal::microsoft(10913).unwrap();
/// assert_eq!(table.cascades[0].len(), 7);
/// assert_eq!(table.top(0).unwrap().to_string(), "6D");
/// assert_eq!(deal::microsoft(0), None);
/// ```
pub fn microsoft(number: u64) -> Option<Table> {
    (1..=LAST_DEAL).contains(&number).then(|| dealt(number))
}

/// The table that the same generator deals for the number 0, which Microsoft has not, but some
/// other programs have.
pub fn zero() -> Table {
    dealt(0)
}

fn dealt(number: u64) -> Table {
    // From 2^32 on, the seed is the number's lower 32 bits.
    let mut state = number as u32;
    let mut deck: Vec<Card> = Card::deck().collect();
    let mut table = Table::default();
    for place in 0..Card::COUNT {
        state = next(state);
        let card = deck.swap_remove(draw((state >> 16) as usize, number) % deck.len());
        table.cascades[place % CASCADES].push(card);
    }
    table
}

/// The table with these cards, dealt row by row.
pub fn in_rows(cards: impl IntoIterator<Item = Card>) -> Table {
    let mut table = Table::default();
    for (place, card) in cards.into_iter().enumerate() {
        table.cascades[place % CASCADES].push(card);
    }
    table
}

/// The number of the deal that has that table, the lowest if several do; takes as long as
/// [`numbers`].
pub fn number(table: &Table) -> Option<u64> {
    numbers(table).first().copied()
}

/// The numbers of the deals that have that table, in ascending order: seldom more than one.
/// Takes a small part of a second.
///
/// The cards say what each draw was, modulo the number of cards left. So all states of the
/// generator that draw the first two cards are tried. One that draws all the others as well is run
/// backwards to its seed.
///
/// ```
/// use freecell::deal;
///
/// let table = deal::microsoft(10913).unwrap();
/// assert_eq!(deal::numbers(&table), [10913]);
/// ```
pub fn numbers(table: &Table) -> Vec<u64> {
    let Some(picks) = picks(table) else {
        return Vec::new();
    };
    let lows = lows_by_carry();
    let mut numbers = Vec::new();
    for (first, last) in [
        (0, (1 << 31) - 1),
        (1 << 31, (1 << 32) - 1),
        (1 << 32, LAST_DEAL),
    ] {
        let draws_card = |high: u16, place: usize| {
            draw(high.into(), last) % (Card::COUNT - place) == picks[place]
        };
        let seconds: Vec<u16> = (0..=u16::MAX).filter(|&it| draws_card(it, 1)).collect();
        // Below 2^32 no draw uses the state's highest bit.
        let highest = if last < 1 << 32 {
            i16::MAX as u16
        } else {
            u16::MAX
        };
        for high in (0..=highest).filter(|&high| draws_card(high, 0)) {
            for second in &seconds {
                for &low in &lows[carry(high, *second)] {
                    let state = u32::from(high) << 16 | u32::from(low);
                    if draws_on(next(state), last, &picks) {
                        let seed = u64::from(state.wrapping_sub(INCREMENT).wrapping_mul(INVERSE));
                        numbers.push(first + seed % (last - first + 1));
                    }
                }
            }
        }
    }
    numbers.retain(|&number| number > 0);
    numbers.sort_unstable();
    numbers
}

/// What the lower half of a state adds to the upper half of the next one, given both upper halves.
const fn carry(high: u16, next_high: u16) -> usize {
    next_high.wrapping_sub(high.wrapping_mul(FACTOR as u16)) as usize
}

/// The lower halves of states by what they add to the upper half of the next state. The factor is
/// below four times 2^16, so that no more than four lower halves add the same.
fn lows_by_carry() -> Vec<ArrayVec<u16, 4>> {
    let mut lows = vec![ArrayVec::new(); 1 << 16];
    for low in 0..=u16::MAX {
        lows[(next(low.into()) >> 16) as usize].push(low);
    }
    lows
}

/// Whether a table is a new deal, Microsoft's or not: seven cards in each of the cascades 1 to 4
/// and six in the others.
pub fn is_new(table: &Table) -> bool {
    picks(table).is_some()
}

/// For each card in the order of dealing, its place among those left; `None` if the
/// table is not one before the first move.
fn picks(table: &Table) -> Option<[usize; Card::COUNT]> {
    if table.cells != [None; CELLS] || table.foundations != [0; 4] {
        return None;
    }
    let mut deck: Vec<Card> = Card::deck().collect();
    let mut picks = [0; Card::COUNT];
    for (place, pick) in picks.iter_mut().enumerate() {
        let card = table.cascades[place % CASCADES].get(place / CASCADES)?;
        *pick = deck.iter().position(|left| left == card)?;
        deck.swap_remove(*pick);
    }
    Some(picks)
}

/// Whether the generator, in this state after the second draw, makes the other picks; `last` is the
/// last number of the range of deals.
fn draws_on(mut state: u32, last: u64, picks: &[usize; Card::COUNT]) -> bool {
    (2..Card::COUNT).all(|place| {
        state = next(state);
        draw((state >> 16) as usize, last) % (Card::COUNT - place) == picks[place]
    })
}

const FACTOR: u32 = 214_013;
const INCREMENT: u32 = 2_531_011;
/// The inverse of the factor modulo 2^32.
const INVERSE: u32 = 3_115_528_533;
const _: () = assert!(FACTOR.wrapping_mul(INVERSE) == 1);

/// The next state of the generator behind the deals, Microsoft C's `rand`: a linear congruential
/// generator s = s · 214013 + 2531011 of which the bits from 16 up are used, 15 of them for the
/// classic numbers.
const fn next(state: u32) -> u32 {
    state.wrapping_mul(FACTOR).wrapping_add(INCREMENT)
}

/// The number drawn for a deal, given the state's upper 16 bits.
const fn draw(high: usize, number: u64) -> usize {
    if number < 1 << 31 {
        high & 0x7fff
    } else if number < 1 << 32 {
        high | 0x8000
    } else {
        high + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_found_by_its_upper_half_and_that_of_the_next() {
        let lows = lows_by_carry();
        let count: usize = lows.iter().map(ArrayVec::len).sum();
        assert_eq!(count, 1 << 16);
        for high in [0, 1, 617, 0x7fff, 0x8000, u16::MAX] {
            for low in 0..=u16::MAX {
                let after = next(u32::from(high) << 16 | u32::from(low));
                let found = &lows[carry(high, (after >> 16) as u16)];
                assert!(found.contains(&low), "{high}, {low}");
            }
        }
    }

    #[test]
    fn a_number_is_found_again_in_every_range() {
        for (first, last) in [(1, 1 << 31), (1 << 31, 1 << 32), (1 << 32, LAST_DEAL + 1)] {
            let spread = (0..8).map(|part| first + (last - 1 - first) / 7 * part);
            for number in spread.chain([last - 1]) {
                assert!(numbers(&dealt(number)).contains(&number), "{number}");
            }
        }
    }
}
