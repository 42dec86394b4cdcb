//! A first line that wins under both autoplay rules, or the proof that there is none.
//!
//! The planner finds a line for most deals in its first slice. Where it does not, several searches
//! take turns in growing slices, since each may be quick where the others take for ever: two for a
//! line, one for a single rule, and two exhaustive ones, of the real game and of the relaxed one of
//! [`crate::search::exhaustive`]. What cannot be won under one rule, or in the relaxed game, cannot
//! be won under both.

use super::{Goal, Solver, PLANNED};
use crate::belief::Belief;
use crate::plan::{Outcome, Planner, Request, WinsUnder};
use crate::search::budget::Budget;
use crate::search::exhaustive::{ExhaustiveSearch, JointGame};
use crate::search::outcome::StopReason;
use crate::search::portfolio::{self, Portfolio};
use crate::search::problem::Problem;
use crate::table::Table;

/// The resources of one of the searches: the positions of its first slice, the factor by which
/// slices grow, and the number of equal parts of the memory of which it may hold one.
#[derive(Clone, Copy)]
struct Slices {
    positions: u64,
    growth: u64,
    bytes_divisor: usize,
}

const PLANNER: Slices = Slices {
    positions: 40_000,
    growth: 4,
    bytes_divisor: 24,
};

const JOINT: Slices = Slices {
    positions: 25_000,
    growth: 2,
    bytes_divisor: 3,
};

const SINGLE: Slices = Slices {
    positions: 8_000,
    ..PLANNER
};

const RELAXED: Slices = Slices {
    bytes_divisor: 12,
    ..SINGLE
};

const REAL: Slices = Slices {
    bytes_divisor: 2,
    ..SINGLE
};

/// A search that is run slice by slice. It returns `None` once it cannot decide anything any more.
type Search<'a> = Box<dyn FnMut(&mut Budget) -> Option<portfolio::Outcome> + 'a>;

impl Solver {
    /// Searches until a line is found, or proved not to exist, or the budget is spent; with the
    /// planner, unless that has been tried.
    pub(super) fn first_line_for_both(
        &mut self,
        table: &Table,
        with_planner: bool,
        budget: &mut Budget,
    ) -> portfolio::Outcome {
        let mut searches = searches(
            table,
            &mut self.planner,
            &mut self.portfolio,
            &mut self.joint_portfolio,
        );
        if !with_planner {
            drop(searches.remove(0));
        }
        let mut slice = 0;
        while !searches.is_empty() {
            let mut undecided = Vec::new();
            for (slices, mut search) in searches {
                match slices.run(slice, budget, &mut search) {
                    Some(portfolio::Outcome::Stopped(StopReason::Positions)) => {
                        undecided.push((slices, search));
                    }
                    Some(portfolio::Outcome::Stopped(StopReason::Bytes)) | None => {}
                    Some(outcome) => return outcome,
                }
            }
            if budget.is_out_of_positions() {
                return portfolio::Outcome::Stopped(StopReason::Positions);
            }
            searches = undecided;
            slice += 1;
        }
        portfolio::Outcome::Stopped(StopReason::Bytes)
    }
}

/// The searches, the quickest first, which is the planner.
fn searches<'a>(
    table: &'a Table,
    planner: &'a mut Planner,
    single: &'a mut Portfolio<1>,
    joint: &'a mut Portfolio<2>,
) -> Vec<(Slices, Search<'a>)> {
    let &[safe, all] = Goal::Both.rulesets() else {
        unreachable!("both are two")
    };
    let mut searches: Vec<(Slices, Search)> = vec![
        // It begins with a search under `safe` alone.
        (PLANNER, Box::new(|budget| plan(table, planner, budget))),
        (
            JOINT,
            Box::new(move |budget| Some(joint.run(Problem::new(table, [safe, all]), budget))),
        ),
        (
            SINGLE,
            Box::new(move |budget| {
                let outcome = single.run(Problem::new(table, [all]), budget);
                // A line for one of the rules decides nothing.
                (!matches!(outcome, portfolio::Outcome::Solved { .. })).then_some(outcome)
            }),
        ),
    ];
    for (slices, game) in [(RELAXED, JointGame::Relaxed), (REAL, JointGame::Real)] {
        let mut exhaustive = ExhaustiveSearch::new(table, [safe, all], game);
        let search = move |budget: &mut Budget| match exhaustive.run(budget) {
            Ok(false) => Some(portfolio::Outcome::Unsolvable),
            Ok(true) => None,
            Err(stop) => Some(portfolio::Outcome::Stopped(stop)),
        };
        searches.push((slices, Box::new(search)));
    }
    searches
}

/// The planner's line, or its proof that no line wins under the rule that it begins with.
fn plan(table: &Table, planner: &mut Planner, budget: &mut Budget) -> Option<portfolio::Outcome> {
    let plan = planner.plan(Request::new(table, Belief::all()), budget);
    Some(match plan.outcome {
        Outcome::Wins {
            under: WinsUnder::SafeAndAll,
            unambiguous,
        } => portfolio::Outcome::Solved {
            line: plan.line,
            unambiguous,
        },
        // With memory for wider beams, it would have gone on.
        Outcome::Wins { .. } if budget.used() < PLANNED => return None,
        Outcome::Wins { .. } => portfolio::Outcome::Stopped(StopReason::Positions),
        Outcome::Unsolvable => portfolio::Outcome::Unsolvable,
        Outcome::Unsolved(stop) => portfolio::Outcome::Stopped(stop),
    })
}

impl Slices {
    /// Runs a search for a slice.
    fn run<T>(self, slice: u32, budget: &mut Budget, search: impl FnOnce(&mut Budget) -> T) -> T {
        let growth = self.growth.saturating_pow(slice);
        let positions = self.positions.saturating_mul(growth);
        let bytes = budget.bytes / self.bytes_divisor;
        budget.within(positions, bytes, search)
    }
}
