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

/// A beam search of the schedule, and its slice of the budget.
struct Turn {
    step: Step,
    slice: Slice,
}

/// The point from which a beam search begins.
enum Step {
    /// The table.
    Table,
    /// The position after this fraction of the best line's moves.
    Restart(f64),
}

/// A slice, in fractions of the schedule's part of the budget.
struct Slice {
    /// The point in that part at which it ends.
    until: f64,
    /// The least that must be left of the part, or the turn is skipped.
    least: f64,
}

const fn from_table(until: f64, least: f64) -> Turn {
    let slice = Slice { until, least };
    let step = Step::Table;
    Turn { step, slice }
}

const fn restart(fraction: f64) -> Turn {
    let (step, (until, least)) = (Step::Restart(fraction), (1.0, 0.0));
    let slice = Slice { until, least };
    Turn { step, slice }
}

/// Another search from the table: with less left, its beam would be narrower than the last.
const FROM_TABLE_AGAIN: Turn = from_table(1.0, 0.25);

/// The turns (log: "fractions of the budget", "restart points"). With an unlimited budget, every
/// search from the table is as wide as memory allows, so that a ninth would bring nothing new.
const TURNS: [Turn; 11] = [
    from_table(0.08, 0.0),
    from_table(1.0, 0.0),
    FROM_TABLE_AGAIN,
    FROM_TABLE_AGAIN,
    FROM_TABLE_AGAIN,
    FROM_TABLE_AGAIN,
    FROM_TABLE_AGAIN,
    FROM_TABLE_AGAIN,
    restart(0.3),
    restart(0.15),
    restart(0.45),
];

/// The turns from this one on are taken again whenever a line is found.
const FIRST_RESTART: usize = 8;

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
    /// The index of the next of the [`TURNS`].
    turn: usize,
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
            turn: 0,
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
        while let Some((step, until)) = self.next_turn(budget) {
            let mut prefix = Line::default();
            let mut restarted = None;
            if let Step::Restart(fraction) = step {
                let best = best?;
                prefix = best.prefix((best.len() as f64 * fraction) as usize);
                restarted = self.problem_after(&prefix);
                if restarted.is_none() {
                    continue;
                }
            }
            let problem = restarted.as_ref().unwrap_or(&self.problem);
            let longest = longest - prefix.len();
            match beam.search(problem, self.weights, longest, until, budget) {
                Outcome::Solved(rest) => {
                    self.turn = self.turn.min(FIRST_RESTART);
                    return Some(prefix.iter().chain(&rest).collect());
                }
                // A search from the table that left nothing out: another one would find nothing
                // new, and restarts neither.
                Outcome::NoLine if prefix.is_empty() => self.turn = TURNS.len(),
                Outcome::NoLine | Outcome::Stopped(_) => {}
            }
        }
        None
    }

    /// The next turn's step, and the fraction of the budget at which it ends; `None` if nothing is
    /// left to try or to spend.
    fn next_turn(&mut self, budget: &mut Budget) -> Option<(&'static Step, f64)> {
        let all = self.until - self.from;
        let left = (self.until - budget.used()) / all.max(f64::MIN_POSITIVE);
        if left <= 0.0 {
            return None;
        }
        while let Some(Turn { step, slice }) = TURNS.get(self.turn) {
            self.turn += 1;
            if left > slice.least {
                return Some((step, self.from + all * slice.until));
            }
        }
        None
    }

    /// Whether autoplay before the first move makes no difference, so that lines can be followed
    /// from the table itself.
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
