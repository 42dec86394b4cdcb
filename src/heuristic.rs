//! How far a board looks from being won: a weighted sum of features.
//!
//! The sum is not admissible: it is far above the moves that are still needed,
//! and a search that goes by it finds lines fast, not the shortest. One of the
//! features is: the removals of [`crate::bound`]'s relaxed game, told for either
//! part of the cascades by itself, for the larger a table, the longer it takes
//! to make. Where they have a weight, an estimate also tells the moves that are
//! needed at least.
//!
//! Most features are about how the cards undisturbed of each cascade lie; those are
//! added up once a search, for every number of cards that may be kept. What is
//! left to do for a board is a look-up for each cascade, to find the cards that
//! the foundations need next, and to count cells and cards home. The features,
//! but for the last five of [`Weights`], are those that other solvers' authors
//! found to help. Of the five, all but the removals were seen in what sets positions
//! on short lines off from others of their layers. `lab tune` climbs to the weights
//! for a first line, and fits those for short lines to such positions.

mod weights;

pub use weights::{Weights, WEIGHTS};

use std::array;

use crate::board::{select, Board, Cascade, MovedRun, RootCascades};
use crate::bound::{PatternDatabase, RelaxedGame};
use crate::card::Card;
use crate::moves::Place;
use crate::position::{Position, Rules, Successor};
use crate::ruleset::Ruleset;
use crate::table::{Table, CASCADES, CELLS};

/// A sum of what a board's places tell, packed, so that all is added up at once:
/// 24 bits of cost, 8 of moves that must be said for blocked tails, and 32 of
/// the state in the relaxed game: that of the first part of the cascades lowest.
type Lanes = u64;

/// Where the cost begins in a sum, and where the moves.
const COST: u32 = 40;
const WORDS: u32 = 32;

/// How many cards home on one board only cost as much as that two boards are not
/// the same, when few moves may be legal on both: fitted as two features, they come
/// out so. Lines for both are 0.1 to 0.2 moves shorter for it.
const NOT_THE_SAME: u32 = 6;

/// What a cascade adds with some undisturbed cards, and with a blocked tail on them.
type CascadeTerms = [Lanes; 2];

/// Where the forms of cascades of which no card is undisturbed begin: beyond any number of
/// undisturbed cards.
const NONE_UNDISTURBED: u8 = 64;

/// An estimate for the boards of one root. What is looked up stands in arrays that no
/// index exceeds, so that there is nothing to check.
pub struct Evaluator {
    weights: Weights,
    /// For each cascade, by the number of undisturbed cards; where none is, from
    /// [`NONE_UNDISTURBED`] on by the length of the tail, 16 farther for one that a king
    /// begins.
    terms: Box<[[CascadeTerms; CASCADES]; 96]>,
    /// For each card, and what would follow the kings, the cascade in which it
    /// lay at the root and how many cards under it; 255 if in none.
    origin: [(u8, u8); 64],
    /// The cost of occupied cells, by the number of free ones.
    cells: [Lanes; CELLS + 1],
    /// For each board, the removals of either part of the cascades; nothing if they
    /// weigh nothing.
    removals: Vec<[PatternDatabase; 2]>,
    /// Where the second part's state begins in a sum.
    shift: usize,
}

impl Evaluator {
    /// The estimate with those weights. For the removals, the cascades are told in
    /// two parts: the first is as many as make no more than so many states of
    /// the relaxed game, but four at least and seven at most.
    pub fn new<const N: usize>(
        weights: Weights,
        table: &Table,
        rules: &Rules<N>,
        states: usize,
    ) -> Evaluator {
        let root = &rules.root;
        let mut origin = [(0, 255); 64];
        for (index, cards) in table.cascades.iter().enumerate() {
            for (under, card) in cards.iter().enumerate() {
                origin[card.index()] = (index as u8, under as u8);
            }
        }
        let mut size = 1;
        let fits = |cards: &&Vec<Card>| {
            size *= cards.len() + 1;
            size <= states
        };
        let first = table.cascades[..7].iter().take_while(fits).count().max(4);
        let parts = |ruleset: &Ruleset| {
            let game = RelaxedGame::new(table, ruleset.autoplay);
            [!(u8::MAX << first), u8::MAX << first].map(|set| PatternDatabase::new(&game, set))
        };
        let mut removals = Vec::new();
        let mut shift = 0;
        if weights.removal > 0 {
            removals = rules.rulesets.iter().map(parts).collect();
            shift = removals[0][0].removals.len().ilog2() as usize + 1;
        }
        let mut terms = Box::new([[[0; 2]; CASCADES]; 96]);
        for index in 0..32_u8 {
            let cost = weights.of_new_cascade(index % 16, index >= 16) as Lanes;
            terms[(NONE_UNDISTURBED + index) as usize] = [[cost << COST; 2]; CASCADES];
        }
        for (cascade, cards) in table.cascades.iter().enumerate() {
            let part = (cascade >= first) as usize;
            let stride = removals
                .first()
                .map_or(0, |parts| parts[part].strides[cascade]);
            for undisturbed in 1..=cards.len() {
                let run = root.prefix(cascade, undisturbed).run as usize;
                let costs = weights.of_prefix(root, cascade, undisturbed);
                for blocked in 0..2 {
                    // For the relaxed game, a blocked tail takes a run with it.
                    let state = stride * (undisturbed - blocked * run);
                    terms[undisturbed][cascade][blocked] = (costs[blocked] as Lanes) << COST
                        | (blocked as Lanes) << WORDS
                        | (state as Lanes) << (part * shift);
                }
            }
        }
        let mut cells = [0; CELLS + 1];
        for occupied in 1..=CELLS {
            let cost = weights.cells[occupied - 1] as Lanes;
            cells[CELLS - occupied] = cells[CELLS - occupied + 1] + (cost << COST);
        }
        Evaluator {
            weights,
            terms,
            origin,
            cells,
            removals,
            shift,
        }
    }

    /// What a number of moves costs.
    pub fn of_moves(&self, moves: u16) -> u32 {
        self.weights.per_move as u32 * moves as u32
    }

    /// What is told of a position, in a form to measure from what its moves
    /// lead to.
    #[inline(always)]
    pub fn accumulator<const N: usize>(&self, position: &Position<N>) -> [Accumulator; N] {
        let mut accumulator = [self.accumulator_of(&position.boards[0]); N];
        let mut index = 1;
        while index < N {
            let board = &position.boards[index];
            accumulator[index].like_first = board == &position.boards[0];
            if !accumulator[index].like_first {
                accumulator[index] = self.accumulator_of(board);
            }
            index += 1;
        }
        accumulator
    }

    /// What is told of a position.
    pub fn of<const N: usize>(&self, position: &Position<N>) -> Evaluation {
        let accumulator = self.accumulator(position);
        self.evaluation(
            accumulator.map(|accumulator| accumulator.lanes),
            position.hashes(),
            position,
        )
    }

    /// What is told of the position after a move, from the one before with its base;
    /// of one that had to be made, from that.
    ///
    /// Told so, instead of anew, a search for a first line takes a quarter less
    /// time; and layers need not play the moves that lead to nothing they would
    /// keep, which are most.
    #[inline(always)]
    pub fn of_successor<const N: usize>(
        &self,
        accumulator: &[Accumulator; N],
        rules: &Rules<N>,
        position: &Position<N>,
        successor: &Successor<N>,
        materialized: Option<&Position<N>>,
    ) -> Evaluation {
        if let Some(materialized) = materialized {
            return self.of(materialized);
        }
        let mut lanes = array::from_fn(|index| accumulator[index].lanes);
        for index in 0..N {
            let moved = successor.moved[index];
            if index > 0 && accumulator[index].like_first && rules.same_supermoves {
                lanes[index] = lanes[0];
            } else if moved.count() > 0 {
                let board = &position.boards[index];
                lanes[index] = self.lanes_after(
                    &accumulator[index],
                    &rules.root,
                    board,
                    successor.places,
                    moved,
                );
            }
        }
        // The same cards are home, for nothing may go there.
        self.evaluation(lanes, successor.hashes, position)
    }

    /// What sums and hashes come to, with the same cards home as in a position.
    #[inline(always)]
    fn evaluation<const N: usize>(
        &self,
        lanes: [Lanes; N],
        hashes: [u128; N],
        position: &Position<N>,
    ) -> Evaluation {
        let mut evaluation = Evaluation {
            estimate: 0,
            moves: 0,
            state: lanes[0] as u32,
        };
        if hashes[0] != hashes[N - 1] {
            let home = |index: usize| position.boards[index].cards_home();
            let cards = home(0).abs_diff(home(N - 1)) as u32;
            evaluation.estimate = self.weights.divergence as u32 * (NOT_THE_SAME + cards);
        }
        for (index, &lanes) in lanes.iter().enumerate() {
            let mut removals = 0;
            if let Some([one, other]) = self.removals.get(index) {
                let state = lanes as u32 as usize;
                let high = state >> self.shift;
                let low = state - (high << self.shift);
                removals = one.removals[low] as u32 + other.removals[high] as u32;
            }
            evaluation.estimate += (lanes >> COST) as u32 + self.weights.removal as u32 * removals;
            evaluation.moves = evaluation
                .moves
                .max((lanes >> WORDS & 255) as u32 + removals);
        }
        evaluation
    }

    #[inline(always)]
    fn accumulator_of(&self, board: &Board) -> Accumulator {
        let mut accumulator = Accumulator {
            free: board.free_cells(),
            ..Accumulator::default()
        };
        let mut above = 0;
        // Over a range, this loop costs a search some 5 % more instructions.
        let mut suit = 0;
        while suit < 4 {
            let next = board.home[suit] << 2 | suit as u8;
            let needed = self.place_of(board, next);
            above += needed.above as u32;
            accumulator.needed[suit] = needed;
            accumulator.burden[needed.cascade as usize] += 1;
            suit += 1;
        }
        let away = Card::COUNT as u32 - board.cards_home() as u32;
        let cost = self.weights.not_home as u32 * away + self.weights.above as u32 * above;
        accumulator.lanes = ((cost as Lanes) << COST) + self.cells[accumulator.free as usize];
        let mut cascade = 0;
        while cascade < CASCADES {
            accumulator.terms[cascade] = self.term(board.cascades[cascade], cascade);
            accumulator.lanes += accumulator.terms[cascade];
            cascade += 1;
        }
        accumulator
    }

    /// The sum after a move that removals those cards, where nothing goes home.
    #[inline(always)]
    fn lanes_after(
        &self,
        accumulator: &Accumulator,
        root: &RootCascades,
        board: &Board,
        [from, to]: [Place; 2],
        moved: MovedRun,
    ) -> Lanes {
        let mut lanes = accumulator
            .lanes
            .wrapping_sub(self.cells[accumulator.free as usize]);
        let mut free = accumulator.free;
        // How many needed cards have more cards above them, and how many fewer.
        let mut above = 0;
        match from {
            Place::Cascade(from) => {
                let cascade = from as usize;
                let change = self
                    .term(moved.left(), cascade)
                    .wrapping_sub(accumulator.terms[cascade]);
                lanes = lanes.wrapping_add(change);
                // Cards that moved along keep what lies on them.
                let mut suit = 0;
                while suit < 4 && accumulator.burden[cascade] > 0 {
                    let needed = accumulator.needed[suit];
                    if needed.cascade == from && needed.above >= moved.count() {
                        above -= 1;
                    }
                    suit += 1;
                }
            }
            _ => free += 1,
        }
        match to {
            Place::Cascade(to) => {
                let cascade = to as usize;
                let grown = board.with_run(root, to, moved);
                let change = self
                    .term(grown, cascade)
                    .wrapping_sub(accumulator.terms[cascade]);
                lanes = lanes.wrapping_add(change);
                above += accumulator.burden[cascade] as i64;
            }
            _ => free -= 1,
        }
        above *= moved.count() as i64 * self.weights.above as i64;
        lanes = lanes.wrapping_add((above << COST) as Lanes);
        lanes.wrapping_add(self.cells[free as usize])
    }

    /// What a cascade adds, in its place.
    #[inline(always)]
    fn term(&self, packed: Cascade, cascade: usize) -> Lanes {
        let tail = packed.tail();
        let is_king = (packed.top() >> 2) + tail == 13;
        let run = NONE_UNDISTURBED + (tail | (is_king as u8) << 4);
        // Which of the two it is the processor guesses wrong one time in eight.
        let row = select(packed.undisturbed() == 0, run, packed.undisturbed());
        self.terms[row as usize][cascade][packed.is_blocked() as usize]
    }

    /// Where a card lies; in cascade 8, with no card above it, for one in a
    /// cell, at home or past the king.
    #[inline(always)]
    fn place_of(&self, board: &Board, card: u8) -> Needed {
        let mut needed = Needed {
            cascade: CASCADES as u8,
            above: 0,
        };
        let (cascade, under) = self.origin[card as usize & 63];
        let packed = board.cascades[cascade as usize];
        if packed.undisturbed() > under {
            let above = packed.len() - under - 1;
            return Needed { cascade, above };
        }
        let mut cascade = 0;
        while cascade < CASCADES {
            let packed = board.cascades[cascade];
            // Modulo 16, a card of lower rank than the top is deeper than tails get.
            let depth = (card >> 2).wrapping_sub(packed.top() >> 2) & 15;
            if (depth < packed.tail()) & (packed.tail_card(depth) == card) {
                needed.cascade = cascade as u8;
                needed.above = depth;
            }
            cascade += 1;
        }
        needed
    }
}

/// What is told of a position.
pub struct Evaluation {
    /// The estimate, the sum of those for its boards.
    pub estimate: u32,
    /// No line wins from there with fewer moves; nothing is told if removals weigh
    /// nothing.
    pub moves: u32,
    /// The first board's state in the relaxed game; always 0 if removals weigh
    /// nothing.
    pub state: u32,
}

/// What is told of a board, with the parts it is made of.
#[derive(Clone, Copy, Default)]
pub struct Accumulator {
    /// The whole.
    lanes: Lanes,
    /// Whether the board is the same as the first, and not the first itself.
    like_first: bool,
    /// What each cascade adds.
    terms: [Lanes; CASCADES],
    /// The number of free cells.
    free: u8,
    /// Where the cards lie that the foundations take next, by suit.
    needed: [Needed; 4],
    /// How many of those lie in each cascade.
    burden: [u8; CASCADES + 1],
}

/// In which cascade a card lies, and how many cards above it.
#[derive(Clone, Copy, Default)]
struct Needed {
    cascade: u8,
    above: u8,
}
