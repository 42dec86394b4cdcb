//! Positions: the joint states that the searches plan over.
//!
//! A [`Position`] holds one board for each ruleset that is still possible, all begun
//! from one table and all played by the same moves: searching over such joint positions
//! is conformant planning (Smith and Weld, 1998), for the line found works whichever
//! ruleset is the real one. A move is legal on a position when it is legal on each of
//! its boards, each under its own ruleset; a board that is won waits for the others, and
//! the position is won when all are. With a single ruleset the position is one board and
//! everything here is the plain game.
//!
//! Whether a position is the root of a search is part of its type. At a root ([`RootPosition`])
//! cards may be left that autoplay would send home; after any move, none is. At the former, any
//! move sets autoplay going, even one that would otherwise change nothing; after a move, only
//! what it uncovers can, and some moves are dominated.
//!
//! [`Position::generate`] lists the moves and what they lead to. (Moves that come from elsewhere,
//! and may be illegal, are played by [`crate::playback`].)

mod generator;
mod hash;
mod successor;

use generator::MoveGenerator;
pub(crate) use hash::mix;
pub use successor::{Successor, SuccessorVisitor, Successors};

use std::array;

use crate::board::{Board, PackedCard, RootCascades};
use crate::moves::{Move, MoveList, Place};
use crate::rules;
use crate::ruleset::Ruleset;
use crate::table::{Table, CASCADES, CELLS};

/// No more moves can be legal on one position: between cascades, from cascades to the
/// lowest free cell, from cells to cascades, and home.
pub const MAX_MOVES: usize =
    CASCADES * (CASCADES - 1) + CASCADES + CELLS * CASCADES + (CASCADES + CELLS);

/// The rules of a game: the root cascades, which all boards share, and a ruleset for each board.
pub struct Rules<const N: usize> {
    /// The cascades of the root.
    pub root: RootCascades,
    /// The ruleset of each board.
    pub rulesets: [Ruleset; N],
    /// Whether the rulesets differ in autoplay alone.
    pub(crate) same_supermoves: bool,
    /// For each board, whether there was autoplay before the first move.
    #[cfg(feature = "programs")]
    pub autoplay_first: [bool; N],
}

impl<const N: usize> Rules<N> {
    /// The rules of games that begin from a table.
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Rules<N> {
        let mut rules = Rules {
            root: RootCascades::new(table),
            rulesets,
            same_supermoves: true,
            #[cfg(feature = "programs")]
            autoplay_first: [false; N],
        };
        rules.set_rulesets(rulesets);
        rules
    }

    /// Changes the rulesets.
    pub fn set_rulesets(&mut self, rulesets: [Ruleset; N]) {
        let supermoves = |ruleset: &Ruleset| (ruleset.capacity, ruleset.overlong_run);
        let same = |ruleset| supermoves(ruleset) == supermoves(&rulesets[0]);
        self.rulesets = rulesets;
        self.same_supermoves = rulesets.iter().all(same);
    }
}

/// Which legal moves [`Position::generate`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// All of them.
    None,
    /// Those that are not dominated: a move is left out if it leads to the same position
    /// as one that is listed, up to the order of cascades, or back to the position it
    /// began at. No solution is lost by that.
    Dominated,
}

/// One board for each ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<const N: usize, const ROOT: bool = false> {
    /// The boards, in the order of the rulesets.
    pub boards: [Board; N],
}

/// The position at which a search begins.
pub type RootPosition<const N: usize> = Position<N, true>;

impl<const N: usize> RootPosition<N> {
    /// The position in which every board is the given table, or what autoplay makes of it where it
    /// comes before the first move.
    pub fn root(table: &Table, rules: &Rules<N>) -> RootPosition<N> {
        let board = Board::root(table, &rules.root);
        let root = Position { boards: [board; N] };
        #[cfg(feature = "programs")]
        let root = root.after_autoplay_first(rules);
        root
    }

    /// The root where some boards have had autoplay before the first move.
    #[cfg(feature = "programs")]
    fn after_autoplay_first(mut self, rules: &Rules<N>) -> RootPosition<N> {
        for (index, board) in self.boards.iter_mut().enumerate() {
            if rules.autoplay_first[index] {
                rules::autoplay(board, &rules.root, rules.rulesets[index].autoplay);
            }
        }
        self
    }
}

impl<const N: usize, const ROOT: bool> Position<N, ROOT> {
    /// Whether every board is won.
    pub fn is_won(&self) -> bool {
        self.boards.iter().all(Board::is_won)
    }

    /// The position after a legal move, autoplay included.
    #[must_use]
    pub fn after(&self, rules: &Rules<N>, mv: Move) -> Position<N> {
        let mut boards = self.boards;
        play::<N, ROOT>(&mut boards, rules, mv);
        Position { boards }
    }

    /// The moves that [`Position::generate`] lists, alone.
    pub fn moves(&self, rules: &Rules<N>, pruning: Pruning) -> MoveList {
        let mut successors = Successors::default();
        self.generate(rules, pruning, &mut successors);
        let moves = successors.list.iter().map(|successor| successor.mv);
        moves.collect()
    }

    /// Lists the legal moves and what each leads to, in place of what was listed before.
    /// At a root no move is dominated, and all are listed.
    #[inline(always)]
    pub fn generate(&self, rules: &Rules<N>, pruning: Pruning, successors: &mut Successors<N>) {
        successors.clear();
        self.visit_successors(rules, pruning, successors);
    }

    /// Hands the legal moves, with what each leads to, to a visitor.
    #[inline(always)]
    pub fn visit_successors(
        &self,
        rules: &Rules<N>,
        pruning: Pruning,
        visitor: &mut impl SuccessorVisitor<N>,
    ) {
        let pruning = if ROOT { Pruning::None } else { pruning };
        let mut cascade_of = [0; PackedCard::COUNT];
        MoveGenerator::new(self, rules, pruning, visitor, &mut cascade_of).generate();
    }

    /// The first board that is not won, on which moves are generated.
    fn primary(&self) -> usize {
        let mut primary = 0;
        while primary + 1 < N && self.boards[primary].is_won() {
            primary += 1;
        }
        primary
    }

    /// Whether the boards are identical, places included. They mostly are, and then the work on
    /// one serves the others.
    fn boards_are_equal(&self) -> bool {
        self.boards[1..]
            .iter()
            .all(|board| board == &self.boards[0])
    }
}

impl<const N: usize> Position<N> {
    /// Plays a legal move, autoplay included.
    #[inline(always)]
    pub fn play(&mut self, rules: &Rules<N>, mv: Move) {
        play::<N, false>(&mut self.boards, rules, mv);
    }

    /// The position with its cells renamed, the same way on all boards: first those that are
    /// free on all, then in the order of their cards. So the lowest free cell is the same on
    /// all boards if any is free on all.
    #[must_use]
    pub fn with_cells_in_order(mut self) -> Position<N> {
        let mut cells: [[PackedCard; N]; CELLS] =
            array::from_fn(|cell| self.boards.map(|board| board.cells[cell]));
        cells.sort_unstable_by_key(|&cards| (cards != [PackedCard::NONE; N], cards));
        for (cell, cards) in cells.into_iter().enumerate() {
            for (board, card) in self.boards.iter_mut().zip(cards) {
                board.cells[cell] = card;
            }
        }
        self
    }
}

/// Plays a legal move on the boards of a root or another position, autoplay included.
#[inline(always)]
fn play<const N: usize, const ROOT: bool>(boards: &mut [Board; N], rules: &Rules<N>, mv: Move) {
    for (board, &ruleset) in boards.iter_mut().zip(&rules.rulesets) {
        if N == 1 || !board.is_won() {
            let uncovered = rules::move_run(board, &rules.root, ruleset, mv);
            let may_go_home = rules::is_next_home(board, uncovered);
            if ROOT || mv.to() == Place::Home || may_go_home {
                rules::autoplay(board, &rules.root, ruleset.autoplay);
            }
        }
    }
}
