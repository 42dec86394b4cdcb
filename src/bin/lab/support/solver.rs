//! The library's searches as the lab runs them: under one autoplay rule or both,
//! for a given time or up to the first line. The referee, which knows nothing of
//! the search, replays every line.
//!
//! Times are CPU time of the calling thread.

mod both;
mod unsolvable;

use std::time::Duration;

use anyhow::{bail, Result};
use freecell::belief::Belief;
use freecell::moves::{Line, MoveList};
use freecell::plan::{Outcome, Planner, Request};
use freecell::playback::moves_to_win;
use freecell::referee::{self, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::outcome::{LowerBound, StopReason};
use freecell::search::portfolio::{self, Portfolio};
use freecell::search::prove::Prover;
use freecell::table::Table;
use indicatif::ProgressBar;

use crate::support::rulesets::AutoplayChoice;
use freecell::tools::clock::thread_cpu;
use freecell::tools::interrupt;
use freecell::tools::memory::Bytes;

/// A proving search begins with a table that takes a while to build; with less time
/// left than this, it cannot be expected to find anything.
const LONG: Duration = Duration::from_millis(200);

/// The most of the time that goes to the question whether there is a line under one of two
/// rules, and the positions between two looks at the clock; a line is found in much less.
const ONE_RULE: f64 = 0.5;
const ONE_RULE_SLICE: u64 = 5_000;

/// Deals that can be won seldom need this many positions for a first line. Where they are not
/// enough, a proof that there is none is tried before the search goes on.
const FIRST_TRY: u64 = 2_000_000;

/// The share of the time that is left that such a proof may take.
const PROOF_SHARE: f64 = 0.5;

/// When a proof about both rules has to know whether there is a line, as a share of its
/// time.
const EXISTS_UNTIL: f64 = 0.75;

/// What to search for, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The autoplay rules that the line must win under.
    pub choice: AutoplayChoice,
    /// Whether to stop at the first line.
    pub first: bool,
    /// The time; unlimited if none.
    pub time: Option<Duration>,
    /// The memory that each search may use.
    pub memory: Bytes,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was to stop at the first line.
    First,
    /// It proved that no line is shorter, or that there is none.
    Proved,
    /// No search had anything left to try.
    SearchedOut,
    /// It had used what it may.
    Stopped(StopReason),
    /// Someone pressed Ctrl-C.
    Interrupted,
}

impl End {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            End::First => "first-line",
            End::Proved => "proved",
            End::SearchedOut | End::Stopped(StopReason::BeamOverflow) => "searched-out",
            End::Stopped(StopReason::Time) => "time",
            End::Stopped(StopReason::Positions) => "positions",
            End::Stopped(StopReason::Bytes) => "memory",
            End::Interrupted => "interrupted",
        }
    }
}

/// The result of a search, and its cost.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer; its line, if any, has been replayed.
    pub answer: portfolio::Outcome,
    /// Why the search ended.
    pub end: End,
    /// The proved lower bound on the moves of any line that wins, if there is one.
    pub lower_bound: Option<usize>,
    /// The positions expanded.
    pub positions: u64,
    /// The CPU time used.
    pub cpu: Duration,
}

/// The memory of searches, for one table after another.
#[derive(Default)]
pub struct Solver {
    single: Portfolio<1>,
    joint: Portfolio<2>,
    planner: Planner,
    /// The memory of proofs.
    pub prover: Prover,
    /// Where the share of the time that has been used is shown, if it is.
    pub bar: Option<ProgressBar>,
}

impl Solver {
    /// Searches, and has the line replayed.
    ///
    /// # Errors
    /// The line does not win in the replay: the search is wrong.
    pub fn solve(&mut self, table: &Table, task: Task) -> Result<Found> {
        let start = thread_cpu();
        let bar = self.bar.clone();
        let mut clock = || share_used(start, task.time, bar.as_ref());
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = usize::try_from(task.memory.0)?;
        let limits = Limits {
            task,
            start,
            bar: bar.as_ref(),
        };
        let (mut answer, end, mut proof) = if task.first {
            let (answer, proof) = self.first_or_proof(table, limits, &mut budget);
            (answer, End::First, proof)
        } else {
            let (answer, end) = self.best(table, task, &mut budget);
            (answer, end, None)
        };
        if matches!(answer, portfolio::Outcome::Stopped(_)) && budget.used() < 1.0 {
            let (is_unsolvable, _) =
                *proof.get_or_insert_with(|| unsolvable::prove(table, limits, 1.0));
            if is_unsolvable {
                answer = portfolio::Outcome::Unsolvable;
            }
        }
        let positions = budget.expanded() + proof.map_or(0, |(_, positions)| positions);
        let end = match answer {
            portfolio::Outcome::Unsolvable => End::Proved,
            _ if interrupt::interrupted() => End::Interrupted,
            portfolio::Outcome::Stopped(stop) => End::Stopped(stop),
            portfolio::Outcome::Solved { .. } => end,
        };
        let cpu = thread_cpu().saturating_sub(start);
        if let portfolio::Outcome::Solved { line, unambiguous } = &answer {
            replay(table, line, rulesets(task.choice, *unambiguous))?;
        }
        let lower_bound = match &answer {
            portfolio::Outcome::Solved { line, .. } if end == End::Proved => Some(line.len()),
            _ => None,
        };
        Ok(Found {
            answer,
            end,
            lower_bound,
            positions,
            cpu,
        })
    }

    /// The first line. If that takes long, a proof that there is none is tried in between; what
    /// came of it, then.
    fn first_or_proof(
        &mut self,
        table: &Table,
        limits: Limits<'_>,
        budget: &mut Budget,
    ) -> (portfolio::Outcome, Option<(bool, u64)>) {
        let choice = limits.task.choice;
        if choice == AutoplayChoice::Both {
            return (self.first(table, choice, budget), None);
        }
        let answer = budget.within(FIRST_TRY, usize::MAX, |budget| {
            self.first(table, choice, budget)
        });
        if answer != portfolio::Outcome::Stopped(StopReason::Positions) {
            return (answer, None);
        }
        let used = budget.used();
        let proof = unsolvable::prove(table, limits, used + PROOF_SHARE * (1.0 - used));
        let answer = if proof.0 {
            portfolio::Outcome::Unsolvable
        } else {
            self.first(table, choice, budget)
        };
        (answer, Some(proof))
    }

    fn first(
        &mut self,
        table: &Table,
        choice: AutoplayChoice,
        budget: &mut Budget,
    ) -> portfolio::Outcome {
        if choice == AutoplayChoice::Both {
            return both::first(table, &mut self.joint, budget);
        }
        let rulesets = [Ruleset::from_autoplay(choice.autoplays()[0])];
        self.single.run(table, rulesets, &MoveList::new(), budget)
    }

    /// The best line in the time, and what ended the search for a shorter one.
    fn best(
        &mut self,
        table: &Table,
        task: Task,
        budget: &mut Budget,
    ) -> (portfolio::Outcome, End) {
        let choice = task.choice;
        if choice == AutoplayChoice::Both && self.is_lost(table, Autoplay::All, budget) {
            return (portfolio::Outcome::Unsolvable, End::Proved);
        }
        let belief = match *choice.autoplays() {
            [autoplay] => Belief::only(Ruleset::from_autoplay(autoplay)),
            _ => Belief::all(),
        };
        let plan = self.planner.plan(Request::new(table, belief), budget);
        let used = budget.used();
        let end = if used < 1.0 {
            End::SearchedOut
        } else {
            End::Stopped(StopReason::Time)
        };
        let answer = match plan.outcome {
            Outcome::Wins { under, unambiguous } if under.rules() == choice.autoplays() => {
                let line = plan.line;
                let is_long = |time: Duration| time.mul_f64(1.0 - used.min(1.0)) >= LONG;
                if let ([autoplay], true) = (under.rules(), task.time.is_none_or(is_long)) {
                    let first = (line, unambiguous);
                    return shortened(table, *autoplay, first, &mut self.prover, budget);
                }
                portfolio::Outcome::Solved { line, unambiguous }
            }
            // A line for only one of two rules is not what was asked for.
            Outcome::Wins { .. } => portfolio::Outcome::Stopped(StopReason::Time),
            Outcome::Impossible => portfolio::Outcome::Unsolvable,
            Outcome::Unsolved(stop) => portfolio::Outcome::Stopped(stop),
        };
        (answer, end)
    }

    /// Whether there is no line under one of two rules, if that is known within
    /// [`ONE_RULE`] of the budget: then there is none for both. The planner begins with
    /// the other rule.
    fn is_lost(&mut self, table: &Table, autoplay: Autoplay, budget: &mut Budget) -> bool {
        let rulesets = [Ruleset::from_autoplay(autoplay)];
        let mut outcome = portfolio::Outcome::Stopped(StopReason::Positions);
        while outcome == portfolio::Outcome::Stopped(StopReason::Positions)
            && budget.used() < ONE_RULE
        {
            outcome = budget.within(ONE_RULE_SLICE, usize::MAX, |budget| {
                self.single.run(table, rulesets, &MoveList::new(), budget)
            });
        }
        outcome == portfolio::Outcome::Unsolvable
    }
}

/// The line, or a shorter one that a proving search finds in the time that the beam
/// search has left over, which is most of it if the beam left nothing out; and what
/// ended that search.
fn shortened(
    table: &Table,
    autoplay: Autoplay,
    (line, unambiguous): (Line, bool),
    prover: &mut Prover,
    budget: &mut Budget,
) -> (portfolio::Outcome, End) {
    let known = Some(line.len());
    let proof = prover.prove(table, Ruleset::from_autoplay(autoplay), known, budget);
    let end = proof.stop.map_or(End::Proved, End::Stopped);
    let answer = match proof.line {
        Some(line) => {
            let unambiguous = moves_to_win(table, &line, Ruleset::strict(autoplay)).is_ok();
            portfolio::Outcome::Solved { line, unambiguous }
        }
        None => portfolio::Outcome::Solved { line, unambiguous },
    };
    (answer, end)
}

/// What the searches of one proof may spend together, and where it is shown.
#[derive(Clone, Copy)]
struct Limits<'a> {
    task: Task,
    start: Duration,
    bar: Option<&'a ProgressBar>,
}

impl Found {
    /// Whether there is a line.
    pub fn is_won(&self) -> bool {
        matches!(self.answer, portfolio::Outcome::Solved { .. })
    }

    /// Whether no proof can add to the answer, or nobody waits for one.
    pub fn is_final(&self) -> bool {
        matches!(self.end, End::Proved | End::Interrupted)
    }

    /// Proves how many moves any line needs. Where no line is known for both rules, one is
    /// searched for first, or a proof that there is none. With a single rule, a shorter line
    /// that the proof finds replaces the line found.
    ///
    /// Nothing is proved if there is no line at all, which the answer then says.
    ///
    /// # Errors
    /// The proof's line does not win in the replay.
    pub fn prove(
        &mut self,
        table: &Table,
        task: Task,
        prover: &mut Prover,
        bar: Option<&ProgressBar>,
    ) -> Result<()> {
        let limits = Limits {
            task,
            start: thread_cpu(),
            bar,
        };
        let is_open = matches!(self.answer, portfolio::Outcome::Stopped(_));
        if task.choice == AutoplayChoice::Both && is_open {
            self.answer = self.search_until(EXISTS_UNTIL, limits, |budget| {
                both::first(table, &mut Portfolio::default(), budget)
            })?;
            if let portfolio::Outcome::Solved { line, .. } = &self.answer {
                self.answer = replayed(table, line.clone(), task.choice)?;
            }
        }
        let (mut lower_bound, mut stop) = (LowerBound::Moves(0), None);
        if !self.is_lost() {
            let known = self.moves();
            let proof =
                self.search_until(1.0, limits, |budget| match *task.choice.autoplays() {
                    [one, other] => {
                        let both = [one, other].map(Ruleset::from_autoplay);
                        prover.prove_for_both(table, both, known, budget)
                    }
                    ref alone => {
                        prover.prove(table, Ruleset::from_autoplay(alone[0]), known, budget)
                    }
                })?;
            lower_bound = proof.lower_bound;
            stop = proof.stop;
            if lower_bound == LowerBound::Unsolvable {
                self.answer = portfolio::Outcome::Unsolvable;
            }
            if let Some(line) = proof.line {
                self.answer = replayed(table, line, task.choice)?;
            }
        }
        self.cpu += thread_cpu().saturating_sub(limits.start);
        self.lower_bound = lower_bound.moves().filter(|_| !self.is_lost());
        self.end = match (stop, &self.answer) {
            _ if self.is_lost() || self.moves() == self.lower_bound => End::Proved,
            _ if interrupt::interrupted() => End::Interrupted,
            (Some(stop), _) | (None, &portfolio::Outcome::Stopped(stop)) => End::Stopped(stop),
            // Only the relaxed game for both rules has a shorter line.
            (None, _) => End::SearchedOut,
        };
        Ok(())
    }

    fn is_lost(&self) -> bool {
        matches!(self.answer, portfolio::Outcome::Unsolvable)
    }

    /// The moves of the line, if there is one.
    pub fn moves(&self) -> Option<usize> {
        match &self.answer {
            portfolio::Outcome::Solved { line, .. } => Some(line.len()),
            _ => None,
        }
    }

    /// Runs a search until a part of the time that there is for all of them is used, and
    /// counts its positions.
    fn search_until<T>(
        &mut self,
        part: f64,
        limits: Limits<'_>,
        search: impl FnOnce(&mut Budget) -> T,
    ) -> Result<T> {
        let time = limits.task.time.map(|time| time.mul_f64(part));
        let mut clock = || share_used(limits.start, time, limits.bar);
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = usize::try_from(limits.task.memory.0)?;
        let result = search(&mut budget);
        self.positions += budget.expanded();
        Ok(result)
    }
}

/// A line, replayed, as an answer.
///
/// # Errors
/// The line does not win in the replay.
pub fn replayed(table: &Table, line: Line, choice: AutoplayChoice) -> Result<portfolio::Outcome> {
    let unambiguous = replay(table, &line, rulesets(choice, true)).is_ok();
    replay(table, &line, rulesets(choice, unambiguous))?;
    Ok(portfolio::Outcome::Solved { line, unambiguous })
}

/// Runs a search with a budget of positions and bytes, but without a time limit.
pub fn within<T>(positions: u64, bytes: usize, search: impl FnOnce(&mut Budget) -> T) -> T {
    let mut budget = Budget::unlimited();
    budget.limit_positions(positions);
    budget.bytes = bytes;
    search(&mut budget)
}

/// The share of the time that has been used; after Ctrl-C, all of it.
fn share_used(start: Duration, time: Option<Duration>, bar: Option<&ProgressBar>) -> f64 {
    if interrupt::interrupted() {
        return 1.0;
    }
    // The clock costs as much as a position: it is read only where it is needed.
    if time.is_none() && bar.is_none() {
        return 0.0;
    }
    let used = thread_cpu().saturating_sub(start);
    if let Some(bar) = bar {
        bar.set_position(used.as_millis() as u64);
    }
    time.map_or(0.0, |time| used.as_secs_f64() / time.as_secs_f64())
}

/// The rulesets to replay a line under. If each of its moves means the same under
/// every supermove rule, the strictest will do: what wins under it wins under all
/// (tested in `tests/library/rules.rs`).
fn rulesets(choice: AutoplayChoice, unambiguous: bool) -> impl Iterator<Item = Ruleset> {
    let ruleset = if unambiguous {
        Ruleset::strict
    } else {
        Ruleset::from_autoplay
    };
    choice.autoplays().iter().copied().map(ruleset)
}

fn replay(table: &Table, line: &Line, rulesets: impl Iterator<Item = Ruleset>) -> Result<()> {
    for ruleset in rulesets {
        match referee::replay(table, ruleset, line) {
            Verdict::Won { .. } => {}
            verdict => {
                bail!("the search found {line}, but the referee says, under {ruleset:?}: {verdict}")
            }
        }
    }
    Ok(())
}
