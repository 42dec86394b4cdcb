//! beam search: A*'s order within each g, a limited number kept of each.
//!
//! All positions that some number of moves leads to are expanded together, and
//! of what they lead to the most promising are undisturbed, as many as the layer is
//! wide. The first line found is the shortest that the width can give, and a
//! wider layer seldom gives a longer one: this is how lines get short. The width
//! is set anew for each layer, so that the layers still to come share evenly
//! what is left of the budget. What needs more moves than a shorter line has
//! left is dropped, where the estimate tells so.
//!
//! Positions with the same cards undisturbed, hence with one state of the relaxed game
//! in [`crate::bound`], are near twins: the loose cards lie a little otherwise.
//! They score alike, too, and a good one would fill the layer with its likes. So
//! each candidate scores the worse the more of its kind came before.
//!
//! Whether a position was met before is told by 31 bits of its hash in a table
//! that forgets under pressure: to expand one twice costs a little time, to
//! take one for another, about once in 2^29 cases, loses one candidate of many.
//! So nothing is proved here, but where no layer had to leave anything out, there
//! is hardly a doubt that no shorter line exists.

use std::mem::size_of;

use crate::heuristic::{Evaluator, Weights};
use crate::moves::{Line, Move};
use crate::position::{Position, Rules, Successors, MAX_MOVES};
use crate::search::astar::{Problem, SearchResult};
use crate::search::budget::{Budget, StopReason};

/// How a position is reached: from which of the layer before, by which move; and
/// how well it scores, the less the better.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    score: u16,
    mv: Move,
}

/// The memory of a beam search, to be used again for the next.
#[derive(Default)]
pub struct BeamSearch<const N: usize> {
    longest: usize,
    layer: Vec<Position<N>>,
    next: Vec<Position<N>>,
    candidates: Vec<Step>,
    history: Vec<Vec<Step>>,
    seen: LossyTable,
    cutoff: Cutoff,
    diversity: DiversityPenalty,
}

/// How many moves a line is expected to have when none is known.
const USUAL_MOVES: usize = 44;
/// The least number of layers to divide what is left among.
const MIN_DEPTHS: usize = 4;
/// The width below which a layer is not worth its while.
const MIN_WIDTH: usize = 16;
/// The states of the relaxed game for each position that can be expanded. To
/// make one takes some hundredth of the time of a position.
pub const STATES_PER_POSITION: f64 = 3.0;
/// What each doubling of the candidates with one state costs those to come, for
/// each board. Of 15 to 30, all do about as well on deals 2,730,001 to 2,730,150,
/// one board each, by the weights of the time; with none, lines under `safe` are
/// 0.2 moves longer.
const DIVERSITY_PENALTY: u16 = 20;
/// No layer is wider than this, whatever memory there is.
const MAX_WIDTH: usize = 1 << 24;

impl<const N: usize> BeamSearch<N> {
    /// Searches for a line of at most `longest` moves, with layers as wide as
    /// lets it end when the given share of the budget is used.
    ///
    /// [`SearchResult::Exhausted`] says that no layer left anything out, so that there is
    /// hardly one.
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
        self.begin(problem);
        self.longest = longest;
        // Two layers, each grown by doubling; up to twelve candidates a
        // position kept, and the steps; the table of hashes; the crowds.
        let each = 4 * size_of::<Position<N>>()
            + (24 + longest) * size_of::<Step>()
            + 2 * LossyTable::SLOTS_PER_POSITION * size_of::<u32>()
            + DiversityPenalty::BYTES_PER_POSITION;
        let widest = (budget.bytes / each).min(MAX_WIDTH);
        if widest < MIN_WIDTH {
            return SearchResult::Stopped(StopReason::Bytes);
        }
        let mut complete = true;
        while self.history.len() < longest && !self.layer.is_empty() {
            let beam = longest.min(USUAL_MOVES).saturating_sub(self.history.len());
            let width = budget.positions_until(share) / beam.max(MIN_DEPTHS) as f64;
            self.cutoff.width = (width as usize).clamp(MIN_WIDTH, widest) as u32;
            self.seen.fit(self.cutoff.width as usize);
            match self.expand_beam(problem, &evaluator, budget) {
                Ok(None) => self.keep_best(&problem.rules),
                Ok(Some(last)) => return SearchResult::Won(self.line(self.history.len(), last)),
                Err(stop) => return SearchResult::Stopped(stop),
            }
            complete &= !self.cutoff.full;
        }
        if complete {
            SearchResult::Exhausted
        } else {
            SearchResult::Stopped(StopReason::Width)
        }
    }

    /// How many positions the last search kept after each number of moves, from
    /// one on.
    pub fn widths(&self) -> Vec<usize> {
        self.history.iter().map(Vec::len).collect()
    }

    /// The moves that lead to one of the positions that the last search kept.
    ///
    /// # Panics
    /// If [`BeamSearch::widths`] has no such layer, or that no such position.
    pub fn line_to(&self, layer: usize, position: usize) -> Line {
        self.line(layer, self.history[layer][position])
    }

    fn begin(&mut self, problem: &Problem<N>) {
        self.history.clear();
        self.seen.0.clear();
        self.layer.clear();
        self.layer
            .push(Position::root(&problem.table, &problem.rules));
    }

    /// Collects what the layer's positions lead to; returns the last step of a
    /// line that wins.
    fn expand_beam(
        &mut self,
        problem: &Problem<N>,
        evaluator: &Evaluator,
        budget: &mut Budget,
    ) -> Result<Option<Step>, StopReason> {
        let rules = &problem.rules;
        let autoplay_done = !self.history.is_empty();
        let pruning = problem.pruning.if_autoplay_done(autoplay_done);
        // A line with the moves so far and one more must not be too long.
        let moves_left = (self.longest - self.history.len() - 1) as u32;
        self.candidates.clear();
        self.cutoff.clear();
        self.diversity.clear(self.cutoff.width as usize);
        let mut successors = Successors::default();
        for (&position, parent) in self.layer.iter().zip(0..) {
            budget.spend()?;
            let accumulator = evaluator.accumulator(&position);
            position.generate(rules, pruning, autoplay_done, &mut successors);
            // The slots lie far apart. Looked up one right after the other they are
            // on their way together: a fifth of the time of wide layers. Two moves
            // of a position that lead to the same both count, but they are rare. The
            // known ones, a third, are left out without a branch that goes wrong.
            let mut fresh = [0; MAX_MOVES];
            let mut count = 0;
            for (successor, number) in successors.list[..].iter().zip(0_u8..) {
                fresh[count] = number;
                count += !self.seen.has(successor.unordered_hash()) as usize;
            }
            for &number in &fresh[..count] {
                let successor = &successors.list[number as usize];
                let mv = successor.mv;
                let materialized = successors.materialized(successor);
                if materialized.is_some_and(Position::is_won) {
                    return Ok(Some(Step {
                        parent,
                        score: 0,
                        mv,
                    }));
                }
                let evaluation =
                    evaluator.of_successor(&accumulator, rules, &position, successor, materialized);
                let mut score = evaluation.estimate.min(u16::MAX as u32) as u16;
                if evaluation.moves > moves_left || self.cutoff.refuses(score) {
                    continue;
                }
                self.seen.insert(successor.unordered_hash());
                score = score.saturating_add(
                    DIVERSITY_PENALTY * N as u16 * self.diversity.join(evaluation.state),
                );
                if self.cutoff.refuses(score) {
                    continue;
                }
                self.cutoff.count(score);
                self.candidates.push(Step { parent, score, mv });
            }
        }
        Ok(None)
    }

    /// Makes the best candidates the next layer.
    fn keep_best(&mut self, rules: &Rules<N>) {
        let autoplay_done = !self.history.is_empty();
        let mut steps = Vec::with_capacity(self.candidates.len().min(self.cutoff.width as usize));
        self.next.clear();
        for &step in &self.candidates {
            if self.cutoff.takes(step.score) {
                let mut position = self.layer[step.parent as usize];
                position.play(rules, step.mv, autoplay_done);
                self.next.push(position);
                steps.push(step);
            }
        }
        self.history.push(steps);
        std::mem::swap(&mut self.layer, &mut self.next);
    }

    /// The moves that lead to a layer's step.
    fn line(&self, layer: usize, last: Step) -> Line {
        let mut line = Line::default();
        let mut step = last;
        line.push(step.mv);
        for steps in self.history[..layer].iter().rev() {
            step = steps[step.parent as usize];
            line.push(step.mv);
        }
        line.reverse();
        line
    }
}

/// Which scores are among the best `width` of a layer.
#[derive(Default)]
struct Cutoff {
    width: u32,
    /// How many candidates have each score, up to the worst that still counts.
    counts: Vec<u32>,
    total: u32,
    /// Whether enough are known to refuse scores beyond those counted.
    full: bool,
}

impl Cutoff {
    fn clear(&mut self) {
        self.counts.clear();
        self.total = 0;
        self.full = false;
    }

    /// Whether there are enough better ones already.
    fn refuses(&self, score: u16) -> bool {
        self.full && score as usize >= self.counts.len()
    }

    /// Counts a candidate that is not refused.
    fn count(&mut self, score: u16) {
        let score = score as usize;
        if score >= self.counts.len() {
            self.counts.resize(score + 1, 0);
        }
        self.counts[score] += 1;
        self.total += 1;
        while self.total - self.counts[self.counts.len() - 1] >= self.width {
            self.total -= self.counts[self.counts.len() - 1];
            self.counts.pop();
            self.full = true;
        }
    }

    /// Takes a candidate into the layer: any that scores better than the worst
    /// counted, and of those as many as there is room for.
    fn takes(&mut self, score: u16) -> bool {
        let worst = self.counts.len() - 1;
        // Those of the worst score that are too many go first.
        if score as usize == worst && self.total > self.width {
            self.total -= 1;
            return false;
        }
        score as usize <= worst
    }
}

/// How many candidates of a layer have each state of the relaxed game, told apart
/// by some bits of a hash.
#[derive(Default)]
struct DiversityPenalty(Vec<u32>);

impl DiversityPenalty {
    /// Up to eight numbers, as there is a power of two of them.
    const BYTES_PER_POSITION: usize = 32;

    /// Forgets all, with room for a layer of that width.
    fn clear(&mut self, width: usize) {
        self.0.clear();
        self.0.resize((4 * width).next_power_of_two(), 0);
    }

    /// Counts one more with a state; how often their number has doubled.
    fn join(&mut self, state: u32) -> u16 {
        // The golden ratio's multiplier, as in Knuth's multiplicative hashing.
        let hash = (state.wrapping_mul(0x9e37_79b1) >> 8) as usize;
        let last = self.0.len() - 1;
        let count = &mut self.0[hash & last];
        *count += 1;
        count.ilog2() as u16
    }
}

/// Hashes met lately: a table of groups of four slots, the newest hash taking the
/// place of another when a group is full.
#[derive(Default)]
struct LossyTable(Vec<u32>);

impl LossyTable {
    /// Few of the hashes met in a layer are met again more than two layers on.
    const SLOTS_PER_POSITION: usize = 16;

    /// Makes room for the hashes met by beam search of a width. What was met before
    /// that is forgotten.
    fn fit(&mut self, width: usize) {
        let slots = (width * LossyTable::SLOTS_PER_POSITION).next_power_of_two();
        if slots > self.0.len() {
            self.0.clear();
            self.0.resize(slots, 0);
        }
    }

    /// Where a hash's group begins, and what of the hash is undisturbed there.
    fn slot(&self, hash: u128) -> (usize, u32) {
        let group = hash as usize & (self.0.len() - 1) & !3;
        (group, (hash >> 64) as u32 | 1)
    }

    /// Whether a hash was met lately.
    fn has(&self, hash: u128) -> bool {
        let (group, tag) = self.slot(hash);
        let mut met = false;
        // Without a branch, for there is no foreseeing which slot it is.
        for &slot in &self.0[group..group + 4] {
            met |= slot == tag;
        }
        met
    }

    /// Adds a hash that was not.
    fn insert(&mut self, hash: u128) {
        let (group, tag) = self.slot(hash);
        let free = self.0[group..group + 4].iter().position(|&slot| slot == 0);
        self.0[group + free.unwrap_or((hash >> 96 & 3) as usize)] = tag;
    }
}
