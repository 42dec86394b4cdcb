//! Beam search (Bisiani, 1987): all positions of one depth are expanded together, and the most
//! promising of their successors are kept, as many as the beam is wide.
//!
//! The first line found is the shortest that the beam can give, and a wider beam seldom
//! gives a longer one: this is how lines get short. The width is chosen for each depth, so that
//! the remaining depths share the rest of the budget evenly. A position that needs more moves
//! than a shorter line has left is dropped, by the admissible part of its
//! [`Evaluation`](crate::heuristic::Evaluation); the ranking itself is not admissible.
//!
//! Positions with the same undisturbed cards have one state in the counting relaxation of
//! [`crate::bound`], and differ only in where the displaced cards lie. They score alike, too, so
//! the neighbours of one good position would fill the beam. Therefore each candidate pays a
//! penalty that grows with the number of better candidates with the same state
//! (`diversity.rs`).
//!
//! Positions seen before are looked up in a lossy transposition table (`lossy_table.rs`), which
//! forgets, and in rare cases takes one position for another. So nothing is proved here; but
//! where the beam was never too narrow, a line of that length is unlikely to exist.

mod cutoff;
mod diversity;
mod lossy_table;

use std::mem::{size_of, swap, take};

use crate::heuristic::{Evaluator, Weights};
use crate::moves::{Line, Move};
use crate::position::{Position, Successors, MAX_MOVES};
use crate::search::bucket_queue::BucketQueue;
use crate::search::budget::Budget;
use crate::search::memory;
use crate::search::outcome::{Outcome, StopReason};
use crate::search::path::line_to;
use crate::search::problem::Problem;
use cutoff::Cutoff;
use diversity::DiversityPenalty;
use lossy_table::LossyTable;

/// The last step to a position, and the position's score.
#[derive(Clone, Copy)]
struct Step {
    /// The index of the parent among the positions kept at its depth.
    parent: u32,
    /// The position's estimate, and once it is ranked, the penalty with it. Lower is better.
    score: u16,
    /// The move from the parent.
    mv: Move,
}

/// A position that may be kept.
#[derive(Clone, Copy)]
struct Candidate {
    step: Step,
    /// Its state in the counting relaxation.
    state: u32,
}

/// A beam search. Its memory serves one search after another.
#[derive(Default)]
pub struct BeamSearch<const N: usize> {
    /// A line has at most this many moves.
    longest: usize,
    /// The positions kept at the present depth, and at the next.
    beam: Vec<Position<N>>,
    next: Vec<Position<N>>,
    /// The successors of the present beam that may be kept.
    candidates: Vec<Candidate>,
    /// Their numbers in a bucket queue, by their estimates.
    ranking: BucketQueue<u32>,
    /// The steps to the positions kept, for each depth from 1 on.
    history: Vec<Vec<Step>>,
    seen: LossyTable,
    cutoff: Cutoff,
    diversity: DiversityPenalty,
    /// Whether the system refused memory for a wider beam.
    is_refused: bool,
}

/// The expected length of a line when none is known.
const USUAL_MOVES: usize = 44;
/// The least number of depths among which the rest of the budget is divided.
const MIN_DEPTHS: usize = 4;
/// The narrowest beam that is tried.
const MIN_WIDTH: usize = 16;
/// The widest beam, however much memory there is.
const MAX_WIDTH: usize = 1 << 24;
/// The number of states that pattern databases may have for each position that can be expanded.
/// Filling in a state takes a small fraction of the time of expanding a position.
pub const STATES_PER_POSITION: f64 = 3.0;
/// The penalty for each doubling of the candidates with one state, for one board and for several
/// (log: "diversity penalty").
const DIVERSITY_PENALTY: [u16; 2] = [35, 160];
/// The number of best estimates among which those to keep are chosen, for each position of a beam
/// (log: "candidates counted from the best").
const CHOICES_PER_POSITION: usize = 3;
/// The candidates for which there is memory, for each position of a beam: nine are seldom exceeded,
/// and a list grows by doubling.
const CANDIDATES_PER_POSITION: usize = 18;

impl<const N: usize> BeamSearch<N> {
    /// Searches for a line of at most `longest` moves, with beams of such a width that the
    /// search ends when the fraction `until` of the budget is used.
    ///
    /// [`Outcome::NoLine`] says that no beam was too narrow, so that a line is unlikely to
    /// exist; it is not a proof.
    pub fn search(
        &mut self,
        problem: &Problem<N>,
        weights: Weights,
        longest: usize,
        until: f64,
        budget: &mut Budget,
    ) -> Outcome {
        let states = (budget.positions_until(until) * STATES_PER_POSITION) as usize;
        let evaluator = Evaluator::new(weights, &problem.table, &problem.rules, states);
        self.longest = longest;
        self.history.clear();
        self.seen.clear();
        self.is_refused = false;
        let widest = (budget.bytes / Self::bytes_per_position(longest)).min(MAX_WIDTH);
        if widest < MIN_WIDTH {
            return Outcome::Stopped(StopReason::Bytes);
        }
        let mut is_complete = true;
        let mut is_empty = false;
        while self.history.len() < longest && !is_empty {
            // Chosen again for each depth, since the rate at which positions are expanded changes.
            // A line may be longer than usual, so a few more depths are always allowed for. Where
            // one for one board is known that is much longer, the next may take five sixths of it
            // (log: "beams for long lines").
            let usual = USUAL_MOVES.max(if N == 1 { longest * 5 / 6 } else { 0 });
            let depths = longest.min(usual).saturating_sub(self.history.len());
            let width = budget.positions_until(until) / depths.max(MIN_DEPTHS) as f64;
            let width = self.granted((width as usize).clamp(MIN_WIDTH, widest));
            let won = if self.history.is_empty() {
                let root = problem.root();
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
                Ok(Some(last)) => return Outcome::Solved(self.line(self.history.len(), last)),
                Err(stop) => return Outcome::Stopped(stop),
            }
            swap(&mut self.beam, &mut self.next);
            is_empty = self.beam.is_empty();
            is_complete &= !self.cutoff.is_full();
        }
        if is_complete {
            // No candidate was ever refused for lack of width.
            Outcome::NoLine
        } else {
            Outcome::Stopped(StopReason::BeamOverflow)
        }
    }

    /// Whether memory limited the width of a beam in the last search, which was given this many
    /// bytes.
    pub fn is_short_of_memory(&self, bytes: usize) -> bool {
        let widest = bytes / Self::bytes_per_position(self.longest);
        self.is_refused
            || widest < MIN_WIDTH
            || self.history.iter().any(|kept| kept.len() >= widest)
    }

    /// The number of positions that the last search kept at each depth, from 1 on.
    pub fn widths(&self) -> Vec<usize> {
        self.history.iter().map(Vec::len).collect()
    }

    /// The moves that lead to one of the positions that the last search kept, by the index of its
    /// beam in [`BeamSearch::widths`] and its own in the beam.
    ///
    /// # Panics
    /// If [`BeamSearch::widths`] has no such entry, or the beam there no such position.
    pub fn line_to(&self, beam: usize, position: usize) -> Line {
        self.line(beam, self.history[beam][position])
    }

    /// The width up to this one for whose beams the system grants the memory.
    fn granted(&mut self, width: usize) -> usize {
        let each = Self::bytes_per_position(self.longest);
        // What is held serves the next depth, too; a list grows to twice that at most.
        let held = self.beam.capacity().min(self.next.capacity()) / 2;
        if width <= held || memory::is_available((width - held) * each) {
            return width;
        }
        self.is_refused = true;
        let more = memory::available((width - held) * each) / each;
        (held + more).clamp(MIN_WIDTH, width)
    }

    /// The memory that each position of a beam may take.
    const fn bytes_per_position(longest: usize) -> usize {
        // Two beams, each grown by doubling; candidates and steps; hashes; counters.
        4 * size_of::<Position<N>>()
            + CANDIDATES_PER_POSITION
                * (size_of::<Candidate>() + BucketQueue::<u32>::BYTES_PER_ITEM)
            + longest * size_of::<Step>()
            + LossyTable::BYTES_PER_POSITION
            + DiversityPenalty::BYTES_PER_POSITION
    }

    /// Expands the positions of a beam, and keeps the best successors as the next beam. Returns
    /// the last step of a line that wins, if there is one.
    fn advance<const ROOT: bool>(
        &mut self,
        beam: &[Position<N, ROOT>],
        width: usize,
        problem: &Problem<N>,
        evaluator: &Evaluator<true>,
        budget: &mut Budget,
    ) -> Result<Option<Step>, StopReason> {
        self.candidates.clear();
        self.ranking.clear();
        self.cutoff.begin(CHOICES_PER_POSITION * width);
        self.seen.reserve(width);
        let mut successors = Successors::default();
        for (position, parent) in beam.iter().zip(0..) {
            budget.spend()?;
            let won = self.expand(position, parent, problem, evaluator, &mut successors);
            if won.is_some() {
                return Ok(won);
            }
        }
        self.rank(width);
        self.keep_best(beam, problem);
        Ok(None)
    }

    /// Collects the candidates among the successors of a position. Returns the last step of a
    /// line that wins, if there is one.
    #[inline(always)]
    fn expand<const ROOT: bool>(
        &mut self,
        position: &Position<N, ROOT>,
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
        // The entries of the table lie far apart. All are looked up before any is used, so that
        // their cache misses overlap. Known successors are left out without a branch, which would
        // often be mispredicted (log: "hashes looked up together"). For the same reason this is an
        // array: the push of an `ArrayVec` has a branch. Two moves that lead to the same position
        // are both kept, which is rare.
        let mut fresh = [0; MAX_MOVES];
        let mut count = 0;
        for (successor, number) in successors.list[..].iter().zip(0_u8..) {
            fresh[count] = number;
            count += !self.seen.contains(successor.unordered_hash()) as usize;
        }
        for &number in &fresh[..count] {
            let successor = &successors.list[number as usize];
            // Only the root has moves that may be barred, and only there is autoplay pending.
            if ROOT && !problem.may_begin_with(successor.mv) {
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
            // There are enough better candidates, or no line through this one is short enough. It
            // is not marked as seen: another depth may have use for it.
            if evaluation.least_moves > moves_left || self.cutoff.refuses(step.score) {
                continue;
            }
            self.seen.insert(successor.unordered_hash());
            self.cutoff.count(step.score);
            let number = self.candidates.len() as u32;
            self.ranking.push(number, step.score as usize);
            let state = evaluation.state;
            self.candidates.push(Candidate { step, state });
        }
        None
    }

    /// Adds the diversity penalty to the candidates' scores, from the best estimate on, and finds
    /// the cutoff of the best `width`.
    fn rank(&mut self, width: usize) {
        self.cutoff.begin(width);
        self.diversity.begin(width);
        while let Some((estimate, number)) = self.ranking.pop() {
            // The candidates that are left are no better, even without a penalty.
            if self.cutoff.refuses(estimate as u16) {
                break;
            }
            let Candidate { step, state } = &mut self.candidates[number as usize];
            let penalty = DIVERSITY_PENALTY[(N > 1) as usize] * self.diversity.count(*state);
            step.score = step.score.saturating_add(penalty);
            // With the penalty, the score may be beyond the cutoff.
            if !self.cutoff.refuses(step.score) {
                self.cutoff.count(step.score);
            }
        }
    }

    /// Makes the best candidates the next beam.
    fn keep_best<const ROOT: bool>(&mut self, beam: &[Position<N, ROOT>], problem: &Problem<N>) {
        let mut steps = Vec::with_capacity(self.candidates.len().min(self.cutoff.width()));
        self.next.clear();
        // Only those that are kept are materialized.
        for &Candidate { step, .. } in &self.candidates {
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
