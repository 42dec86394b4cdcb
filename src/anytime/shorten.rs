//! Shorter lines, or a first one: how the planner, the other searches and the proofs share a
//! budget.

use super::{Analysis, Goal, Solver, Status, PLANNED};
use crate::belief::Belief;
use crate::plan::{self, Request};
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::budget::Budget;
use crate::search::outcome::StopReason;
use crate::search::portfolio;
use crate::table::Table;

/// The fraction of the budget in which one rule alone may prove that no line wins under both, and
/// the positions between two polls of the clock. Most proofs take far fewer.
const ONE_RULE_UNTIL: f64 = 0.25;
const ONE_RULE_SLICE: u64 = 5_000;

/// The fraction of what is left after that in which the planner looks for a line under both rules.
const PLAN_FRACTION: f64 = 0.4;

impl Solver {
    /// Searches for a first line if none is known, and for shorter ones. Where a first line does
    /// not come soon, part of the budget goes to proofs that there is none.
    ///
    /// # Errors
    /// The reason why the search ended, unless it left nothing out.
    pub fn shorten(
        &mut self,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        if analysis.is_open() && analysis.goal == Goal::Both {
            return self.shorten_for_both(analysis, budget);
        }
        self.plan(analysis, 1.0, budget)
    }

    /// The same for both rules, while no line is known. Where the planner finds no line in its part
    /// of the budget, other searches may, or prove that there is none.
    fn shorten_for_both(
        &mut self,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        if self.is_lost_under_all(&analysis.table, budget) {
            analysis.status = Status::Unsolvable;
            return Ok(());
        }
        let used = budget.used();
        let until = used + PLAN_FRACTION * (1.0 - used);
        let ended = self.plan(analysis, until, budget);
        if !analysis.is_open() {
            return ended;
        }
        let outcome = self.first_line_for_both(&analysis.table, false, budget);
        analysis.learn_outcome(outcome)?;
        match analysis.status {
            Status::Unsolvable => Ok(()),
            _ => self.plan(analysis, 1.0, budget),
        }
    }

    /// Searches for lines with the planner; `both_until` as in [`Request::both_until`].
    fn plan(
        &mut self,
        analysis: &mut Analysis,
        both_until: f64,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let belief = match analysis.goal {
            Goal::One(ruleset) => Belief::only(ruleset),
            Goal::Both => Belief::all(),
        };
        let request = Request {
            both_until: (analysis.goal == Goal::Both).then_some(both_until),
            ..Request::new(&analysis.table, belief)
        };
        let plan = self.planner.plan(request, budget);
        match plan.outcome {
            plan::Outcome::Wins { under, unambiguous } => {
                // A line that wins under only one of two rules does not count.
                if under.rules().len() == analysis.goal.rulesets().len() {
                    analysis.status.learn_line(plan.line, unambiguous);
                }
            }
            plan::Outcome::Unsolvable => analysis.status = Status::Unsolvable,
            plan::Outcome::Unsolved(stop) => return Err(stop),
        }
        if budget.used() >= PLANNED {
            return Err(if budget.is_out_of_positions() {
                StopReason::Positions
            } else {
                StopReason::Time
            });
        }
        let boards = analysis.goal.rulesets().len();
        if self.planner.is_short_of_memory(boards, budget.bytes) {
            return Err(StopReason::Bytes);
        }
        Ok(())
    }

    /// Whether part of the budget suffices to prove that no line wins under `all` autoplay.
    /// (The planner begins with the other rule.)
    fn is_lost_under_all(&mut self, table: &Table, budget: &mut Budget) -> bool {
        let ruleset = Ruleset::from_autoplay(Autoplay::All);
        let mut outcome = portfolio::Outcome::Stopped(StopReason::Positions);
        while outcome == portfolio::Outcome::Stopped(StopReason::Positions)
            && budget.used() < ONE_RULE_UNTIL
        {
            outcome = budget.within(ONE_RULE_SLICE, usize::MAX, |budget| {
                self.first_line_for_one(table, ruleset, budget)
            });
        }
        outcome == portfolio::Outcome::Unsolvable
    }
}
