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

/// The result of a search, and its cost.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer; its line, if any, has been replayed.
    pub answer: Answer,
    /// The positions expanded.
    pub positions: u64,
    /// The CPU time used.
    pub cpu: Duration,
}

/// What a proof says about lines.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    /// No line has fewer moves; `usize::MAX` if there is none, which the answer then says.
    pub at_least: usize,
    /// Why the proof stopped early, if it did.
    pub stop: Option<StopReason>,
}

/// The memory of searches, for one table after another.
#[derive(Default)]
pub struct Solver {
    alone: AStar<1>,
    joint: AStar<2>,
    planner: Planner,
}

impl Solver {
    /// Searches, and has the line replayed.
    ///
    /// # Errors
    /// The line does not win in the replay: the search is wrong.
    pub fn solve(&mut self, table: &Table, task: Task) -> Result<Found> {
        let start = thread_cpu();
        let mut clock = || share_used(start, task.time);
        let mut budget = Budget::of_time(&mut clock);
        budget.bytes = usize::try_from(task.memory.0)?;
        let answer = if task.first {
            self.first(table, task.choice, &mut budget)
        } else {
            self.best(table, task, &mut budget)
        };
        let positions = budget.expanded;
        let cpu = thread_cpu().saturating_sub(start);
        if let Answer::Won { line, unambiguous } = &answer {
            replay(table, line, rulesets(task.choice, *unambiguous))?;
        }
        Ok(Found {
            answer,
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

    fn best(&mut self, table: &Table, task: Task, budget: &mut Budget) -> Answer {
        let choice = task.choice;
        let belief = match *choice.autoplays() {
            [autoplay] => Belief::only(Ruleset::of(autoplay)),
            _ => Belief::every(),
        };
        let plan = self.planner.plan(table, belief, budget);
        match plan.outcome {
            Outcome::Wins { under, unambiguous } if *under == *choice.autoplays() => {
                let line = plan.line;
                let left = 1.0 - budget.used().min(1.0);
                let is_long = |time: Duration| time.mul_f64(left) >= LONG;
                match under[..] {
                    [autoplay] if task.time.is_none_or(is_long) => {
                        shortened(table, autoplay, line, unambiguous, budget)
                    }
                    _ => Answer::Won { line, unambiguous },
                }
            }
            // A line for only one of two rules is not what was asked for.
            Outcome::Wins { .. } => Answer::Unsolved(StopReason::Time),
            Outcome::Impossible => Answer::Impossible,
            Outcome::Unsolved(stop) => Answer::Unsolved(stop),
        }
    }
}

/// The line, or a shorter one that a proving search finds in the time that the beam
/// search has left over, which is most of it if the beam left nothing out.
fn shortened(
    table: &Table,
    autoplay: Autoplay,
    line: Line,
    unambiguous: bool,
    budget: &mut Budget,
) -> Answer {
    let known = Some(line.len());
    match prove(table, Ruleset::of(autoplay), known, budget).line {
        Some(line) => {
            let unambiguous = moves_to_win(table, &line, Ruleset::strict(autoplay)).is_ok();
            Answer::Won { line, unambiguous }
        }
        None => Answer::Won { line, unambiguous },
    }
}

impl Found {
    /// Proves how many moves any line needs. The autoplay rules share the task's
    /// time: a line that wins under both needs as many moves as under either. With
    /// a single rule, a shorter line that the proof finds replaces the line found.
    ///
    /// # Errors
    /// The proof's line does not win in the replay.
    pub fn prove(&mut self, table: &Table, task: Task) -> Result<Proved> {
        let autoplays = task.choice.autoplays();
        let time = task.time.map(|time| time / autoplays.len() as u32);
        let mut proved = Proved {
            at_least: 0,
            stop: None,
        };
        for &autoplay in autoplays {
            let known = match &self.answer {
                Answer::Won { line, .. } => Some(line.len()),
                Answer::Impossible => {
                    proved.at_least = usize::MAX;
                    return Ok(proved);
                }
                Answer::Unsolved(_) => None,
            };
            let start = thread_cpu();
            let mut clock = || share_used(start, time);
            let mut budget = Budget::of_time(&mut clock);
            budget.bytes = usize::try_from(task.memory.0)?;
            let proof = prove(table, Ruleset::of(autoplay), known, &mut budget);
            self.positions += budget.expanded;
            self.cpu += thread_cpu().saturating_sub(start);
            proved.at_least = proved.at_least.max(proof.at_least);
            proved.stop = proved.stop.or(proof.stop);
            if proof.at_least == usize::MAX {
                self.answer = Answer::Impossible;
            }
            if let (Some(line), [_]) = (proof.line, autoplays) {
                self.answer = replayed(table, line, task.choice)?;
            }
        }
        Ok(proved)
    }
}

/// A line, replayed, as an answer.
///
/// # Errors
/// The line does not win in the replay.
pub fn replayed(table: &Table, line: Line, choice: AutoplayChoice) -> Result<Answer> {
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
fn share_used(start: Duration, time: Option<Duration>) -> f64 {
    match time {
        _ if interrupt::asked() => 1.0,
        // The clock costs as much as a position: it is read only where it is needed.
        Some(time) => thread_cpu().saturating_sub(start).as_secs_f64() / time.as_secs_f64(),
        None => 0.0,
    }
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
