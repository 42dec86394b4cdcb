//! A portfolio of configurations, run in time slices, for a first line.
//!
//! The first configuration solves most deals within a hundred positions. Where it goes astray, it
//! may do so for long, and another one, tuned on such deals, seldom does. So each runs for a
//! limited slice; and when all have run, the slices grow longer. The idea is that of portfolios
//! of solvers, as fc-solve and the solvers of SAT competitions use it. Every slice begins the
//! search again; as slices grow fourfold, that costs less than a third of all positions.
//!
//! Only moves that mean the same under every ruleset of supermoves are allowed at first. In a game
//! of one board, ambiguous moves are allowed too once all configurations have run. They are also
//! allowed when all positions that the others reach have been expanded; as they need an empty
//! cascade, the search goes on from the positions that have one. When that brings nothing either,
//! the table is proved to have no line: nothing is left out that could lose one, and no position is
//! taken for another unless 128-bit hashes collide (see [`crate::search::transposition`]).

use crate::moves::Line;
use crate::ruleset::{Capacity, Ruleset};
use crate::search::astar::AStar;
use crate::search::budget::Budget;
use crate::search::outcome::{Outcome, Solution, StopReason};
use crate::search::problem::Problem;
use crate::search::weights::CONFIGS;

/// The factor by which slices grow from one round to the next.
const GROWTH: u64 = 4;

/// The configuration that comes first where cards move one by one (log: "cards that move one by
/// one"). Lines are longer then, and a configuration with a high cost for each move gets nowhere.
const SINGLE_CARDS: usize = 4;

/// The search for a first line. Its memory serves one search after another.
#[derive(Default)]
pub struct Portfolio<const N: usize> {
    search: AStar<N>,
    /// The last search, if it stopped early and can be resumed.
    stopped: Option<Progress<N>>,
    most_home: Line,
}

/// The progress of a search for a first line.
struct Progress<const N: usize> {
    /// The rulesets asked for; the problem's are strict at first.
    rulesets: [Ruleset; N],
    /// Whether the moves allowed mean the same under every ruleset of supermoves.
    unambiguous: bool,
    /// The configuration that runs, and the factor by which slices have grown.
    config: usize,
    factor: u64,
    /// The positions left in this slice; `None` when it has not begun.
    left: Option<u64>,
    /// The number of configurations in a row that ran out of memory.
    short_of_bytes: usize,
    /// The most cards home that any slice came to, and the line there.
    most_home: Option<(u8, Line)>,
}

impl<const N: usize> Portfolio<N> {
    /// Searches for a line that wins under all the problem's rulesets, one board each, until one is
    /// found or proved not to exist, or the budget is spent. If the last search was for the same
    /// problem and stopped early, this one resumes it.
    pub fn run(&mut self, problem: Problem<N>, budget: &mut Budget) -> Outcome<Solution> {
        let search = &mut self.search;
        let stopped = self.stopped.take();
        let resumed = stopped.filter(|last| {
            let is_same = |other| problem.differs_only_in_rulesets(other);
            last.rulesets == problem.rules.rulesets && search.problem().is_some_and(is_same)
        });
        let mut progress = resumed.unwrap_or_else(|| Progress::begin(search, problem));
        let outcome = progress.run(search, budget);
        let most_home = progress.most_home.as_ref();
        self.most_home = most_home.map_or_else(Line::default, |(_, line)| line.clone());
        self.stopped = matches!(outcome, Outcome::Stopped(_)).then_some(progress);
        outcome
    }

    /// The line that brings the most cards home, after a search that found no solution.
    pub fn most_home(&self) -> &Line {
        &self.most_home
    }
}

impl<const N: usize> Progress<N> {
    fn begin(search: &mut AStar<N>, mut problem: Problem<N>) -> Progress<N> {
        let rulesets = problem.rules.rulesets;
        problem.rules.set_rulesets(rulesets.map(Ruleset::to_strict));
        let config = match rulesets[0].capacity {
            Capacity::One => SINGLE_CARDS,
            _ => 0,
        };
        search.begin(problem, CONFIGS[config].weights);
        Progress {
            rulesets,
            unambiguous: true,
            config,
            factor: 1,
            left: None,
            short_of_bytes: 0,
            most_home: None,
        }
    }

    fn run(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> Outcome<Solution> {
        loop {
            match self.run_slice(search, budget) {
                Outcome::Solved(line) => {
                    let unambiguous = self.unambiguous;
                    return Outcome::Solved(Solution { line, unambiguous });
                }
                Outcome::NoLine if self.allows_all_moves(search) => return Outcome::NoLine,
                Outcome::NoLine => {
                    // If there is no memory for that, nothing has changed, and the search can be
                    // resumed here.
                    if let Err(stop) = search.requeue() {
                        return Outcome::Stopped(stop);
                    }
                    self.allow_ambiguous_moves(search);
                }
                Outcome::Stopped(StopReason::Positions) if budget.expanded < budget.positions => {
                    self.short_of_bytes = 0;
                    self.next_config(search);
                }
                Outcome::Stopped(StopReason::Bytes) if self.short_of_bytes < CONFIGS.len() => {
                    self.short_of_bytes += 1;
                    self.next_config(search);
                }
                Outcome::Stopped(stop) => return Outcome::Stopped(stop),
            }
        }
    }

    /// Runs the current configuration until its slice is spent.
    fn run_slice(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> Outcome {
        let config = &CONFIGS[self.config];
        let slice = config.slice.saturating_mul(self.factor);
        let left = self.left.unwrap_or(slice);
        let before = budget.expanded;
        let outcome = search.run(left, budget);
        self.left = Some(left - (budget.expanded - before));
        if !matches!(outcome, Outcome::Solved(_)) {
            let least = self.most_home.as_ref().map(|(home, _)| *home);
            self.most_home = search.most_home(least).or(self.most_home.take());
        }
        outcome
    }

    fn next_config(&mut self, search: &mut AStar<N>) {
        self.left = None;
        self.config += 1;
        if self.config == CONFIGS.len() {
            self.config = 0;
            self.factor = self.factor.saturating_mul(GROWTH);
            // With several boards, a line of unambiguous moves may take more than one round.
            if N == 1 {
                self.allow_ambiguous_moves(search);
            }
        }
        search.restart(CONFIGS[self.config].weights);
    }

    /// Whether every legal move is allowed, or those held back would change nothing.
    fn allows_all_moves(&self, search: &AStar<N>) -> bool {
        search
            .problem()
            .is_none_or(|problem| problem.rules.rulesets == self.rulesets)
    }

    /// Allows all legal moves.
    fn allow_ambiguous_moves(&mut self, search: &mut AStar<N>) {
        self.unambiguous &= self.allows_all_moves(search);
        search.set_rulesets(self.rulesets);
    }
}
