//! The steps of an analysis of lines that win whatever plays them: the puzzle's likely rules or any
//! program of [`Program::ALL`](crate::program::Program::ALL) that sends cards home.
//!
//! A position has a board for each of these rules, and a move is legal if it is so on all boards
//! that are not won. (A line that no autoplay ever interferes with would need no more than one
//! board, but there is none: where nothing goes home by itself, a line needs a move home for each
//! card, and under `all` no card is left that such a move could send.)

use std::fmt;

use super::{learn_outcome, may_shorten_on, SearchesForBoth, Step, Steps};
use crate::analysis::known::{Goal, Known};
use crate::plan::schedule::BeamSchedule;
use crate::ruleset::Ruleset;
use crate::search::beam::BeamSearch;
use crate::search::budget::Budget;
use crate::search::outcome::StopReason;
use crate::search::portfolio::Portfolio;
use crate::search::problem::Problem;
use crate::search::weights::BEAM_BOTH;
use crate::table::Table;

/// The searches for lines that win whatever plays them.
#[derive(Default)]
pub struct SearchesForPrograms {
    beam: BeamSearch<6>,
    portfolio: Portfolio<6>,
    both: SearchesForBoth,
}

/// The most moves of a first line that the beam search looks for.
const LONGEST: usize = 80;

impl fmt::Debug for SearchesForPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchesForPrograms")
            .finish_non_exhaustive()
    }
}

impl Steps for SearchesForPrograms {
    fn step_until(
        &mut self,
        step: Step,
        both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        match step {
            Step::FirstLine => {
                let found = self
                    .portfolio
                    .run(problem(&known.table, Goal::PROGRAMS), budget);
                learn_outcome(known, found)
            }
            Step::Shorten => {
                self.shorten(both_until, known, budget);
                may_shorten_on(self.beam.is_short_of_memory(budget.bytes), budget)
            }
            // What proves that there is no line, or no shorter one, for both rules alone.
            _ => self.both.step_until(step, both_until, known, budget),
        }
    }
}

/// The problem of a line that wins on all boards.
fn problem(table: &Table, rulesets: [Ruleset; 6]) -> Problem<6> {
    let mut problem = Problem::new(table, rulesets);
    problem.rules.autoplay_first = Goal::AUTOPLAY_FIRST;
    problem
}

impl SearchesForPrograms {
    /// Searches for a line, or for one that is shorter than the one known.
    fn shorten(&mut self, until: f64, known: &mut Known, budget: &mut Budget) {
        let mut best = known.status.line().cloned();
        let until = if best.is_some() { 1.0 } else { until };
        // The beams take supermoves alone that mean the same by all rules.
        let strict = Goal::PROGRAMS.map(Ruleset::to_strict);
        let problem = problem(&known.table, strict);
        let mut schedule = BeamSchedule::new(problem, BEAM_BOTH, LONGEST, until, budget);
        while let Some(line) = schedule.better_line(&mut self.beam, best.as_ref(), budget) {
            known.status.learn_line(line.clone(), true);
            best = Some(line);
            schedule.until = 1.0;
        }
    }
}
