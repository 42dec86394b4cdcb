//! Solving a table, for users of the library who want an answer and not a bot.
//!
//! [`solve`] is the planner of [`crate::plan`] with its memory, its budget and its
//! defaults put together. Whoever solves many tables saves the memory's
//! allocation by keeping a [`Planner`], and whoever wants a proof that a line is
//! shortest calls [`crate::search::prove::prove`].

use std::time::Instant;

use crate::belief::Belief;
use crate::plan::{Plan, Planner, Request};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::table::{self, Table};

/// The options of [`solve`]: what it solves for, and what it may spend.
///
/// The defaults ask for a line under [`Ruleset::default`], and allow enough positions for
/// nearly every table to be solved, or proved to have no solution. Most deals have a first
/// line within a few hundred positions; almost all the rest is spent on a shorter one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveOptions {
    /// The rulesets that may be in force: the line should win under both autoplay
    /// rules if both are possible. [`crate::Win`] says under which
    /// of them it does.
    pub belief: Belief,
    /// The most positions to expand for a first line, or for a proof that there
    /// is none.
    pub positions: u64,
    /// The most positions to expand, once there is a line, for a better one. The
    /// more, the fewer moves the line has; with 0 the first line is the answer.
    pub improving_positions: u64,
    /// The most bytes that each of three searches may hold.
    pub bytes: usize,
    /// The moment at which the search ends with what it has. Only with a deadline is a
    /// clock read at all.
    pub deadline: Option<Instant>,
}

impl SolveOptions {
    /// The default options for a game whose rules are known.
    pub fn under(ruleset: Ruleset) -> SolveOptions {
        SolveOptions {
            belief: Belief::only(ruleset),
            positions: 10_000_000,
            improving_positions: 50_000,
            bytes: 512 << 20,
            deadline: None,
        }
    }
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions::under(Ruleset::default())
    }
}

/// Solves a table, as far as the options allow: returns the best line found and
/// what is known of it.
///
/// Without a deadline, the same table and options give the same answer on every
/// machine.
///
/// ```
/// use freecell::{deal, solve, Outcome, SolveOptions};
///
/// let plan = solve(&deal::microsoft(617).unwrap(), SolveOptions::default()).unwrap();
/// let line = plan.solution().expect("a solution");
/// println!("{line}");
///
/// // No more than 10,000 positions for a first line, and none for a shorter one.
/// let mut quick = SolveOptions::default();
/// quick.positions = 10_000;
/// quick.improving_positions = 0;
/// let plan = solve(&deal::microsoft(11982).unwrap(), quick).unwrap();
/// match plan.outcome {
///     Outcome::Solved(_) => println!("{}", plan.line),
///     Outcome::NoLine => println!("no line wins"),
///     Outcome::Stopped(stop) => println!("nobody knows: {stop}"),
/// }
/// # assert!(matches!(plan.outcome, Outcome::Stopped(_)));
/// ```
///
/// The best line of a tenth of a second, for a game that sends every card home that fits:
///
/// ```
/// use std::time::{Duration, Instant};
/// use freecell::{deal, solve, Autoplay, Ruleset, SolveOptions};
///
/// let ruleset = Ruleset::default().with_autoplay(Autoplay::All);
/// let mut options = SolveOptions::under(ruleset);
/// options.deadline = Some(Instant::now() + Duration::from_millis(100));
/// let plan = solve(&deal::microsoft(1).unwrap(), options).unwrap();
/// println!("{}: {}", plan.outcome, plan.line);
/// ```
///
/// # Errors
/// The table is not one of a whole deck.
pub fn solve(table: &Table, options: SolveOptions) -> Result<Plan, table::Error> {
    table.validate()?;
    let mut clock = options.deadline.map(fraction_used_until);
    let mut budget = match &mut clock {
        Some(clock) => Budget::with_clock(clock),
        None => Budget::unlimited(),
    };
    budget.bytes = options.bytes;
    budget.limit_positions(options.positions);
    budget.limit_positions_with_line(options.improving_positions);
    let request = Request::new(table, options.belief);
    Ok(Planner::default().plan(request, &mut budget))
}

/// A clock for a budget: the fraction used of the time from now until the deadline.
fn fraction_used_until(deadline: Instant) -> impl FnMut() -> f64 {
    let start = Instant::now();
    let allowed = deadline.saturating_duration_since(start).as_secs_f64();
    move || {
        if allowed > 0.0 {
            start.elapsed().as_secs_f64() / allowed
        } else {
            1.0
        }
    }
}
