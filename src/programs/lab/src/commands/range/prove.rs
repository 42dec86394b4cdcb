//! `lab range --prove`: the shortest line of many deals, proved shortest.
//!
//! Each attempt at a deal first searches for a short line (the first attempt only briefly), and
//! spends the rest of its time on the proof, which replaces the line by a shorter one if there is
//! one. [`known`] checks what earlier runs say, [`mod@rounds`] says how much the attempts may
//! spend, [`row`] is what is known of a deal, and [`summary`] sums up. The file is that of
//! [`row_file`]: a deal that was not proved gets one more row for each attempt, the last of which
//! holds all that is known. When the run is complete, only the last rows are kept.
//!
//! All times are CPU times of the thread that searches: other work on the machine makes the run
//! longer, but its results no worse.

mod known;
mod rounds;
mod row;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{ensure, Result};
use freecell::analysis::known::Status;
use freecell::search::outcome::LowerBound;
use freecell::table::Table;

use super::Args;
use crate::support::programs::Choice;
use crate::support::refused::Refused;
use crate::support::solver::{replay, SearchResult, Solver, Task};
use known::Known;
use rounds::{rounds, Round};
use row::{EndedBy, Length, ProofRow};
use shared::clock::Stopwatch;
use shared::duration::{milliseconds, round_to_thousandths};
use shared::memory::Bytes;
use shared::row_file::{self, Keep, RowFile};
use shared::{commands::Outcome, deals, interrupt, jobs, progress};
use summary::Summary;

/// The time of the first attempt at a deal, if no other is given.
const TIME: Duration = Duration::from_secs(5 * 60);

/// The longest time for an attempt, if no other is given.
const LONGEST: Duration = Duration::from_secs(20 * 60);

/// The time of an attempt's search for a line, where the attempt has enough time: a beam search
/// soon finds a line that is seldom more than one move too long, and the proof finds the shorter
/// one.
const LINE: Duration = Duration::from_millis(100);

/// One part in this many of an attempt's time goes to that search, where an earlier attempt was not
/// enough.
const LINE_PART: u32 = 50;

/// The same in any attempt at a line for both rules: those lines get shorter for longer, and no
/// proof finds a shorter one.
const LINE_PART_FOR_BOTH: u32 = 4;

/// One part in this many of the memory goes to that search, which holds it to the end.
const LINE_BYTES_PART: u64 = 8;

pub fn run(args: &Args) -> Result<Outcome> {
    let (first, longest) = times(args)?;
    let choice = args.rules.choice();
    let deals = args.deals.set();
    let count: u64 = deals.iter().map(deals::count).sum();
    let jobs = jobs::sensible(usize::from(args.jobs), usize::try_from(count).ok());
    let (mut file, mut known, refused) = open(args, jobs)?;
    if !refused.is_empty() {
        return refused.report(args.json);
    }
    let of_rows: BTreeSet<u64> = known
        .values()
        .filter(|row| row.is_proved() && row.length != Length::NoLine)
        .map(|row| row.deal)
        .collect();
    for round in rounds(first, longest, args.memory.0, jobs) {
        let may_gain = |row: &&ProofRow| row.may_gain_in(round);
        let done = known.len() - known.values().filter(may_gain).count();
        let left = count - done as u64;
        if left == 0 {
            continue;
        }
        let bar = progress::bar(left, "deals");
        let tasks = deals.iter().cloned().flatten().filter_map(|deal| {
            let before = known.get(&deal);
            let is_left = before.is_none_or(|row| row.may_gain_in(round));
            is_left.then(|| (deal, before.cloned()))
        });
        // Threads are limited by how many tasks there are at most.
        let tasks = tasks.take(usize::try_from(left)?);
        let work = |solver: &mut Solver, (deal, before)| {
            let table = args.deals.table(deal);
            Attempt {
                deal,
                table,
                choice,
                round,
            }
            .run(solver, before)
        };
        let mut news = Vec::new();
        let take = |row: Result<Option<ProofRow>>| {
            let Some(row) = row? else { return Ok(()) };
            if let Some(file) = &mut file {
                file.append(&row)?;
            }
            news.push((row.deal, row));
            bar.inc(1);
            Ok(())
        };
        jobs::run(round.jobs, tasks, Solver::default, work, take)?;
        bar.finish_and_clear();
        known.extend(news);
    }
    let mut summary = Summary::default();
    for row in known.values() {
        summary.add(row);
    }
    summary.proofs_of_rows = of_rows.len();
    args.finish(file, Keep::Last, &summary)?;
    Ok((summary.all_proved() && !interrupt::interrupted()).into())
}

/// The time of the first attempt at a deal, and the longest time for one.
fn times(args: &Args) -> Result<(Duration, Duration)> {
    Ok(match (args.time, args.longest) {
        (None, None) => (TIME, LONGEST),
        (None, Some(longest)) => (TIME.min(longest), longest),
        (Some(first), None) => (first, LONGEST.max(first)),
        (Some(first), Some(longest)) => {
            ensure!(
                first <= longest,
                "--time {first:?} is more than --longest {longest:?}, the most for one attempt"
            );
            (first, longest)
        }
    })
}

/// The file, what earlier runs know of the deals, and rows of theirs that do not hold.
fn open(args: &Args, jobs: usize) -> Result<(Option<RowFile>, BTreeMap<u64, ProofRow>, Refused)> {
    let choice = args.rules.choice();
    let mut known = Known::new(&args.deals, choice);
    let mut look = |place, row: ProofRow| {
        known.take(place, row);
        Ok(())
    };
    for path in &args.add {
        row_file::look_at_file(path, choice.name(), &mut look)?;
    }
    // The file's rows come last, since its attempts began with what was added.
    let file = args.open(|path| row_file::look_at_file(path, choice.name(), &mut look))?;
    // Until now there is nothing to lose.
    interrupt::install_handler();
    let mut refused = Refused::default();
    let known = known.finish(jobs, args.memory, &mut refused)?;
    Ok((file, known, refused))
}

struct Attempt {
    deal: u64,
    table: Table,
    choice: Choice,
    round: Round,
}

impl Attempt {
    /// What is known of the deal afterwards; `None` if the attempt was interrupted.
    fn run(&self, solver: &mut Solver, before: Option<ProofRow>) -> Result<Option<ProofRow>> {
        if interrupt::interrupted() {
            return Ok(None);
        }
        let mut stopwatch = Stopwatch::start();
        let mut found = self.line(solver, before.as_ref(), &mut stopwatch)?;
        if !found.is_final() {
            let time = self.round.time.saturating_sub(found.cpu);
            let bytes = self.round.bytes - self.round.bytes / LINE_BYTES_PART;
            let task = self.task(time, bytes);
            solver.prove(&mut found, task, &mut stopwatch)?;
        }
        if let Some(Length::Moves(moves)) = before.as_ref().map(|row| row.at_least) {
            let status = &mut found.known.status;
            status.learn_bound(LowerBound::Moves(moves));
        }
        let row = self.row(&found, before);
        Ok((!interrupt::interrupted() || row.is_proved()).then_some(row))
    }

    /// A short line, found now or in an earlier attempt.
    fn line(
        &self,
        solver: &mut Solver,
        before: Option<&ProofRow>,
        stopwatch: &mut Stopwatch,
    ) -> Result<SearchResult> {
        let part = match (self.choice, before) {
            (Choice::BOTH | Choice::AnyProgram, _) => self.round.time / LINE_PART_FOR_BOTH,
            (_, Some(_)) => self.round.time / LINE_PART,
            (_, None) => Duration::ZERO,
        };
        let time = part.max(LINE.min(self.round.time / 2));
        let task = self.task(time, self.round.bytes / LINE_BYTES_PART);
        let mut found = solver.solve(self.table.clone(), task, stopwatch)?;
        if let Some(before) = before.filter(|row| row.length != Length::Unknown) {
            found.known.learn_line(before.line.parse()?);
            replay(&found.known)?;
        }
        Ok(found)
    }

    fn task(&self, time: Duration, bytes: u64) -> Task {
        Task {
            choice: self.choice,
            first: false,
            time: Some(time),
            memory: Bytes(bytes),
        }
    }

    /// The row, including what was known and spent before.
    fn row(&self, found: &SearchResult, before: Option<ProofRow>) -> ProofRow {
        let status = found.status();
        let (cpu_ms, positions) = before.map_or((0.0, 0), |row| (row.cpu_ms, row.positions));
        let cpu_ms = cpu_ms + milliseconds(found.cpu);
        ProofRow {
            deal: self.deal,
            autoplay: self.choice.name().to_owned(),
            length: match status {
                Status::Solved { line, .. } => Length::Moves(line.len()),
                Status::Unsolvable => Length::NoLine,
                Status::Unknown { .. } => Length::Unknown,
            },
            line: status.line().map(ToString::to_string).unwrap_or_default(),
            at_least: status.lower_bound().into(),
            cpu_ms: round_to_thousandths(cpu_ms),
            positions: positions + found.positions,
            ended_by: EndedBy::of(found),
            limit_ms: milliseconds(self.round.time),
            limit_bytes: self.round.bytes,
        }
    }
}
