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

/// What the kept cards of a cascade add to the estimate.
#[derive(Clone, Copy, Debug, Default)]
struct StubCost {
    /// With all its runs but the one at its end.
    below: u16,
    /// Whether the run at its end is blocked: holds a card above a smaller card of its suit.
    blocked: bool,
    /// The lowest rank of each suit among the cards kept, counted from 0; 13 if none.
    lowest: [u8; 4],
}

/// An estimate for the boards of one root.
pub struct Estimate {
    weights: Weights,
    costs: Vec<[StubCost; CASCADES]>,
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
        let mut costs = vec![
            [StubCost {
                lowest: [13; 4],
                ..StubCost::default()
            }; CASCADES],
        ];
        for kept in 1..=columns.longest() {
            let mut row = [StubCost::default(); CASCADES];
            for (cascade, cost) in row.iter_mut().enumerate() {
                let stub = columns.stub(cascade, kept);
                if stub.top == NO_CARD {
                    continue;
                }
                let before: StubCost = costs[kept - 1][cascade];
                *cost = before;
                let card = stub.top;
                if kept == 1 {
                    cost.below = weights.cascade;
                } else if stub.run == 1 {
                    let closed = columns.stub(cascade, kept - 1).run as u16;
                    cost.below += weights.gap
                        + weights.unsorted * closed
                        + if before.blocked { weights.block } else { 0 };
                    cost.blocked = false;
                }
                let lowest = &mut cost.lowest[(card & 3) as usize];
                cost.blocked |= *lowest < card >> 2;
                *lowest = (*lowest).min(card >> 2);
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
            let cost = &self.costs[packed.kept() as usize][cascade];
            sum += cost.below as u32;
            if packed.kept() == 0 && packed.tail() > 0 {
                sum += weights.cascade as u32;
            }
            let mut blocked = cost.blocked;
            let mut depth = 0;
            if packed.kept() > 0 {
                while depth < packed.tail() && !blocked {
                    let card = packed.tail_card(depth);
                    blocked = cost.lowest[(card & 3) as usize] < card >> 2;
                    depth += 1;
                }
            }
            if blocked {
                sum += weights.block as u32;
            }
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
