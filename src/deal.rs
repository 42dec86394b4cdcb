//! Microsoft's numbered deals.
//!
//! The numbers 1 to 32,000 came with the first FreeCell for Windows. Later
//! versions and other programs widened the range to 2^33 − 1, each with a small
//! change to how random numbers are drawn.

use crate::card::Card;
use crate::table::{Table, CASCADES};

/// The largest number of a deal.
pub const LAST_DEAL: u64 = (1 << 33) - 1;

/// The table of Microsoft's deal with that number, before the first move; none
/// unless the number is 1 to [`LAST_DEAL`].
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
    if number == 0 || number > LAST_DEAL {
        return None;
    }
    let mut draw = Draws::new(number);
    let mut deck: Vec<Card> = Card::deck().collect();
    let mut table = Table::default();
    for place in 0..Card::COUNT {
        let card = deck.swap_remove(draw.below(deck.len()));
        table.cascades[place % CASCADES].push(card);
    }
    Some(table)
}

/// The generator behind the deals: Microsoft C's `rand`, a linear congruential
/// generator s = s · 214013 + 2531011 of which the bits from 16 up are used, 15 of
/// them for the classic numbers.
struct Draws {
    seed: u32,
    number: u64,
}

impl Draws {
    fn new(number: u64) -> Draws {
        // From 2^32 on, the seed is the number's lower 32 bits.
        Draws {
            seed: number as u32,
            number,
        }
    }

    /// The next draw, below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.seed = self.seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        let high = (self.seed >> 16) as usize;
        let draw = if self.number < 1 << 31 {
            high & 0x7fff
        } else if self.number < 1 << 32 {
            high | 0x8000
        } else {
            high + 1
        };
        draw % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_the_range_deals_whole_decks_and_nothing_beyond_does() {
        assert!(microsoft(0).is_none() && microsoft(LAST_DEAL + 1).is_none());
        for number in [1, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, LAST_DEAL] {
            microsoft(number).unwrap().validate().unwrap();
        }
    }
}
