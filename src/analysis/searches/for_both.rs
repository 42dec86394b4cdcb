//! The steps of an analysis under both autoplay rules.

use std::fmt;

use super::kept::Kept;
use super::{bound, learn_outcome, learn_proof, learn_shortened, one_rule, refute, Step, Steps};
use crate::analysis::known::{Goal, Known, Status};
use crate::belief::Belief;
use crate::plan::{Planner, Request};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::exhaustive::{ExhaustiveSearch, JointGame};
use crate::search::factored::FactoredSearch;
use crate::search::outcome::StopReason;
use crate::search::portfolio::Portfolio;
use crate::search::problem::Problem;
use crate::search::prove::Prover;
use crate::table::Table;

/// The searches for lines that win under both rules. What they prove holds for any goal that has
/// these rules among others: no line, or no shorter one.
#[derive(Default)]
pub struct SearchesForBoth {
    planner: Planner,
    one_rule: Portfolio<1>,
    portfolio: Portfolio<2>,
    prover: Prover,
    of_table: Kept<Table, OfTable>,
}

/// What is kept for the last table alone.
#[derive(Default)]
struct OfTable {
    factored: Option<FactoredSearch>,
    free_cells: Option<ExhaustiveSearch>,
    real: Option<ExhaustiveSearch>,
}

impl fmt::Debug for SearchesForBoth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchesForBoth").finish_non_exhaustive()
    }
}

impl Steps for SearchesForBoth {
    fn step_until(
        &mut self,
        step: Step,
        both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let rulesets @ [_, all] = Goal::BOTH;
        match step {
            Step::FirstLine => {
                let problem = Problem::new(&known.table, rulesets);
                learn_outcome(known, self.portfolio.run(problem, budget))
            }
            Step::OneRule => one_rule(&mut self.one_rule, all, known, budget),
            Step::JointFreeCells => self.joint(JointGame::FreeCells, rulesets, known, budget),
            Step::JointReal => self.joint(JointGame::Real, rulesets, known, budget),
            Step::Refute => refute(
                &mut self.of_table.of(known.table.clone()).factored,
                known,
                budget,
            ),
            Step::Bound => {
                bound(known, budget);
                Ok(())
            }
            Step::Shorten => self.shorten(both_until, known, budget),
            // A bound on the moves of any line: this proof finds none.
            Step::Prove => {
                let (table, moves) = (&known.table, known.status.moves());
                let prover = &mut self.prover;
                let proof = prover.prove_for_both(table, rulesets, moves, budget);
                learn_proof(known, proof)
            }
        }
    }
}

impl SearchesForBoth {
    fn joint(
        &mut self,
        game: JointGame,
        rulesets: [Ruleset; 2],
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let of_table = self.of_table.of(known.table.clone());
        let search = match game {
            JointGame::FreeCells => &mut of_table.free_cells,
            JointGame::Real => &mut of_table.real,
        };
        let begin = || ExhaustiveSearch::new(&known.table, rulesets, game);
        if !search.get_or_insert_with(begin).run(budget)? {
            known.status = Status::Unsolvable;
        }
        Ok(())
    }

    fn shorten(
        &mut self,
        both_until: f64,
        known: &mut Known,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let request = Request {
            both_until: Some(both_until),
            ..Request::new(&known.table, Belief::all())
        };
        let plan = self.planner.plan(request, budget);
        learn_shortened(known, plan, &self.planner, 2, budget)
    }
}
