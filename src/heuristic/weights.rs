//! The weights of the estimate's features, and what costs by itself: the kept
//! cards of a cascade, and the foundations.

use crate::board::{Columns, NO_CARD};
use crate::card::Card;
use crate::table::CELLS;

/// The weight of each feature, in units of which a word costs `word`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A word.
    pub word: u16,
    /// A card lying above the next card that a suit's foundation takes.
    pub above: u16,
    /// A cascade that is not empty.
    pub cascade: u16,
    /// The first, second, third and fourth occupied cell.
    pub cells: [u16; CELLS],
    /// A card that is not in the run at the end of its cascade.
    pub unsorted: u16,
    /// A run holding a card that lies above a smaller card of its suit.
    pub block: u16,
    /// A card lying on one it does not fit on.
    pub gap: u16,
    /// A card not home.
    pub not_home: u16,
    /// A rank between the fullest and the emptiest foundation.
    pub spread: u16,
    /// A cascade with a king at its base, instead of `cascade`.
    pub king_base: u16,
    /// A lift that the relaxed game of [`crate::bound`] still takes, told for
    /// either part of the cascades by itself.
    pub lift: u16,
}

/// How many weights there are.
pub const WEIGHTS: usize = 14;

impl Weights {
    /// The weights in a list, in the order of the fields.
    pub const fn of(a: &[u16; WEIGHTS]) -> Weights {
        Weights {
            word: a[0],
            above: a[1],
            cascade: a[2],
            cells: [a[3], a[4], a[5], a[6]],
            unsorted: a[7],
            block: a[8],
            gap: a[9],
            not_home: a[10],
            spread: a[11],
            king_base: a[12],
            lift: a[13],
        }
    }

    /// What the foundations cost by themselves.
    pub fn of_home(&self, home: [u8; 4]) -> u32 {
        let total = home[0] + home[1] + home[2] + home[3];
        let most = home[0].max(home[1]).max(home[2].max(home[3]));
        let least = home[0].min(home[1]).min(home[2].min(home[3]));
        self.not_home as u32 * (Card::COUNT as u32 - total as u32)
            + self.spread as u32 * (most - least) as u32
    }

    /// What a cascade's kept cards cost alone, with a tail on them, and with a
    /// blocked tail.
    pub fn of_stub(&self, columns: &Columns, cascade: usize, kept: usize) -> [u16; 3] {
        if columns.stub(cascade, kept).top == NO_CARD {
            return [0, self.cascade, self.cascade];
        }
        let mut sum = self.cascade;
        if columns.stub(cascade, kept).base >> 2 == 12 {
            sum = self.king_base;
        }
        let mut blocked = false;
        for under in 0..kept {
            let before = columns.stub(cascade, under);
            let stub = columns.stub(cascade, under + 1);
            if under > 0 && stub.run == 1 {
                sum += self.gap + self.unsorted * before.run as u16;
                sum += self.block * blocked as u16;
                blocked = false;
            }
            blocked |= before.blocked >> stub.top & 1 == 1;
        }
        let bare = sum + self.block * blocked as u16;
        [bare, bare, sum + self.block]
    }
}
