//! Positions: what the search plans over, and the moves worth a try there.
//!
//! A [`Position`] holds one board for each ruleset that is still possible, all
//! begun from one table and all played by the same moves. A move is legal on a
//! position when it is legal on each of its boards, each under its own ruleset;
//! a board that is won waits for the others, and the position is won when all
//! are. With a single ruleset the position is one board and everything here is
//! the plain game.
//!
//! [`Position::generate`] lists the moves and what they lead to. It may leave out
//! moves that lead nowhere better than moves it keeps ([`Pruning::Dominated`]); no
//! solution is ever lost by that. The reasons stand with the code.

mod generator;
mod successor;

use generator::MoveGenerator;
pub use successor::{Successor, Successors};

use std::array;

use arrayvec::ArrayVec;

use crate::board::{Board, RootCascades};
use crate::moves::Move;
use crate::rules;
use crate::ruleset::Ruleset;
use crate::table::{Table, CASCADES};

/// Room for every move that can be legal on one position: 8 · 7 between
/// cascades, 8 to the lowest free cell, 4 · 8 from cells, 12 home.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// The moves that can be legal on one position.
pub const MAX_MOVES: usize = 8 * 7 + 8 + 4 * 8 + 12;

/// What a game is played by: the root cascades of its root, and a ruleset a board.
pub struct Rules<const N: usize> {
    /// The root's root cascades, which all boards share.
    pub root: RootCascades,
    /// The ruleset of each board.
    pub rulesets: [Ruleset; N],
    /// Whether the rulesets differ in autoplay alone.
    pub(crate) same_supermoves: bool,
}

impl<const N: usize> Rules<N> {
    /// The rules of games that begin from a table.
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Rules<N> {
        let supermoves = |ruleset: &Ruleset| (ruleset.capacity, ruleset.long_run);
        let same = |ruleset| supermoves(ruleset) == supermoves(&rulesets[0]);
        Rules {
            root: RootCascades::new(table),
            rulesets,
            same_supermoves: rulesets.iter().all(same),
        }
    }
}

/// Which legal moves [`Position::generate`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// All of them.
    None,
    /// Those that are not dominated by others, provided that nothing is left for
    /// autoplay.
    Dominated,
}

impl Pruning {
    /// The same where nothing is left for autoplay, none elsewhere.
    #[must_use]
    pub fn if_autoplay_done(self, autoplay_done: bool) -> Pruning {
        if autoplay_done {
            self
        } else {
            Pruning::None
        }
    }
}

/// A hash of positions.
pub type HashFn<const N: usize> = fn(&Position<N>, &Rules<N>) -> u128;

/// One board for each ruleset.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// The boards, in the order of the rulesets.
    pub boards: [Board; N],
}

impl<const N: usize> Position<N> {
    /// The position in which every board is the given table.
    pub fn root(table: &Table, rules: &Rules<N>) -> Position<N> {
        Position {
            boards: [Board::root(table, &rules.root); N],
        }
    }

    /// Whether every board is won.
    pub fn is_won(&self) -> bool {
        self.boards.iter().all(Board::is_won)
    }

    /// The first board that is not won.
    fn lead(&self) -> usize {
        let mut lead = 0;
        while lead + 1 < N && self.boards[lead].is_won() {
            lead += 1;
        }
        lead
    }

    /// Whether the boards are one and the same, places and all: most often
    /// they are, and the work on one will do for the others.
    fn is_uniform(&self) -> bool {
        self.boards[1..]
            .iter()
            .all(|board| board == &self.boards[0])
    }

    /// Plays a legal move on every board that is not won, autoplay included.
    /// `autoplay_done` tells that nothing was left for autoplay before the move.
    pub fn play(&mut self, rules: &Rules<N>, mv: Move, autoplay_done: bool) {
        for (board, &ruleset) in self.boards.iter_mut().zip(&rules.rulesets) {
            if N == 1 || !board.is_won() {
                rules::play(board, &rules.root, ruleset, mv, autoplay_done);
            }
        }
    }

    /// The hash of a position of one board or two: equal for those that differ only
    /// in the order of cascades, the same order on both boards, and of a single
    /// board's cells.
    pub fn hash(&self, rules: &Rules<N>) -> u128 {
        let mut hash = self.unordered_hash();
        for (index, board) in self.boards.iter().enumerate() {
            // Where boards differ, or will, which letter is the lowest free one is
            // not the same on all; so the order of cells counts.
            if N > 1 {
                hash = hash.wrapping_add(mixed(u32::from_le_bytes(board.cells), index as u32));
            }
            // Where a cascade has the same base on both, the hashes say it all.
            for cascade in 0..CASCADES {
                if index > 0 && board.cascades[cascade] != self.boards[0].cascades[cascade] {
                    let [one, other] =
                        [&self.boards[0], board].map(|board| board.base(&rules.root, cascade));
                    if one != other {
                        hash = hash.wrapping_add(mixed(one as u32, other as u32 + 1));
                    }
                }
            }
        }
        hash
    }

    /// A hash that tells nothing of the order in which cells and cascades lie on
    /// one board and on another: that may matter one day, and hardly ever does.
    /// Not for proofs, unless there is but one board.
    pub fn unordered_hash(&self) -> u128 {
        joined(self.hashes())
    }

    /// The hashes of the boards.
    pub fn hashes(&self) -> [u128; N] {
        array::from_fn(|index| self.boards[index].hash())
    }

    /// The moves that [`Position::generate`] lists, alone.
    pub fn moves(&self, rules: &Rules<N>, pruning: Pruning) -> MoveList {
        let mut successors = Successors::default();
        self.generate(rules, pruning, true, &mut successors);
        successors
            .list
            .iter()
            .map(|successor| successor.mv)
            .collect()
    }

    /// Lists the legal moves, or those of them that are not dominated, with what each
    /// leads to, in place of what was listed. `autoplay_done` tells that nothing is left for
    /// autoplay; if something is, every move is played.
    #[inline(always)]
    pub fn generate(
        &self,
        rules: &Rules<N>,
        pruning: Pruning,
        autoplay_done: bool,
        successors: &mut Successors<N>,
    ) {
        successors.list.clear();
        successors.materialized.clear();
        MoveGenerator::new(self, rules, pruning, autoplay_done, successors).make();
    }
}

/// One hash made of those of several boards.
pub(crate) fn joined<const N: usize>(hashes: [u128; N]) -> u128 {
    let mut joined = hashes[0];
    for hash in &hashes[1..] {
        joined = joined.rotate_left(41) ^ hash;
    }
    joined
}

/// A number made of two.
fn mixed(one: u32, other: u32) -> u128 {
    let both = (one as u128) << 32 | other as u128 | 1 << 64;
    // Two odd multipliers with well mixed bits: PCG's, and the golden ratio's.
    let mixed = both.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
    (mixed ^ mixed >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}
