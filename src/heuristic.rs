//! The evaluation: how far a position looks from being won, as a weighted sum of
//! features.
//!
//! The sum is *not admissible*: it is far above the number of moves still needed, and a
//! search guided by it finds lines fast, not the shortest. One of its features is
//! admissible by itself: the costed moves that the counting relaxation of [`crate::bound`] still
//! takes, from pattern databases (Culberson and Schaeffer, 1998) for two parts of the
//! cascades, whose sum is a lower bound. They are split because the larger a database,
//! the longer it takes to fill. Where costed moves have a weight, an [`Evaluation`] also has
//! a lower bound on the moves.
//!
//! Most features describe the undisturbed cards of a cascade; those are added up once a
//! search, for every number of cards that may remain (`terms.rs`). What is left to do for
//! a board is a look-up for each cascade, to find the next cards that the foundations
//! take, and to count cells and cards home; and for a successor, only what the move
//! changes (`accumulator.rs`).
//!
//! Most of the features are those that other solvers' authors found to help. The
//! last nine of [`Weights`], the costed moves aside, came from looking at what sets the
//! positions on short lines apart from others of their depth. The weights themselves are
//! tuned by `freecell-lab tune`; `src/search/EXPERIMENTS.md` says how.

mod accumulator;
mod terms;
mod weights;

pub use accumulator::Accumulator;
pub use weights::{TunedFor, Weight, Weights};

use crate::board::{PackedCard, PrefixNumbers, PREFIXES};
use crate::bound::PatternDatabase;
use crate::card_set::CardSet;
use crate::position::Position;
use crate::table::{CASCADES, CELLS};

/// A sum of terms in packed lanes, so that one addition adds up all of them: from bit 0
/// up the state in the counting relaxation (the first part of the cascades lowest), the moves
/// that self-blocking runs add to the bound, and the cost.
type Lanes = u64;

const STATE_BITS: u32 = 32;
const MOVES_BITS: u32 = 4;
const COST_BITS: u32 = 28;

const MOVES_SHIFT: u32 = STATE_BITS;
const COST_SHIFT: u32 = MOVES_SHIFT + MOVES_BITS;

const _: () = assert!(COST_SHIFT + COST_BITS == Lanes::BITS);
// Each of the 52 cards can be not home, break a sequence, begin a run above the lowest card, be
// unsorted, end a blocked run and lie above four others; there are eight cascades, which may have a
// self-blocking run and be unjoinable, and four cells with cards that wait for twelve others.
const _: () = assert!((52 * 9 + 8 * 3 + 4 * 13) * (u16::MAX as u32) < 1 << COST_BITS);
// Each cascade adds a move at most.
const _: () = assert!(CASCADES < 1 << MOVES_BITS);

/// The number of a line's first moves, which may cost more than later ones.
pub const EARLY_MOVES: u16 = 28;

/// The cost of two boards that differ at all, in cards of divergence: few moves are legal on both
/// (log: "beam weights for both rules").
pub const DIVERGED: u32 = 6;

/// The term of a cascade, without and with a self-blocking run.
type CascadeTerms = [Lanes; 2];

/// The first row of terms for new cascades; the rows before it are for prefixes.
const NEW_CASCADES: u8 = PREFIXES as u8;
/// The rows of terms: by the number of a prefix, then by the length of a new cascade,
/// without and with a king at its base.
const TERM_ROWS: usize = PREFIXES + 32;

/// Evaluates positions of one root. With `BEAM` it uses all features. Without, it ignores those
/// that would slow down the search for a first line: cards in cells and costed moves. The arrays
/// are large enough that no index needs a check.
pub struct Evaluator<const BEAM: bool> {
    weights: Weights,
    /// For each row, what a cascade adds.
    terms: [CascadeTerms; TERM_ROWS],
    prefixes: PrefixNumbers,
    /// For each packed card the cascade in which it lay at the root and how many cards lay
    /// under it; 255 if it lay in no cascade.
    origin: [(u8, u8); PackedCard::COUNT],
    /// The deepest card of each prefix's last run, by the prefix's number, as a set.
    run_bases: [CardSet; PREFIXES],
    /// The cost of occupied cells as long as no card is home, by the number of free ones.
    cells: [u32; CELLS + 1],
    /// For each board, the pattern databases of both parts of the cascades; empty if
    /// costed moves weigh nothing.
    databases: Vec<[PatternDatabase; 2]>,
    /// The bit of the lane of states where the second part's state begins.
    second_part: usize,
}

/// The evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The weighted sum of features, over all boards. Not admissible.
    pub estimate: u32,
    /// No line that wins from here has fewer moves: admissible. 0 if costed moves weigh
    /// nothing.
    pub least_moves: u32,
    /// The number of the first board's state in the counting relaxation; 0 if costed moves weigh
    /// nothing.
    pub state: u32,
}

impl<const BEAM: bool> Evaluator<BEAM> {
    /// The cost of a number of moves.
    pub fn cost_of_moves(&self, moves: u16) -> u32 {
        self.weights.cost_of_moves(moves)
    }

    /// What a non-local move costs besides.
    pub fn cost_of_non_local_move(&self) -> u32 {
        self.weights.non_local_move as u32
    }

    /// Evaluates a position from scratch.
    #[inline(always)]
    pub fn evaluate<const N: usize, const ROOT: bool>(
        &self,
        position: &Position<N, ROOT>,
    ) -> Evaluation {
        let accumulators = self.accumulators(position);
        let lanes = accumulators.map(|accumulator| accumulator.lanes);
        self.evaluation(lanes, position.hashes(), position)
    }

    /// The evaluation that follows from sums and hashes, for a position with the same cards home.
    #[inline(always)]
    fn evaluation<const N: usize, const ROOT: bool>(
        &self,
        lanes: [Lanes; N],
        hashes: [u128; N],
        position: &Position<N, ROOT>,
    ) -> Evaluation {
        let mut evaluation = Evaluation {
            estimate: 0,
            least_moves: 0,
            state: lanes[0] as u32,
        };
        if hashes[0] != hashes[N - 1] {
            let home = |index: usize| position.boards[index].cards_home();
            let cards = home(0).abs_diff(home(N - 1)) as u32;
            evaluation.estimate = self.weights.divergence as u32 * (DIVERGED + cards);
        }
        for (index, &lanes) in lanes.iter().enumerate() {
            let mut costed_moves = 0;
            evaluation.estimate += (lanes >> COST_SHIFT) as u32;
            if !BEAM {
                continue;
            }
            if let Some([first, second]) = self.databases.get(index) {
                let state = lanes as u32 as usize;
                let high = state >> self.second_part;
                let low = state - (high << self.second_part);
                costed_moves = first.lookup_index(low) as u32 + second.lookup_index(high) as u32;
                evaluation.estimate += self.weights.costed_move as u32 * costed_moves;
            }
            let moves = (lanes >> MOVES_SHIFT) as u32 & ((1 << MOVES_BITS) - 1);
            evaluation.least_moves = evaluation.least_moves.max(moves + costed_moves);
        }
        evaluation
    }
}
