//! Analyses of several tables under one ruleset, within a time.

use std::time::Duration;

use anyhow::Result;
use freecell::analysis::known::{Goal, Known, Status};
use freecell::analysis::policy::Policy;
use freecell::analysis::searches::{SearchesForOne, Step, Steps as _};
use freecell::analysis::turns::{growing, Progress};
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::search::outcome::LowerBound;
use freecell::table::Table;
use shared::clock::{fraction_used, wall};
use shared::interrupt;

use crate::support::solver::replay;

/// The turns of each table, until it is decided.
const DECIDE: Policy = Policy {
    open: &[
        growing(Step::FirstLine, 4_000, 8),
        growing(Step::Refute, 4_000, 8),
    ],
    solved: &[],
};

/// The number of turns that a table takes before it is the next one's turn; and those of the last,
/// which says most about the others, while no line is known.
const TURNS: usize = DECIDE.open.len();
const MORE_TURNS: usize = 3 * TURNS;

/// The fraction of the time for shorter lines that the planner gets; the rest is for proofs.
const SHORTEN: f64 = 2.0 / 3.0;

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
    searches: SearchesForOne,
}

impl Analyzer {
    pub fn new(ruleset: Ruleset, bytes: usize, until: Duration) -> Analyzer {
        Analyzer {
            ruleset,
            bytes,
            until,
            preparation: PREPARATION,
            searches: SearchesForOne::default(),
        }
    }

    /// Finds out which tables can be won, those first that are soon decided: in half the time, or
    /// in all of it while no line is known, for then there is none to shorten. What a search for a
    /// line does not decide soon, a proof that there is none may.
    /// `propagate` may draw conclusions from one table about the others, such as those along
    /// one line.
    pub fn decide(
        &mut self,
        tables: Vec<Table>,
        mut propagate: impl FnMut(&mut [Known]),
    ) -> Result<Vec<Known>> {
        let goal = Goal::One(self.ruleset);
        let tables = tables.into_iter();
        let mut all: Vec<_> = tables.map(|table| Known::new(table, goal)).collect();
        let mut progress = vec![Progress::default(); all.len()];
        let half = wall() + self.left() / 2;
        let is_won = |known: &Known| known.status.line().is_some();
        let mut is_stuck = false;
        while !is_stuck && !interrupt::interrupted() {
            is_stuck = true;
            // From the end, since a win late in the line is a win earlier as well.
            for index in (0..all.len()).rev() {
                let has_line = all.iter().any(is_won);
                let until = if has_line { half } else { self.until };
                let is_last = index + 1 == all.len();
                let turns = if is_last && !has_line {
                    MORE_TURNS
                } else {
                    TURNS
                };
                let (known, progress) = (&mut all[index], &mut progress[index]);
                if self.decide_one(known, progress, turns, until)? {
                    is_stuck = false;
                    propagate(&mut all);
                }
            }
        }
        Ok(all)
    }

    /// Takes some turns at one table, if it is not decided; false if there was none left to take.
    fn decide_one(
        &mut self,
        known: &mut Known,
        progress: &mut Progress<Step>,
        turns: usize,
        until: Duration,
    ) -> Result<bool> {
        let mut clock = clock(until);
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = self.bytes;
        let mut taken = 0;
        while taken < turns && known.is_open() {
            match self.searches.turn(&DECIDE, progress, known, &mut budget) {
                Some(Ok(())) => taken += 1,
                // No memory for any turn, or no time.
                None | Some(Err(_)) => break,
            }
        }
        replay(known)?;
        Ok(taken > 0)
    }

    /// Searches for a shorter line for two thirds of the time, and spends the rest on proving how
    /// many moves are needed.
    pub fn improve(&mut self, known: &mut Known, time: Duration) -> Result<()> {
        let is_solved = known.status.line().is_some();
        if !is_solved || known.status.is_proved() || self.left().is_zero() {
            return Ok(());
        }
        let begin = wall();
        let mut clock_of_plan = clock(begin + time.mul_f64(SHORTEN));
        let mut budget = Budget::with_clock(&mut clock_of_plan);
        budget.bytes = self.bytes;
        // What is known says what was found; the same holds below.
        let _ = self.searches.step(Step::Shorten, known, &mut budget);
        self.prove(known, begin + time);
        replay(known)
    }

    /// Proves how many moves are needed; the proof may find a shorter line. No proof is begun
    /// whose preparation would take longer than the time left.
    fn prove(&mut self, known: &mut Known, until: Duration) {
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
        let _ = self.searches.step(Step::Prove, known, &mut budget);
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
