//! Solving a table, for users of the library who want an answer and not a bot.
//!
//! [`solve`] is the planner of [`crate::plan`] with its memory, its budget and its
//! defaults put together. Whoever solves many tables saves the memory's
//! allocation by keeping a [`Planner`], and whoever wants a proof that a line is
//! shortest calls [`crate::search::prove::prove`].

use std::fmt;

use crate::belief::Belief;
use crate::plan::{Plan, Planner, Request};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::table::{Flaw, Table};

/// What [`solve`] solves for, and what it may spend.
///
/// The defaults ask for a line under [`Ruleset::default`], and allow so many
/// positions that nearly every table is solved or proved to have no solution.
/// Most deals have a first line within a few hundred positions; almost all the
/// rest is spent on a shorter one.
pub struct SolveOptions<'a> {
    /// The rulesets that may be in force: the line should win under both autoplay
    /// rules if both are possible. [`crate::plan::Outcome::Wins`] says under which
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
    /// The fraction of the time that is used, 1 or more when it is up; it is polled
    /// every few dozen positions. The library reads no clock of its own.
    pub clock: Option<&'a mut dyn FnMut() -> f64>,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        SolveOptions {
            belief: Belief::only(Ruleset::default()),
            positions: 10_000_000,
            improving_positions: 50_000,
            bytes: 512 << 20,
            clock: None,
        }
    }
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("belief", &self.belief)
            .field("positions", &self.positions)
            .field("improving_positions", &self.improving_positions)
            .field("bytes", &self.bytes)
            .field("has_clock", &self.clock.is_some())
            .finish()
    }
}

/// Solves a table, as far as the options allow: returns the best line found and
/// what is known of it.
///
/// The same table and options, without a clock, give the same answer on every
/// machine.
///
/// ```
/// use freecell::{deal, plan::Outcome, solve, SolveOptions};
///
/// let plan = solve(&deal::microsoft(617).unwrap(), SolveOptions::default()).unwrap();
/// let line = plan.solution().expect("a solution");
/// println!("{line}");
///
/// // No more than 10,000 positions for a first line, and none for a shorter one.
/// let quick = SolveOptions {
///     positions: 10_000,
///     improving_positions: 0,
///     ..SolveOptions::default()
/// };
/// let plan = solve(&deal::microsoft(11982).unwrap(), quick).unwrap();
/// match plan.outcome {
///     Outcome::Wins { .. } => println!("{}", plan.line),
///     Outcome::Impossible => println!("no line wins"),
///     Outcome::Unsolved(stop) => println!("nobody knows: {stop}"),
/// }
/// # assert!(matches!(plan.outcome, Outcome::Unsolved(_)));
/// ```
///
/// With a limit of time, a tenth of a second:
///
/// ```
/// use std::time::Instant;
/// use freecell::{deal, solve, SolveOptions};
///
/// let start = Instant::now();
/// let mut clock = || start.elapsed().as_secs_f64() / 0.1;
/// let options = SolveOptions { clock: Some(&mut clock), ..SolveOptions::default() };
/// let plan = solve(&deal::microsoft(1).unwrap(), options).unwrap();
/// println!("{}: {}", plan.outcome, plan.line);
/// ```
///
/// # Errors
/// The table is not one of a whole deck.
pub fn solve(table: &Table, options: SolveOptions) -> Result<Plan, Flaw> {
    table.validate()?;
    let mut budget = options
        .clock
        .map_or_else(Budget::unlimited, Budget::with_clock);
    budget.bytes = options.bytes;
    budget.limit_positions(options.positions);
    let improving = options.improving_positions;
    let request = Request {
        on_first_line: Some(&mut |budget| budget.limit_positions(improving)),
        ..Request::new(table, options.belief)
    };
    Ok(Planner::default().plan(request, &mut budget))
}
