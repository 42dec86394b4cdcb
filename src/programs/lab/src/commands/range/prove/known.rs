//! What rows of earlier runs know of deals, before it counts.
//!
//! The referee replays each line. Where a row says that there is none, the deal is searched once
//! more. A bound is taken from the row, since its proof may have taken hours; but a line that has
//! fewer moves refutes it.

use std::collections::BTreeMap;

use anyhow::{anyhow, Result};
use freecell::analysis::known::Status;
use freecell::deal;
use rangemap::RangeInclusiveSet;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use shared::clock::Stopwatch;
use shared::deals::Deals;
use shared::memory::Bytes;
use shared::row_file::Place;
use shared::{interrupt, jobs, progress};

use super::row::{Length, ProofRow};
use crate::support::programs::Choice;
use crate::support::refused::Refused;
use crate::support::solver::{SearchResult, Solver, Task};

/// The rows of files as far as they concern the deals asked for.
pub struct Known {
    choice: Choice,
    asked: RangeInclusiveSet<u64>,
    rows: Vec<(Place, ProofRow)>,
}

/// The best that rows say of one deal, with the places of the rows.
#[derive(Default)]
struct Best {
    line: Option<(usize, Place)>,
    bound: Option<(usize, Place)>,
    no_line: Option<Place>,
}

impl Known {
    pub fn new(deals: &Deals, choice: Choice) -> Known {
        let (asked, rows) = (deals.set(), Vec::new());
        Known {
            choice,
            asked,
            rows,
        }
    }

    /// Takes a row, to be checked with others.
    pub fn take(&mut self, place: Place, row: ProofRow) {
        if self.asked.contains(&row.deal) || deal::microsoft(row.deal).is_none() {
            self.rows.push((place, row));
        }
    }

    /// The last row of each deal, unless an earlier one has the proof. The searches may use that
    /// memory each.
    ///
    /// # Errors
    /// The search is wrong.
    pub fn finish(
        self,
        jobs: usize,
        memory: Bytes,
        refused: &mut Refused,
    ) -> Result<BTreeMap<u64, ProofRow>> {
        let choice = self.choice;
        let check = |(place, row): (Place, ProofRow)| {
            let checked = row.check(choice);
            (place, row, checked)
        };
        let checked: Vec<(Place, ProofRow, Result<()>)> =
            self.rows.into_par_iter().map(check).collect();
        let mut known: BTreeMap<u64, (Place, ProofRow)> = BTreeMap::new();
        let mut best: BTreeMap<u64, Best> = BTreeMap::new();
        for (place, row, checked) in checked {
            let agreed =
                checked.and_then(|()| best.entry(row.deal).or_default().learn(&place, &row));
            if let Err(why) = agreed {
                refused.add(place, row.deal, &why);
            } else if known.get(&row.deal).is_none_or(|(_, old)| !old.is_proved()) {
                known.insert(row.deal, (place, row));
            }
        }
        prove(&mut known, choice, jobs, memory, refused)?;
        let known = known.into_iter().map(|(deal, (_, row))| (deal, row));
        Ok(known.collect())
    }
}

impl Best {
    /// Learns what a row says.
    ///
    /// # Errors
    /// Another row says the contrary.
    fn learn(&mut self, place: &Place, row: &ProofRow) -> Result<()> {
        if let Length::Moves(moves) = row.length {
            if self.line.as_ref().is_none_or(|&(fewest, _)| moves < fewest) {
                self.line = Some((moves, place.clone()));
            }
        }
        match row.at_least {
            Length::Moves(moves) if self.bound.as_ref().is_none_or(|&(most, _)| moves > most) => {
                self.bound = Some((moves, place.clone()));
            }
            Length::NoLine => self.no_line = Some(place.clone()),
            _ => {}
        }
        match (&self.line, &self.bound, &self.no_line) {
            (Some((_, line)), _, Some(none)) => {
                Err(anyhow!("{line} has a line, and there is none by {none}"))
            }
            (Some((moves, line)), Some((at_least, bound)), _) if moves < at_least => Err(anyhow!(
                "{line} has a line of {moves} moves, and any has at least {at_least} by {bound}"
            )),
            _ => Ok(()),
        }
    }
}

/// Searches once more for a line of each deal that has none by its row. The row of a deal for
/// which the memory is not enough is dropped, so that the deal is tried like any other.
fn prove(
    known: &mut BTreeMap<u64, (Place, ProofRow)>,
    choice: Choice,
    jobs: usize,
    memory: Bytes,
    refused: &mut Refused,
) -> Result<()> {
    let without = known
        .values()
        .filter(|(_, row)| row.length == Length::NoLine);
    let without: Vec<u64> = without.map(|(_, row)| row.deal).collect();
    if without.is_empty() {
        return Ok(());
    }
    let bar = progress::bar(without.len() as u64, "proofs");
    let task = Task {
        choice,
        first: true,
        time: None,
        memory: Bytes(memory.0 / jobs as u64),
    };
    let work = |solver: &mut Solver, deal| {
        let table = deal::microsoft(deal).expect("a row's deal, which was checked");
        let found = solver.solve(table, task, &mut Stopwatch::start());
        (deal, found)
    };
    let jobs = jobs.min(without.len());
    let take = |(deal, found): (u64, Result<SearchResult>)| {
        bar.inc(1);
        match found?.status() {
            Status::Unsolvable => {}
            Status::Unknown { .. } if interrupt::interrupted() => {}
            Status::Unknown { .. } => {
                known.remove(&deal);
            }
            Status::Solved { line, .. } => {
                if let Some((place, _)) = known.remove(&deal) {
                    refused.add(place, deal, &anyhow!("there is a line: {line} wins"));
                }
            }
        }
        Ok(())
    };
    jobs::run(jobs, without.into_iter(), Solver::default, work, take)?;
    bar.finish_and_clear();
    Ok(())
}
