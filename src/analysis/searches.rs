//! The steps of an analysis, and the searches that take them.

use std::fmt;

use super::known::{Goal, Known, Status};
use super::policy::{DueTurn, Policy, Progress};
use crate::belief::Belief;
use crate::plan::{self, Plan, Planner, Request};
use crate::search::budget::{Budget, Part};
use crate::search::exhaustive::{ExhaustiveSearch, JointGame};
use crate::search::factored::FactoredSearch;
use crate::search::lower_bound::lower_bound;
use crate::search::outcome::StopReason;
use crate::search::portfolio::{self, Portfolio};
use crate::search::problem::Problem;
use crate::search::prove::Prover;
use crate::table::Table;

/// A step of an analysis: one way to learn more of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A search for any line, or for the proof that there is none.
    FirstLine,
    /// For both rules: the proof that no line wins under one of them alone. (The planner begins
    /// with the other.)
    OneRule,
    /// For both rules: the proof that no line wins, by the relaxed game of
    /// [`crate::search::exhaustive`].
    JointRelaxed,
    /// The same by the real game.
    JointReal,
    /// The proof that no line wins under any rules, by [`crate::search::factored`].
    Refute,
    /// A lower bound, from so many states of the relaxed game of [`crate::bound`].
    Bound,
    /// The planner: a first line, and shorter ones.
    Shorten,
    /// A proof of how many moves a line needs, which may find a shorter line.
    Prove,
}

impl Step {
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The searches. Their memory serves one table after another, and what stopped early is resumed
/// if the next step is for the same table.
#[derive(Default)]
pub struct Searches {
    planner: Planner,
    one_rule: Portfolio<1>,
    joint_portfolio: Portfolio<2>,
    prover: Prover,
    of_table: Option<OfTable>,
}

/// What is kept for the last table alone.
struct OfTable {
    table: Table,
    goal: Goal,
    /// The first line, as the planner begins with it.
    first: Option<Plan>,
    factored: Option<FactoredSearch>,
    relaxed: Option<ExhaustiveSearch>,
    real: Option<ExhaustiveSearch>,
}

/// The fraction of a budget at which the planner counts as having used it up: what is left may be
/// too little for another search.
const PLANNED: f64 = 0.75;

impl fmt::Debug for Searches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searches").finish_non_exhaustive()
    }
}

impl Searches {
    /// Takes the turns of a policy until nothing is left to prove, or no turn is left.
    ///
    /// # Errors
    /// The reason why it stopped before: the budget is spent, or some step would need more memory.
    pub fn run(
        &mut self,
        policy: &Policy,
        progress: &mut Progress,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        while let Some(step) = self.turn(policy, progress, known, budget) {
            step?;
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
    pub fn turn(
        &mut self,
        policy: &Policy,
        progress: &mut Progress,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Option<Result<(), StopReason>> {
        if known.status.is_proved() {
            return None;
        }
        let is_open = known.is_open();
        let due = progress.due(policy, is_open)?;
        let before = budget.expanded();
        let ended = self.take(due, known, budget);
        let taken = budget.expanded() - before;
        match ended {
            _ if known.status.is_proved() => {}
            Ok(()) => progress.end(due.step, false),
            Err(StopReason::Bytes) => progress.end(due.step, true),
            Err(stop) => match budget.check() {
                Ok(()) => progress.advance(policy, is_open, stop),
                Err(stop) => {
                    progress.pause(policy, is_open, due.positions.saturating_sub(taken));
                    return Some(Err(stop));
                }
            },
        }
        Some(Ok(()))
    }

    /// Takes a step in its slice of the budget.
    fn take(
        &mut self,
        due: DueTurn,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let mut part = Part {
            positions: due.positions,
            bytes: budget.bytes / due.bytes_divisor,
            share: due.share,
        };
        if due.step == Step::Shorten {
            let both_until = part.share;
            if known.goal == Goal::Both {
                part.share = 1.0;
            }
            if part.positions == u64::MAX && due.bytes_divisor == 1 && part.share >= 1.0 {
                return self.shorten(known, both_until, budget);
            }
            return budget.within(part, |budget| self.shorten(known, both_until, budget));
        }
        budget.within(part, |budget| self.step(due.step, known, budget))
    }

    /// Takes a step.
    ///
    /// # Errors
    /// The reason why it stopped, unless it has nothing left to try.
    pub fn step(
        &mut self,
        step: Step,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        match step {
            Step::FirstLine => self.first_line(known, budget),
            Step::OneRule => self.one_rule(known, budget),
            Step::JointRelaxed => self.joint(JointGame::Relaxed, known, budget),
            Step::JointReal => self.joint(JointGame::Real, known, budget),
            Step::Refute => self.refute(known, budget),
            Step::Bound => {
                bound(known, budget);
                Ok(())
            }
            Step::Shorten => self.shorten(known, 1.0, budget),
            Step::Prove => self.prove(known, budget),
        }
    }

    fn first_line(&mut self, known: &mut Known, budget: &mut Budget) -> Result<(), StopReason> {
        let outcome = match *known.goal.rulesets() {
            [safe, all] => {
                let problem = Problem::new(&known.table, [safe, all]);
                self.joint_portfolio.run(problem, budget)
            }
            _ => return self.first_plan(known, budget),
        };
        learn_outcome(known, outcome)
    }

    /// The first line under one ruleset, which the planner can begin with later.
    fn first_plan(&mut self, known: &mut Known, budget: &mut Budget) -> Result<(), StopReason> {
        let belief = belief(known.goal);
        let request = Request::new(&known.table, belief);
        let first = self.planner.first_line(&request, budget);
        if first.solution().is_some() {
            self.of_table(known).first = Some(first.clone());
        }
        let first = first.in_full(&known.table, belief);
        learn_plan(known, first)
    }

    /// Whether a line wins under one of two rules. One that does decides nothing.
    fn one_rule(&mut self, known: &mut Known, budget: &mut Budget) -> Result<(), StopReason> {
        let &[_, all] = known.goal.rulesets() else {
            return Ok(());
        };
        let problem = Problem::new(&known.table, [all]);
        match self.one_rule.run(problem, budget) {
            portfolio::Outcome::Solved { .. } => Ok(()),
            outcome => learn_outcome(known, outcome),
        }
    }

    fn joint(
        &mut self,
        game: JointGame,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let &[safe, all] = known.goal.rulesets() else {
            return Ok(());
        };
        let of_table = self.of_table(known);
        let search = match game {
            JointGame::Relaxed => &mut of_table.relaxed,
            JointGame::Real => &mut of_table.real,
        };
        let begin = || ExhaustiveSearch::new(&known.table, [safe, all], game);
        if !search.get_or_insert_with(begin).run(budget)? {
            known.status = Status::Unsolvable;
        }
        Ok(())
    }

    fn refute(&mut self, known: &mut Known, budget: &mut Budget) -> Result<(), StopReason> {
        let search = &mut self.of_table(known).factored;
        let begin = || FactoredSearch::new(&known.table);
        if !search.get_or_insert_with(begin).run(budget)? {
            known.status = Status::Unsolvable;
        }
        Ok(())
    }

    /// Searches for lines with the planner; `both_until` as in [`Request::both_until`].
    fn shorten(
        &mut self,
        known: &mut Known,
        both_until: f64,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let is_for_both = known.goal == Goal::Both;
        let first = self.of_table(known).first.clone();
        let table = known.table.clone();
        let request = Request {
            both_until: is_for_both.then_some(both_until),
            ..Request::new(&table, belief(known.goal))
        };
        let first = first.unwrap_or_else(|| self.planner.first_line(&request, budget));
        if first.solution().is_some() {
            self.of_table(known).first = Some(first.clone());
        }
        let plan = self.planner.shorten(&request, first, budget);
        learn_plan(known, plan)?;
        if known.status == Status::Unsolvable {
            return Ok(());
        }
        if budget.used() >= PLANNED {
            return Err(budget.limit());
        }
        let boards = known.goal.rulesets().len();
        if self.planner.is_short_of_memory(boards, budget.bytes) {
            return Err(StopReason::Bytes);
        }
        Ok(())
    }

    /// Proves how many moves any line needs, or that the known line is shortest. With one ruleset,
    /// the proof may find a shorter line, which is recorded; with both, it finds no line.
    fn prove(&mut self, known: &mut Known, budget: &mut Budget) -> Result<(), StopReason> {
        let (table, moves) = (&known.table, known.status.moves());
        let proof = match *known.goal.rulesets() {
            [one, other] => self
                .prover
                .prove_for_both(table, [one, other], moves, budget),
            ref alone => self.prover.prove(table, alone[0], moves, budget),
        };
        if let Some(line) = proof.line {
            known.learn_line(line);
        }
        known.status.learn_bound(proof.lower_bound);
        proof.stop.map_or(Ok(()), Err)
    }

    /// What is kept for a table: nothing yet, if the last one was another.
    fn of_table(&mut self, known: &Known) -> &mut OfTable {
        let is_same = |last: &OfTable| last.table == known.table && last.goal == known.goal;
        let last = self.of_table.take().filter(is_same);
        self.of_table.insert(last.unwrap_or_else(|| OfTable {
            table: known.table.clone(),
            goal: known.goal,
            first: None,
            factored: None,
            relaxed: None,
            real: None,
        }))
    }
}

fn belief(goal: Goal) -> Belief {
    match goal {
        Goal::One(ruleset) => Belief::only(ruleset),
        Goal::Both => Belief::all(),
    }
}

/// The lower bound of the relaxed game, from as many states as the budget has positions.
fn bound(known: &mut Known, budget: &mut Budget) {
    let states = usize::try_from(budget.positions_left()).unwrap_or(usize::MAX);
    let autoplays = known.goal.rulesets().iter().map(|each| each.autoplay);
    let bounds = autoplays.map(|autoplay| lower_bound(&known.table, autoplay, states));
    if let Some(bound) = bounds.max() {
        known.status.learn_bound(bound);
    }
}

fn learn_outcome(known: &mut Known, outcome: portfolio::Outcome) -> Result<(), StopReason> {
    match outcome {
        portfolio::Outcome::Solved { line, unambiguous } => {
            known.status.learn_line(line, unambiguous);
        }
        portfolio::Outcome::Unsolvable => known.status = Status::Unsolvable,
        portfolio::Outcome::Stopped(stop) => return Err(stop),
    }
    Ok(())
}

fn learn_plan(known: &mut Known, plan: Plan) -> Result<(), StopReason> {
    match plan.outcome {
        plan::Outcome::Wins { under, unambiguous } => {
            // A line that wins under only one of two rules does not count.
            if under.rules().len() == known.goal.rulesets().len() {
                known.status.learn_line(plan.line, unambiguous);
            }
        }
        plan::Outcome::Unsolvable => known.status = Status::Unsolvable,
        plan::Outcome::Unsolved(stop) => return Err(stop),
    }
    Ok(())
}
