//! The anytime solver: some line first, then shorter ones and lower bounds, for as long as
//! the caller likes (an anytime algorithm: Dean & Boddy, *An Analysis of Time-Dependent
//! Planning*, 1988).
//!
//! An [`Analysis`] is what is known of one table. Each step of a [`Solver`] adds to it, within
//! a budget of its own: [`Solver::first_line`], [`Solver::shorten`], [`Solver::prove`]. Which
//! steps are run, in which order and for how long is up to the caller, who has the clock. The
//! bot, whose turns have one deadline, calls the planner instead.
//!
//! ```
//! use freecell::anytime::{Analysis, Goal, Solver};
//! use freecell::deal;
//! use freecell::ruleset::{Autoplay, Ruleset};
//! use freecell::search::budget::Budget;
//!
//! let rules = Goal::One(Ruleset::from_autoplay(Autoplay::All));
//! let mut analysis = Analysis::new(deal::microsoft(3).unwrap(), rules);
//! let mut solver = Solver::default();
//! solver.first_line(&mut analysis, &mut Budget::unlimited()).unwrap();
//! solver.prove(&mut analysis, &mut Budget::unlimited()).unwrap();
//! assert!(analysis.status.is_proved());
//! assert_eq!(analysis.status.moves(), Some(18));
//! ```

mod both;
mod shorten;

use std::fmt;
use std::slice;

use crate::moves::Line;
use crate::plan::Planner;
use crate::playback::moves_to_win;
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::budget::Budget;
use crate::search::outcome::{LowerBound, StopReason};
use crate::search::portfolio::{self, Portfolio};
use crate::search::problem::Problem;
use crate::search::prove::Prover;
use crate::table::Table;

/// The rulesets that a line has to win under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One ruleset.
    One(Ruleset),
    /// Both autoplay rules that are likely.
    Both,
}

impl Goal {
    /// The rulesets, with the supermoves that are likeliest for [`Goal::Both`].
    pub fn rulesets(&self) -> &[Ruleset] {
        match self {
            Goal::One(ruleset) => slice::from_ref(ruleset),
            Goal::Both => {
                const {
                    &[
                        Ruleset::from_autoplay(Autoplay::Safe),
                        Ruleset::from_autoplay(Autoplay::All),
                    ]
                }
            }
        }
    }
}

/// What is known of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// No line wins: a proof.
    Unsolvable,
    /// A line wins.
    Solved {
        /// The shortest line known.
        line: Line,
        /// Whether every move of it means the same under every ruleset of supermoves.
        unambiguous: bool,
        /// No line that wins has fewer moves: a proof.
        lower_bound: usize,
    },
    /// Neither is known.
    Unknown {
        /// No line that wins has fewer moves: a proof.
        lower_bound: usize,
    },
}

impl Status {
    /// The shortest line known.
    pub fn line(&self) -> Option<&Line> {
        match self {
            Status::Solved { line, .. } => Some(line),
            _ => None,
        }
    }

    /// The number of its moves.
    pub fn moves(&self) -> Option<usize> {
        self.line().map(Line::len)
    }

    /// The bound that is proved on the moves of any line that wins.
    pub fn lower_bound(&self) -> LowerBound {
        match *self {
            Status::Unsolvable => LowerBound::Unsolvable,
            Status::Solved { lower_bound, .. } | Status::Unknown { lower_bound } => {
                LowerBound::Moves(lower_bound)
            }
        }
    }

    /// Whether nothing is left to prove: the line is proved shortest, or no line wins.
    pub fn is_proved(&self) -> bool {
        self.moves() == self.lower_bound().moves()
    }

    /// Takes a line that wins into account; `unambiguous` as in [`Status::Solved`].
    pub fn learn_line(&mut self, line: Line, unambiguous: bool) {
        let lower_bound = self.lower_bound().moves().unwrap_or(0);
        if self.moves().is_none_or(|moves| line.len() < moves) {
            *self = Status::Solved {
                line,
                unambiguous,
                lower_bound,
            };
        }
    }

    /// Takes a proof into account.
    pub fn learn_bound(&mut self, proved: LowerBound) {
        match (self, proved) {
            (status, LowerBound::Unsolvable) => *status = Status::Unsolvable,
            (Status::Unsolvable, _) => {}
            (
                Status::Solved { lower_bound, .. } | Status::Unknown { lower_bound },
                LowerBound::Moves(moves),
            ) => *lower_bound = moves.max(*lower_bound),
        }
    }
}

/// A table, the rulesets a line has to win under, and what is known.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The table.
    pub table: Table,
    /// The rulesets.
    pub goal: Goal,
    /// What is known.
    pub status: Status,
}

impl Analysis {
    /// Begins with what the table itself shows.
    pub fn new(table: Table, goal: Goal) -> Analysis {
        let status = if table.is_won() {
            Status::Solved {
                line: Line::default(),
                unambiguous: true,
                lower_bound: 0,
            }
        } else {
            Status::Unknown { lower_bound: 1 }
        };
        Analysis {
            table,
            goal,
            status,
        }
    }

    /// Whether it is not known if a line wins.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Unknown { .. })
    }

    /// Takes a line that wins into account.
    pub fn learn_line(&mut self, line: Line) {
        if self.status.moves().is_some_and(|moves| moves <= line.len()) {
            return;
        }
        let strict = self.goal.rulesets().iter().map(|each| each.to_strict());
        let mut wins = strict.map(|ruleset| moves_to_win(&self.table, &line, ruleset).is_ok());
        let unambiguous = wins.all(|wins| wins);
        self.status.learn_line(line, unambiguous);
    }

    fn learn_outcome(&mut self, outcome: portfolio::Outcome) -> Result<(), StopReason> {
        match outcome {
            portfolio::Outcome::Solved { line, unambiguous } => {
                self.status.learn_line(line, unambiguous);
            }
            portfolio::Outcome::Unsolvable => self.status = Status::Unsolvable,
            portfolio::Outcome::Stopped(stop) => return Err(stop),
        }
        Ok(())
    }
}

/// The solver, which keeps the memory of its searches from one analysis to the next.
#[derive(Default)]
pub struct Solver {
    portfolio: Portfolio<1>,
    joint_portfolio: Portfolio<2>,
    planner: Planner,
    prover: Prover,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

/// The fraction of a budget at which a plan counts as having used it up: what is left may be too
/// little for another search.
const PLANNED: f64 = 0.75;

impl Solver {
    /// Searches for any line, or for the proof that there is none.
    ///
    /// # Errors
    /// The reason why neither was found. A search for one ruleset that stopped is resumed if
    /// the next is for the same table.
    pub fn first_line(
        &mut self,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let outcome = match analysis.goal {
            Goal::One(ruleset) => self.first_line_for_one(&analysis.table, ruleset, budget),
            Goal::Both => self.first_line_for_both(&analysis.table, true, budget),
        };
        analysis.learn_outcome(outcome)
    }

    fn first_line_for_one(
        &mut self,
        table: &Table,
        ruleset: Ruleset,
        budget: &mut Budget,
    ) -> portfolio::Outcome {
        self.portfolio.run(Problem::new(table, [ruleset]), budget)
    }

    /// Proves how many moves any line needs, or that the known line is shortest. With one ruleset,
    /// the proof may find a shorter line, which is recorded; with both, it finds no line.
    ///
    /// # Errors
    /// The reason why the proof is incomplete.
    pub fn prove(
        &mut self,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let (table, moves) = (&analysis.table, analysis.status.moves());
        let proof = match *analysis.goal.rulesets() {
            [one, other] => self
                .prover
                .prove_for_both(table, [one, other], moves, budget),
            ref alone => self.prover.prove(table, alone[0], moves, budget),
        };
        if let Some(line) = proof.line {
            analysis.learn_line(line);
        }
        analysis.status.learn_bound(proof.lower_bound);
        proof.stop.map_or(Ok(()), Err)
    }
}
