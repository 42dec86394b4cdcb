//! `lab heineman cells`: the fewest cells that each deal can be won with.

pub mod search;
mod solution;
mod worth;

use std::collections::HashSet;
use std::io::{stdout, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use csv::StringRecord;
use indicatif::HumanCount;
use serde_json::{json, Value};

use self::search::{End, Solver, BYTES_PER_POSITION};
use super::deal::{Deal, MOST_CASCADES};
use super::resume::Table;
use super::shape::{some_memory, MOST_CELLS};
use crate::deals::Deals;
use crate::memory::Bytes;
use crate::{clock, interrupt, progress, Outcome};

const EXAMPLES: &str = "\
Examples:
  freecell-lab heineman cells 1 11982
  freecell-lab heineman cells 1..=100 --csv cells.csv";

/// Find the fewest cells that each deal can be won with
///
/// With one cell fewer, every position that can be reached is looked at, so that
/// the number is proved. Exit status 0 if it is, for every deal.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    /// Write each deal's result to this file as soon as it is known; go on where an
    /// earlier run into it stopped
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// How many cascades there are, 1 to 10
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MOST_CASCADES as i64))]
    cascades: u8,
    /// Print each solution's moves; nothing goes home by itself in them
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
    let done: HashSet<u64> = results.iter().map(|fewest| fewest.deal).collect();
    let asked: HashSet<u64> = args.deals.iter().collect();
    let bar = progress::bar(asked.len() as u64, "deals");
    bar.inc(asked.intersection(&done).count() as u64);
    let mut solver = Solver::new();
    for number in args.deals.iter().filter(|deal| !done.contains(deal)) {
        let Some(fewest) = args.fewest(&mut solver, number)? else {
            break;
        };
        bar.inc(1);
        if let Some(table) = &mut table {
            table.write(fewest.row())?;
        }
        results.push(fewest);
    }
    bar.finish_and_clear();
    results.sort_by_key(|fewest| fewest.deal);
    if let Some(table) = &mut table {
        table.replace(results.iter().map(Fewest::row))?;
    }
    results.retain(|fewest| asked.contains(&fewest.deal));
    if args.json {
        let all: Vec<Value> = results.iter().map(Fewest::in_json).collect();
        writeln!(stdout(), "{:#}", Value::from(all))?;
    } else {
        print(&mut stdout().lock(), &results, asked.len())?;
    }
    let proved = results.iter().filter(|fewest| fewest.is_proved()).count();
    Ok((proved == asked.len()).into())
}

impl Args {
    /// The fewest cells for a deal; none if the search was interrupted.
    fn fewest(&self, solver: &mut Solver, number: u64) -> Result<Option<Fewest>> {
        let deal = Deal::new(number, self.cascades.into());
        let most = (self.memory.0 / BYTES_PER_POSITION) as usize;
        let mut fewest = Fewest {
            deal: number,
            enough: None,
            at_least: 0,
            positions: 0,
        };
        for cells in 0..=MOST_CELLS as u32 {
            let end = solver.solve(&deal, cells, most);
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
                End::Impossible => fewest.at_least = cells + 1,
                End::Memory => {}
                End::Interrupted => return Ok(None),
            }
        }
        Ok(Some(fewest))
    }

    /// Opens the table of results, if there is to be one, and reads what an
    /// earlier run found.
    fn open(&self) -> Result<(Option<Table>, Vec<Fewest>)> {
        let Some(path) = &self.csv else {
            return Ok((None, Vec::new()));
        };
        let (table, rows) = Table::open(path, HEADER)?;
        let read = |row| {
            let bad = || format!("{}: no result: {row:?}", path.display());
            Fewest::read(&row).with_context(bad)
        };
        let results = rows.into_iter().map(read).collect::<Result<_>>()?;
        Ok((Some(table), results))
    }
}

impl Fewest {
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

fn print(out: &mut impl Write, results: &[Fewest], asked: usize) -> Result<()> {
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
    if results.len() < asked {
        writeln!(out, "Interrupted after {} of {asked} deals.", results.len())?;
    }
    Ok(())
}
