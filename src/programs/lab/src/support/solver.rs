//! The library's analysis as the lab runs it: for a given time or up to the first line, by one of
//! the library's policies. The referee, which knows nothing of the search, replays every line.
//!
//! Times are CPU time of the calling thread, replays included.

use std::time::Duration;

use anyhow::{bail, Result};
use cli::pluralize::pluralize;
use freecell::analysis::known::{Goal, Known, Status};
use freecell::analysis::policy;
use freecell::analysis::searches::{Searches, Step, Steps as _};
use freecell::analysis::turns::Progress;
use freecell::moves::Line;
use freecell::referee::{self, Verdict};
use freecell::search::budget::{Budget, Layer};
use freecell::search::outcome::StopReason;
use freecell::table::Table;
use indicatif::ProgressBar;
use shared::clock::{fraction_used, Stopwatch};
use shared::interrupt;
use shared::memory::Bytes;
use shared::note;

use crate::support::programs::{Choice, JudgedBy};

/// A proving search begins with a table that takes a while to build; with less time
/// left than this, it cannot be expected to find anything.
const LONG: Duration = Duration::from_millis(200);

/// The fraction of the time for a proof about both rules by which it must be known whether there is
/// a line.
const EXISTS_UNTIL: f64 = 0.75;

/// A task: what to search for, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The rules that the line must win by.
    pub choice: Choice,
    /// Whether to stop at the first line.
    pub first: bool,
    /// The time; `None` is unlimited.
    pub time: Option<Duration>,
    /// The memory that each search may use.
    pub memory: Bytes,
}

#[derive(Clone, Debug)]
pub struct SearchResult {
    /// What is known; its line, if any, has been replayed.
    pub known: Known,
    /// The reason why the search ended before it had nothing left to try, or a first line.
    pub stopped: Option<StopReason>,
    /// Whether it was to stop at the first line.
    is_first: bool,
    pub positions: u64,
    pub cpu: Duration,
    /// The last layer that a proof began.
    pub layer: Option<Layer>,
}

impl SearchResult {
    pub fn status(&self) -> &Status {
        &self.known.status
    }

    pub fn line(&self) -> Option<&Line> {
        self.status().line()
    }

    /// Whether no proof can add to the answer, or the user has interrupted the search.
    pub fn is_final(&self) -> bool {
        self.status().is_proved() || self.stopped == Some(StopReason::Interrupted)
    }

    /// Why the search ended, in JSON.
    pub fn ended(&self) -> &'static str {
        match self.stopped {
            _ if self.status().is_proved() => "proved",
            None if self.is_first && self.line().is_some() => "first-line",
            None | Some(StopReason::BeamOverflow) => "searched-out",
            Some(StopReason::Time) => "time",
            Some(StopReason::Positions) => "positions",
            Some(StopReason::Bytes) => "memory",
            Some(StopReason::Interrupted) => "interrupted",
        }
    }

    /// Notes the result of the last step.
    fn end(&mut self, result: Result<(), StopReason>) {
        self.stopped = if self.status().is_proved() {
            None
        } else if interrupt::interrupted() {
            Some(StopReason::Interrupted)
        } else {
            result.err()
        };
    }
}

/// A solver, and where its progress is shown.
#[derive(Default)]
pub struct Solver {
    searches: Searches,
    /// Shows the time used, if it is to be shown.
    pub bar: Option<ProgressBar>,
}

impl Solver {
    /// Searches, and has the line replayed. The time is a lap of the stopwatch.
    ///
    /// # Errors
    /// The line does not win in the replay: the search is wrong.
    pub fn solve(
        &mut self,
        table: Table,
        task: Task,
        stopwatch: &mut Stopwatch,
    ) -> Result<SearchResult> {
        let goal = task.choice.goal();
        let mut found = SearchResult {
            known: Known::new(task.choice.begin(table), goal),
            stopped: None,
            is_first: task.first,
            positions: 0,
            cpu: Duration::ZERO,
            layer: None,
        };
        let policy = match (task.first, goal) {
            (true, Goal::One(_)) => &policy::FIRST_LINE,
            (true, _) => &policy::FIRST_LINE_FOR_BOTH,
            (false, Goal::One(_)) => &policy::BEST_LINE,
            (false, _) => &policy::BEST_LINE_FOR_BOTH,
        };
        let result = self.run(&mut found, task, stopwatch, |searches, known, budget| {
            let result = searches.run(policy, &mut Progress::default(), known, budget);
            let left = 1.0 - budget.used().min(1.0);
            let is_long = task.time.is_none_or(|time| time.mul_f64(left) >= LONG);
            let may_be_shorter = known.status.line().is_some() && !known.status.is_proved();
            if matches!(goal, Goal::One(_)) && !task.first && may_be_shorter && is_long {
                // A proof may find a shorter line, where the beam search leaves time.
                return searches.step(Step::Prove, known, budget);
            }
            result
        })?;
        found.end(result);
        Ok(found)
    }

    /// Proves how many moves any line needs. Where no line is known for both rules, one is
    /// searched for first, or a proof that there is none. With a single rule, a shorter line
    /// that the proof finds replaces the line found. Each search is a lap of the stopwatch.
    pub fn prove(
        &mut self,
        found: &mut SearchResult,
        task: Task,
        stopwatch: &mut Stopwatch,
    ) -> Result<()> {
        let mut exists = Ok(());
        let spent = found.cpu;
        if !matches!(task.choice.goal(), Goal::One(_)) && found.line().is_none() {
            let time = task.time.map(|time| time.mul_f64(EXISTS_UNTIL));
            let task = Task { time, ..task };
            exists = self.run(found, task, stopwatch, |searches, known, budget| {
                let policy = &policy::FIRST_LINE_FOR_BOTH;
                searches.run(policy, &mut Progress::default(), known, budget)
            })?;
        }
        let mut proof = Ok(());
        if *found.status() != Status::Unsolvable {
            let used = found.cpu.saturating_sub(spent);
            let time = task.time.map(|time| time.saturating_sub(used));
            let task = Task { time, ..task };
            proof = self.run(found, task, stopwatch, |searches, known, budget| {
                searches.step(Step::Prove, known, budget)
            })?;
        }
        // If nothing stopped the proof, only the free-cells relaxation for both rules has a shorter
        // line.
        found.is_first = false;
        found.end(proof.and(exists));
        Ok(())
    }

    /// Runs a step of the search within a task's limits, adds its cost, and has a line that it
    /// found replayed. Returns the step's own result.
    fn run(
        &mut self,
        found: &mut SearchResult,
        task: Task,
        stopwatch: &mut Stopwatch,
        step: impl FnOnce(&mut Searches, &mut Known, &mut Budget) -> Result<(), StopReason>,
    ) -> Result<Result<(), StopReason>> {
        let moves = found.status().moves();
        let bar = self.bar.as_ref();
        let mut clock = || {
            // Reading the clock costs as much as a position, so it is read only where it is needed.
            let is_needed = task.time.is_some() || bar.is_some();
            let used = if is_needed {
                stopwatch.elapsed()
            } else {
                Duration::ZERO
            };
            if let Some(bar) = bar {
                bar.set_position(used.as_millis() as u64);
            }
            fraction_used(used, task.time)
        };
        let layer = &mut found.layer;
        let mut watch_layers = |begun: Layer| {
            *layer = Some(begun);
            layer_begins(begun, task.memory, bar);
        };
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = usize::try_from(task.memory.0)?;
        budget.watch_layers(&mut watch_layers);
        let result = step(&mut self.searches, &mut found.known, &mut budget);
        found.positions += budget.expanded();
        if found.status().moves() != moves {
            replay(&found.known)?;
        }
        found.cpu += stopwatch.lap();
        Ok(result)
    }
}

/// Shows which layer a proof begins, and says so if it may take more memory than is allowed.
fn layer_begins(layer: Layer, limit: Bytes, bar: Option<&ProgressBar>) {
    // Without a bar, this is one of many deals.
    let (Some(forecast), Some(bar)) = (layer.forecast, bar) else {
        return;
    };
    let forecast = Bytes(forecast as u64);
    // A terminal of 80 columns has room for no more.
    bar.set_prefix(format!("proving, about {forecast}"));
    if let Some(memory) = layer_memory(layer).filter(|_| forecast > limit) {
        note!("{memory}, of {limit} allowed");
    }
}

/// What memory a layer of a proof may take, if that can be told.
pub fn layer_memory(layer: Layer) -> Option<String> {
    let Layer {
        moves, forecast, ..
    } = layer;
    let forecast = Bytes(forecast? as u64);
    let moves = pluralize(moves, "move");
    Some(format!("lines of {moves} may take {forecast}"))
}

/// Has the referee replay the line that is known, if there is one. If each of its moves means
/// the same under every supermove rule, the strictest will do: what wins under it wins under
/// all (tested in `tests/library/rules.rs`).
///
/// # Errors
/// The line does not win: the search is wrong.
pub fn replay(known: &Known) -> Result<()> {
    let Status::Solved {
        line, unambiguous, ..
    } = &known.status
    else {
        return Ok(());
    };
    if known.goal == Goal::Programs {
        return replay_everywhere(&known.table, line);
    }
    for &ruleset in known.goal.rulesets() {
        let ruleset = if *unambiguous {
            ruleset.to_strict()
        } else {
            ruleset
        };
        match referee::replay(&known.table, ruleset, line) {
            Verdict::Won { .. } => {}
            verdict => {
                bail!("the search found {line}, but the referee says, under {ruleset:?}: {verdict}")
            }
        }
    }
    Ok(())
}

/// Has the referee replay a line by the rules of every program and of the puzzle.
fn replay_everywhere(table: &Table, line: &Line) -> Result<()> {
    for rules in JudgedBy::any() {
        let verdict = referee::replay(&rules.begin(table), rules.ruleset, line);
        if !matches!(verdict, Verdict::Won { .. }) {
            bail!("the search found {line}, but the referee says, under {rules}: {verdict}");
        }
    }
    Ok(())
}
