//! The library's searches as the lab runs them: under one autoplay rule or both,
//! for a given time or up to the first line. The referee, which knows nothing of
//! the search, replays every line.
//!
//! Times are CPU time of the calling thread.

mod both;

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

/// The most of the time that goes to the question whether there is a line under one of two
/// rules, and the positions between two looks at the clock; a line is found in much less.
const ONE_RULE: f64 = 0.5;
const ONE_RULE_SLICE: u64 = 5_000;

/// When a proof about both rules has to know whether there is a line, and when it leaves
/// one rule for the other, as shares of its time.
const EXISTS_UNTIL: f64 = 0.75;
const ONE_RULE_UNTIL: f64 = 0.9;

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
        if choice == AutoplayChoice::Both {
            return both::first(table, &mut self.joint, budget);
        }
        let rulesets = [Ruleset::of(choice.autoplays()[0])];
        Portfolio::new(table, rulesets).run(&mut self.alone, budget)
    }

    fn best(&mut self, table: &Table, task: Task, budget: &mut Budget) -> Answer {
        let choice = task.choice;
        if choice == AutoplayChoice::Both && self.is_lost(table, Autoplay::All, budget) {
            return Answer::Impossible;
        }
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

    /// Whether there is no line under one of two rules, if that is known within
    /// [`ONE_RULE`] of the budget: then there is none for both. The planner begins with
    /// the other rule.
    fn is_lost(&mut self, table: &Table, autoplay: Autoplay, budget: &mut Budget) -> bool {
        let mut portfolio = Portfolio::new(table, [Ruleset::of(autoplay)]);
        let positions = budget.positions;
        let mut answer = Answer::Unsolved(StopReason::Positions);
        while answer == Answer::Unsolved(StopReason::Positions) && budget.used() < ONE_RULE {
            budget.positions = budget.expanded + ONE_RULE_SLICE;
            answer = portfolio.run(&mut self.alone, budget);
            budget.positions = positions;
        }
        answer == Answer::Impossible
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
    /// Proves how many moves any line needs: under both rules, as many as under either of
    /// them, for which it has to win as well. Where no line is known for both rules, one is
    /// searched for first, or a proof that there is none. With a single rule, a shorter line
    /// that the proof finds replaces the line found.
    ///
    /// # Errors
    /// The proof's line does not win in the replay.
    pub fn prove(&mut self, table: &Table, task: Task) -> Result<Proved> {
        let start = thread_cpu();
        let mut proved = Proved {
            at_least: 0,
            stop: None,
        };
        let is_open = matches!(self.answer, Answer::Unsolved(_));
        if task.choice == AutoplayChoice::Both && is_open {
            self.answer = self.search_until(EXISTS_UNTIL, task, start, |budget| {
                both::first(table, &mut AStar::default(), budget)
            })?;
            if let Answer::Won { line, .. } = &self.answer {
                self.answer = replayed(table, line.clone(), task.choice)?;
            }
        }
        let mut rules_left = task.choice.autoplays();
        while let (&[autoplay, ref after @ ..], false) = (rules_left, self.is_lost()) {
            let until = if after.is_empty() {
                1.0
            } else {
                ONE_RULE_UNTIL
            };
            let known = match &self.answer {
                Answer::Won { line, .. } => Some(line.len()),
                _ => None,
            };
            let proof = self.search_until(until, task, start, |budget| {
                prove(table, Ruleset::of(autoplay), known, budget)
            })?;
            proved.at_least = proved.at_least.max(proof.at_least);
            proved.stop = proved.stop.or(proof.stop);
            if proof.at_least == usize::MAX {
                self.answer = Answer::Impossible;
            }
            if let (Some(line), true) = (proof.line, task.choice != AutoplayChoice::Both) {
                self.answer = replayed(table, line, task.choice)?;
            }
            rules_left = after;
        }
        if self.is_lost() {
            (proved.at_least, proved.stop) = (usize::MAX, None);
        }
        self.cpu += thread_cpu().saturating_sub(start);
        Ok(proved)
    }

    fn is_lost(&self) -> bool {
        matches!(self.answer, Answer::Impossible)
    }

    /// Runs a search until a share of the task's time since the start is used, and counts
    /// its positions.
    fn search_until<T>(
        &mut self,
        share: f64,
        task: Task,
        start: Duration,
        search: impl FnOnce(&mut Budget) -> T,
    ) -> Result<T> {
        let time = task.time.map(|time| time.mul_f64(share));
        let mut clock = || share_used(start, time);
        let mut budget = Budget::of_time(&mut clock);
        budget.bytes = usize::try_from(task.memory.0)?;
        let result = search(&mut budget);
        self.positions += budget.expanded;
        Ok(result)
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
