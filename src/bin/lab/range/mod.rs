//! `lab range`: many deals, solved in this process.
//!
//! [`row`] is the record of one deal, [`table`] the file of rows, which survives an
//! interruption at any moment, and [`summary`] sums the rows up. [`prove`] does the same
//! for proofs that lines are shortest.

mod prove;
mod row;
mod summary;
mod table;

use std::collections::BTreeSet;
use std::io::{stdout, Write as _};
use std::iter;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use freecell::deal;
use freecell::search::portfolio::Answer;

use crate::deals::Deals;
use crate::memory::Bytes;
use crate::rulesets::WhichAutoplay;
use crate::solver::{Solver, Task};
use crate::{duration, interrupt, jobs, progress, Outcome};
use row::Row;
use summary::Summary;
use table::{Record, RowFile};

const EXAMPLES: &str = "\
Examples:
  freecell-lab range 1..=32000                                     a first line for each, on one thread
  freecell-lab range 1..=200 --autoplay both --time 100ms
  freecell-lab range 1..=32000 --jobs 2 --csv first.csv
  freecell-lab range 1..=32000 --jobs 2 --csv first.csv --resume   continue where it stopped
  freecell-lab range 1..=5000 --prove --autoplay all --memory 16G --csv proved.csv

The file has one row per deal and no header, so that files of several ranges can
be joined (cat part-*.csv > whole.csv; --resume with the whole range sums it up):
  deal, autoplay and time, result, moves, positions, CPU time in ms, line
With --prove a row is added for each attempt at a deal, and the last one counts:
  deal, autoplay, moves (none: there is no line), line, moves that any line has at
  least, CPU time in ms and positions of all attempts, what ended the last attempt,
  its limits in ms and bytes

Exit status: 0 each deal has a line or is proved to have none, 1 otherwise; with
--prove 0 each line is proved shortest, 1 otherwise.";

/// How many first lines a thread finds between two messages. Where each row goes to a file
/// at once, or takes its time, every deal is a message.
const BATCH: usize = 64;

/// Solve many deals and sum up
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    #[command(flatten)]
    autoplay: WhichAutoplay,
    /// Stop at each deal's first line, the default without --time
    #[arg(long, conflicts_with = "time")]
    first: bool,
    /// Spend this much CPU time on each deal, for shorter lines
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,
    /// Prove how short lines can be: --time [default: 5s] for each deal, and when all have
    /// had their turn eight times as much for those not proved, one at a time, and so on
    #[arg(long, conflicts_with = "first")]
    prove: bool,
    /// With --prove, the most CPU time for one attempt at a deal [default: 20m]
    #[arg(long, value_name = "TIME", value_parser = duration::parse, requires = "prove")]
    longest: Option<Duration>,
    /// Solve this many deals at a time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The memory that a search may use; with --prove, all jobs together
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    memory: Bytes,
    /// Write a row for each deal to this file as soon as it is solved
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Continue the file: only deals without a row are solved
    #[arg(long, requires = "csv")]
    resume: bool,
}

/// Solves the deals and prints the summary.
pub fn run(args: &Args) -> Result<Outcome> {
    if args.prove {
        return prove::run(args);
    }
    let search = args.search();
    let mut summary = Summary::default();
    let mut to_do: BTreeSet<u64> = args.deals.iter().collect();
    let mut file = args.open(&search, |row: Row| {
        if to_do.remove(&row.deal) {
            summary.add(&row);
        }
    })?;
    let bar = progress::bar(to_do.len() as u64, "deals");
    interrupt::watch();
    let mut to_do = to_do.into_iter().take_while(|_| !interrupt::asked());
    let batch = if file.is_none() && args.time.is_none() {
        BATCH
    } else {
        1
    };
    let batches = iter::from_fn(|| {
        let deals: Vec<u64> = to_do.by_ref().take(batch).collect();
        (!deals.is_empty()).then_some(deals)
    });
    let work = |solver: &mut Solver, deals: Vec<u64>| {
        let rows = deals.into_iter();
        rows.map(|deal| args.solve(solver, deal, &search)).collect()
    };
    let take = |rows: Result<Vec<Option<Row>>>| {
        let rows = rows?;
        for row in rows.iter().flatten() {
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
    jobs::run(usize::from(args.jobs), batches, Solver::default, work, take)?;
    bar.finish_and_clear();
    finish(file, &summary)
}

/// Tidies up a file that is complete and prints the summary.
fn finish(file: Option<RowFile>, summary: &Summary) -> Result<Outcome> {
    // It includes the peak of memory, which sorting the file must not raise.
    let summed_up = summary.to_string();
    let hint = match file {
        Some(file) if !interrupt::asked() => file.sort().map(|()| "")?,
        Some(_) => "; --resume continues",
        None => "",
    };
    write!(stdout(), "{summed_up}")?;
    if interrupt::asked() {
        eprintln!("interrupted before all deals were solved{hint}");
    }
    Ok((summary.unsolved() == 0 && !interrupt::asked()).into())
}

impl Args {
    /// The autoplay rule and the time, as each row names them.
    fn search(&self) -> String {
        let time = match self.time {
            Some(time) => format!("{}ms", duration::milliseconds(time)),
            None => "first".into(),
        };
        format!("{} {time}", self.autoplay.choice.name())
    }

    /// The file of rows, if there is to be one.
    fn open<R: Record>(&self, search: &str, look: impl FnMut(R)) -> Result<Option<RowFile>> {
        let path = self.csv.as_ref();
        path.map(|path| RowFile::open(path, self.resume, search, look))
            .transpose()
    }

    /// A deal's row; none if the search was interrupted.
    fn solve(&self, solver: &mut Solver, deal: u64, search: &str) -> Result<Option<Row>> {
        let table = deal::microsoft(deal).expect("a deal's number");
        let task = Task {
            choice: self.autoplay.choice,
            first: self.first || self.time.is_none(),
            time: self.time,
            memory: self.memory,
        };
        let found = solver.solve(&table, task)?;
        let cut_short = interrupt::asked() && !matches!(found.answer, Answer::Impossible);
        Ok((!cut_short).then(|| Row::new(deal, search, &found)))
    }
}
