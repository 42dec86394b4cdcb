//! `lab cells`: the fewest cells that each deal can be won with.

mod free_places;
mod solver;
#[cfg(test)]
mod tests;

use std::io::Write;

use anyhow::{ensure, Result};
use freecell::search::outcome::{Outcome as Found, StopReason};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use shared::memory::{some_memory, Bytes};
use shared::{clock, commands::Outcome};

use self::solver::Solver;
use column::deal::{Deal, MOST_CASCADES};
use column::shape::MOST_CELLS;
use shared::many::{self, write_lines, Answer, ManyDeals};

const EXAMPLES: &str = "\
Examples:
  freecell-lab cells 1 11982
  freecell-lab cells 1..=100 --csv cells.csv --memory 100M
  freecell-lab cells 1..=100 --csv cells.csv --memory 4G --again
  freecell-lab cells 219837216 --up-to 4                  no solution with 4 cells";

/// Find the fewest cells that each deal can be won with
///
/// The number is proved: a win with it is found, and fewer cells are proved too few. Exit
/// status 0 if that is so for every deal. A deal that runs out of memory stays open;
/// `--again` searches such deals again, with more.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    many: ManyDeals,
    /// Search those deals again that an earlier run into the file left open; what it
    /// knew of them is kept
    #[arg(long, requires = "csv")]
    again: bool,
    /// How many cascades there are, 1 to 10
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MOST_CASCADES as i64))]
    cascades: u8,
    /// Try no more cells than this; a deal that needs more is only proved to need more
    #[arg(long, value_name = "N", default_value_t = MOST_CELLS as u8, value_parser = clap::value_parser!(u8).range(..=MOST_CELLS as i64))]
    up_to: u8,
    /// About how much memory may be used
    #[arg(long, default_value = "2G", value_parser = some_memory)]
    memory: Bytes,
}

/// The knowledge of a deal. The fields are the file's columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Fewest {
    deal: u64,
    /// The search: `cells`, and the option for a number of cascades other than 8.
    search: String,
    /// The fewest cells known to be enough, if any number is.
    enough: Option<u32>,
    /// The fewest cells not known to be too few.
    at_least: u32,
    positions: u64,
}

type Attempt = many::Attempt<Fewest>;

pub fn run(args: &Args) -> Result<Outcome> {
    let search = match args.cascades {
        8 => "cells".to_owned(),
        cascades => format!("cells --cascades {cascades}"),
    };
    for table in args.many.inputs() {
        // Before the other deals are searched in vain.
        Deal::on(table, args.cascades.into())?;
    }
    let attempts = args.many.run(
        &search,
        1,
        |fewest| args.is_answered(fewest),
        || (),
        |(), deal, known| args.search(known.unwrap_or_else(|| Fewest::unknown(deal, &search))),
    )?;
    let results = || attempts.values().map(|attempt| &attempt.row);
    args.many.report(&attempts, |out| {
        write_lines(out, &attempts)?;
        args.print(out, results())
    })?;
    let complete = results().filter(|fewest| args.is_complete(fewest));
    Ok((complete.count() as u64 == args.many.count()).into())
}

impl Args {
    /// Whether everything about a deal is known.
    fn is_complete(&self, fewest: &Fewest) -> bool {
        fewest.is_proved() || fewest.at_least > self.up_to.into()
    }

    /// Whether an earlier run's row answers what this one would search for.
    fn is_answered(&self, fewest: &Fewest) -> bool {
        let is_enough = |cells| cells <= u32::from(self.up_to);
        let needs_line = self.many.moves && fewest.enough.is_some_and(is_enough);
        !needs_line && (!self.again || self.is_complete(fewest))
    }

    /// Searches for the fewest cells for a deal; `None` if interrupted.
    fn search(&self, mut fewest: Fewest) -> Result<Option<Attempt>> {
        let deal = Deal::on(&self.many.table(fewest.deal), self.cascades.into())?;
        // Each card that lies in a cell needs one.
        fewest.at_least = fewest.at_least.max(deal.in_cells().count() as u32);
        let mut line = None;
        // The number that is known to be enough has only a line to find.
        let enough = fewest.enough.unwrap_or(MOST_CELLS as u32 + 1) + u32::from(self.many.moves);
        for cells in fewest.at_least..enough.min(u32::from(self.up_to) + 1) {
            let mut solver = Solver::new(&deal, cells, self.memory.0 as usize)?;
            let outcome = solver.solve()?;
            fewest.positions += solver.visited;
            match outcome {
                Found::Solved(found) => {
                    fewest.enough = Some(cells);
                    line = self.many.moves.then_some(found);
                    break;
                }
                Found::NoLine => fewest.at_least = cells + 1,
                Found::Stopped(StopReason::Interrupted) => return Ok(None),
                Found::Stopped(_) => {}
            }
        }
        let (row, by_row) = (fewest, false);
        Ok(Some(Attempt { row, line, by_row }))
    }

    fn print<'a>(
        &self,
        out: &mut dyn Write,
        results: impl Iterator<Item = &'a Fewest> + Clone,
    ) -> Result<()> {
        let human = |count: usize| HumanCount(count as u64).to_string();
        writeln!(out, "{:>12} {:>7}", "fewest cells", "deals")?;
        let row = |out: &mut dyn Write, what: &str, deals: &[&Fewest]| match deals {
            [] => Ok(()),
            [only] => writeln!(out, "{what:>12} {:>7}  {}", 1, only.deal),
            _ => writeln!(out, "{what:>12} {:>7}", human(deals.len())),
        };
        let (complete, open): (Vec<&Fewest>, _) =
            results.clone().partition(|fewest| self.is_complete(fewest));
        let (proved, more): (Vec<&Fewest>, _) =
            complete.into_iter().partition(|fewest| fewest.is_proved());
        for cells in 0..=MOST_CELLS as u32 {
            let deals = proved.iter().copied();
            let deals: Vec<&Fewest> = deals.filter(|fewest| fewest.at_least == cells).collect();
            row(out, &cells.to_string(), &deals)?;
        }
        row(out, &format!("more than {}", self.up_to), &more)?;
        if !open.is_empty() {
            writeln!(out, "{:>12} {:>7}", "open", human(open.len()))?;
        }
        for fewest in open {
            let enough = fewest.enough.map_or("?".into(), |cells| cells.to_string());
            writeln!(
                out,
                "  deal {}: {} to {enough}",
                fewest.deal, fewest.at_least
            )?;
        }
        let positions = HumanCount(results.map(|fewest| fewest.positions).sum());
        let seconds = clock::process_cpu().as_secs_f64();
        writeln!(
            out,
            "{positions} positions visited; {seconds:.1} s of CPU time in this run."
        )?;
        Ok(())
    }
}

impl Answer for Fewest {
    fn deal(&self) -> u64 {
        self.deal
    }

    /// What is known of a deal only grows.
    fn check(&self, later: Option<&Fewest>) -> Result<()> {
        let most = MOST_CELLS as u32;
        ensure!(
            self.at_least <= self.enough.unwrap_or(most + 1),
            "{} cells are enough, and at least {} are needed",
            self.enough.unwrap_or(most),
            self.at_least
        );
        ensure!(
            self.enough.is_none_or(|enough| enough <= most),
            "a deal needs at most {most} cells"
        );
        let Some(later) = later else { return Ok(()) };
        let at_least = self.at_least.max(later.at_least);
        let enough = [self, later].into_iter().filter_map(|row| row.enough).min();
        ensure!(
            at_least <= enough.unwrap_or(most + 1),
            "they contradict each other: {at_least} cells are needed, and {} are enough",
            enough.unwrap_or(most)
        );
        Ok(())
    }
}

impl Fewest {
    fn unknown(deal: u64, search: &str) -> Fewest {
        Fewest {
            deal,
            search: search.to_owned(),
            enough: None,
            at_least: 0,
            positions: 0,
        }
    }

    fn is_proved(&self) -> bool {
        self.enough == Some(self.at_least)
    }
}
