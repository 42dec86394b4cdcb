//! `lab range`: many deals, solved in this process.
//!
//! [`crate::support::row`] is the record of one deal, [`row_file`] the file of rows, which survives
//! an interruption at any moment, [`known`] checks the rows of earlier runs, and [`summary`] sums
//! the rows up by means of [`measured`]. [`mod@prove`] does the same for proofs that lines are
//! shortest.

mod known;
mod measured;
mod prove;
mod summary;

use std::fmt;
use std::io::{stderr, Write as _};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{ensure, Result};
use freecell::analysis::known::Status;
use serde::Serialize;
use shared::note;

use crate::support::programs::WhichRules;
use crate::support::remarks::with_remarks;
use crate::support::row::Row;
use crate::support::solver::{Solver, Task};
use cli::output::is_stream;
use cli::stdout;
use known::Known;
use shared::clock::Stopwatch;
use shared::deals::Deals;
use shared::memory::Bytes;
use shared::row_file::{self, Existing, Keep, RowFile};
use shared::{commands::Outcome, deals, duration, interrupt, jobs, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-lab range 1..=32000                                     a first line for each, on one thread
  freecell-lab range 1..=200 --autoplay both --time 100ms
  freecell-lab range 1..=32000 --jobs 2 --csv first.csv
  freecell-lab range 1..=32000 --jobs 2 --csv first.csv --resume   continue where it stopped
  freecell-lab range 1..=1000000 --add part-*.csv                  sum shards up, solve what they lack
  freecell-lab range --deals-from hard.txt --csv - | grep unsolved
  freecell-lab range 11980..=11985 --verdicts                      a verdict in each line
  freecell-lab range 1..=5000 --prove --autoplay all --memory 16G --csv proved.csv

A row per deal, without a header, and the summary on standard output, or with
--csv - on standard error:
  deal, autoplay and search (first, a time), result, moves, positions, CPU time in ms, line
With --prove a row is added for each attempt at a deal, and the last one counts:
  deal, autoplay, moves (none: there is no line), line, moves that any line has at
  least, CPU time in ms and positions of all attempts, what ended the last attempt,
  its limits in ms and bytes

Exit status: 0 each deal has a line or is proved to have none, 1 otherwise; with
--prove 0 each line is proved shortest, 1 otherwise. Rows that are not true are
named, with status 1, and nothing is counted.";

/// The most first lines that a thread finds between two messages.
const BATCH: usize = 64;

/// Solve many deals and sum up
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    #[command(flatten)]
    rules: WhichRules,
    /// Stop at each deal's first line, the default without --time
    #[arg(long)]
    first: bool,
    /// Spend this much CPU time on each deal, for shorter lines, or at most this much with --first
    #[arg(long, value_name = "TIME", value_parser = duration::positive)]
    time: Option<Duration>,
    /// Prove how short lines can be: with --time [default: 5m] for each deal; those not proved
    /// are then tried again, one at a time, with eight times as much, and so on
    #[arg(long, conflicts_with = "first")]
    prove: bool,
    /// With --prove, the most CPU time for one attempt at a deal [default: 20m, or --time if
    /// that is more]
    #[arg(long, value_name = "TIME", value_parser = duration::positive, requires = "prove")]
    longest: Option<Duration>,
    /// Solve this many deals at a time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The memory that a search may use; with --prove, all jobs together
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    memory: Bytes,
    /// Write a row for each deal as soon as it is solved, to this file, a pipe
    /// or standard output (-)
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Leave the lines out of the rows, which makes them a quarter as long; a later run can then
    /// replay nothing, and counts them apart
    #[arg(long, requires = "csv", conflicts_with = "prove")]
    no_lines: bool,
    /// Continue the file: only deals without a row are solved
    #[arg(long, requires = "csv")]
    resume: bool,
    /// Take the rows of these files into the summary, once their lines are replayed, and solve
    /// only the other deals
    #[arg(long, value_name = "FILE", num_args = 1..)]
    add: Vec<PathBuf>,
    /// Print a line for each deal as soon as it is known: its name, and won, lost (which is proved)
    /// or unknown; the summary goes to standard error
    #[arg(long, conflicts_with_all = ["prove", "csv", "add", "json"])]
    verdicts: bool,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    args.deals.ensure_told_apart()?;
    if args.prove {
        return prove::run(args);
    }
    let search = args.search();
    let mut known = Known::new(&args.deals, args.rules.choice());
    let mut file = args.open(|path| known.read(path, &search))?;
    for path in &args.add {
        known.read(path, &search)?;
    }
    // Until now there is nothing to lose.
    interrupt::install_handler();
    known.finish(&args.files(), &search, args.jobs, args.memory)?;
    if !known.refused.is_empty() {
        return known.refused.report(args.json);
    }
    let (deals, mut summary) = (known.left, known.summary);
    let left = deals.iter().map(deals::count).sum();
    let bar = progress::bar(left, "deals");
    let mut to_do = deals.iter().cloned().flatten();
    let batch = args.batch(left);
    let batches = iter::from_fn(|| {
        let deals: Vec<u64> = to_do.by_ref().take(batch).collect();
        (!deals.is_empty()).then_some(deals)
    });
    // Threads are limited by how many batches there are at most.
    let batches = batches.take(usize::try_from(left)?.div_ceil(batch));
    let solve = |solver: &mut Solver, deals: Vec<u64>| {
        // The clock is read once a deal, which is slow beside a first line, and not twice.
        let mut stopwatch = Stopwatch::start();
        let rows = deals.into_iter();
        rows.map(|deal| args.solve(solver, deal, &search, &mut stopwatch))
            .collect()
    };
    let take = |rows: Result<Vec<Option<Row>>>| {
        let rows = rows?;
        for row in rows.iter().flatten() {
            if args.verdicts {
                writeln!(
                    stdout(),
                    "{} {}",
                    args.deals.name(row.deal),
                    row.result.verdict()
                )?;
            }
            if let Some(file) = &mut file {
                file.append(row)?;
            }
            summary.add(row);
        }
        let unsolved = summary.unsolved();
        bar.set_message(format!("{:.0}/s, {unsolved} unsolved", bar.per_sec()));
        bar.inc(rows.len() as u64);
        Ok(())
    };
    jobs::run(
        usize::from(args.jobs),
        batches,
        Solver::default,
        solve,
        take,
    )?;
    bar.finish_and_clear();
    args.finish(file, Keep::All, &summary)?;
    Ok(summary.is_complete().into())
}

impl Args {
    /// Finishes a complete file and prints the summary.
    fn finish(
        &self,
        file: Option<RowFile>,
        keep: Keep,
        summary: &(impl fmt::Display + Serialize),
    ) -> Result<()> {
        let interrupted = interrupt::interrupted();
        // The summary has the peak memory, so it is made before the file is sorted.
        let summed_up = if self.json {
            let mut json = serde_json::to_value(summary)?;
            json["interrupted"] = interrupted.into();
            format!("{:#}\n", with_remarks(json))
        } else {
            summary.to_string()
        };
        let hint = match file {
            Some(file) if !interrupted => file.sort(keep).map(|()| "")?,
            Some(file) if file.is_kept() => "; --resume continues",
            _ => "",
        };
        if self.verdicts {
            write!(stderr(), "{summed_up}")?;
        } else {
            write!(row_file::summary_output(self.csv.as_deref()), "{summed_up}")?;
        }
        if interrupted {
            let done = if self.prove { "tried" } else { "solved" };
            note!("interrupted before all deals were {done}{hint}");
        }
        Ok(())
    }

    /// The number of deals that a thread solves between two messages, if there are `deals` in
    /// all. Where rows go to a file at once, or take long, every deal is a message.
    fn batch(&self, deals: u64) -> usize {
        if self.csv.is_some() || self.time.is_some() || self.verdicts {
            return 1;
        }
        // Even a few deals are spread over all threads.
        let batch = deals / (4 * u64::from(self.jobs));
        usize::try_from(batch).map_or(BATCH, |batch| batch.clamp(1, BATCH))
    }

    /// The autoplay rule or the program, and the time, as each row names them.
    fn search(&self) -> String {
        let time = self
            .time
            .map(|time| format!("{}ms", duration::milliseconds(time)));
        let first = (self.first || time.is_none()).then(|| "first".to_owned());
        let parts = [Some(self.rules.choice().name().to_owned()), first, time];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The files that have rows of earlier runs.
    fn files(&self) -> Vec<PathBuf> {
        let resumed = self.csv.iter().filter(|_| self.resume);
        resumed.chain(&self.add).cloned().collect()
    }

    /// The file of rows, if one is asked for; `read` takes those that it has.
    fn open(&self, read: impl FnOnce(&Path) -> Result<u64>) -> Result<Option<RowFile>> {
        let Some(path) = &self.csv else {
            return Ok(None);
        };
        self.deals.ensure_numbered()?;
        let name = path.display();
        let existing = if self.resume {
            ensure!(
                !is_stream(path),
                "{name} keeps no rows: nothing to --resume"
            );
            Existing::Continue
        } else {
            Existing::Refuse
        };
        RowFile::open(path, existing, read).map(Some)
    }

    /// A deal's row; `None` if the search was interrupted.
    fn solve(
        &self,
        solver: &mut Solver,
        deal: u64,
        search: &str,
        stopwatch: &mut Stopwatch,
    ) -> Result<Option<Row>> {
        let table = self.deals.table(deal);
        let task = Task {
            choice: self.rules.choice(),
            first: self.first || self.time.is_none(),
            time: self.time,
            memory: self.memory,
        };
        let found = solver.solve(table, task, stopwatch)?;
        let cut_short = interrupt::interrupted() && *found.status() != Status::Unsolvable;
        let with_line = self.csv.is_some() && !self.no_lines;
        let row = Row::new(deal, search, &found, with_line);
        Ok((!cut_short).then_some(row))
    }
}
