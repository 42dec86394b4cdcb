//! How far a board looks from being won: a weighted sum of features.
//!
//! None of this is admissible.
use crate::board::{Board, Columns, NO_CARD};
use crate::table::{Table, CASCADES, CELLS};

/// The weight of each feature, in units of which a word costs `word`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A word.
    pub word: u16,
    /// A card lying above the next card of a suit that its foundation takes.
    pub above_needed: u16,
    /// A cascade that is not empty.
    pub cascade: u16,
    /// An occupied cell.
    pub cell: u16,
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
}

/// What a cascade adds to the estimate with its kept cards alone, with a tail
/// on them, and with a blocked tail.
type Costs = [u16; 3];

/// An estimate for the boards of one root.
pub struct Estimate {
    weights: Weights,
    costs: Vec<[Costs; CASCADES]>,
    /// For each card, the cascade in which it lay at the root and how many cards under it.
    origin: [(u8, u8); 52],
}

impl Estimate {
    /// The estimate with those weights.
    pub fn new(weights: Weights, table: &Table, columns: &Columns) -> Estimate {
        let mut origin = [(0, 255); 52];
        for (index, cards) in table.cascades.iter().enumerate() {
            for (under, card) in cards.iter().enumerate() {
                origin[card.index()] = (index as u8, under as u8);
            }
        }
        let mut costs = vec![[[0, weights.cascade, weights.cascade]; CASCADES]];
        for kept in 1..=columns.longest() {
            let mut row = [[0; 3]; CASCADES];
            for (cascade, cost) in row.iter_mut().enumerate() {
                *cost = stub_costs(&weights, columns, cascade, kept);
            }
            costs.push(row);
        }
        Estimate {
            weights,
            costs,
            origin,
        }
    }

    /// The estimate for a board.
    #[inline(always)]
    pub fn of(&self, board: &Board) -> u32 {
        let weights = &self.weights;
        let mut sum = 0_u32;
        let mut cascade = 0;
        while cascade < CASCADES {
            let packed = board.cascades[cascade];
            let with = if packed.tail() == 0 {
                0
            } else {
                1 + packed.is_blocked() as usize
            };
            sum += self.costs[packed.kept() as usize][cascade][with] as u32;
            cascade += 1;
        }
        let home = &board.home;
        let mut suit = 0;
        let mut total = 0;
        let mut most = 0;
        let mut least = 13;
        while suit < 4 {
            let count = home[suit];
            total += count as u32;
            if count > most {
                most = count;
            }
            if count < least {
                least = count;
            }
            if count < 13 {
                sum += weights.above_needed as u32
                    * self.cards_above(board, count << 2 | suit as u8) as u32;
            }
            suit += 1;
        }
        sum + weights.not_home as u32 * (52 - total)
            + weights.spread as u32 * (most - least) as u32
            + weights.cell as u32 * (CELLS as u32 - board.free_cells() as u32)
    }

    #[inline(always)]
    fn cards_above(&self, board: &Board, card: u8) -> u8 {
        let (cascade, under) = self.origin[card as usize];
        let packed = board.cascades[cascade as usize];
        if packed.kept() > under {
            return packed.len() - under - 1;
        }
        let mut cascade = 0;
        while cascade < CASCADES {
            let packed = board.cascades[cascade];
            let depth = (card >> 2).wrapping_sub(packed.top() >> 2);
            if depth < packed.tail() && packed.tail_card(depth) == card {
                return depth;
            }
            cascade += 1;
        }
        0
    }
}

fn stub_costs(weights: &Weights, columns: &Columns, cascade: usize, kept: usize) -> Costs {
    if columns.stub(cascade, kept).top == NO_CARD {
        return [0; 3];
    }
    let mut sum = weights.cascade;
    let mut blocked = false;
    for under in 0..kept {
        let (before, stub) = (
            columns.stub(cascade, under),
            columns.stub(cascade, under + 1),
        );
        if under > 0 && stub.run == 1 {
            sum += weights.gap + weights.unsorted * before.run as u16;
            sum += if blocked { weights.block } else { 0 };
            blocked = false;
        }
        blocked |= before.blocked >> stub.top & 1 == 1;
    }
    let full = sum + weights.block;
    let bare = if blocked { full } else { sum };
    [bare, bare, full]
}
