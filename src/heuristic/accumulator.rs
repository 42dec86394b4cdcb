//! Incremental evaluation: the score of a successor, from the accumulator of the position
//! before it.
//!
//! As in chess engines (the accumulator of an NNUE), the sum of a position is stored with the parts
//! that a move may change, so a successor's sum takes a few additions. That saves time in the
//! search for a first line. And a beam search need not play the moves whose positions it does not
//! keep, which are most (log: "incremental evaluation").

use std::array;

use super::{Evaluation, Evaluator, Lanes, COST_SHIFT, NEW_CASCADES};
use crate::board::{select, Board, Cascade, CascadeIndex, MovedRun, PackedCard, RootCascades};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::moves::Place;
use crate::position::{Position, Rules, Successor};
use crate::table::{CASCADES, CELLS};

/// The sum of a board, with the parts it is made of.
#[derive(Clone, Copy)]
pub struct Accumulator {
    /// The sum, and the same without what the ends of the cascades add together.
    pub(super) lanes: Lanes,
    without_ends: Lanes,
    /// Whether this is the accumulator of another board that equals the first.
    same_as_first: bool,
    /// The term of each cascade.
    terms: [Lanes; CASCADES],
    /// The terms of one more occupied cell, and of one more free cell.
    occupied_cell: Lanes,
    freed_cell: Lanes,
    /// For each cascade, the number of cards that the foundations take next and that have at
    /// least 0, 1, 2 … cards above them there: four bits for each, from the lowest up.
    needed: [u64; CASCADES],
    /// The deepest cards of the cascades' last undisturbed runs; the cards that fit on the top of a
    /// cascade, and those that fit on two.
    bases: CardSet,
    fitting: CardSet,
    fitting_twice: CardSet,
}

/// The fraction of their weight that occupied cells have while no card is home, in 256ths.
const FULL_WEIGHT: u32 = 256;

/// One in each four bits.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The number of next cards that have at least `above` cards above them.
#[inline(always)]
fn with_above(needed: u64, above: u8) -> u8 {
    (needed >> (4 * above)) as u8 & 15
}

impl<const BEAM: bool> Evaluator<BEAM> {
    /// The accumulators of a position's boards, to evaluate its successors from.
    #[inline(always)]
    pub fn accumulators<const N: usize, const ROOT: bool>(
        &self,
        position: &Position<N, ROOT>,
    ) -> [Accumulator; N] {
        let mut accumulators = [self.accumulate(&position.boards[0]); N];
        let mut index = 1;
        while index < N {
            let board = &position.boards[index];
            // Most often the boards are equal, so that one accumulator serves both.
            accumulators[index].same_as_first = board == &position.boards[0];
            if !accumulators[index].same_as_first {
                accumulators[index] = self.accumulate(board);
            }
            index += 1;
        }
        accumulators
    }

    /// Evaluates a successor incrementally, or from scratch if it was played.
    #[inline(always)]
    pub fn evaluate_successor<const N: usize, const ROOT: bool>(
        &self,
        accumulators: &[Accumulator; N],
        rules: &Rules<N>,
        position: &Position<N, ROOT>,
        successor: &Successor<N>,
        played: Option<&Position<N>>,
    ) -> Evaluation {
        // Cards may have gone home, and then more has changed than the places of the move.
        if let Some(played) = played {
            return self.evaluate(played);
        }
        let mut lanes = array::from_fn(|index| accumulators[index].lanes);
        for index in 0..N {
            let run = successor.runs[index];
            // The same run leaves the same board. A run without cards is that of a board that is
            // won, which stays as it is.
            if index > 0 && accumulators[index].same_as_first && rules.same_supermoves {
                lanes[index] = lanes[0];
            } else if N == 1 || run.count().0 > 0 {
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
    fn accumulate(&self, board: &Board) -> Accumulator {
        let (mut needed, mut terms) = ([0; CASCADES], [0; CASCADES]);
        let (mut tops, mut bases) = (CardSet::EMPTY, CardSet::EMPTY);
        // Occupied cells matter less with each card home. Only a move home changes that, so a
        // successor's change of the cells can be prepared here.
        let home = board.cards_home() as u32;
        let fraction = FULL_WEIGHT.saturating_sub(self.weights.cells_fade as u32 * home);
        let cost_of_cells = |cost: u32| ((cost * fraction / FULL_WEIGHT) as Lanes) << COST_SHIFT;
        let free_cells = board.free_cells() as usize;
        let cells = cost_of_cells(self.cells[free_cells]);
        let cells_with = |free: usize| {
            let cost = self.cells.get(free);
            cost.map_or(0, |&cost| cost_of_cells(cost).wrapping_sub(cells))
        };
        let occupied_cell = cells_with(free_cells.wrapping_sub(1));
        let freed_cell = cells_with(free_cells + 1);
        // The cards that lie on the next ones that the foundations take: they have to move first.
        let mut above = 0;
        // A `for` over a range takes measurably more instructions (log: "while instead of for");
        // the same goes for the loops below.
        let mut suit = 0;
        while suit < 4 {
            let next = PackedCard::next_home(board.home[suit], suit);
            if let Some((cascade, cards)) = self.location_of(board, next) {
                above += cards as u32;
                // Adds one to the counts for 0, 1 … `cards`. No run has more than 13 cards, so
                // there is no need to count beyond 15.
                needed[cascade.get()] += ONES >> (4 * (15 - cards.min(15)));
            }
            suit += 1;
        }
        // Costs that change only when a card goes home, or with a run that lies on a next card.
        let away = Card::COUNT as u32 - home;
        let cost = self.weights.not_home as u32 * away + self.weights.above as u32 * above;
        let mut lanes = ((cost as Lanes) << COST_SHIFT) + cells;
        let mut index = 0;
        while index < CASCADES {
            let packed = board.cascades[index];
            let cascade = CascadeIndex::new(index as u8);
            let term = self.term(packed, cascade);
            terms[index] = term;
            lanes += term;
            tops = tops.union(packed.top().to_set());
            bases = bases.union(self.run_base(cascade, packed));
            index += 1;
        }
        if BEAM {
            for &card in board.cells.iter().filter(|card| card.is_card()) {
                lanes += self.term_of_card_in_cell(board, card);
            }
        }
        let without_ends = lanes;
        let fitting = tops.fitting();
        lanes += self.term_of_ends(bases, fitting);
        Accumulator {
            lanes,
            without_ends,
            same_as_first: false,
            terms,
            occupied_cell,
            freed_cell,
            needed,
            bases,
            fitting,
            fitting_twice: tops.fitting_twice(),
        }
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
        let mut lanes = accumulator.without_ends;
        let count = match to {
            // Known before the program runs, which saves instructions.
            Place::Cell(_) => 1,
            _ => run.count().0,
        };
        // The number of next cards that the run's cards come to lie above, less those that they
        // leave.
        let mut above = 0;
        // One card is a top card no more, and another becomes one: between two cascades the card
        // covered and the card uncovered, as the run's own top card stays one.
        let mut lost = run.top();
        let mut gained = lost;
        let mut bases = accumulator.bases;
        // Only the terms of the two places change. First the place that the run leaves.
        if let Place::Cascade(from) = from {
            let cascade = CascadeIndex::new(from);
            // What is left of a built run counts as not self-blocking.
            let [term, _] = self.terms[self.row(run.left(), cascade)];
            lanes = lanes.wrapping_sub(accumulator.terms[cascade.get()]);
            lanes = lanes.wrapping_add(term);
            let before = self.run_base(cascade, board.cascades[cascade.get()]);
            let after = self.run_base(cascade, run.left());
            bases = bases.difference(before).union(after);
            gained = run.left().top();
            // The next cards below the run have at least its cards above them, and lose these. A
            // next card in the run itself has fewer above it, and keeps them.
            above -= with_above(accumulator.needed[cascade.get()], count) as i64;
        } else {
            lanes = lanes.wrapping_add(accumulator.freed_cell);
            if BEAM {
                lanes = lanes.wrapping_sub(self.term_of_card_in_cell(board, run.top()));
            }
        }
        // Then the place that takes the run. No card goes home, so it is a cascade or a cell.
        if let Place::Cascade(to) = to {
            let cascade = CascadeIndex::new(to);
            let term = self.term(board.with_run(root, cascade, run), cascade);
            lanes = lanes.wrapping_sub(accumulator.terms[cascade.get()]);
            lanes = lanes.wrapping_add(term);
            // Every next card there comes to lie below the run.
            above += with_above(accumulator.needed[cascade.get()], 0) as i64;
            lost = board.cascades[cascade.get()].top();
        } else {
            lanes = lanes.wrapping_add(accumulator.occupied_cell);
            if BEAM {
                lanes = lanes.wrapping_add(self.term_of_card_in_cell(board, run.top()));
            }
        }
        let fitting = accumulator
            .fitting
            .difference(lost.fitting())
            .union(accumulator.fitting_twice)
            .union(gained.fitting());
        lanes = lanes.wrapping_add(self.term_of_ends(bases, fitting));
        above *= count as i64 * self.weights.above as i64;
        lanes.wrapping_add((above << COST_SHIFT) as Lanes)
    }

    /// The term of a cascade. Its index determines its undisturbed cards.
    #[inline(always)]
    fn term(&self, packed: Cascade, cascade: CascadeIndex) -> Lanes {
        self.terms[self.row(packed, cascade)][packed.is_self_blocking() as usize]
    }

    /// The row of a cascade's terms, below [`TERM_ROWS`].
    #[inline(always)]
    fn row(&self, packed: Cascade, cascade: CascadeIndex) -> usize {
        let built = packed.built();
        // A run from a king down to a rank has as many cards as there are ranks from that one up.
        let is_king = packed.top().rank_index() + built == 13;
        let new_cascade = NEW_CASCADES + (built | (is_king as u8) << 4);
        let undisturbed = packed.undisturbed();
        let prefix = self.prefixes.get(cascade, undisturbed) as u8;
        select(undisturbed == 0, new_cascade, prefix) as usize
    }

    /// The term of a card in a cell, besides that of the occupied cell.
    #[inline(always)]
    fn term_of_card_in_cell(&self, board: &Board, card: PackedCard) -> Lanes {
        let rank = card.rank_index();
        let wait = rank - board.home[card.suit_index()];
        (self.weights.cost_of_card_in_cell(wait, rank == 12) as Lanes) << COST_SHIFT
    }

    /// What the ends of all cascades add together, given the deepest cards of the runs there and
    /// the cards that fit on a top card.
    #[inline(always)]
    fn term_of_ends(&self, bases: CardSet, fitting: CardSet) -> Lanes {
        let unjoinable = CASCADES as u32 - bases.intersection(fitting).len_up_to_15();
        ((self.weights.unjoinable as u32 * unjoinable) as Lanes) << COST_SHIFT
    }

    /// The deepest card of a cascade's last run of undisturbed cards, as a set.
    #[inline(always)]
    fn run_base(&self, cascade: CascadeIndex, packed: Cascade) -> CardSet {
        self.run_bases[self.prefixes.get(cascade, packed.undisturbed())]
    }

    /// The cascade in which a card lies, and the number of cards above it; `None` for a card in
    /// a cell, at home or past the king.
    #[inline(always)]
    fn location_of(&self, board: &Board, card: PackedCard) -> Option<(CascadeIndex, u8)> {
        let (cascade, under) = self.origin[card.index()];
        let cascade = CascadeIndex::new(cascade);
        let packed = board.cascades[cascade.get()];
        if packed.undisturbed() > under {
            return Some((cascade, packed.len() - under - 1));
        }
        let mut cell = 0;
        while cell < CELLS {
            if board.cells[cell].is(card) {
                return None;
            }
            cell += 1;
        }
        location_in_built_runs(board, card)
    }
}

/// The cascade in which a card that is not undisturbed lies, and the number of cards above
/// it.
#[inline(never)]
fn location_in_built_runs(board: &Board, card: PackedCard) -> Option<(CascadeIndex, u8)> {
    let mut index = 0;
    while index < CASCADES as u8 {
        let cascade = CascadeIndex::new(index);
        let packed = board.cascades[cascade.get()];
        // A card of lower rank than the top is deeper than built runs get.
        let depth = card.rank_index().wrapping_sub(packed.top().rank_index());
        if depth < packed.built() && packed.built_card(depth).is(card) {
            return Some((cascade, depth));
        }
        index += 1;
    }
    None
}
