//! The library's searches as the lab runs them: under one autoplay rule or both,
//! for a given time or up to the first line. The referee, which knows nothing of
//! the search, replays every line.
//!
//! Times are CPU time of the calling thread.

use std::time::Duration;

use anyhow::{bail, Result};
use freecell::belief::Belief;
use freecell::moves::Line;
use freecell::plan::{Outcome, Planner};
use freecell::playback::moves_to_win;
use freecell::referee::{self, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::astar::AStar;
use freecell::search::budget::{Budget, StopReason};
use freecell::search::portfolio::{Answer, Portfolio};
use freecell::search::prove::prove;
use freecell::table::Table;
use indicatif::ProgressBar;

use crate::clock::thread_cpu;
use crate::interrupt;
use crate::memory::Bytes;
use crate::rulesets::AutoplayChoice;

/// A proving search begins with a table that takes a while to build; with less time
/// left than this, it cannot be expected to find anything.
const LONG: Duration = Duration::from_millis(200);

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
            End::SearchedOut | End::Stopped(StopReason::Width) => "searched-out",
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
    pub answer: Answer,
    /// Why the search ended.
    pub end: End,
    /// No line has fewer moves, which is proved.
    pub at_least: Option<usize>,
    /// The positions expanded.
    pub positions: u64,
    /// The CPU time used.
    pub cpu: Duration,
}

/// The memory of searches, for one table after another.
#[derive(Default)]
pub struct Solver {
    alone: AStar<1>,
    joint: AStar<2>,
    planner: Planner,
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
        let mut budget = Budget::of_time(&mut clock);
        budget.bytes = usize::try_from(task.memory.0)?;
        let (answer, end) = if task.first {
            let answer = self.first(table, task.choice, &mut budget);
            (answer, End::First)
        } else {
            self.best(table, task, &mut budget)
        };
        let positions = budget.expanded;
        let end = match answer {
            Answer::Impossible => End::Proved,
            _ if interrupt::asked() => End::Interrupted,
            Answer::Unsolved(stop) => End::Stopped(stop),
            Answer::Won { .. } => end,
        };
        let cpu = thread_cpu().saturating_sub(start);
        if let Answer::Won { line, unambiguous } = &answer {
            replay(table, line, rulesets(task.choice, *unambiguous))?;
        }
        let at_least = match &answer {
            Answer::Won { line, .. } if end == End::Proved => Some(line.len()),
            _ => None,
        };
        Ok(Found {
            answer,
            end,
            at_least,
            positions,
            cpu,
        })
    }

    fn first(&mut self, table: &Table, choice: AutoplayChoice, budget: &mut Budget) -> Answer {
        if let [one, other] = *choice.autoplays() {
            let rulesets = [one, other].map(Ruleset::of);
            return Portfolio::new(table, rulesets).run(&mut self.joint, budget);
        }
        let rulesets = [Ruleset::of(choice.autoplays()[0])];
        Portfolio::new(table, rulesets).run(&mut self.alone, budget)
    }

    /// The best line in the time, and what ended the search for a shorter one.
    fn best(&mut self, table: &Table, task: Task, budget: &mut Budget) -> (Answer, End) {
        let choice = task.choice;
        let belief = match *choice.autoplays() {
            [autoplay] => Belief::only(Ruleset::of(autoplay)),
            _ => Belief::every(),
        };
        let plan = self.planner.plan(table, belief, budget);
        let used = budget.used();
        let end = if used < 1.0 {
            End::SearchedOut
        } else {
            End::Stopped(StopReason::Time)
        };
        let answer = match plan.outcome {
            Outcome::Wins { under, unambiguous } if *under == *choice.autoplays() => {
                let line = plan.line;
                let is_long = |time: Duration| time.mul_f64(1.0 - used.min(1.0)) >= LONG;
                if let ([autoplay], true) = (&under[..], task.time.is_none_or(is_long)) {
                    return shortened(table, *autoplay, line, unambiguous, budget);
                }
                Answer::Won { line, unambiguous }
            }
            // A line for only one of two rules is not what was asked for.
            Outcome::Wins { .. } => Answer::Unsolved(StopReason::Time),
            Outcome::Impossible => Answer::Impossible,
            Outcome::Unsolved(stop) => Answer::Unsolved(stop),
        };
        (answer, end)
    }
}

/// The line, or a shorter one that a proving search finds in the time that the beam
/// search has left over, which is most of it if the beam left nothing out; and what
/// ended that search.
fn shortened(
    table: &Table,
    autoplay: Autoplay,
    line: Line,
    unambiguous: bool,
    budget: &mut Budget,
) -> (Answer, End) {
    let known = Some(line.len());
    let proof = prove(table, Ruleset::of(autoplay), known, budget);
    let end = proof.stop.map_or(End::Proved, End::Stopped);
    let answer = match proof.line {
        Some(line) => {
            let unambiguous = moves_to_win(table, &line, Ruleset::strict(autoplay)).is_ok();
            Answer::Won { line, unambiguous }
        }
        None => Answer::Won { line, unambiguous },
    };
    (answer, end)
}

impl Found {
    /// Whether there is a line.
    pub fn is_won(&self) -> bool {
        matches!(self.answer, Answer::Won { .. })
    }

    /// Whether no proof can add to the answer, or nobody waits for one.
    pub fn is_final(&self) -> bool {
        matches!(self.end, End::Proved | End::Interrupted)
    }

    /// Proves how many moves any line needs. The autoplay rules share the task's
    /// time: a line that wins under both needs as many moves as under either. With
    /// a single rule, a shorter line that the proof finds replaces the line found.
    ///
    /// Nothing is proved if there is no line at all, which the answer then says.
    ///
    /// # Errors
    /// The proof's line does not win in the replay.
    pub fn prove(&mut self, table: &Table, task: Task, bar: Option<&ProgressBar>) -> Result<()> {
        let autoplays = task.choice.autoplays();
        let time = task.time.map(|time| time / autoplays.len() as u32);
        let mut at_least = 0;
        for &autoplay in autoplays {
            let known = match &self.answer {
                Answer::Won { line, .. } => Some(line.len()),
                Answer::Impossible => return Ok(()),
                Answer::Unsolved(_) => None,
            };
            let start = thread_cpu();
            let mut clock = || share_used(start, time, bar);
            let mut budget = Budget::of_time(&mut clock);
            budget.bytes = usize::try_from(task.memory.0)?;
            let proof = prove(table, Ruleset::of(autoplay), known, &mut budget);
            self.positions += budget.expanded;
            self.cpu += thread_cpu().saturating_sub(start);
            if proof.at_least == usize::MAX {
                self.answer = Answer::Impossible;
                self.end = End::Proved;
                return Ok(());
            }
            at_least = at_least.max(proof.at_least);
            if let (Some(line), [_]) = (proof.line, autoplays) {
                self.answer = replayed(table, line, task.choice)?;
            }
            self.end = match proof.stop {
                None => End::Proved,
                Some(_) if interrupt::asked() => End::Interrupted,
                Some(stop) => End::Stopped(stop),
            };
        }
        self.at_least = Some(at_least);
        Ok(())
    }
}

/// The proving search's line, replayed, as an answer.
fn replayed(table: &Table, line: Line, choice: AutoplayChoice) -> Result<Answer> {
    let unambiguous = replay(table, &line, rulesets(choice, true)).is_ok();
    replay(table, &line, rulesets(choice, unambiguous))?;
    Ok(Answer::Won { line, unambiguous })
}

/// Runs a search with a budget of positions and bytes, but without a time limit.
pub fn within<T>(positions: u64, bytes: usize, search: impl FnOnce(&mut Budget) -> T) -> T {
    let mut no_clock = || 0.0;
    let mut budget = Budget::of_time(&mut no_clock);
    budget.positions = positions;
    budget.bytes = bytes;
    search(&mut budget)
}

/// The share of the time that has been used; after Ctrl-C, all of it.
fn share_used(start: Duration, time: Option<Duration>, bar: Option<&ProgressBar>) -> f64 {
    if interrupt::asked() {
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
        Ruleset::of
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
