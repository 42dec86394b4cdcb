//! Whether a deal can be won with a number of cells: searches for a proof and for a win take
//! turns, in slices that grow.

use anyhow::Result;
use freecell::search::factored::{
    corridor, prove, Analysis, Corridor, Entry, Game, Limits, Outcome, Relaxation, BEAM_WEIGHTS,
};

use super::best_first::{entry, BestFirst};
use super::cost::{Weights, PORTFOLIO};
use crate::deal::Deal;
use freecell::tools::interrupt;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The deal can be won, and the line is known.
    Won,
    /// The deal can be won, but no line is known: the search of the real game over abstract
    /// states forgets how it came to a win.
    Solvable,
    /// The deal cannot be won.
    Unsolvable,
    /// No more positions may be stored.
    OutOfMemory,
    /// Someone asked to stop.
    Interrupted,
}

/// How many positions the best-first searches store in the first slice.
const FIRST_SLICE: usize = 2_000;
/// How many times as long as the last each slice is.
const SLICE_GROWTH: usize = 5;
/// A proof may visit this many times as many positions as a slice has, since it is fast.
const PROOF_SHARE: u64 = 8;
/// From slices this many times as long as the first, proofs get more, up to this many times as
/// much: what has no win by then probably has none.
const LATE_SLICE: u64 = 25;
/// A beam holds one entry for so many positions of a slice.
const POSITIONS_PER_BEAM_ENTRY: usize = 16;
/// An entry of a beam may take as much memory as this many positions.
const MEMORY_PER_BEAM_ENTRY: usize = 256;
/// Best-first searches are for easy deals: they end with slices that take more than one part
/// in this many of the memory.
const EASY_PART: usize = 256;

/// A deal with a number of cells, and what is known of it.
pub struct Solver<'a> {
    best_first: BestFirst<'a>,
    deal: &'a Deal,
    cells: u32,
    relaxation: Relaxation,
    /// The most positions to store at a time.
    max_stored: usize,
    /// How many positions all searches visited.
    pub visited: u64,
}

impl Solver<'_> {
    /// A solver that has not begun.
    pub fn new(deal: &Deal, cells: u32, max_stored: usize) -> Solver<'_> {
        Solver {
            best_first: BestFirst::new(deal, cells),
            deal,
            cells,
            relaxation: Relaxation::new(Analysis::new(&deal.cascades), cells),
            max_stored,
            visited: 0,
        }
    }

    /// Searches for a proof, by best-first searches and by beams, in turns. If the deal is known
    /// to be solvable and a line is needed, best-first searches may have all memory at last.
    pub fn solve(&mut self, needs_line: bool) -> End {
        let root = self.relaxation.analysis().root();
        if self.relaxation.is_unsolvable(root.state) {
            return End::Unsolvable;
        }
        // The game that might still be unsolvable.
        let mut open_game = Some(Game::Factored);
        let easy = (self.max_stored / EASY_PART).max(FIRST_SLICE);
        let mut slice = FIRST_SLICE.min(self.max_stored);
        loop {
            let is_last = slice == self.max_stored;
            let visits = if is_last {
                u64::MAX
            } else {
                proof_visits(slice)
            };
            while let Some(game) = open_game {
                match self.prove(game, visits) {
                    Outcome::Solvable => open_game = (game == Game::Factored).then_some(Game::Real),
                    Outcome::Unsolvable => return End::Unsolvable,
                    Outcome::Limit => break,
                    Outcome::Interrupted => return End::Interrupted,
                }
            }
            let is_solvable = open_game.is_none();
            if is_solvable && !needs_line {
                return End::Solvable;
            }
            if slice <= easy || is_last && is_solvable {
                for weights in &PORTFOLIO {
                    let end = self.search(weights, slice, None);
                    if end != End::OutOfMemory {
                        return end;
                    }
                }
            }
            if self.search_by_beams(slice) {
                return End::Won;
            }
            if interrupt::interrupted() {
                return End::Interrupted;
            }
            if is_last {
                return if is_solvable {
                    End::Solvable
                } else {
                    End::OutOfMemory
                };
            }
            slice = (slice * SLICE_GROWTH).min(self.max_stored);
        }
    }

    /// The line to the win that was found.
    ///
    /// # Errors
    /// A mistake in the search.
    pub fn line(&mut self) -> Result<String> {
        self.best_first.line()
    }

    fn prove(&mut self, game: Game, visited: u64) -> Outcome {
        self.best_first = BestFirst::new(self.deal, self.cells);
        let limits = Limits {
            stored: self.max_stored,
            visited,
        };
        let (outcome, visited) = prove(&mut self.relaxation, game, limits, &interrupt::interrupted);
        self.visited += visited;
        outcome
    }

    /// Searches for a corridor to a win, and in it for a line; whether that is found.
    fn search_by_beams(&mut self, slice: usize) -> bool {
        let width = (slice / POSITIONS_PER_BEAM_ENTRY).min(self.max_stored / MEMORY_PER_BEAM_ENTRY);
        BEAM_WEIGHTS.into_iter().any(|weights| {
            self.best_first = BestFirst::new(self.deal, self.cells);
            let (found, visited) = corridor(
                &mut self.relaxation,
                weights,
                width,
                &interrupt::interrupted,
            );
            self.visited += visited;
            let weights = &PORTFOLIO[PORTFOLIO.len() - 1];
            found.is_some_and(|found| self.search(weights, usize::MAX, Some(&found)) == End::Won)
        })
    }

    /// Searches best-first, in a corridor only if one is given.
    fn search(&mut self, weights: &Weights, limit: usize, corridor: Option<&Corridor>) -> End {
        self.best_first = BestFirst::new(self.deal, self.cells);
        let relaxation = &mut self.relaxation;
        let end = self.best_first.search(weights, limit, |board| {
            let Entry { state, parents } = entry(board);
            if relaxation.is_unsolvable(state) {
                return false;
            }
            let analysis = relaxation.analysis();
            corridor.is_none_or(|corridor| {
                let displaced = analysis.layout(state).displaced;
                corridor.contains(&(analysis.number(state), parents.among(displaced)))
            })
        });
        self.visited += self.best_first.stored() as u64;
        end
    }
}

/// How many positions a proof may visit in a slice.
fn proof_visits(slice: usize) -> u64 {
    let late = slice as u64 / (LATE_SLICE * FIRST_SLICE as u64);
    PROOF_SHARE * slice as u64 * late.clamp(1, LATE_SLICE)
}
