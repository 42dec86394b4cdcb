//! The beam schedule: the beam searches that share the rest of a budget.
//!
//! Wider beams find shorter lines, but the width has to be chosen before it is known how long
//! the line will be. So a narrow search from the table comes first, for some line at little
//! cost; a second one, as wide as the budget then allows, looks for a shorter line; and the
//! rest of the budget goes to searches that restart from positions down the best line. Those
//! have fewer depths to divide the budget among, hence wider beams.

use crate::heuristic::Weights;
use crate::moves::Line;
use crate::playback::table_after;
use crate::search::beam::BeamSearch;
use crate::search::budget::Budget;
use crate::search::outcome::Outcome;
use crate::search::problem::Problem;

/// The ends of the first and of the second beam search from the table, as fractions of the
/// schedule's part of the budget (log: "fractions of the budget").
const SEARCH_ENDS: [f64; 2] = [0.08, 1.0];

/// The least fraction of the schedule's part of the budget with which a further beam
/// search from the table begins: with less, its beam would be narrower than the last.
const LEAST_LEFT: f64 = 0.25;

/// The points on the best line where searches restart, as fractions of its moves, in the order in
/// which they are tried (log: "restart points").
const RESTART_POINTS: [f64; 3] = [0.3, 0.15, 0.45];

/// The most beam searches from the table: with an unlimited budget, every one of
/// them is as wide as memory allows, and the next brings nothing new.
const MAX_SEARCHES: usize = 8;

/// The beam searches for one problem, one after the other.
pub struct BeamSchedule<const N: usize> {
    problem: Problem<N>,
    weights: Weights,
    /// The most moves that the first line may have.
    longest: usize,
    /// The fraction of the budget that was used when the schedule began.
    from: f64,
    /// The fraction of the budget at which the schedule ends.
    pub until: f64,
    /// The number of searches from the table.
    searches: usize,
    /// The number of [`RESTART_POINTS`] that have been tried on the best line.
    restarts: usize,
    /// Whether a search from the table left nothing out, so that another one
    /// would find nothing new.
    complete: bool,
}

/// The next search of a schedule.
struct NextSearch {
    /// The fraction of the budget at which it ends.
    until: f64,
    /// The fraction of the best line's moves after which it begins; `None` for a
    /// search from the table.
    restart: Option<f64>,
}

impl<const N: usize> BeamSchedule<N> {
    /// The schedule of searches for lines of at most `longest` moves that solve a problem,
    /// from now until a fraction of the budget is used.
    pub fn new(
        problem: Problem<N>,
        weights: Weights,
        longest: usize,
        until: f64,
        budget: &mut Budget,
    ) -> BeamSchedule<N> {
        BeamSchedule {
            problem,
            weights,
            longest,
            from: budget.used(),
            until,
            searches: 0,
            restarts: 0,
            complete: false,
        }
    }

    /// Searches for a line shorter than the best so far, or for any line if `best`
    /// is `None`. Returns `None` when the schedule has ended.
    pub fn better_line(
        &mut self,
        beam: &mut BeamSearch<N>,
        best: Option<&Line>,
        budget: &mut Budget,
    ) -> Option<Line> {
        let longest = match best {
            Some(line) => line.len().saturating_sub(1),
            None => self.longest,
        };
        while let Some(search) = self.next_search(budget) {
            let mut prefix = Line::default();
            let mut restarted = None;
            if let Some(fraction) = search.restart {
                let best = best?;
                prefix = best.prefix((best.len() as f64 * fraction) as usize);
                restarted = self.problem_after(&prefix);
                if restarted.is_none() {
                    continue;
                }
            }
            let problem = restarted.as_ref().unwrap_or(&self.problem);
            let longest = longest - prefix.len();
            match beam.search(problem, self.weights, longest, search.until, budget) {
                Outcome::Solved(rest) => {
                    self.restarts = 0;
                    return Some(prefix.iter().chain(&rest).collect());
                }
                Outcome::NoLine => self.complete |= prefix.is_empty(),
                Outcome::Stopped(_) => {}
            }
        }
        None
    }

    /// The next search, unless nothing is left to try or to spend.
    fn next_search(&mut self, budget: &mut Budget) -> Option<NextSearch> {
        let all = self.until - self.from;
        let left = (self.until - budget.used()) / all.max(f64::MIN_POSITIVE);
        if self.complete || left <= 0.0 {
            return None;
        }
        let end = SEARCH_ENDS.get(self.searches).copied();
        if end.is_some() || left > LEAST_LEFT && self.searches < MAX_SEARCHES {
            self.searches += 1;
            return Some(NextSearch {
                until: self.from + all * end.unwrap_or(1.0),
                restart: None,
            });
        }
        self.restarts += 1;
        Some(NextSearch {
            until: self.until,
            restart: Some(*RESTART_POINTS.get(self.restarts - 1)?),
        })
    }

    /// Whether autoplay before the first move makes no difference, so that lines can be followed from
    /// the table itself.
    fn begins_alike(&self) -> bool {
        let boards = self.problem.root().boards;
        boards.iter().all(|board| *board == boards[0])
    }

    /// The problem after the first moves of a line, if the table is then the same
    /// under every ruleset: a problem has one table for all.
    fn problem_after(&self, prefix: &Line) -> Option<Problem<N>> {
        // Where a board begins with other cards at home, there is no restart.
        if !self.begins_alike() {
            return None;
        }
        let after = |&ruleset| table_after(&self.problem.table, prefix.as_slice(), ruleset);
        let rulesets = self.problem.rules.rulesets;
        let mut tables = rulesets.iter().map(after);
        let table = tables.next()??;
        let is_one = tables.all(|other| other.as_ref() == Some(&table));
        is_one.then(|| Problem::new(&table, rulesets))
    }
}
