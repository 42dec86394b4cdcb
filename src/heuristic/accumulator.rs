//! Incremental evaluation: what a successor scores, from the accumulator of the position
//! before it.
//!
//! As in chess engines (the accumulator of an NNUE), the sum of a position is stored with
//! the parts that a move may change, so that a successor's sum takes a few additions. That
//! spares a first line much of its time, and a beam search need not play the moves whose
//! positions it would not keep, which are most (row 10 of the table in
//! `src/search/README.md`).

use std::array;

use super::{Evaluation, Evaluator, Lanes, COST_SHIFT, NEW_CASCADES};
use crate::board::{select, Board, Cascade, CascadeIndex, MovedRun, RootCascades};
use crate::card::Card;
use crate::moves::Place;
use crate::position::{AutoplayState, Position, Rules, Successor};
use crate::table::CASCADES;

/// The sum of a board, with the parts it is made of.
#[derive(Clone, Copy, Default)]
pub struct Accumulator {
    /// The sum.
    pub(super) lanes: Lanes,
    /// Whether the board is the same as the first, and not the first itself.
    same_as_first: bool,
    /// What each cascade adds.
    terms: [Lanes; CASCADES],
    /// What a cell more adds that is occupied, or free.
    occupied_cell: Lanes,
    freed_cell: Lanes,
    /// For each cascade, how many of the cards that the foundations take next have at least
    /// 0, 1, 2 … cards above them there: four bits for each, from the lowest up.
    needed: [u64; CASCADES],
}

/// In 256ths, what occupied cells weigh as long as no card is home.
const FULL_SHARE: u32 = 256;

/// One in each four bits.
const ONES: u64 = 0x1111_1111_1111_1111;

/// How many next cards have at least so many cards above them.
#[inline(always)]
fn with_above(needed: u64, above: u8) -> u8 {
    (needed >> (4 * above)) as u8 & 15
}

impl Evaluator {
    /// The accumulators of a position's boards, to evaluate its successors from.
    #[inline(always)]
    pub fn accumulators<const N: usize, S: AutoplayState>(
        &self,
        position: &Position<N, S>,
    ) -> [Accumulator; N] {
        let mut accumulators = [self.accumulator_of(&position.boards[0]); N];
        let mut index = 1;
        while index < N {
            let board = &position.boards[index];
            accumulators[index].same_as_first = board == &position.boards[0];
            if !accumulators[index].same_as_first {
                accumulators[index] = self.accumulator_of(board);
            }
            index += 1;
        }
        accumulators
    }

    /// Evaluates a successor incrementally, or from scratch if it was materialized.
    #[inline(always)]
    pub fn of_successor<const N: usize, S: AutoplayState>(
        &self,
        accumulators: &[Accumulator; N],
        rules: &Rules<N>,
        position: &Position<N, S>,
        successor: &Successor<N>,
        materialized: Option<&Position<N>>,
    ) -> Evaluation {
        if let Some(materialized) = materialized {
            return self.of(materialized);
        }
        let mut lanes = array::from_fn(|index| accumulators[index].lanes);
        for index in 0..N {
            let run = successor.runs[index];
            if index > 0 && accumulators[index].same_as_first && rules.same_supermoves {
                lanes[index] = lanes[0];
            } else if run.count().0 > 0 {
                let board = &position.boards[index];
                let accumulator = &accumulators[index];
                lanes[index] =
                    self.lanes_after(accumulator, &rules.root, board, successor.places, run);
            }
        }
        // As nothing goes home, the same cards are home as before.
        self.evaluation(lanes, successor.hashes, position)
    }

    #[inline(always)]
    fn accumulator_of(&self, board: &Board) -> Accumulator {
        let home = board.cards_home() as u32;
        let share = FULL_SHARE.saturating_sub(self.weights.cells_fade as u32 * home);
        let cost_of_cells = |cost: u32| ((cost * share / FULL_SHARE) as Lanes) << COST_SHIFT;
        let free_cells = board.free_cells() as usize;
        let cells = cost_of_cells(self.cells[free_cells]);
        let cells_with = |free: usize| {
            let cost = self.cells.get(free);
            cost.map_or(0, |&cost| cost_of_cells(cost).wrapping_sub(cells))
        };
        let mut accumulator = Accumulator {
            occupied_cell: cells_with(free_cells.wrapping_sub(1)),
            freed_cell: cells_with(free_cells + 1),
            ..Accumulator::default()
        };
        let mut above = 0;
        // A `for` over a range takes measurably more instructions (row 14 of the table in
        // `src/search/README.md`); the same goes for the loops below.
        let mut suit = 0;
        while suit < 4 {
            let next = board.home[suit] << 2 | suit as u8;
            if let Some((cascade, cards)) = self.location_of(board, next) {
                above += cards as u32;
                // No run is so long that a larger number would matter.
                accumulator.needed[cascade.get()] += ONES >> (4 * (15 - cards.min(15)));
            }
            suit += 1;
        }
        let away = Card::COUNT as u32 - home;
        let cost = self.weights.not_home as u32 * away + self.weights.above as u32 * above;
        accumulator.lanes = ((cost as Lanes) << COST_SHIFT) + cells;
        let mut cascade = 0;
        while cascade < CASCADES {
            let term = self.term(board.cascades[cascade], CascadeIndex::new(cascade as u8));
            accumulator.terms[cascade] = term;
            accumulator.lanes += term;
            cascade += 1;
        }
        accumulator
    }

    /// The sum after a move of that run, where no card goes home.
    #[inline(always)]
    fn lanes_after(
        &self,
        accumulator: &Accumulator,
        root: &RootCascades,
        board: &Board,
        [from, to]: [Place; 2],
        run: MovedRun,
    ) -> Lanes {
        let mut lanes = accumulator.lanes;
        let count = run.count().0;
        // How many next cards get the run's cards above them, less those that lose them.
        let mut above = 0;
        match from {
            Place::Cascade(from) => {
                let cascade = CascadeIndex::new(from);
                let term = self.term(run.left(), cascade);
                let change = term.wrapping_sub(accumulator.terms[cascade.get()]);
                lanes = lanes.wrapping_add(change);
                // A next card in the run itself keeps what lies on it.
                above -= with_above(accumulator.needed[cascade.get()], count) as i64;
            }
            _ => lanes = lanes.wrapping_add(accumulator.freed_cell),
        }
        match to {
            Place::Cascade(to) => {
                let cascade = CascadeIndex::new(to);
                let term = self.term(board.with_run(root, cascade, run), cascade);
                let change = term.wrapping_sub(accumulator.terms[cascade.get()]);
                lanes = lanes.wrapping_add(change);
                above += with_above(accumulator.needed[cascade.get()], 0) as i64;
            }
            _ => lanes = lanes.wrapping_add(accumulator.occupied_cell),
        }
        above *= count as i64 * self.weights.above as i64;
        lanes.wrapping_add((above << COST_SHIFT) as Lanes)
    }

    /// What a cascade adds, in its place.
    #[inline(always)]
    fn term(&self, packed: Cascade, cascade: CascadeIndex) -> Lanes {
        let tail = packed.tail();
        let is_king = (packed.top() >> 2) + tail == 13;
        let new_cascade = NEW_CASCADES + (tail | (is_king as u8) << 4);
        let undisturbed = packed.undisturbed();
        let prefix = self.prefixes.of(cascade, undisturbed) as u8;
        let row = select(undisturbed == 0, new_cascade, prefix);
        self.terms[row as usize][packed.is_blocked() as usize]
    }

    /// In which cascade a card lies, and how many cards lie above it; none for one in a cell,
    /// at home or past the king.
    #[inline(always)]
    fn location_of(&self, board: &Board, card: u8) -> Option<(CascadeIndex, u8)> {
        debug_assert!((card as usize) < Card::COUNT + 4);
        let (cascade, under) = self.origin[card as usize & 63];
        let cascade = CascadeIndex::new(cascade);
        let packed = board.cascades[cascade.get()];
        if packed.undisturbed() > under {
            return Some((cascade, packed.len() - under - 1));
        }
        if board.cells.contains(&card) {
            return None;
        }
        location_in_tails(board, card)
    }
}

/// In which cascade a card lies that is not undisturbed, and how many cards lie above it.
#[inline(never)]
fn location_in_tails(board: &Board, card: u8) -> Option<(CascadeIndex, u8)> {
    let mut index = 0;
    while index < CASCADES as u8 {
        let cascade = CascadeIndex::new(index);
        let packed = board.cascades[cascade.get()];
        // Modulo 16, a card of lower rank than the top is deeper than tails get.
        let depth = (card >> 2).wrapping_sub(packed.top() >> 2) & 15;
        if depth < packed.tail() && packed.tail_card(depth) == card {
            return Some((cascade, depth));
        }
        index += 1;
    }
    None
}
