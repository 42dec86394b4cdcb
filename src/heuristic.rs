//! How far a board looks from being won: a weighted sum of features.
//!
//! None of this is admissible: the sum is far above the words that are still
//! needed, and a search that goes by it finds lines fast, not the shortest. For
//! a bound that holds, see [`crate::bound`].
//!
//! Most features are about how the cards kept of each cascade lie; those are
//! added up once a search, for every number of cards that may be kept. What is
//! left to do for a board is a look-up for each cascade, to find the cards that
//! the foundations need next, and to count cells and cards home. The features,
//! but for the last three of [`Weights`], are those that other solvers' authors
//! found to help; the weights are climbed to by `lab tune`.

use crate::board::{Board, Columns, NO_CARD};
use crate::card::Card;
use crate::position::Position;
use crate::table::{Table, CASCADES, CELLS};
use crate::word::{Place, Word};

/// The weight of each feature, in units of which a word costs `word`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A word.
    pub word: u16,
    /// A card lying above the next card that a suit's foundation takes, and one
    /// lying above the card after that.
    pub above: [u16; 2],
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
    /// A cascade with a king at its base, instead of `cascade`.
    pub king_base: u16,
}

impl Weights {
    /// The weights in a list, in the order of the fields.
    pub const fn of(a: &[u16; 19]) -> Weights {
        Weights {
            word: a[0],
            above: [a[1], a[2]],
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

    /// The estimate for a position, the sum of those for its boards, in a form
    /// to measure from what its words lead to.
    #[inline(always)]
    pub fn base<const N: usize>(&self, position: &Position<N>) -> [Base; N] {
        let first = self.base_of(&position.boards[0]);
        let mut base = [first; N];
        let mut index = 1;
        while index < N {
            if position.boards[index] != position.boards[0] {
                base[index] = self.base_of(&position.boards[index]);
            }
            index += 1;
        }
        base
    }

    /// The estimate for the position that a word leads to.
    #[inline(always)]
    pub fn after<const N: usize>(
        &self,
        base: &[Base; N],
        before: &Position<N>,
        word: Word,
        after: &Position<N>,
    ) -> u32 {
        let mut sum = 0;
        let mut index = 0;
        while index < N {
            let (old, new) = (&before.boards[index], &after.boards[index]);
            sum += if old.home == new.home {
                self.after_quiet(&base[index], old, word, new)
            } else {
                self.base_of(new).total
            };
            index += 1;
        }
        sum
    }

    #[inline(always)]
    fn base_of(&self, board: &Board) -> Base {
        let mut base = Base::default();
        let mut total = self.cells[board.free_cells() as usize] as u32;
        let mut cascade = 0;
        while cascade < CASCADES {
            base.costs[cascade] = self.cost(board, cascade);
            total += base.costs[cascade] as u32;
            cascade += 1;
        }
        total += self.cost_of_home(board.home);
        let mut index = 0;
        while index < NEEDED {
            let card = ((board.home[index & 3] as usize + index / 4) << 2 | index & 3) as u8;
            let (cascade, above) = self.place_of(board, card);
            let weight = self.weights.above[index / 4];
            total += weight as u32 * above as u32;
            base.needed[index] = Needed { cascade, above };
            base.burden[cascade as usize] += weight;
            index += 1;
        }
        base.total = total;
        base
    }

    /// The estimate after a word that sent nothing home: only two places have
    /// changed. Measured so, instead of anew, a search for a first line takes
    /// a quarter less time.
    #[inline(always)]
    fn after_quiet(&self, base: &Base, before: &Board, word: Word, after: &Board) -> u32 {
        let mut total = base.total as i32;
        if let Place::Cascade(from) = word.from() {
            let cascade = from as usize;
            let count = before.cascades[cascade].len() - after.cascades[cascade].len();
            total += self.cost(after, cascade) as i32 - base.costs[cascade] as i32;
            let mut index = 0;
            while index < NEEDED {
                let needed = base.needed[index];
                // Cards that moved along keep what lies on them.
                if needed.cascade == from && needed.above >= count {
                    total -= self.weights.above[index / 4] as i32 * count as i32;
                }
                index += 1;
            }
        }
        if let Place::Cascade(to) = word.to() {
            let cascade = to as usize;
            let count = after.cascades[cascade].len() - before.cascades[cascade].len();
            total += self.cost(after, cascade) as i32 - base.costs[cascade] as i32;
            total += base.burden[cascade] as i32 * count as i32;
        }
        total += self.cells[after.free_cells() as usize] as i32
            - self.cells[before.free_cells() as usize] as i32;
        total as u32
    }

    /// What a cascade costs by itself.
    #[inline(always)]
    fn cost(&self, board: &Board, cascade: usize) -> u16 {
        let packed = board.cascades[cascade];
        let form = if packed.tail() == 0 {
            0
        } else {
            1 + packed.is_blocked() as usize
        };
        self.costs[packed.kept() as usize][cascade][form]
    }

    /// What the foundations cost by themselves.
    #[inline(always)]
    fn cost_of_home(&self, home: [u8; 4]) -> u32 {
        let total = home[0] + home[1] + home[2] + home[3];
        let most = home[0].max(home[1]).max(home[2].max(home[3]));
        let least = home[0].min(home[1]).min(home[2].min(home[3]));
        self.weights.not_home as u32 * (Card::COUNT as u32 - total as u32)
            + self.weights.spread as u32 * (most - least) as u32
    }

    /// In which cascade a card lies, and how many cards above it; cascade 8 and
    /// no card for one in a cell, at home or past the king.
    #[inline(always)]
    fn place_of(&self, board: &Board, card: u8) -> (u8, u8) {
        if card >= Card::COUNT as u8 {
            return (CASCADES as u8, 0);
        }
        let (cascade, under) = self.origin[card as usize];
        let packed = board.cascades[cascade as usize];
        if packed.kept() > under {
            return (cascade, packed.len() - under - 1);
        }
        let mut cascade = 0;
        while cascade < CASCADES {
            let packed = board.cascades[cascade];
            let depth = (card >> 2).wrapping_sub(packed.top() >> 2);
            if depth < packed.tail() && packed.tail_card(depth) == card {
                return (cascade as u8, depth);
            }
            cascade += 1;
        }
        (CASCADES as u8, 0)
    }
}

/// How many cards the estimate looks for: of each suit, the next that its
/// foundation takes and the one after.
const NEEDED: usize = 8;

/// The estimate for a board, with the parts it is made of.
#[derive(Clone, Copy, Default)]
pub struct Base {
    /// The estimate.
    total: u32,
    /// What each cascade costs by itself.
    costs: [u16; CASCADES],
    /// Where the needed cards lie: first those needed next, by suit.
    needed: [Needed; NEEDED],
    /// What one more card on a cascade costs for the needed cards in it.
    burden: [u16; CASCADES + 1],
}

#[derive(Clone, Copy, Default)]
struct Needed {
    cascade: u8,
    above: u8,
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
