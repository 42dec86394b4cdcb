//! The steps of an analysis, and the searches that take them.

mod for_both;
mod for_one;
#[cfg(feature = "programs")]
mod for_programs;
mod kept;

use super::known::{Goal, Known, Status};
use super::policy::Policy;
use super::turns::{DueTurn, Progress};
use crate::plan::{Plan, Planner, Win};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::factored::FactoredSearch;
use crate::search::lower_bound::lower_bound;
use crate::search::outcome::{Outcome, Solution, StopReason};
use crate::search::portfolio::Portfolio;
use crate::search::problem::Problem;
use crate::search::prove::Proof;
pub use for_both::SearchesForBoth;
pub use for_one::SearchesForOne;
#[cfg(feature = "programs")]
pub use for_programs::SearchesForPrograms;

/// A step of an analysis: one way to learn more of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A search for any line, or for the proof that there is none.
    FirstLine,
    /// For both rules: the proof that no line wins under one of them alone. (The planner begins
    /// with the other.)
    OneRule,
    /// For both rules: the proof that no line wins, by the free-cells relaxation of
    /// [`crate::search::exhaustive`].
    JointFreeCells,
    /// The same by the real game.
    JointReal,
    /// The proof that no line wins under any rules, by [`crate::search::factored`].
    Refute,
    /// A lower bound, from so many states of the counting relaxation of [`crate::bound`].
    Bound,
    /// The planner: a first line, and shorter ones.
    Shorten,
    /// A proof of how many moves a line needs, which may find a shorter line.
    Prove,
}

/// The fraction of a budget at which the planner counts as having used it up: what is left may be
/// too little for another search.
const PLANNED: f64 = 0.75;

/// The positions, and the fraction of a budget that has fewer, for which beams look for a line
/// under several rules before other searches have their turns (log: "lines for both rules in
/// little time").
const BEAM_FOR_BOTH: f64 = 40_000.0;
const BEAM_UNTIL: f64 = 0.95;

/// Searches that take the steps of analyses. Their memory serves one table after another, and what
/// stopped early is resumed if the next step is for the same table.
pub trait Steps {
    /// Takes a step; `both_until` as in [`Request::both_until`](crate::plan::Request::both_until).
    ///
    /// # Errors
    /// The reason why it stopped, unless it has nothing left to try.
    fn step_until(
        &mut self,
        step: Step,
        both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason>;

    /// Takes a step.
    ///
    /// # Errors
    /// The reason why it stopped, unless it has nothing left to try.
    fn step(
        &mut self,
        step: Step,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        self.step_until(step, 1.0, known, budget)
    }

    /// Takes the turns of a policy until nothing is left to prove, or no turn is left.
    ///
    /// # Errors
    /// The reason why it stopped before: the budget is spent, or some step would need more memory.
    fn run(
        &mut self,
        policy: &Policy,
        progress: &mut Progress<Step>,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        while let Some(step) = self.turn(policy, progress, known, budget) {
            // What was found before a step stopped may leave nothing to prove.
            if !known.status.is_proved() {
                step?;
            }
        }
        match progress.cut_short(known.is_open()) {
            Some(stop) if !known.status.is_proved() => Err(stop),
            _ => Ok(()),
        }
    }

    /// Takes the turn that is due; `None` if nothing is left to prove, or no turn is left.
    ///
    /// # Errors
    /// The budget is spent.
    fn turn(
        &mut self,
        policy: &Policy,
        progress: &mut Progress<Step>,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Option<Result<(), StopReason>> {
        if known.status.is_proved() {
            return None;
        }
        progress.take_turn(policy, known.is_open(), budget, |due, budget| {
            take(self, due, known, budget)
        })
    }
}

/// Takes a step in its slice of the budget.
fn take(
    searches: &mut (impl Steps + ?Sized),
    due: DueTurn<Step>,
    known: &mut Known,
    budget: &mut Budget,
) -> Result<(), StopReason> {
    let mut part = due.part(budget);
    let mut both_until = due.share;
    if due.step == Step::Shorten && !matches!(known.goal, Goal::One(_)) {
        // Once there is a line, it may be shortened for longer.
        part.share = 1.0;
        both_until = both_until.max(used_after(BEAM_FOR_BOTH, budget).min(BEAM_UNTIL));
    }
    let mut step = |budget: &mut Budget| searches.step_until(due.step, both_until, known, budget);
    if part.positions == u64::MAX && part.bytes == budget.bytes && part.share >= 1.0 {
        return step(budget);
    }
    budget.within(part, step)
}

/// The fraction of a budget that is used after so many positions more, at the recent rate.
fn used_after(positions: f64, budget: &mut Budget) -> f64 {
    let used = budget.used();
    let left = budget.positions_until(1.0);
    if left <= positions {
        return 1.0;
    }
    used + (1.0 - used) * positions / left
}

/// The searches for either goal.
#[derive(Debug, Default)]
pub struct Searches {
    one: SearchesForOne,
    both: SearchesForBoth,
    #[cfg(feature = "programs")]
    programs: SearchesForPrograms,
}

impl Steps for Searches {
    fn step_until(
        &mut self,
        step: Step,
        both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        match known.goal {
            Goal::One(_) => self.one.step_until(step, both_until, known, budget),
            Goal::Both => self.both.step_until(step, both_until, known, budget),
            #[cfg(feature = "programs")]
            Goal::Programs => self.programs.step_until(step, both_until, known, budget),
        }
    }
}

/// The proof that no line wins under any rules, which may go on where it stopped.
fn refute(
    search: &mut Option<FactoredSearch>,
    known: &mut Known,
    budget: &mut Budget,
) -> Result<(), StopReason> {
    let begin = || FactoredSearch::new(&known.table);
    if !search.get_or_insert_with(begin).run(budget)? {
        known.status = Status::Unsolvable;
    }
    Ok(())
}

/// The lower bound of the counting relaxation, from as many states as the budget has positions.
fn bound(known: &mut Known, budget: &mut Budget) {
    let states = usize::try_from(budget.positions_left()).unwrap_or(usize::MAX);
    let autoplays = known.goal.rulesets().iter().map(|each| each.autoplay);
    let bounds = autoplays.map(|autoplay| lower_bound(&known.table, autoplay, states));
    if let Some(bound) = bounds.max() {
        known.status.learn_bound(bound);
    }
}

fn learn_outcome(known: &mut Known, outcome: Outcome<Solution>) -> Result<(), StopReason> {
    match outcome {
        Outcome::Solved(Solution { line, unambiguous }) => {
            known.status.learn_line(line, unambiguous);
        }
        Outcome::NoLine => known.status = Status::Unsolvable,
        Outcome::Stopped(stop) => return Err(stop),
    }
    Ok(())
}

fn learn_plan(known: &mut Known, plan: Plan) -> Result<(), StopReason> {
    match plan.outcome {
        Outcome::Solved(Win { under, unambiguous }) => {
            // A line that wins under only one of two rules does not count.
            if under.rules().len() == known.goal.rulesets().len() {
                known.status.learn_line(plan.line, unambiguous);
            }
        }
        Outcome::NoLine => known.status = Status::Unsolvable,
        Outcome::Stopped(stop) => return Err(stop),
    }
    Ok(())
}

fn learn_proof(known: &mut Known, proof: Proof) -> Result<(), StopReason> {
    if let Some(line) = proof.line {
        known.learn_line(line);
    }
    known.status.learn_bound(proof.lower_bound);
    proof.stop.map_or(Ok(()), Err)
}

/// Learns from the planner, which has shortened lines for so many `boards`. If memory alone keeps
/// its beams from being wider, that is the reason why it ended.
fn learn_shortened(
    known: &mut Known,
    plan: Plan,
    planner: &Planner,
    boards: usize,
    budget: &mut Budget,
) -> Result<(), StopReason> {
    learn_plan(known, plan)?;
    if known.status == Status::Unsolvable {
        return Ok(());
    }
    may_shorten_on(planner.is_short_of_memory(boards, budget.bytes), budget)
}

/// The reason, if there is one, why lines were not shortened for longer.
fn may_shorten_on(is_short_of_memory: bool, budget: &mut Budget) -> Result<(), StopReason> {
    if budget.used() >= PLANNED {
        return Err(budget.limit());
    }
    if is_short_of_memory {
        return Err(StopReason::Bytes);
    }
    Ok(())
}

/// Whether a line wins under one of several rules. One that does decides nothing.
fn one_rule(
    search: &mut Portfolio<1>,
    ruleset: Ruleset,
    known: &mut Known,
    budget: &mut Budget,
) -> Result<(), StopReason> {
    match search.run(Problem::new(&known.table, [ruleset]), budget) {
        Outcome::Solved(_) => Ok(()),
        outcome => learn_outcome(known, outcome),
    }
}
