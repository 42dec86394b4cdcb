//! Beam search (Bisiani, 1987): all positions of one depth are expanded together, and of
//! what they lead to the most promising are kept, as many as the beam is wide.
//!
//! The first line found is the shortest that the beam can give, and a wider beam seldom
//! gives a longer one: this is how lines get short. The width is chosen for each depth so
//! that the depths still to come share evenly what is left of the budget. A position that
//! needs more moves than a shorter line has left is dropped, by the admissible part of its
//! [`Evaluation`](crate::heuristic::Evaluation); the ranking itself is not admissible.
//!
//! Positions with the same undisturbed cards, hence with one state of the relaxed game in
//! [`crate::bound`], are near twins: only the loose cards lie a little otherwise. They score
//! alike, too, and a good one would fill the beam with its likes. So each candidate pays a
//! penalty that grows with the number of its kind that came before it (`diversity.rs`).
//!
//! Whether a position was met before is looked up in a lossy transposition table
//! (`lossy_table.rs`), which may forget and, rarely, err. So nothing is proved here; but
//! where the beam was never too narrow, there is hardly a doubt that no line of that length
//! exists.

mod cutoff;
mod diversity;
mod lossy_table;

use std::mem::{size_of, swap, take};

use crate::heuristic::{Evaluator, Weights};
use crate::moves::{Line, Move};
use crate::position::{AutoplayState, Position, Successors, MAX_MOVES};
use crate::search::astar::{Problem, SearchResult};
use crate::search::budget::{Budget, StopReason};
use crate::search::path::line_to;
use cutoff::Cutoff;
use diversity::DiversityPenalty;
use lossy_table::LossyTable;

/// How a position is reached, and how well it scores.
#[derive(Clone, Copy)]
struct Step {
    /// The place of the position before it among those kept at its depth.
    parent: u32,
    /// The less the better.
    score: u16,
    /// The move from there.
    mv: Move,
}

/// The memory of a beam search, to be used again for the next.
#[derive(Default)]
pub struct BeamSearch<const N: usize> {
    /// A line has at most this many moves.
    longest: usize,
    /// The positions kept at the present depth, and at the next.
    beam: Vec<Position<N>>,
    next: Vec<Position<N>>,
    /// What the present positions lead to, as far as it may be kept.
    candidates: Vec<Step>,
    /// The steps to the positions kept, depth by depth from one move on.
    history: Vec<Vec<Step>>,
    seen: LossyTable,
    cutoff: Cutoff,
    diversity: DiversityPenalty,
}

/// How many moves a line is expected to have when none is known.
const USUAL_MOVES: usize = 44;
/// What is left of the budget is divided among at least this many depths.
const MIN_DEPTHS: usize = 4;
/// A narrower beam is not worth its while.
const MIN_WIDTH: usize = 16;
/// No beam is wider than this, whatever memory there is.
const MAX_WIDTH: usize = 1 << 24;
/// How many states of the relaxed game the pattern databases may have for each position
/// that can be expanded: to compute a state takes a hundredth of the time of a position.
pub const STATES_PER_POSITION: f64 = 3.0;
/// What each doubling of the candidates with one state costs those to come, of one board and of
/// two (row 8 of the table in `src/search/README.md`).
const DIVERSITY_PENALTY: [u16; 2] = [20, 60];
/// How many candidates and steps kept there may be for each position of the beam, besides
/// a step for each depth.
const STEPS_PER_POSITION: usize = 24;

impl<const N: usize> BeamSearch<N> {
    /// Searches for a line of at most `longest` moves, with beams as wide as lets the search
    /// end when the given share of the budget is used.
    ///
    /// [`SearchResult::Exhausted`] says that the beam never left anything out, so that there
    /// is hardly a line: it is no proof.
    pub fn search(
        &mut self,
        problem: &Problem<N>,
        weights: Weights,
        longest: usize,
        share: f64,
        budget: &mut Budget,
    ) -> SearchResult {
        let states = (budget.positions_until(share) * STATES_PER_POSITION) as usize;
        let evaluator = Evaluator::new(weights, &problem.table, &problem.rules, states);
        self.longest = longest;
        self.history.clear();
        self.seen.clear();
        let widest = (budget.bytes / Self::bytes_per_position(longest)).min(MAX_WIDTH);
        if widest < MIN_WIDTH {
            return SearchResult::Stopped(StopReason::Bytes);
        }
        let mut is_complete = true;
        let mut is_empty = false;
        while self.history.len() < longest && !is_empty {
            let depths = longest.min(USUAL_MOVES).saturating_sub(self.history.len());
            let width = budget.positions_until(share) / depths.max(MIN_DEPTHS) as f64;
            let width = (width as usize).clamp(MIN_WIDTH, widest);
            let won = if self.history.is_empty() {
                let root = Position::root(&problem.table, &problem.rules);
                self.advance(&[root], width, problem, &evaluator, budget)
            } else {
                let beam = take(&mut self.beam);
                let won = self.advance(&beam, width, problem, &evaluator, budget);
                // The memory of this beam serves the one after the next.
                self.beam = beam;
                won
            };
            match won {
                Ok(None) => {}
                Ok(Some(last)) => return SearchResult::Won(self.line(self.history.len(), last)),
                Err(stop) => return SearchResult::Stopped(stop),
            }
            swap(&mut self.beam, &mut self.next);
            is_empty = self.beam.is_empty();
            is_complete &= !self.cutoff.is_full();
        }
        if is_complete {
            SearchResult::Exhausted
        } else {
            SearchResult::Stopped(StopReason::Width)
        }
    }

    /// How many positions the last search kept after each number of moves, from one on.
    pub fn widths(&self) -> Vec<usize> {
        self.history.iter().map(Vec::len).collect()
    }

    /// The moves that lead to one of the positions that the last search kept.
    ///
    /// # Panics
    /// If [`BeamSearch::widths`] has no such entry, or the beam there no such position.
    pub fn line_to(&self, depth: usize, position: usize) -> Line {
        self.line(depth, self.history[depth][position])
    }

    /// What each position of a beam may take of memory.
    const fn bytes_per_position(longest: usize) -> usize {
        // Two beams, each grown by doubling; candidates and steps; hashes; kinds.
        4 * size_of::<Position<N>>()
            + (STEPS_PER_POSITION + longest) * size_of::<Step>()
            + LossyTable::BYTES_PER_POSITION
            + DiversityPenalty::BYTES_PER_POSITION
    }

    /// Expands the positions of a beam, and keeps the best of what they lead to as the next
    /// one; returns the last step of a line that wins.
    fn advance<S: AutoplayState>(
        &mut self,
        beam: &[Position<N, S>],
        width: usize,
        problem: &Problem<N>,
        evaluator: &Evaluator<true>,
        budget: &mut Budget,
    ) -> Result<Option<Step>, StopReason> {
        self.candidates.clear();
        self.cutoff.begin(width);
        self.seen.make_room(width);
        self.diversity.begin(width);
        let mut successors = Successors::default();
        for (position, parent) in beam.iter().zip(0..) {
            budget.spend()?;
            let won = self.expand(position, parent, problem, evaluator, &mut successors);
            if won.is_some() {
                return Ok(won);
            }
        }
        self.keep_best(beam, problem);
        Ok(None)
    }

    /// Collects the candidates that a position leads to; returns the last step of a line
    /// that wins.
    #[inline(always)]
    fn expand<S: AutoplayState>(
        &mut self,
        position: &Position<N, S>,
        parent: u32,
        problem: &Problem<N>,
        evaluator: &Evaluator<true>,
        successors: &mut Successors<N>,
    ) -> Option<Step> {
        let rules = &problem.rules;
        // A line with the moves so far and one more must not be too long.
        let moves_left = (self.longest - self.history.len() - 1) as u32;
        let accumulators = evaluator.accumulators(position);
        position.generate(rules, problem.pruning, successors);
        // The entries of the table lie far apart. Looked up one right after the other, they
        // are on their way from memory together; and known successors are left out without
        // a branch that the processor would often guess wrong (row 11 of the table in
        // `src/search/README.md`). Two moves that lead to the same position both count here,
        // which is rare.
        let mut fresh = [0; MAX_MOVES];
        let mut count = 0;
        for (successor, number) in successors.list[..].iter().zip(0_u8..) {
            fresh[count] = number;
            count += !self.seen.has(successor.unordered_hash()) as usize;
        }
        for &number in &fresh[..count] {
            let successor = &successors.list[number as usize];
            // Autoplay is pending at the root alone.
            if !S::IS_DONE && !problem.may_begin_with(successor.mv) {
                continue;
            }
            let mut step = Step {
                parent,
                score: 0,
                mv: successor.mv,
            };
            let played = successors.played(successor);
            if played.is_some_and(Position::is_won) {
                return Some(step);
            }
            let evaluation =
                evaluator.evaluate_successor(&accumulators, rules, position, successor, played);
            step.score = evaluation.estimate.min(u16::MAX as u32) as u16;
            if evaluation.lower_bound > moves_left || self.cutoff.refuses(step.score) {
                continue;
            }
            self.seen.insert(successor.unordered_hash());
            let doublings = self.diversity.count(evaluation.state);
            let penalty = DIVERSITY_PENALTY[N - 1] * doublings;
            step.score = step.score.saturating_add(penalty);
            if !self.cutoff.refuses(step.score) {
                self.cutoff.count(step.score);
                self.candidates.push(step);
            }
        }
        None
    }

    /// Makes the best candidates the next beam.
    fn keep_best<S: AutoplayState>(&mut self, beam: &[Position<N, S>], problem: &Problem<N>) {
        let mut steps = Vec::with_capacity(self.candidates.len().min(self.cutoff.width()));
        self.next.clear();
        for &step in &self.candidates {
            if self.cutoff.takes(step.score) {
                let position = &beam[step.parent as usize];
                self.next.push(position.after(&problem.rules, step.mv));
                steps.push(step);
            }
        }
        self.history.push(steps);
    }

    /// The moves that lead to a step from a depth.
    fn line(&self, depth: usize, last: Step) -> Line {
        line_to((depth, Some(last)), |(depth, step)| {
            let step = step?;
            let before = depth.checked_sub(1);
            let parent = before.map(|before| self.history[before][step.parent as usize]);
            Some((step.mv, (before.unwrap_or(0), parent)))
        })
    }
}
