//! Whether a deal can be won with a number of cells: searches for a proof and for a win take
//! turns, in slices that grow.

use anyhow::Result;
use freecell::search::factored::{
    self, corridor, prove, Analysis, Corridor, Entry, Game, Limits, Relaxation, BEAM_WEIGHTS,
};

use super::best_first::{entry, BestFirst};
use super::cost::{Weights, PORTFOLIO};
use crate::deal::Deal;
use freecell::tools::interrupt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The deal can be won, and the line is known.
    Won,
    /// The deal can be won, but no line is known: the search of the real game over abstract
    /// states forgets how it came to a win.
    Solvable,
    Unsolvable,
    OutOfMemory,
    Interrupted,
}

/// The number of positions that the best-first searches visit in the first slice.
const FIRST_SLICE: u64 = 2_000;
/// The factor by which slices grow.
const SLICE_GROWTH: u64 = 5;
/// A proof may visit this multiple of a slice's positions, since it is fast.
const PROOF_FACTOR: u64 = 12;
/// From this multiple of the first slice on, proofs get more, up to the same multiple again: a
/// deal without a win by then is probably unsolvable.
const LATE_SLICE: u64 = 25;
/// A beam holds one entry for this number of positions of a slice.
const POSITIONS_PER_BEAM_ENTRY: u64 = 16;
/// About how much memory an entry of a beam takes, with what is explored from it.
const BYTES_PER_BEAM_ENTRY: usize = 12_288;
/// Best-first searches are for easy deals: they run only in slices of at most one position for
/// this number of bytes of memory.
const BYTES_PER_EASY_POSITION: usize = 12_288;
/// A slice of one position for this number of bytes of memory is the last one: only memory limits
/// its proof.
const BYTES_PER_POSITION: usize = 48;

/// A deal with a number of cells, and what is known of it.
pub struct Solver<'a> {
    best_first: BestFirst<'a>,
    deal: &'a Deal,
    cells: u32,
    relaxation: Relaxation,
    /// The bytes that each search may allocate.
    memory: usize,
    pub visited: u64,
}

impl Solver<'_> {
    pub fn new(deal: &Deal, cells: u32, memory: usize) -> Solver<'_> {
        Solver {
            best_first: BestFirst::new(deal, cells),
            deal,
            cells,
            relaxation: Relaxation::new(Analysis::new(&deal.cascades), cells),
            memory,
            visited: 0,
        }
    }

    /// Searches for a proof, and by best-first searches and beams for a win, in turns. If the deal
    /// is known to be solvable and a line is needed, best-first searches get all the memory in the
    /// end.
    pub fn solve(&mut self, needs_line: bool) -> Outcome {
        let root = self.relaxation.analysis().root();
        if self.relaxation.is_unsolvable(root.state) {
            return Outcome::Unsolvable;
        }
        // The game that is not yet known to be solvable.
        let mut open_game = Some(Game::Factored);
        let easy = FIRST_SLICE.max((self.memory / BYTES_PER_EASY_POSITION) as u64);
        let longest = (self.memory / BYTES_PER_POSITION) as u64;
        let mut slice = FIRST_SLICE.min(longest);
        loop {
            let is_last = slice == longest;
            let visits = if is_last {
                u64::MAX
            } else {
                proof_visits(slice)
            };
            while let Some(game) = open_game {
                match self.prove(game, visits) {
                    factored::Outcome::Solvable => {
                        open_game = (game == Game::Factored).then_some(Game::Real);
                    }
                    factored::Outcome::Unsolvable => return Outcome::Unsolvable,
                    factored::Outcome::Limit => break,
                    factored::Outcome::Interrupted => return Outcome::Interrupted,
                }
            }
            let is_solvable = open_game.is_none();
            if is_solvable && !needs_line {
                return Outcome::Solvable;
            }
            if slice <= easy || is_last && is_solvable {
                let limits = Limits {
                    memory: self.memory,
                    visited: slice,
                };
                for weights in &PORTFOLIO {
                    let outcome = self.search(weights, limits, None);
                    if outcome != Outcome::OutOfMemory {
                        return outcome;
                    }
                }
            }
            if self.search_by_beams(slice) {
                return Outcome::Won;
            }
            if interrupt::interrupted() {
                return Outcome::Interrupted;
            }
            if is_last {
                return if is_solvable {
                    Outcome::Solvable
                } else {
                    Outcome::OutOfMemory
                };
            }
            slice = (slice * SLICE_GROWTH).min(longest);
        }
    }

    pub fn line(&mut self) -> Result<String> {
        self.best_first.line()
    }

    fn prove(&mut self, game: Game, visited: u64) -> factored::Outcome {
        self.best_first = BestFirst::new(self.deal, self.cells);
        let limits = Limits {
            memory: self.memory,
            visited,
        };
        let (outcome, visited) = prove(&mut self.relaxation, game, limits, &interrupt::interrupted);
        self.visited += visited;
        outcome
    }

    /// Searches for a corridor to a win, and in it for a line; returns whether a line was found.
    fn search_by_beams(&mut self, slice: u64) -> bool {
        let width = (slice / POSITIONS_PER_BEAM_ENTRY) as usize;
        let width = width.min(self.memory / BYTES_PER_BEAM_ENTRY);
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
            let limits = Limits {
                memory: self.memory,
                visited: u64::MAX,
            };
            found.is_some_and(|found| self.search(weights, limits, Some(&found)) == Outcome::Won)
        })
    }

    /// Searches best-first; if a corridor is given, only in it.
    fn search(
        &mut self,
        weights: &Weights,
        limits: Limits,
        corridor: Option<&Corridor>,
    ) -> Outcome {
        self.best_first = BestFirst::new(self.deal, self.cells);
        let relaxation = &mut self.relaxation;
        let outcome = self.best_first.search(weights, limits, |board| {
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
        self.visited += self.best_first.spent().visited;
        outcome
    }
}

/// The number of positions that a proof may visit in a slice.
fn proof_visits(slice: u64) -> u64 {
    let late = slice / (LATE_SLICE * FIRST_SLICE);
    PROOF_FACTOR * slice * late.clamp(1, LATE_SLICE)
}
