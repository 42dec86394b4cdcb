//! `heineman cells`: the fewest cells that each deal can be won with.

mod best_first;
mod cost;
mod solver;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::io::{stdout, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use freecell::tools::deals::Deals;
use freecell::tools::memory::Bytes;
use freecell::tools::resume::Table;
use freecell::tools::{clock, commands::Outcome, interrupt, progress};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use self::best_first::BYTES_PER_POSITION;
use self::solver::{End, Solver};
use super::deal::{Deal, MOST_CASCADES};
use super::shape::{some_memory, MOST_CELLS};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman cells 1 11982
  freecell-heineman cells 1..=100 --csv cells.csv --memory 100M
  freecell-heineman cells 1..=100 --csv cells.csv --memory 4G --again
  freecell-heineman cells 219837216 --up-to 4                  no solution with 4 cells";

/// Find the fewest cells that each deal can be won with
///
/// That fewer are not enough is proved, so that the number is. Exit status 0 if it
/// is, for every deal. A deal for which the memory was not enough stays open;
/// `--again` searches such deals again, with more.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    /// Write each deal's result to this file as soon as it is known; go on where an
    /// earlier run into it stopped
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Search those deals again that an earlier run into the file left open; what it
    /// knew of them is kept
    #[arg(long, requires = "csv")]
    again: bool,
    /// How many cascades there are, 1 to 10
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MOST_CASCADES as i64))]
    cascades: u8,
    /// Look at no more cells than these; of a deal that needs more, only that is proved
    #[arg(long, value_name = "N", default_value_t = MOST_CELLS as u8, value_parser = clap::value_parser!(u8).range(..=MOST_CELLS as i64))]
    up_to: u8,
    /// Print each solution's moves; nothing goes home by itself in them. Where a win is
    /// certain, but no line is known, one is searched for
    #[arg(long)]
    moves: bool,
    /// About how much memory may be used
    #[arg(long, default_value = "2G", value_parser = some_memory)]
    memory: Bytes,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The columns of a table of results.
const HEADER: &[&str] = &["deal", "enough", "at_least", "positions"];

/// What is known of a deal: a row of a table.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Fewest {
    deal: u64,
    /// The fewest cells known to be enough, if any number is.
    enough: Option<u32>,
    /// The fewest cells not known to be too few.
    at_least: u32,
    /// How many positions all searches visited.
    positions: u64,
}

/// Searches the deals and prints how many need how many cells.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    let (mut table, mut results) = args.open()?;
    let asked: HashSet<u64> = args.deals.iter().collect();
    let bar = progress::bar(asked.len() as u64, "deals");
    let mut done = 0;
    for deal in args.deals.iter() {
        let known = results.get(&deal).copied();
        if !known.is_some_and(|fewest| !args.again || args.is_settled(&fewest)) {
            let Some(fewest) = args.search(known.unwrap_or(Fewest::unknown(deal)))? else {
                break;
            };
            if let Some(table) = &mut table {
                table.write(fewest.row())?;
            }
            results.insert(deal, fewest);
        }
        done += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(table) = &mut table {
        table.replace(results.values().map(Fewest::row))?;
    }
    results.retain(|deal, _| asked.contains(deal));
    let results: Vec<Fewest> = results.into_values().collect();
    if args.json {
        writeln!(stdout(), "{:#}", serde_json::to_value(&results)?)?;
    } else {
        print(&mut stdout().lock(), &results)?;
        if done < asked.len() {
            let all = asked.len();
            writeln!(stdout(), "Interrupted after {done} of {all} deals.")?;
        }
    }
    let settled = results.iter().filter(|fewest| args.is_settled(fewest));
    Ok((settled.count() == asked.len()).into())
}

impl Args {
    /// Whether all is known of a deal that is asked for.
    fn is_settled(&self, fewest: &Fewest) -> bool {
        fewest.is_proved() || fewest.at_least > self.up_to.into()
    }

    /// Searches for the fewest cells for a deal; `None` if that was interrupted.
    fn search(&self, known: Fewest) -> Result<Option<Fewest>> {
        let deal = Deal::new(known.deal, self.cascades.into());
        let max_stored = (self.memory.0 / BYTES_PER_POSITION) as usize;
        let mut fewest = known;
        let enough = known.enough.unwrap_or(MOST_CELLS as u32 + 1);
        for cells in known.at_least..enough.min(u32::from(self.up_to) + 1) {
            let mut solver = Solver::new(&deal, cells, max_stored);
            let end = solver.solve(self.moves);
            fewest.positions += solver.visited;
            match end {
                End::Won | End::Solvable => {
                    fewest.enough = Some(cells);
                    if end == End::Won && self.moves && !self.json {
                        writeln!(stdout().lock(), "{}: {}", known.deal, solver.line()?)?;
                    }
                    break;
                }
                End::Unsolvable => fewest.at_least = cells + 1,
                End::OutOfMemory => {}
                End::Interrupted => return Ok(None),
            }
        }
        Ok(Some(fewest))
    }

    /// Opens the table of results, if there is to be one, and reads what an
    /// earlier run found, by deal; where a deal has two rows, the later one counts.
    fn open(&self) -> Result<(Option<Table>, BTreeMap<u64, Fewest>)> {
        let Some(path) = &self.csv else {
            return Ok((None, BTreeMap::new()));
        };
        let (table, rows) = Table::open(path, HEADER)?;
        let mut results = BTreeMap::new();
        for row in rows {
            let bad = || format!("{}: no result: {row:?}", path.display());
            let fewest: Fewest = row.deserialize(None).with_context(bad)?;
            results.insert(fewest.deal, fewest);
        }
        Ok((Some(table), results))
    }
}

impl Fewest {
    fn unknown(deal: u64) -> Fewest {
        Fewest {
            deal,
            enough: None,
            at_least: 0,
            positions: 0,
        }
    }

    fn is_proved(&self) -> bool {
        self.enough == Some(self.at_least)
    }

    fn row(&self) -> Vec<String> {
        let enough = self.enough.map_or(String::new(), |cells| cells.to_string());
        let [deal, at_least, positions] =
            [self.deal, self.at_least.into(), self.positions].map(|number| number.to_string());
        vec![deal, enough, at_least, positions]
    }
}

fn print(out: &mut impl Write, results: &[Fewest]) -> Result<()> {
    let human = |count: usize| HumanCount(count as u64).to_string();
    writeln!(out, "{:>12} {:>7}", "fewest cells", "deals")?;
    let (proved, open): (Vec<Fewest>, _) = results.iter().partition(|fewest| fewest.is_proved());
    for cells in 0..=MOST_CELLS as u32 {
        let deals = proved.iter().filter(|fewest| fewest.at_least == cells);
        let deals: Vec<u64> = deals.map(|fewest| fewest.deal).collect();
        let count = human(deals.len());
        match deals[..] {
            [] => {}
            [deal] => writeln!(out, "{cells:>12} {count:>7}  {deal}")?,
            _ => writeln!(out, "{cells:>12} {count:>7}")?,
        }
    }
    if !open.is_empty() {
        writeln!(out, "{:>12} {:>7}", "open", human(open.len()))?;
    }
    for Fewest {
        deal,
        enough,
        at_least,
        ..
    } in open
    {
        let enough = enough.map_or("?".into(), |cells| cells.to_string());
        writeln!(out, "  deal {deal}: {at_least} to {enough}")?;
    }
    let positions = HumanCount(results.iter().map(|fewest| fewest.positions).sum());
    let seconds = clock::process_cpu().as_secs_f64();
    writeln!(
        out,
        "{positions} positions stored; {seconds:.1} s of CPU time in this run."
    )?;
    Ok(())
}
