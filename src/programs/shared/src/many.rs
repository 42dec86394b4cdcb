//! Searches over many deals. Answers of an earlier run are taken from its rows; the other deals are
//! searched, and each row is in the file as soon as it is known.
//!
//! Rows have no lines, so nobody can replay them: they are checked for what cannot be true, and the
//! report says how many answers are theirs.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::commands::Untrue;
use crate::deals::{self, Deals};
use crate::row_file::{look_at_file, summary_output, Existing, Keep, Place, RowFile};
use crate::{interrupt, jobs, progress};
use anyhow::{Context, Error, Result};
use cli::pluralize::pluralize;
use freecell::deal::LAST_DEAL;
use freecell::table::Table;
use serde::de::DeserializeOwned;
use serde::Serialize;

/// The deals, and where their results go.
#[derive(Debug, clap::Args)]
pub struct ManyDeals {
    #[command(flatten)]
    deals: Deals,
    /// Write each deal's result to this file, a pipe or standard output (-) as soon as it
    /// is known; go on where an earlier run into the file stopped, whose rows are believed,
    /// since they have no lines to replay
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print each solution's moves; nothing goes home by itself in them, and 27/3
    /// moves three cards into an empty cascade
    #[arg(long)]
    pub moves: bool,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// A deal's result, as a row has it.
pub trait Answer: Serialize + DeserializeOwned + Clone + Send + Sync {
    /// The deal's number.
    fn deal(&self) -> u64;

    /// Checks that the result can be true, and that a later row of the same deal can be as well.
    ///
    /// # Errors
    /// Why it cannot.
    fn check(&self, later: Option<&Self>) -> Result<()>;
}

/// What is known of a deal.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt<R> {
    /// The result. Its fields are the file's columns.
    #[serde(flatten)]
    pub row: R,
    /// The solution's moves, if they were asked for and are known.
    pub line: Option<String>,
    /// Whether the result is a row of an earlier run, which is believed.
    pub by_row: bool,
}

/// What is known of each deal, by its number.
pub type Attempts<R> = BTreeMap<u64, Attempt<R>>;

impl ManyDeals {
    /// The number of deals.
    pub fn count(&self) -> u64 {
        self.deals.set().iter().map(deals::count).sum()
    }

    /// The table of a deal.
    ///
    /// # Panics
    /// The deal is not one of these.
    pub fn table(&self, number: u64) -> Table {
        self.deals.table(number)
    }

    /// The tables that were given in a file.
    pub fn inputs(&self) -> impl Iterator<Item = &Table> {
        self.deals.inputs()
    }

    /// Searches the deals that no row of an earlier run answers, until someone interrupts
    /// it. `work` is given the row that does not answer, if there is one, and returns `None`
    /// if it was interrupted.
    ///
    /// # Errors
    /// Those of the file and of `work`.
    pub fn run<R: Answer, W>(
        &self,
        search: &str,
        jobs: u16,
        is_answered: impl Fn(&R) -> bool,
        worker: impl Fn() -> W + Sync + Send,
        work: impl Fn(&mut W, u64, Option<R>) -> Result<Option<Attempt<R>>> + Sync + Send,
    ) -> Result<Attempts<R>> {
        if self.csv.is_some() {
            self.deals.ensure_numbered()?;
        }
        self.deals.ensure_told_apart()?;
        let (asked, count) = (self.deals.set(), self.count());
        let mut known = BTreeMap::new();
        let look = |place, row| learn(&mut known, place, row);
        let path = self.csv.as_deref();
        let read = |path: &Path| look_at_file(path, search, look);
        let file = path.map(|path| RowFile::open(path, Existing::Continue, read));
        let mut file = file.transpose()?;
        // Until now there is nothing to lose.
        interrupt::install_handler();
        known.retain(|deal, _| asked.contains(deal));
        let known = known.into_iter().map(|(deal, (_, row))| (deal, row));
        let (answered, open): (BTreeMap<_, R>, BTreeMap<_, R>) =
            known.partition(|(_, row)| is_answered(row));
        let bar = progress::bar(count - answered.len() as u64, "deals");
        let deals = asked.iter().cloned().flatten();
        let deals = deals.filter(|deal| !answered.contains_key(deal));
        // Threads are limited by how many deals there are at most.
        let deals = deals.take(usize::try_from(count)?);
        let work = |worker: &mut W, deal| work(worker, deal, open.get(&deal).cloned());
        let mut news = Vec::new();
        let take = |attempt: Result<Option<Attempt<R>>>| {
            let Some(attempt) = attempt? else {
                return Ok(());
            };
            if let Some(file) = &mut file {
                file.append(&attempt.row)?;
            }
            bar.inc(1);
            news.push((attempt.row.deal(), attempt));
            Ok(())
        };
        jobs::run(jobs.into(), deals, worker, work, take)?;
        bar.finish_and_clear();
        if let Some(file) = file {
            file.sort(Keep::Last)?;
        }
        let old = answered.into_iter().map(|(deal, row)| {
            let (line, by_row) = (None, true);
            (deal, Attempt { row, line, by_row })
        });
        let mut attempts: Attempts<R> = old.collect();
        attempts.extend(news);
        Ok(attempts)
    }

    /// Prints the attempts for programs, or what `sum_up` says of them.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn report<R: Serialize>(
        &self,
        attempts: &Attempts<R>,
        sum_up: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        let out = &mut *summary_output(self.csv.as_deref());
        let (done, count) = (attempts.len() as u64, self.count());
        if self.json {
            let attempts: Vec<_> = attempts.values().collect();
            writeln!(out, "{:#}", serde_json::to_value(attempts)?)?;
            return Ok(());
        }
        sum_up(out)?;
        let by_rows = attempts.values().filter(|attempt| attempt.by_row).count();
        if by_rows > 0 {
            let answers = pluralize(by_rows, "answer");
            writeln!(
                out,
                "{answers} by the word of earlier rows, which have no lines."
            )?;
        }
        if done < count {
            writeln!(out, "Interrupted after {done} of {count} deals.")?;
        }
        Ok(())
    }
}

/// Adds what a row says to what the rows before it say: the last one of a deal counts.
///
/// # Errors
/// The row cannot be true, or contradicts an earlier one.
fn learn<R: Answer>(known: &mut BTreeMap<u64, (Place, R)>, place: Place, row: R) -> Result<()> {
    let deal = row.deal();
    let untrue = |places: &str, why: &Error| Untrue(format!("{places}, deal {deal}: {why:#}"));
    let possible = (1..=LAST_DEAL).contains(&deal);
    let checked = possible.then_some(()).context("there is no such deal");
    let checked = checked.and_then(|()| row.check(None));
    checked.map_err(|why| untrue(&place.to_string(), &why))?;
    if let Some((earlier, known)) = known.get(&deal) {
        let agreed = known.check(Some(&row));
        agreed.map_err(|why| untrue(&format!("{earlier} and row {}", place.row), &why))?;
    }
    known.insert(deal, (place, row));
    Ok(())
}

/// Prints the lines that are known, each with its deal.
///
/// # Errors
/// The output cannot be written.
pub fn write_lines<R>(out: &mut dyn Write, attempts: &Attempts<R>) -> Result<()> {
    for (deal, attempt) in attempts {
        if let Some(line) = &attempt.line {
            writeln!(out, "{deal}: {line}")?;
        }
    }
    Ok(())
}
