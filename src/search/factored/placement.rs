//! Whether there is a place for every loose card.
//!
//! A card lies on a card of the next rank and the other colour, at most one on each, or in a
//! slot. So places are counted rank by rank, from the kings down, and in each colour-parity
//! class by itself. As many cards of a rank as possible lie on cards of the next: that spares
//! a slot and costs nothing. The others are in cells, where nothing can lie on them, or at
//! the base of a column. There are few columns, so every way to divide them is tried.

use super::state::Cards;
use crate::card_set::CardSet;

/// The colour-parity classes. No card fits on one of the other class.
pub const COLOR_PARITIES: [Cards; 2] = [
    CardSet::COLOR_PARITY[0].bits(),
    CardSet::COLOR_PARITY[1].bits(),
];
/// The most columns that may be free; there are no more cascades than that.
const MAX_COLUMNS: usize = 10;
/// More cells than there can be.
const TOO_MANY: u8 = u8::MAX / 4;

/// The cards that need places, and the places that there are.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The cards that need a place and offer one.
    pub loose: Cards,
    /// The cards that need no place and offer one.
    pub parents: Cards,
    /// The card that needs a place and offers none, if there is one.
    pub unavailable: Cards,
    /// The number of cells.
    pub cells: u32,
    /// The number of columns with a free base.
    pub columns: u32,
}

/// The fewest cells needed, by the number of available parents (up to two) and the number of
/// columns spent.
type Needed = [[u8; MAX_COLUMNS + 1]; 3];

/// The number of cards of one rank and class that are loose, that are parents, and that are
/// unavailable.
struct Counts {
    loose: usize,
    parents: usize,
    unavailable: usize,
}

impl Placement {
    /// Whether there are places for all cards.
    pub fn is_feasible(&self) -> bool {
        let [one, other] = COLOR_PARITIES.map(|class| self.cells_needed(class));
        let columns = self.columns as usize;
        (0..=columns).any(|spent| u32::from(one[spent] + other[columns - spent]) <= self.cells)
    }

    fn counts(&self, class: Cards, rank: u32) -> Counts {
        let of_rank = class & 0b1111 << (4 * rank);
        let count = |cards: Cards| (cards & of_rank).count_ones() as usize;
        Counts {
            loose: count(self.loose),
            parents: count(self.parents),
            unavailable: count(self.unavailable),
        }
    }

    /// The fewest cells that the cards of a class need, by the number of columns that may be
    /// spent on them.
    fn cells_needed(&self, class: Cards) -> [u8; MAX_COLUMNS + 1] {
        let columns = self.columns as usize;
        let nothing: Needed = [[TOO_MANY; MAX_COLUMNS + 1]; 3];
        let mut needed = nothing;
        needed[0][0] = 0;
        for rank in (0..13).rev() {
            let counts = self.counts(class, rank);
            let mut after = nothing;
            for (available, needed) in needed.iter().enumerate() {
                let on_parents = counts.loose.min(available);
                let unavailable = counts.unavailable.saturating_sub(available - on_parents);
                let in_slots = counts.loose + unavailable - on_parents;
                for (spent, &before) in needed.iter().enumerate().take(columns + 1) {
                    if u32::from(before) > self.cells {
                        continue;
                    }
                    for at_bases in 0..=in_slots.min(columns - spent) {
                        // The unavailable card comes last: nothing can lie on it.
                        let parents = at_bases.min(counts.loose - on_parents);
                        let parents = on_parents + parents + counts.parents;
                        let fewest = &mut after[parents][spent + at_bases];
                        *fewest = (*fewest).min(before + (in_slots - at_bases) as u8);
                    }
                }
            }
            needed = after;
        }
        let mut fewest = [TOO_MANY; MAX_COLUMNS + 1];
        let mut with_fewer = TOO_MANY;
        for (spent, fewest) in fewest.iter_mut().enumerate().take(columns + 1) {
            with_fewer = needed
                .iter()
                .fold(with_fewer, |all, each| all.min(each[spent]));
            *fewest = with_fewer;
        }
        fewest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::card::Card;

    fn fits(card: u32, on: u32) -> bool {
        let [card, on] = [card, on].map(|card| Card::from_index(card as usize).unwrap());
        card.fits_on(on)
    }

    /// A placement, tried out card by card, from the highest down.
    struct TrialPlacement {
        /// The cards to be placed that are left.
        waiting: Cards,
        /// The cards that others can be put on.
        open: Cards,
        cells: u32,
        columns: u32,
    }

    impl TrialPlacement {
        fn succeeds(&self, unavailable: Cards) -> bool {
            let Some(card) = self.waiting.checked_ilog2() else {
                return true;
            };
            let waiting = self.waiting & !(1 << card);
            let offered = if unavailable >> card & 1 == 1 {
                0
            } else {
                1 << card
            };
            let at = |open, cells, columns| {
                let trial = TrialPlacement {
                    waiting,
                    open,
                    cells,
                    columns,
                };
                trial.succeeds(unavailable)
            };
            let mut parents =
                (0..52).filter(|&on: &u32| self.open >> on & 1 == 1 && fits(card, on));
            parents.any(|on| at(self.open & !(1 << on) | offered, self.cells, self.columns))
                || self.columns > 0 && at(self.open | offered, self.cells, self.columns - 1)
                || self.cells > 0 && at(self.open, self.cells - 1, self.columns)
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        #[test]
        fn a_placement_is_feasible_if_trial_and_error_finds_one(
            cards in prop::collection::vec((20..52_u8, 0..5_u8), 0..14),
            cells in 0..3_u32,
            columns in 0..4_u32,
        ) {
            let mut placement = Placement { loose: 0, parents: 0, unavailable: 0, cells, columns };
            for (card, kind) in cards {
                let placed = placement.loose | placement.parents | placement.unavailable;
                if placed >> card & 1 == 0 {
                    match kind {
                        0 if placement.unavailable == 0 => placement.unavailable |= 1 << card,
                        0 | 1 => placement.parents |= 1 << card,
                        _ => placement.loose |= 1 << card,
                    }
                }
            }
            let waiting = placement.loose | placement.unavailable;
            let trial = TrialPlacement { waiting, open: placement.parents, cells, columns };
            prop_assert_eq!(placement.is_feasible(), trial.succeeds(placement.unavailable));
        }
    }
}
