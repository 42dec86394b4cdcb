//! What rows of files say, before it counts.
//!
//! The referee replays each line, on all cores. A row that calls a deal unsolvable has no line to
//! replay, so the deal is searched once more, until there is a line or a proof; one deal in 80,000
//! is unsolvable, and most take a second. Rows without lines (`--no-lines`) can only be counted as
//! what they are, the word of a file. Nothing is counted if a row does not hold.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Result};
use freecell::analysis::known::Status;
use freecell::deal::{self, LAST_DEAL};
use indicatif::ProgressBar;
use rangemap::RangeInclusiveSet;
use shared::clock::Stopwatch;
use shared::deals::Deals;
use shared::memory::Bytes;
use shared::row_file::{judge_file, look_at_file, Place};
use shared::{interrupt, jobs, progress};

use super::summary::Summary;
use crate::support::programs::Choice;
use crate::support::refused::Refused;
use crate::support::row::{DealResult, Evidence, Row};
use crate::support::solver::{SearchResult, Solver, Task};

/// The rows of files as far as they concern the deals asked for.
pub struct Known {
    choice: Choice,
    asked: RangeInclusiveSet<u64>,
    /// The deals that no row decides.
    pub left: RangeInclusiveSet<u64>,
    pub summary: Summary,
    pub refused: Refused,
    /// The deals that rows call unsolvable, each with the first such row.
    unsolvable: BTreeMap<u64, (Place, Row)>,
    /// The deals that rows call unsolved: any other row says more.
    unsolved: BTreeMap<u64, Row>,
    bar: ProgressBar,
}

impl Known {
    pub fn new(deals: &Deals, choice: Choice) -> Known {
        Known {
            choice,
            asked: deals.set(),
            left: deals.set(),
            summary: Summary::default(),
            refused: Refused::default(),
            unsolvable: BTreeMap::new(),
            unsolved: BTreeMap::new(),
            bar: progress::counter("rows read"),
        }
    }

    /// Reads the rows of a file, checks them, and counts those that have a line. Returns their
    /// bytes.
    ///
    /// # Errors
    /// The file cannot be read; a row is malformed or comes from another search.
    pub fn read(&mut self, path: &Path, search: &str) -> Result<u64> {
        let (asked, choice) = (self.asked.clone(), self.choice);
        let judge = |mut row: Row| {
            // What is not asked for is not counted, unless its number is no deal's.
            let is_asked = asked.contains(&row.deal) || !(1..=LAST_DEAL).contains(&row.deal);
            let evidence = is_asked.then(|| row.check(choice));
            row.line.clear();
            (row, evidence)
        };
        let take = |place, (row, evidence): (Row, Option<Result<Evidence>>)| {
            self.bar.inc(1);
            match evidence {
                None => {}
                Some(Err(why)) => self.refused.add(place, row.deal, &why),
                Some(Ok(evidence)) => self.count(place, row, evidence),
            }
            Ok(())
        };
        judge_file(path, search, judge, take)
    }

    fn count(&mut self, place: Place, row: Row, evidence: Evidence) {
        match row.result {
            DealResult::Unsolvable => {
                self.unsolvable.entry(row.deal).or_insert((place, row));
            }
            DealResult::Unsolved => {
                self.unsolved.entry(row.deal).or_insert(row);
            }
            // Of several lines of a deal the first counts.
            DealResult::Solved if !self.left.contains(&row.deal) => {}
            DealResult::Solved => {
                self.left.remove(row.deal..=row.deal);
                match evidence {
                    Evidence::Enough => self.summary.add(&row),
                    Evidence::Missing => self.summary.add_claim(&row),
                }
            }
        }
    }

    /// Checks what is left to check when all files are read. The files are needed to find rows
    /// that contradict others; the searches may use that memory each.
    ///
    /// # Errors
    /// A file cannot be read any more; the search is wrong.
    pub fn finish(
        &mut self,
        files: &[PathBuf],
        search: &str,
        jobs: u16,
        memory: Bytes,
    ) -> Result<()> {
        self.bar.finish_and_clear();
        self.refuse_contradictions(files, search)?;
        self.prove(jobs, memory)?;
        for (deal, row) in mem::take(&mut self.unsolved) {
            if self.left.contains(&deal) {
                self.left.remove(deal..=deal);
                self.summary.add(&row);
            }
        }
        Ok(())
    }

    /// Refuses rows that call a deal unsolvable which another row solves. The other row is looked
    /// for in the files, since to remember the places of all rows would take much memory.
    fn refuse_contradictions(&mut self, files: &[PathBuf], search: &str) -> Result<()> {
        let unsolvable = mem::take(&mut self.unsolvable);
        let (open, solved): (BTreeMap<_, _>, BTreeMap<_, _>) = unsolvable
            .into_iter()
            .partition(|(deal, _)| self.left.contains(deal));
        self.unsolvable = open;
        let mut missing: BTreeSet<u64> = solved.keys().copied().collect();
        for file in files {
            if missing.is_empty() {
                break;
            }
            look_at_file(file, search, |place, row: Row| {
                if row.result == DealResult::Solved && missing.remove(&row.deal) {
                    let (unsolvable, _) = &solved[&row.deal];
                    let why = anyhow!("it is unsolvable here, and solved in {place}");
                    self.refused.add(unsolvable.clone(), row.deal, &why);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Searches for lines of the deals that are called unsolvable.
    fn prove(&mut self, jobs: u16, memory: Bytes) -> Result<()> {
        let unsolvable = mem::take(&mut self.unsolvable);
        if unsolvable.is_empty() {
            return Ok(());
        }
        let bar = progress::bar(unsolvable.len() as u64, "proofs");
        let task = Task {
            choice: self.choice,
            first: true,
            time: None,
            memory,
        };
        let work = |solver: &mut Solver, (place, row): (Place, Row)| {
            let Some(table) = deal::microsoft(row.deal) else {
                bail!("{place}: there is no deal {}", row.deal);
            };
            let found = solver.solve(table, task, &mut Stopwatch::start())?;
            Ok((place, row, found))
        };
        let take = |proved: Result<(Place, Row, SearchResult)>| {
            let (place, row, found) = proved?;
            bar.inc(1);
            self.judge(place, &row, &found);
            Ok(())
        };
        let jobs = usize::from(jobs).min(unsolvable.len());
        jobs::run(jobs, unsolvable.into_values(), Solver::default, work, take)?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Counts a deal that a row calls unsolvable, given what a search has found.
    fn judge(&mut self, place: Place, row: &Row, found: &SearchResult) {
        match found.status() {
            Status::Solved { line, .. } => {
                let why = anyhow!("it is not unsolvable: {line} wins");
                self.refused.add(place, row.deal, &why);
            }
            Status::Unknown { .. } if interrupt::interrupted() => {}
            status => {
                self.left.remove(row.deal..=row.deal);
                if *status == Status::Unsolvable {
                    self.summary.add(row);
                } else {
                    self.summary.add_claim(row);
                }
            }
        }
    }
}
