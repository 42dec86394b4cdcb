//! The weights of the estimate's features, and what costs by itself: the kept
//! cards of a cascade, and a cascade begun anew.

use crate::board::RootCascades;
use crate::table::CELLS;

/// The weight of each feature, in units of which a move costs `per_move`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A move.
    pub per_move: u16,
    /// A card lying above the next card that a suit's foundation takes.
    pub above: u16,
    /// A cascade that is not empty.
    pub cascade: u16,
    /// The first, second, third and fourth occupied cell.
    pub cells: [u16; CELLS],
    /// A card that is not in the run at the end of its cascade.
    pub unsorted: u16,
    /// A run holding a card that lies above a smaller card of its suit.
    pub blocked_run: u16,
    /// A card lying on one it does not fit on.
    pub sequence_break: u16,
    /// A card not home.
    pub not_home: u16,
    /// What each card more on a cascade begun anew takes off its cost.
    pub built_on: u16,
    /// A cascade begun anew with a king, instead of `cascade`.
    pub king: u16,
    /// What each card fewer than four that a cascade keeps takes off its cost,
    /// whatever lies on them; of a cascade begun anew, nothing.
    pub few_undisturbed: u16,
    /// A removal that the relaxed game of [`crate::bound`] still takes, told for
    /// either part of the cascades by itself.
    pub removal: u16,
    /// A card that is home on one board and not on the other; that they are not
    /// the same costs as much as six more.
    pub divergence: u16,
}

/// How many weights there are.
pub const WEIGHTS: usize = 16;

impl Weights {
    /// The weights in a list, in the order of the fields.
    pub const fn of(a: &[u16; WEIGHTS]) -> Weights {
        Weights {
            per_move: a[0],
            above: a[1],
            cascade: a[2],
            cells: [a[3], a[4], a[5], a[6]],
            unsorted: a[7],
            blocked_run: a[8],
            sequence_break: a[9],
            not_home: a[10],
            built_on: a[11],
            king: a[12],
            few_undisturbed: a[13],
            removal: a[14],
            divergence: a[15],
        }
    }

    /// What a cascade costs of which nothing is undisturbed: a run of so many cards, with a
    /// king at its base or not, or none.
    ///
    /// A king at its base will not have to move again, and what is built on may
    /// stay until it goes home. To know this is worth half as much again as the
    /// time, for short lines, and a tenth of the positions to a first line.
    pub fn of_new_cascade(&self, cards: u8, is_king: bool) -> u16 {
        if cards == 0 {
            return 0;
        }
        let cost = if is_king { self.king } else { self.cascade };
        cost.saturating_sub(self.built_on * (cards as u16 - 1))
    }

    /// What the cards undisturbed of a cascade cost, and what they do with a blocked
    /// tail on them.
    pub fn of_prefix(&self, root: &RootCascades, cascade: usize, undisturbed: usize) -> [u16; 2] {
        let few = 4_u16.saturating_sub(undisturbed as u16);
        let mut lanes = self.cascade.saturating_sub(self.few_undisturbed * few);
        let mut blocked = false;
        for under in 0..undisturbed {
            let before = root.prefix(cascade, under);
            let prefix = root.prefix(cascade, under + 1);
            if under > 0 && prefix.run == 1 {
                lanes += self.sequence_break + self.unsorted * before.run as u16;
                lanes += self.blocked_run * blocked as u16;
                blocked = false;
            }
            blocked |= before.blocked >> prefix.top & 1 == 1;
        }
        [
            lanes + self.blocked_run * blocked as u16,
            lanes + self.blocked_run,
        ]
    }
}
