//! The steps of an analysis under one ruleset.

use std::fmt;

use super::kept::Kept;
use super::{bound, learn_plan, learn_proof, learn_shortened, refute, Step, Steps};
use crate::analysis::known::Known;
use crate::belief::Belief;
use crate::plan::{Plan, Planner, Request};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::factored::FactoredSearch;
use crate::search::outcome::StopReason;
use crate::search::prove::Prover;
use crate::table::Table;

/// The searches under one ruleset. (The page has only these, which are half as large as all.)
#[derive(Default)]
pub struct SearchesForOne {
    planner: Planner,
    prover: Prover,
    of_table: Kept<(Table, Ruleset), OfTable>,
}

/// What is kept for the last table alone.
#[derive(Default)]
struct OfTable {
    /// The first line, as the planner begins with it.
    first: Option<Plan>,
    factored: Option<FactoredSearch>,
}

impl fmt::Debug for SearchesForOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchesForOne").finish_non_exhaustive()
    }
}

impl Steps for SearchesForOne {
    fn step_until(
        &mut self,
        step: Step,
        _both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let ruleset = known.goal.rulesets()[0];
        match step {
            Step::FirstLine => self.first_line(ruleset, known, budget),
            Step::Refute => refute(&mut self.of_table(known, ruleset).factored, known, budget),
            Step::Bound => {
                bound(known, budget);
                Ok(())
            }
            Step::Shorten => self.shorten(ruleset, known, budget),
            // How many moves any line needs, or that the known line is shortest; a shorter line
            // that the proof finds is recorded.
            Step::Prove => {
                let moves = known.status.moves();
                let proof = self.prover.prove(&known.table, ruleset, moves, budget);
                learn_proof(known, proof)
            }
            Step::OneRule | Step::JointFreeCells | Step::JointReal => Ok(()),
        }
    }
}

impl SearchesForOne {
    fn first_line(
        &mut self,
        ruleset: Ruleset,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let belief = Belief::only(ruleset);
        let request = Request::new(&known.table, belief);
        let first = self.planner.first_line(&request, budget);
        if first.solution().is_some() {
            self.of_table(known, ruleset).first = Some(first.clone());
        }
        let first = first.in_full(&known.table, belief);
        learn_plan(known, first)
    }

    fn shorten(
        &mut self,
        ruleset: Ruleset,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        if self.of_table(known, ruleset).first.is_none() {
            self.first_line(ruleset, known, budget)?;
        }
        let Some(first) = self.of_table(known, ruleset).first.clone() else {
            return Ok(());
        };
        let request = Request::new(&known.table, Belief::only(ruleset));
        let plan = self.planner.shorten_for_one(&request, first, budget);
        learn_shortened(known, plan, &self.planner, 1, budget)
    }

    fn of_table(&mut self, known: &Known, ruleset: Ruleset) -> &mut OfTable {
        self.of_table.of((known.table.clone(), ruleset))
    }
}
