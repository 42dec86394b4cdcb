//! How far a board looks from being won: a weighted sum of features.
//!
//! None of this is admissible.
use crate::board::{Board, Columns, NO_CARD};
use crate::card::Card;
use crate::position::Position;
use crate::table::{Table, CASCADES, CELLS};

/// The weight of each feature, in units of which a word costs `word`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A word.
    pub word: u16,
    /// A card lying above the next card of a suit that its foundation takes.
    pub above_needed: u16,
    /// A card lying above the card after that.
    pub above_second: u16,
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
    /// A card lying above an ace, a two, a three or a four, both where they lay at the root.
    pub buried: [u16; 4],
    /// A card lying above a smaller one of its suit, both where they lay at the root.
    pub inversion: u16,
    /// A cascade with a king at its base.
    pub king_base: u16,
}

impl Weights {
    /// Of an array.
    pub const fn of(a: &[u16; 19]) -> Weights {
        Weights {
            word: a[0],
            above_needed: a[1],
            above_second: a[2],
            cascade: a[3],
            cells: [a[4], a[5], a[6], a[7]],
            unsorted: a[8],
            block: a[9],
            gap: a[10],
            not_home: a[11],
            spread: a[12],
            buried: [a[13], a[14], a[15], a[16]],
            inversion: a[17],
            king_base: a[18],
        }
    }
}

/// What a cascade adds to the estimate with its kept cards alone, with a tail
/// on them, and with a blocked tail.
type Costs = [u16; 3];

/// An estimate for the boards of one root.
#[derive(Default)]
pub struct Estimate {
    weights: Weights,
    costs: Vec<[Costs; CASCADES]>,
    /// For each card, the cascade in which it lay at the root and how many cards under it.
    origin: Vec<(u8, u8)>,
    /// The cost of occupied cells, by the number of free ones.
    cells: [u16; CELLS + 1],
}

impl Estimate {
    /// The estimate with those weights.
    pub fn new(weights: Weights, table: &Table, columns: &Columns) -> Estimate {
        let mut origin = vec![(0, 255); Card::COUNT];
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
        let mut cells = [0; CELLS + 1];
        for occupied in 1..=CELLS {
            cells[CELLS - occupied] = cells[CELLS - occupied + 1] + weights.cells[occupied - 1];
        }
        Estimate {
            weights,
            costs,
            origin,
            cells,
        }
    }

    /// What a number of words costs.
    #[inline(always)]
    pub fn of_words(&self, words: u16) -> u32 {
        self.weights.word as u32 * words as u32
    }

    /// The estimate for a position: the sum of those for its boards.
    #[inline(always)]
    pub fn of<const N: usize>(&self, position: &Position<N>) -> u32 {
        let mut sum = 0;
        let mut index = 0;
        while index < N {
            sum += self.of_board(&position.boards[index]);
            index += 1;
        }
        sum
    }

    #[inline(always)]
    fn of_board(&self, board: &Board) -> u32 {
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
                if weights.above_second > 0 && count < 12 {
                    sum += weights.above_second as u32
                        * self.cards_above(board, (count + 1) << 2 | suit as u8) as u32;
                }
            }
            suit += 1;
        }
        sum + weights.not_home as u32 * (52 - total)
            + weights.spread as u32 * (most - least) as u32
            + self.cells[board.free_cells() as usize] as u32
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
    if columns.stub(cascade, kept).base >> 2 == 12 {
        sum = weights.king_base;
    }
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
        if before.blocked >> stub.top & 1 == 1 {
            blocked = true;
            sum += weights.inversion;
        }
        let rank = (stub.top >> 2) as usize;
        if rank < 4 {
            sum += weights.buried[rank] * (kept - under - 1) as u16;
        }
    }
    let full = sum + weights.block;
    let bare = if blocked { full } else { sum };
    [bare, bare, full]
}
