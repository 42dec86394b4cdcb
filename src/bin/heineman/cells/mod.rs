//! `heineman cells`: the fewest cells that each deal can be won with.

mod beam;
mod fixed;
mod lie;
mod places;
mod proof;
mod queue;
mod real;
mod relaxed;
mod room;
pub mod search;
mod solution;
#[cfg(test)]
mod tests;
mod tour;
mod walk;
mod weave;
mod weaves;
mod worth;

use std::collections::{BTreeMap, HashSet};
use std::io::{stdout, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use csv::StringRecord;
use indicatif::HumanCount;
use serde_json::{json, Value};

use self::search::{End, Solver, BYTES_PER_POSITION};
use super::deal::{Deal, MOST_CASCADES};
use super::shape::{some_memory, MOST_CELLS};
use freecell::tools::deals::Deals;
use freecell::tools::memory::Bytes;
use freecell::tools::resume::Table;
use freecell::tools::{clock, commands::Outcome, interrupt, progress};

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
    /// certain, but no line is at hand, one is searched for
    #[arg(long)]
    moves: bool,
    /// About how much memory may be used
    #[arg(long, default_value = "2G", value_parser = some_memory)]
    memory: Bytes,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The columns of a table of results: the fewest cells known to be enough, and
/// the fewest not known to be too few.
const HEADER: &[&str] = &["deal", "enough", "at_least", "positions"];

/// What is known of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fewest {
    deal: u64,
    /// So many cells are enough, if any number is known to be.
    enough: Option<u32>,
    /// Fewer are not.
    at_least: u32,
    /// How many positions all searches stored.
    positions: u64,
}

/// Searches the deals and prints how many need how many cells.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    let (mut table, mut results) = args.open()?;
    let is_done = |fewest: &Fewest| !args.again || args.is_settled(fewest);
    let asked: HashSet<u64> = args.deals.iter().collect();
    let bar = progress::bar(asked.len() as u64, "deals");
    let mut solver = Solver::new();
    let mut done = 0;
    for number in args.deals.iter() {
        let known = results.get(&number).copied();
        if !known.as_ref().is_some_and(is_done) {
            let known = known.unwrap_or_else(|| Fewest::unknown(number));
            let Some(fewest) = args.fewest(&mut solver, known)? else {
                break;
            };
            if let Some(table) = &mut table {
                table.write(fewest.row())?;
            }
            results.insert(number, fewest);
        }
        done += 1;
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(table) = &mut table {
        table.replace(results.values().map(Fewest::row))?;
    }
    let mut results: Vec<Fewest> = results.into_values().collect();
    results.retain(|fewest| asked.contains(&fewest.deal));
    if args.json {
        let all: Vec<Value> = results.iter().map(Fewest::in_json).collect();
        writeln!(stdout(), "{:#}", Value::from(all))?;
    } else {
        print(&mut stdout().lock(), &results)?;
        if done < asked.len() {
            writeln!(
                stdout(),
                "Interrupted after {done} of {} deals.",
                asked.len()
            )?;
        }
    }
    let settled = |fewest: &&Fewest| args.is_settled(fewest);
    let settled = results.iter().filter(settled).count();
    Ok((settled == asked.len()).into())
}

impl Args {
    /// Whether all is known of a deal that is asked for.
    fn is_settled(&self, fewest: &Fewest) -> bool {
        fewest.is_proved() || fewest.at_least > self.up_to.into()
    }

    /// The fewest cells for a deal of which something may be known; none if the
    /// search was interrupted.
    fn fewest(&self, solver: &mut Solver, known: Fewest) -> Result<Option<Fewest>> {
        let number = known.deal;
        let deal = Deal::new(number, self.cascades.into());
        let most = (self.memory.0 / BYTES_PER_POSITION) as usize;
        let mut fewest = known;
        let enough = known.enough.unwrap_or(MOST_CELLS as u32 + 1);
        for cells in known.at_least..enough.min(u32::from(self.up_to) + 1) {
            let end = solver.solve(&deal, cells, most, self.moves);
            fewest.positions += solver.visited();
            match end {
                End::Won => {
                    fewest.enough = Some(cells);
                    if self.moves && !self.json {
                        let line = solution::line(solver, &deal, cells)?;
                        writeln!(stdout().lock(), "{number}: {line}")?;
                    }
                    break;
                }
                End::CanBeWon => {
                    fewest.enough = Some(cells);
                    break;
                }
                End::Impossible => fewest.at_least = cells + 1,
                End::Memory => {}
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
        let read = |row| {
            let bad = || format!("{}: no result: {row:?}", path.display());
            let fewest = Fewest::read(&row).with_context(bad)?;
            Ok((fewest.deal, fewest))
        };
        let results = rows.into_iter().map(read).collect::<Result<_>>()?;
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

    fn in_json(&self) -> Value {
        json!({
            "deal": self.deal,
            "enough": self.enough,
            "at_least": self.at_least,
            "positions": self.positions,
        })
    }

    fn row(&self) -> Vec<String> {
        let enough = self.enough.map_or(String::new(), |cells| cells.to_string());
        let at_least = self.at_least.to_string();
        vec![
            self.deal.to_string(),
            enough,
            at_least,
            self.positions.to_string(),
        ]
    }

    fn read(row: &StringRecord) -> Option<Fewest> {
        let enough = match &row[1] {
            "" => None,
            cells => Some(cells.parse().ok()?),
        };
        Some(Fewest {
            deal: row[0].parse().ok()?,
            enough,
            at_least: row[2].parse().ok()?,
            positions: row[3].parse().ok()?,
        })
    }
}

fn print(out: &mut impl Write, results: &[Fewest]) -> Result<()> {
    writeln!(out, "{:>12} {:>7}", "fewest cells", "deals")?;
    for cells in 0..=MOST_CELLS as u32 {
        let deals = results
            .iter()
            .filter(|fewest| fewest.is_proved() && fewest.at_least == cells);
        let deals: Vec<u64> = deals.map(|fewest| fewest.deal).collect();
        let count = HumanCount(deals.len() as u64).to_string();
        match deals[..] {
            [] => {}
            [deal] => writeln!(out, "{cells:>12} {count:>7}  {deal}")?,
            _ => writeln!(out, "{cells:>12} {count:>7}")?,
        }
    }
    let open: Vec<&Fewest> = results
        .iter()
        .filter(|fewest| !fewest.is_proved())
        .collect();
    if !open.is_empty() {
        writeln!(
            out,
            "{:>12} {:>7}",
            "open",
            HumanCount(open.len() as u64).to_string()
        )?;
    }
    for fewest in open {
        let enough = fewest.enough.map_or("?".into(), |cells| cells.to_string());
        writeln!(
            out,
            "  deal {}: {} to {enough}",
            fewest.deal, fewest.at_least
        )?;
    }
    let positions = HumanCount(results.iter().map(|fewest| fewest.positions).sum());
    let seconds = clock::process_cpu().as_secs_f64();
    writeln!(
        out,
        "{positions} positions stored; {seconds:.1} s of CPU time in this run."
    )?;
    Ok(())
}
