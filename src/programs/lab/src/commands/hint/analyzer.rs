//! Analyses of several tables under one ruleset, within a time.

use std::time::Duration;

use anyhow::Result;
use freecell::anytime::{Analysis, Goal, Solver, Status};
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::search::outcome::LowerBound;
use freecell::table::Table;
use shared::clock::{fraction_used, wall};
use shared::interrupt;

use crate::support::solver::{replay, unsolvable};

/// The positions of the first search for a line, and the factor by which the next is longer.
const FIRST_POSITIONS: u64 = 4000;
const GROWTH: u64 = 8;

/// The time that a proof's preparation is assumed to take, until one has been prepared.
const PREPARATION: Duration = Duration::from_millis(100);

/// The searches, under one ruleset and until some moment.
pub struct Analyzer {
    pub ruleset: Ruleset,
    bytes: usize,
    /// The moment, by [`wall`].
    until: Duration,
    /// The longest time that the preparation of a proof has taken; nothing interrupts it.
    preparation: Duration,
    solver: Solver,
}

impl Analyzer {
    pub fn new(ruleset: Ruleset, bytes: usize, until: Duration) -> Analyzer {
        Analyzer {
            ruleset,
            bytes,
            until,
            preparation: PREPARATION,
            solver: Solver::default(),
        }
    }

    /// Finds out in half the time which tables can be won, those first that are soon decided. What
    /// a search for a line does not decide soon, a proof that there is none may.
    /// `propagate` may draw conclusions from one table about the others, such as those along
    /// one line.
    pub fn decide(
        &mut self,
        tables: Vec<Table>,
        mut propagate: impl FnMut(&mut [Analysis]),
    ) -> Result<Vec<Analysis>> {
        let goal = Goal::One(self.ruleset);
        let tables = tables.into_iter();
        let mut analyses: Vec<_> = tables.map(|table| Analysis::new(table, goal)).collect();
        let until = wall() + self.left() / 2;
        let is_open = Analysis::is_open;
        let mut positions = FIRST_POSITIONS;
        while wall() < until && !interrupt::interrupted() && analyses.iter().any(is_open) {
            // From the end, since a win late in the line is a win earlier as well.
            for index in (0..analyses.len()).rev() {
                if is_open(&analyses[index]) {
                    // While nothing is known, the last table, which says most about the others,
                    // gets more.
                    let is_first = index + 1 == analyses.len() && analyses.iter().all(is_open);
                    let most = if is_first { GROWTH * GROWTH } else { 1 };
                    let positions = positions.saturating_mul(most);
                    self.decide_one(&mut analyses[index], positions, until)?;
                    propagate(&mut analyses);
                }
            }
            positions = positions.saturating_mul(GROWTH);
        }
        Ok(analyses)
    }

    /// Searches for a line from one table and then, but for the first and shortest of such
    /// searches, for a proof that there is none. The status shows what came of it.
    fn decide_one(
        &mut self,
        analysis: &mut Analysis,
        positions: u64,
        until: Duration,
    ) -> Result<()> {
        let mut clock = clock(until);
        let mut budget = Budget::with_clock(&mut clock);
        budget.limit_positions(positions);
        budget.bytes = self.bytes;
        let _ = self.solver.first_line(analysis, &mut budget);
        if analysis.is_open() && positions > FIRST_POSITIONS {
            budget.limit_positions(positions);
            unsolvable::prove(analysis, &mut budget, 1.0, positions);
        }
        replay(analysis)
    }

    /// Searches for a shorter line for two thirds of the time, and spends the rest on proving how
    /// many moves are needed.
    pub fn improve(&mut self, analysis: &mut Analysis, time: Duration) -> Result<()> {
        let is_solved = analysis.status.line().is_some();
        if !is_solved || analysis.status.is_proved() || self.left().is_zero() {
            return Ok(());
        }
        let begin = wall();
        let mut clock_of_plan = clock(begin + time * 2 / 3);
        let mut budget = Budget::with_clock(&mut clock_of_plan);
        budget.bytes = self.bytes;
        // The status says what was found; the same holds below.
        let _ = self.solver.shorten(analysis, &mut budget);
        self.prove(analysis, begin + time);
        replay(analysis)
    }

    /// Proves how many moves are needed; the proof may find a shorter line. No proof is begun
    /// whose preparation would take longer than the time left.
    fn prove(&mut self, analysis: &mut Analysis, until: Duration) {
        if interrupt::interrupted() || self.left() < self.preparation {
            return;
        }
        let begin = wall();
        let mut time = clock(until);
        // The search polls the clock as soon as it is prepared.
        let mut prepared = None;
        let mut clock = || {
            prepared.get_or_insert_with(|| wall().saturating_sub(begin));
            time()
        };
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = self.bytes;
        let _ = self.solver.prove(analysis, &mut budget);
        self.preparation = self.preparation.max(prepared.unwrap_or_default());
    }

    /// The time that is left; zero after Ctrl-C.
    pub fn left(&self) -> Duration {
        if interrupt::interrupted() {
            return Duration::ZERO;
        }
        self.until.saturating_sub(wall())
    }
}

pub fn name(status: &Status) -> &'static str {
    match status {
        Status::Unsolvable => "lost",
        Status::Solved { .. } => "won",
        Status::Unknown { .. } => "unknown",
    }
}

/// The bound for a table that lies a number of moves before (positive) or after (negative)
/// this one.
pub fn shift(bound: LowerBound, moves: isize) -> LowerBound {
    match bound {
        LowerBound::Moves(bound) => LowerBound::Moves(bound.saturating_add_signed(moves)),
        LowerBound::Unsolvable => LowerBound::Unsolvable,
    }
}

/// The fraction of the time from now until then that is used.
fn clock(until: Duration) -> impl FnMut() -> f64 {
    let begin = wall();
    let time = until.saturating_sub(begin);
    move || fraction_used(wall().saturating_sub(begin), Some(time))
}
