//! `lab find`: the number of a deal from its table, and deals that meet
//! criteria, from the rows that `lab range` wrote.

use std::io::{self, stdout, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::ReaderBuilder;
use freecell::deal;
use freecell::difficulty::Difficulty;
use freecell::ruleset::Ruleset;
use serde_json::json;
use shared::note;

use crate::support::remarks::with_remarks;
use crate::support::row::{self, Row};
use shared::{commands::Outcome, deals, row_file::Rows, table_file};

const EXAMPLES: &str = "\
Examples:
  freecell-lab find --input board.txt               which deal is this?
  freecell-lab deal 617 | freecell-lab find -
  freecell-lab range 1..=32000 --csv first.csv
  freecell-lab find --moves ..=30 --from first.csv  deals with short lines
  freecell-lab find --difficulty 9.. --from first.csv  deals that are hard to win
  freecell-lab find --result unsolved --from first.csv | freecell-lab range --deals-from - --time 60s

Exit status: 0 found, 1 there is none.";

/// Find a deal's number from its table, or deals by criteria
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// - to read a table from standard input
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "from")]
    standard_input: Option<String>,
    /// Read the table from a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "standard_input"])]
    #[arg(required_unless_present_any = ["from", "standard_input"])]
    input: Option<PathBuf>,
    /// Take deals from the rows in these files, which `range --csv` wrote; - is
    /// standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
}

/// The criteria for a row.
#[derive(Debug, clap::Args)]
struct Filter {
    /// Lines of this many moves: 30, ..=30, 28..=30 or 50..
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = range)]
    moves: Option<RangeInclusive<u64>>,
    /// Searches of this many positions: a number or a range
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = range)]
    positions: Option<RangeInclusive<u64>>,
    /// Deals of this difficulty, from 1 to 10: a number or a range
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = range)]
    difficulty: Option<RangeInclusive<u64>>,
    /// Deals with this result
    #[arg(long, requires = "from")]
    result: Option<row::Outcome>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let mut out = stdout().lock();
    let mut found = Vec::new();
    let mut show = |deal: u64| {
        found.push(deal);
        // As JSON they are printed together.
        if args.json {
            Ok(())
        } else {
            writeln!(out, "{deal}")
        }
    };
    if args.from.is_empty() {
        args.by_table()?.into_iter().try_for_each(&mut show)?;
    }
    for path in &args.from {
        let shown = args.filter.each_deal(path, &mut show);
        shown.with_context(|| path.display().to_string())?;
    }
    if args.json {
        writeln!(out, "{:#}", with_remarks(json!({ "deals": found })))?;
    }
    Ok((!found.is_empty()).into())
}

impl Args {
    fn by_table(&self) -> Result<Vec<u64>> {
        let path = self.input.as_deref().unwrap_or(Path::new("-"));
        let table = table_file::read(path)?;
        ensure!(
            deal::is_new(&table),
            "the table is not a new deal, with 7 cards in the cascades 1 to 4 and 6 in the others"
        );
        let numbers = deal::numbers(&table);
        if numbers.is_empty() {
            note!("no deal from 1 to {} has this table", deal::LAST_DEAL);
        }
        Ok(numbers)
    }
}

impl Filter {
    /// Shows the deals of a file that meet the criteria.
    fn each_deal(&self, path: &Path, mut show: impl FnMut(u64) -> io::Result<()>) -> Result<()> {
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .from_reader(Rows::new(table_file::open(path)?));
        for row in reader.into_deserialize() {
            let row: Row = row?;
            if self.matches(&row) && self.has_difficulty(&row)? {
                show(row.deal)?;
            }
        }
        Ok(())
    }

    fn has_difficulty(&self, row: &Row) -> Result<bool> {
        let Some(range) = &self.difficulty else {
            return Ok(true);
        };
        let table = deal::microsoft(row.deal).context("a row's deal has no such number")?;
        let level = Difficulty::new(&table, Ruleset::default()).level();
        Ok(range.contains(&level.into()))
    }

    fn matches(&self, row: &Row) -> bool {
        let moves = row.moves.map(|moves| moves as u64);
        let is_in = |range: &Option<RangeInclusive<u64>>, value: Option<u64>| match range {
            Some(range) => value.is_some_and(|value| range.contains(&value)),
            None => true,
        };
        is_in(&self.moves, moves)
            && is_in(&self.positions, Some(row.positions))
            && self.result.is_none_or(|result| result == row.result)
    }
}

/// Reads a range of numbers, either end of which may be missing, or one number.
fn range(text: &str) -> Result<RangeInclusive<u64>> {
    let reason = |text: &str| format!("{text:?} is neither a number nor a range such as ..=30");
    ensure!(!text.is_empty(), reason(text));
    deals::read_range(text, |end| match end {
        "" => Ok(None),
        _ => end.parse().map(Some).with_context(|| reason(end)),
    })
}
