//! The analysis of a table: some line first, then shorter ones and lower bounds, for as long as
//! the caller likes (an anytime algorithm: Dean & Boddy, *An Analysis of Time-Dependent
//! Planning*, 1988).
//!
//! An [`Analysis`] is a table, what is [`known`] of it, and the [`searches`] that learn more, step
//! by step. How much of a budget each step gets is decided by a [`mod@policy`], which is a table of
//! [`turns`]. The bot, whose turns have one deadline, calls the planner instead.

pub mod known;
pub mod limits;
pub mod policy;
pub mod searches;
pub mod turns;

use std::fmt;
use std::time::Instant;

use crate::moves::Line;
use crate::search::budget::Budget;
use crate::search::outcome::{LowerBound, StopReason};
use crate::table::{self, Table};
use known::{Goal, Known, Status};
use limits::Limits;
use policy::Policy;
use searches::{Searches, Step, Steps as _};
use turns::Progress;

/// The analysis of a table: whether a line wins, the shortest line known, and how many moves any
/// line needs. Each [`run`](Analysis::run) adds to what is known, and the next goes on from there.
///
/// ```
/// use freecell::{deal, Analysis, Limits, Ruleset};
///
/// let mut analysis = Analysis::new(&deal::microsoft(10913).unwrap(), Ruleset::default()).unwrap();
/// analysis.run(Limits::positions(10_000));
/// let line = analysis.line().expect("most deals have a line by then").clone();
/// println!("{line}, and at least {:?} are needed", analysis.lower_bound().moves());
///
/// analysis.run(Limits::positions(400_000));
/// assert!(analysis.line().unwrap().len() <= line.len());
/// assert_eq!(analysis.is_shortest(), Some(true));
/// assert_eq!(analysis.stopped(), None);
/// ```
///
/// A line for both autoplay rules that are likely, for whoever does not know which is in force:
///
/// ```
/// use freecell::{deal, Analysis, Goal, Limits};
///
/// let mut analysis = Analysis::new(&deal::microsoft(1).unwrap(), Goal::Both).unwrap();
/// analysis.run(Limits::positions(50_000));
/// println!("{:?}", analysis.line());
/// # assert!(analysis.line().is_some());
/// ```
pub struct Analysis {
    known: Known,
    searches: Searches,
    progress: Progress<Step>,
    positions: u64,
    stopped: Option<StopReason>,
}

impl Analysis {
    /// The analysis of a table under a ruleset, or under [both](Goal::Both) autoplay rules.
    ///
    /// # Errors
    /// The table is not one of a whole deck.
    pub fn new(table: &Table, goal: impl Into<Goal>) -> Result<Analysis, table::Error> {
        table.validate()?;
        Ok(Analysis {
            known: Known::new(table.clone(), goal.into()),
            searches: Searches::default(),
            progress: Progress::default(),
            positions: 0,
            stopped: None,
        })
    }

    /// Learns what can be learned within the limits. Nothing more is spent once a line is proved
    /// shortest, or it is proved that there is none.
    pub fn run(&mut self, limits: Limits) {
        let policy = match self.known.goal {
            Goal::One(_) => &policy::SHORTEST_LINE,
            _ => &policy::SHORTEST_LINE_FOR_BOTH,
        };
        self.stopped = self.run_policy(policy, limits).err();
    }

    fn run_policy(&mut self, policy: &Policy, limits: Limits) -> Result<(), StopReason> {
        let is_interrupted = || limits.is_interrupted.is_some_and(|ask| ask());
        let begin = limits.deadline.map(|deadline| (Instant::now(), deadline));
        let mut clock = || match begin {
            _ if is_interrupted() => 1.0,
            Some((begin, deadline)) => {
                let time = deadline.saturating_duration_since(begin).as_secs_f64();
                // No time at all is used up.
                (begin.elapsed().as_secs_f64() / time).max(f64::from(u8::from(time == 0.0)))
            }
            None => 0.0,
        };
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = limits.bytes;
        budget.limit_positions(limits.positions);
        let searches = &mut self.searches;
        let ended = searches.run(policy, &mut self.progress, &mut self.known, &mut budget);
        self.positions += budget.expanded();
        match ended {
            Err(StopReason::Time) if is_interrupted() => Err(StopReason::Interrupted),
            ended => ended,
        }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.known.table
    }

    /// The rulesets that a line has to win under.
    pub fn goal(&self) -> Goal {
        self.known.goal
    }

    /// The shortest line known that wins.
    pub fn line(&self) -> Option<&Line> {
        self.known.status.line()
    }

    /// Whether no line is shorter than [`line`](Analysis::line): `Some(true)` if that is proved,
    /// `Some(false)` if it is not, `None` if no line is known.
    pub fn is_shortest(&self) -> Option<bool> {
        self.line().map(|_| self.known.status.is_proved())
    }

    /// What is proved of the moves of any line that wins.
    pub fn lower_bound(&self) -> LowerBound {
        self.known.status.lower_bound()
    }

    /// Returns `true` if it is proved that no line wins.
    pub fn is_unsolvable(&self) -> bool {
        self.known.status == Status::Unsolvable
    }

    /// The reason why the last run ended before everything was proved; `None` if nothing is left
    /// to prove, or for both rules if no search has anything left to try.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The number of positions that all runs have expanded.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

impl fmt::Debug for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analysis")
            .field("known", &self.known)
            .field("positions", &self.positions)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}
