//! Every position that can be reached from a deal, layer by layer, and what they
//! have in common.
//!
//! Positions are compared by exact keys, so a census that comes to its end
//! without a win is a proof that the deal has no solution.

use std::collections::HashSet;

use freecell::card::Card;
use rustc_hash::FxBuildHasher;

use crate::autoplay::{take_back, Autoplay};
use crate::deal::Deal;
use crate::packed::board::{Board, Key};
use crate::packed::delta::{state_place, Delta};
use crate::packed::moves::Rules;
use crate::packed::storage::Stored;
use shared::interrupt;
use shared::memory::Bytes;

/// The memory that a reached position takes: its key, twice over because tables grow by doubling,
/// and the position while its layer is expanded.
const BYTES_PER_POSITION: u64 = (2 * size_of::<Key>() + size_of::<Stored>()) as u64;

#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub rules: Rules,
    /// What moves home by itself after each of them.
    pub autoplay: Autoplay,
    /// Whether positions that differ in the order of cascades are two.
    pub ordered: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Complete,
    /// More positions would not fit in memory.
    Memory,
    Interrupted,
}

/// What is known about the positions reached.
#[derive(Debug)]
pub struct Census {
    /// Whether these are all positions.
    pub outcome: Outcome,
    /// The number of these, including the deal itself.
    pub positions: u64,
    /// The number of moves from these positions; several may lead to one position.
    pub edges: u64,
    /// The fewest moves that reach the farthest of them.
    pub depth: u32,
    /// The fewest moves that win, if any does.
    pub win: Option<u32>,
    pub common: Common,
}

#[derive(Clone, Debug)]
pub struct Common {
    deal: Deal,
    /// The states of the cards in the deal.
    delta: Delta,
    moved: [bool; Card::COUNT],
    /// The cards that are in a cell in some position, a bit each.
    in_cell: u64,
    /// For each suit the highest rank that is home in any position.
    pub highest: [u8; 4],
}

impl Common {
    fn new(deal: Deal, root: &Board) -> Common {
        Common {
            deal,
            delta: root.delta(),
            moved: [false; Card::COUNT],
            in_cell: root.cells(),
            highest: root.foundations(),
        }
    }

    fn see(&mut self, board: &Board) {
        self.in_cell |= board.cells();
        for (highest, home) in self.highest.iter_mut().zip(board.foundations()) {
            *highest = home.max(*highest);
        }
        let delta = board.delta();
        for (card, moved) in self.moved.iter_mut().enumerate() {
            let (word, shift) = state_place(card as u8);
            *moved |= (delta[word] ^ self.delta[word]) >> shift & 7 != 0;
        }
    }

    /// The cards that, with all below them, lie as dealt in every position: cascade by
    /// cascade, deepest first.
    pub fn never_moved(&self) -> impl Iterator<Item = Card> + '_ {
        let lies = |card: &Card| !self.moved[card.index()];
        let cascades = self.deal.cascades.iter();
        cascades.flat_map(move |cascade| cascade.iter().copied().take_while(lies))
    }

    /// The deal row by row, with the cards that were never moved.
    pub fn rows(&self) -> Vec<Vec<Option<Card>>> {
        let cascades = &self.deal.cascades;
        let rows = cascades.iter().map(Vec::len).max().unwrap_or(0);
        let never_moved: Vec<Card> = self.never_moved().collect();
        let at = |cascade: &Vec<Card>, row: usize| {
            let card = cascade.get(row).copied();
            card.filter(|card| never_moved.contains(card))
        };
        let row = |row| cascades.iter().map(|cascade| at(cascade, row)).collect();
        (0..rows).map(row).collect()
    }

    /// The cards that are never in a cell.
    pub fn never_in_cell(&self) -> impl Iterator<Item = Card> + '_ {
        Card::deck().filter(|card| self.in_cell >> card.index() & 1 == 0)
    }
}

/// Visits everything that can be reached, within that much memory; `report` is called with the
/// number of positions after each layer.
pub fn census(deal: Deal, scope: Scope, memory: Bytes, mut report: impl FnMut(u64)) -> Census {
    let board = Board::new(&deal, false);
    let mut layer = vec![board.store()];
    let mut reached = Reached {
        scope,
        keys: HashSet::default(),
        most: (memory.0 / BYTES_PER_POSITION) as usize,
        census: Census {
            outcome: Outcome::Complete,
            positions: 1,
            edges: 0,
            depth: 0,
            win: board.is_won().then_some(0),
            common: Common::new(deal, &board),
        },
        board,
    };
    reached.is_new();
    while !layer.is_empty() && reached.census.outcome == Outcome::Complete {
        layer = reached.next_layer(&layer);
        report(reached.census.positions);
    }
    reached.census
}

/// The positions reached so far, by their keys.
struct Reached {
    scope: Scope,
    keys: HashSet<Key, FxBuildHasher>,
    most: usize,
    census: Census,
    /// The current position.
    board: Board,
}

impl Reached {
    /// Adds the key of the current position; returns whether it is new.
    fn is_new(&mut self) -> bool {
        let key = if self.scope.ordered {
            self.board.key_in_place()
        } else {
            self.board.key().0
        };
        self.keys.insert(key)
    }

    /// The positions that one more move reaches for the first time.
    fn next_layer(&mut self, layer: &[Stored]) -> Vec<Stored> {
        let mut next = Vec::new();
        let mut is_won = false;
        for position in layer {
            if interrupt::interrupted() {
                self.census.outcome = Outcome::Interrupted;
            } else if self.keys.len() >= self.most {
                self.census.outcome = Outcome::Memory;
            }
            if self.census.outcome != Outcome::Complete {
                break;
            }
            self.board.restore(position);
            is_won |= self.expand(&mut next);
        }
        if !next.is_empty() {
            self.census.depth += 1;
            let depth = self.census.depth;
            self.census.win = self.census.win.or(is_won.then_some(depth));
        }
        next
    }

    /// Adds the new successors of the current position; returns whether one of them is won.
    fn expand(&mut self, next: &mut Vec<Stored>) -> bool {
        let moves = self.scope.rules.list(&self.board);
        self.census.edges += moves.len() as u64;
        let mut is_won = false;
        for each in moves {
            let played = self.scope.autoplay.play(&mut self.board, each);
            if self.is_new() {
                self.census.positions += 1;
                self.census.common.see(&self.board);
                is_won |= self.board.is_won();
                next.push(self.board.store());
            }
            take_back(&mut self.board, played.into_iter());
        }
        is_won
    }
}
