//! A trial of weights: a search with them on every deal, and a score.

use freecell::heuristic::Weights;
use freecell::ruleset::Ruleset;
use freecell::search::astar::AStar;
use freecell::search::beam::BeamSearch;
use freecell::search::budget::Budget;
use freecell::search::outcome::Outcome;
use freecell::search::problem::Problem;

use super::numbers::Numbers;
use super::{budget, problem, search_beam};

/// The result of a list of weights on some deals.
#[derive(Clone, Debug, Default)]
pub struct TrialResult {
    pub deals: u64,
    pub solved: u64,
    /// The deals without a line within the limit.
    pub unsolved: u64,
    pub moves: u64,
    /// The positions expanded for all lines.
    pub positions: u64,
    /// The most positions expanded for a deal.
    pub limit: u64,
    /// The running total of moves after each deal; a deal without a line counts as
    /// `UNSOLVED_MOVES`.
    pub totals: Vec<u64>,
}

impl TrialResult {
    pub fn mean_positions(&self) -> f64 {
        self.positions as f64 / self.solved.max(1) as f64
    }

    pub fn mean_moves(&self) -> f64 {
        self.moves as f64 / self.solved.max(1) as f64
    }

    fn add(&mut self, outcome: &Outcome, expanded: u64) {
        let moves = match outcome {
            Outcome::Solved(line) => line.len() as u64,
            _ => UNSOLVED_MOVES,
        };
        self.totals.push(self.totals.last().unwrap_or(&0) + moves);
        if let Outcome::Solved(line) = outcome {
            self.solved += 1;
            self.moves += line.len() as u64;
            self.positions += expanded;
        } else {
            self.unsolved += 1;
        }
    }
}

/// A search that can be tuned: how to run it, and how to score it.
pub trait Search<const N: usize>: Default {
    /// Searches for a line, expanding positions up to the budget's limit.
    fn run(&mut self, problem: Problem<N>, weights: Weights, budget: &mut Budget) -> Outcome;

    /// The score of a result: lower is better.
    fn score(result: &TrialResult) -> f64;

    /// Whether the result on the first deals is so bad that the final score will
    /// hardly be as good as the best.
    fn is_hopeless(so_far: &TrialResult, best: &TrialResult) -> bool;
}

/// The value of an unsolved deal, in limits of positions: the limit spent on it, and as much again
/// for the slices to come.
const UNSOLVED_LIMITS: f64 = 2.0;
/// The mean number of moves above which each further move adds to the score.
const ENOUGH_MOVES: f64 = 45.3;
/// The fraction of the score that such a move adds.
const MOVE_WEIGHT: f64 = 0.1;

/// The score for a first line: few positions, and not too many moves.
impl<const N: usize> Search<N> for AStar<N> {
    fn run(&mut self, problem: Problem<N>, weights: Weights, budget: &mut Budget) -> Outcome {
        self.begin(problem, weights);
        AStar::run(self, u64::MAX, budget)
    }

    fn score(result: &TrialResult) -> f64 {
        let unsolved = (result.unsolved * result.limit) as f64 * UNSOLVED_LIMITS;
        let mean = (result.positions as f64 + unsolved) / result.deals as f64;
        let too_many = (result.mean_moves() - ENOUGH_MOVES).max(0.0);
        mean * (1.0 + MOVE_WEIGHT * too_many)
    }

    fn is_hopeless(so_far: &TrialResult, best: &TrialResult) -> bool {
        // The total of positions only grows; the moves are not considered here.
        Self::score(so_far) > Self::score(best) * 1.1
    }
}

/// The number of moves that an unsolved deal counts as.
const UNSOLVED_MOVES: u64 = 50;
/// A trial is judged hopeless after this many deals at the earliest.
const SOME_DEALS: usize = 30;
/// A trial is hopeless if its lines have more moves in all than the best trial's by
/// this times the square root of the number of deals. Two lines for one deal differ by
/// about one move, so that is two standard deviations.
const HOPELESS_MOVES: f64 = 2.0;

/// The score for short lines: few moves within the limit of positions.
impl<const N: usize> Search<N> for BeamSearch<N> {
    fn run(&mut self, problem: Problem<N>, weights: Weights, budget: &mut Budget) -> Outcome {
        search_beam(self, &problem, weights, LONGEST, budget)
    }

    fn score(result: &TrialResult) -> f64 {
        (result.moves + result.unsolved * UNSOLVED_MOVES) as f64 / result.deals as f64
    }

    fn is_hopeless(so_far: &TrialResult, best: &TrialResult) -> bool {
        let deals = so_far.totals.len();
        if deals < SOME_DEALS {
            return false;
        }
        let more = so_far.totals[deals - 1] as f64 - best.totals[deals - 1] as f64;
        more > HOPELESS_MOVES * (deals as f64).sqrt()
    }
}

/// The most moves of a line by beam search.
const LONGEST: usize = 100;

/// A search, and the deals on which weights are tried.
pub struct Trial<S, const N: usize> {
    search: S,
    deals: Vec<u64>,
    rulesets: [Ruleset; N],
    /// The most positions to expand for a deal.
    limit: u64,
}

impl<S: Search<N>, const N: usize> Trial<S, N> {
    /// Trials on these deals, under these rulesets, with a limit of positions for each deal.
    pub fn new(deals: Vec<u64>, rulesets: [Ruleset; N], limit: u64) -> Self {
        Trial {
            search: S::default(),
            deals,
            rulesets,
            limit,
        }
    }

    /// The result of the weights on all deals; `None` if it is worse than the best, or
    /// if `stop` says so between two deals.
    pub fn result(
        &mut self,
        numbers: &Numbers,
        best: Option<&TrialResult>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<TrialResult> {
        let mut result = TrialResult {
            deals: self.deals.len() as u64,
            limit: self.limit,
            ..TrialResult::default()
        };
        for &number in &self.deals {
            if stop() || best.is_some_and(|best| S::is_hopeless(&result, best)) {
                return None;
            }
            let problem = problem(number, self.rulesets);
            let mut budget = budget(self.limit);
            let outcome = self.search.run(problem, numbers.weights(), &mut budget);
            result.add(&outcome, budget.expanded());
        }
        let as_good = best.is_none_or(|best| S::score(&result) <= S::score(best));
        as_good.then_some(result)
    }
}
