//! Lists of deals as people type them: `10913`, `1..=100`, `random:50@7`, and lists
//! of these in files (`numbers`).
//!
//! A subcommand that works on deals flattens [`Deals`] into its arguments. The
//! cards of a deal come from [`freecell::deal`].

mod numbers;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::table_file;
use anyhow::{Context, Result};
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use cli::in_one;
use freecell::deal;
use freecell::table::Table;
use rangemap::RangeInclusiveSet;

pub use self::numbers::{number, range, read_range};
use self::numbers::{read_list, Numbers};

/// The number in [`Deals`] of a table that is not a Microsoft deal.
const UNNUMBERED: u64 = 0;

/// A list of Microsoft deals.
#[derive(Clone, Debug, clap::Args)]
pub struct Deals {
    /// Microsoft deals: numbers (10913), ranges (1..=100 includes its end, 1..101 does
    /// not), and random:COUNT@SEED, which draws that many different deals from
    /// 1..=1000000 (or from another range: random:50@7:1..=32000)
    #[arg(value_name = "DEALS", required_unless_present_any = ["file", "input"])]
    lists: Vec<Numbers>,
    /// Read more of them from a file, or from standard input (-): separated by
    /// blanks, a # begins a remark
    #[arg(long = "deals-from", id = "file", value_name = "FILE", value_parser = path().try_map(from_file))]
    file: Option<List>,
    /// Add the table in a file, or on standard input (-), in any form; its number is 0
    /// unless it is a Microsoft deal
    #[arg(long, value_name = "FILE", value_parser = path().try_map(read_input))]
    input: Option<InputTable>,
}

/// One deal or table.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct OneDeal {
    /// The number of a Microsoft deal
    #[arg(value_name = "DEAL", value_parser = number)]
    deal: Option<u64>,
    /// Read the table from a file, or from standard input (-), in any form; its number is 0
    /// unless it is a Microsoft deal
    #[arg(long, value_name = "FILE", value_parser = path().try_map(read_input))]
    input: Option<InputTable>,
}

impl OneDeal {
    /// The deal's number; 0 if it has none.
    pub fn number(&self) -> u64 {
        let given = self.input.as_ref().and_then(|given| given.number);
        self.deal.or(given).unwrap_or(UNNUMBERED)
    }

    /// Its table.
    ///
    /// # Panics
    /// Never: the arguments are refused without a number or a table.
    pub fn table(&self) -> Table {
        let given = self.input.as_ref().map(|given| given.table.clone());
        let dealt = || deal::microsoft(self.deal?);
        given.or_else(dealt).expect("clap asks for one of them")
    }
}

/// A table from a file, with the number of the deal that it is, if it is one.
#[derive(Clone, Debug)]
struct InputTable {
    number: Option<u64>,
    table: Table,
}

impl InputTable {
    fn number(&self) -> Result<u64> {
        let why = "the table is not a Microsoft deal, so it has no number, which rows begin with";
        self.number.context(why)
    }
}

/// The deals that a file lists.
#[derive(Clone, Debug)]
struct List(Vec<Numbers>);

impl Deals {
    /// The numbers, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = u64> + Send + '_ {
        let given = self.input_number();
        let deals = self.lists().flat_map(Numbers::iter).chain(given);
        // An upper size hint, by which `jobs::run` limits its threads.
        deals.take(usize::try_from(self.count()).unwrap_or(usize::MAX))
    }

    /// The number of deals.
    pub fn count(&self) -> u64 {
        let given = self.input_number().count() as u64;
        self.lists().map(Numbers::len).sum::<u64>() + given
    }

    /// The numbers as ranges in ascending order, each number once.
    pub fn set(&self) -> RangeInclusiveSet<u64> {
        let mut set: RangeInclusiveSet<u64> = self.input_number().map(|deal| deal..=deal).collect();
        for numbers in self.lists() {
            match numbers {
                Numbers::Range(range) => set.insert(range.clone()),
                Numbers::Drawn(numbers) => set.extend(numbers.iter().map(|&deal| deal..=deal)),
            }
        }
        set
    }

    /// The table of a deal of the list.
    ///
    /// # Panics
    /// The deal is not one of the list.
    pub fn table(&self, number: u64) -> Table {
        let given = || Some(self.input.as_ref()?.table.clone());
        deal::microsoft(number)
            .or_else(given)
            .expect("a deal of the list")
    }

    /// The table that was given, if there is one.
    pub fn input(&self) -> Option<&Table> {
        self.input.as_ref().map(|given| &given.table)
    }

    /// Checks that each deal has a number by which its row can be told from others.
    ///
    /// # Errors
    /// The table of `--input` is not a Microsoft deal.
    pub fn ensure_numbered(&self) -> Result<()> {
        self.input.as_ref().map(InputTable::number).transpose()?;
        Ok(())
    }

    fn lists(&self) -> impl Iterator<Item = &Numbers> + Clone + Send {
        let more = self.file.iter().flat_map(|list| &list.0);
        self.lists.iter().chain(more)
    }

    fn input_number(&self) -> impl Iterator<Item = u64> + Send {
        let given = self.input.as_ref();
        given
            .map(|given| given.number.unwrap_or(UNNUMBERED))
            .into_iter()
    }
}

/// A parser of the names of files, which may be any that the system allows.
fn path() -> PathBufValueParser {
    PathBufValueParser::new()
}

#[expect(clippy::needless_pass_by_value, reason = "as clap passes it")]
fn read_input(path: PathBuf) -> Result<InputTable> {
    let table = table_file::read(&path).map_err(in_one)?;
    let number = deal::number(&table);
    Ok(InputTable { number, table })
}

#[expect(clippy::needless_pass_by_value, reason = "as clap passes it")]
fn from_file(path: PathBuf) -> Result<List> {
    read_list(&path).map(List).map_err(in_one)
}

/// The number of deals in a range.
pub fn count(deals: &RangeInclusive<u64>) -> u64 {
    deals.end() - deals.start() + 1
}
