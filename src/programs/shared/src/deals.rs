//! Lists of deals as people type them: `10913`, `1..=100`, `random:50@7`, and lists
//! of these in files (`numbers`).
//!
//! A subcommand that works on deals flattens [`Deals`] into its arguments. The
//! cards of a deal come from [`freecell::deal`].

mod numbers;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::table_file;
use anyhow::{bail, ensure, Result};
use clap::builder::{PathBufValueParser, TypedValueParser as _};
use cli::in_one;
use freecell::deal::{self, LAST_DEAL};
use freecell::table::Table;
use freecell::text::NumberedDeal;
use rangemap::RangeInclusiveSet;

pub use self::numbers::{named, number, range, read_range};
use self::numbers::{read_list, Numbers};

/// The number in [`Deals`] of the first table that is not a Microsoft deal. The others follow
/// behind the last deal; [`Deals::name`] has what people call them.
const UNNUMBERED: u64 = 0;

/// A list of Microsoft deals.
#[derive(Clone, Debug, clap::Args)]
pub struct Deals {
    /// Microsoft deals: numbers (10913), ranges (1..=100 includes its end, 1..101 does
    /// not), and random:COUNT@SEED, which draws that many different deals from
    /// 1..=1000000 (or from another range: random:50@7:1..=32000); -1, -2 and other
    /// programs' own, pysolfc:100000, pysol-cards:100000 or soliterm:0, are 0 in results
    #[arg(value_name = "DEALS", allow_negative_numbers = true, required_unless_present_any = ["file", "input"])]
    lists: Vec<Numbers>,
    /// Read more of them from a file, or from standard input (-): separated by
    /// blanks, a # begins a remark
    #[arg(long = "deals-from", id = "file", value_name = "FILE", value_parser = path().try_map(from_file))]
    file: Option<List>,
    /// Add the table in a file, or on standard input (-), in any form, or decks, one a line;
    /// its number is 0 unless it is a Microsoft deal
    #[arg(long, value_name = "FILE", value_parser = path().try_map(read_inputs))]
    input: Option<InputTables>,
}

/// One deal or table.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct OneDeal {
    /// The number of a Microsoft deal, or of another program's, as pysolfc:100000
    #[arg(value_name = "DEAL", allow_negative_numbers = true, value_parser = named)]
    deal: Option<NumberedDeal>,
    /// Read the table from a file, or from standard input (-), in any form; its number is 0
    /// unless it is a Microsoft deal
    #[arg(long, value_name = "FILE", value_parser = path().try_map(read_input))]
    input: Option<InputTable>,
}

impl OneDeal {
    /// The deal's number; 0 if it has none.
    pub fn number(&self) -> u64 {
        let dealt = self.deal.and_then(|deal| deal.microsoft());
        let given = || self.input.as_ref()?.number;
        dealt.or_else(given).unwrap_or(UNNUMBERED)
    }

    /// Its table.
    ///
    /// # Panics
    /// Never: the arguments are refused without a number or a table.
    pub fn table(&self) -> Table {
        let given = self.input.as_ref().map(|given| given.table.clone());
        let dealt = || Some(self.deal?.table());
        given.or_else(dealt).expect("clap asks for one of them")
    }
}

/// A table, with the number of the deal that it is, if it is one of Microsoft's.
#[derive(Clone, Debug)]
pub struct InputTable {
    name: String,
    number: Option<u64>,
    table: Table,
}

impl InputTable {
    /// The table of another program's deal.
    pub fn of_deal(deal: &NumberedDeal) -> InputTable {
        InputTable {
            name: deal.to_string(),
            number: deal.microsoft(),
            table: deal.table(),
        }
    }
}

/// The tables in a file.
#[derive(Clone, Debug)]
struct InputTables(Vec<InputTable>);

/// The deals that a file lists.
#[derive(Clone, Debug)]
struct List(Vec<Numbers>);

impl Deals {
    /// The numbers, in the order given, tables without one last.
    pub fn iter(&self) -> impl Iterator<Item = u64> + Send + '_ {
        let tables = self.tables().into_iter().map(|(number, _)| number);
        let deals = self.lists().flat_map(Numbers::iter).chain(tables);
        // An upper size hint, by which `jobs::run` limits its threads.
        deals.take(usize::try_from(self.count()).unwrap_or(usize::MAX))
    }

    /// The number of deals.
    pub fn count(&self) -> u64 {
        self.lists().map(Numbers::len).sum::<u64>() + self.tables().len() as u64
    }

    /// The numbers as ranges in ascending order, each number once.
    pub fn set(&self) -> RangeInclusiveSet<u64> {
        let tables = self.tables().into_iter();
        let mut set: RangeInclusiveSet<u64> = tables.map(|(deal, _)| deal..=deal).collect();
        for numbers in self.lists() {
            match numbers {
                Numbers::Range(range) => set.insert(range.clone()),
                Numbers::Drawn(numbers) => set.extend(numbers.iter().map(|&deal| deal..=deal)),
                Numbers::Other(_) => {}
            }
        }
        set
    }

    /// The table of a deal of the list.
    ///
    /// # Panics
    /// The deal is not one of the list.
    pub fn table(&self, number: u64) -> Table {
        let given = || Some(self.given(number)?.table.clone());
        deal::microsoft(number)
            .or_else(given)
            .expect("a deal of the list")
    }

    /// What people call a deal of the list.
    pub fn name(&self, number: u64) -> String {
        match self.given(number) {
            Some(given) if given.number.is_none() => given.name.clone(),
            _ => number.to_string(),
        }
    }

    /// The tables that were given in a file.
    pub fn inputs(&self) -> impl Iterator<Item = &Table> {
        self.given_in_file().map(|given| &given.table)
    }

    fn given_in_file(&self) -> impl Iterator<Item = &InputTable> {
        self.input.iter().flat_map(|tables| &tables.0)
    }

    /// Checks that each deal has a number by which its row can be told from others.
    ///
    /// # Errors
    /// A table is not a Microsoft deal.
    pub fn ensure_numbered(&self) -> Result<()> {
        let tables = self.tables();
        match tables.iter().find(|(_, given)| given.number.is_none()) {
            Some((_, other)) => bail!(
                "{} is not a Microsoft deal, so it has no number, which rows begin with",
                other.name
            ),
            None => Ok(()),
        }
    }

    /// Checks that no two tables would have the same number in results, 0.
    ///
    /// # Errors
    /// Several tables are no Microsoft deals.
    pub fn ensure_told_apart(&self) -> Result<()> {
        let tables = self.tables();
        let others = tables.iter().filter(|(_, given)| given.number.is_none());
        ensure!(
            others.count() < 2,
            "several tables are no Microsoft deals, and would all be deal 0 in the results: \
             expected one of them at a time"
        );
        Ok(())
    }

    fn lists(&self) -> impl Iterator<Item = &Numbers> + Clone + Send {
        let more = self.file.iter().flat_map(|list| &list.0);
        self.lists.iter().chain(more)
    }

    /// The tables that are not given by a number of Microsoft's, each with its number here.
    fn tables(&self) -> Vec<(u64, &InputTable)> {
        let others = self.lists().filter_map(|numbers| match numbers {
            Numbers::Other(table) => Some(&**table),
            _ => None,
        });
        let mut free = [UNNUMBERED].into_iter().chain(LAST_DEAL + 1..);
        let mut number = |given: &InputTable| given.number.or_else(|| free.next());
        let given = others.chain(self.given_in_file());
        given
            .map(|given| (number(given).expect("numbers enough"), given))
            .collect()
    }

    fn given(&self, number: u64) -> Option<&InputTable> {
        let mut tables = self.tables().into_iter();
        Some(tables.find(|(other, _)| *other == number)?.1)
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
    let name = "the table".to_owned();
    Ok(InputTable {
        name,
        number,
        table,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "as clap passes it")]
fn read_inputs(path: PathBuf) -> Result<InputTables> {
    let tables = table_file::read_all(&path).map_err(in_one)?;
    let are_several = tables.len() > 1;
    let named = |(line, table): (usize, Table)| InputTable {
        name: if are_several {
            format!("the deck in line {line}")
        } else {
            "the table".to_owned()
        },
        number: deal::number(&table),
        table,
    };
    Ok(InputTables(tables.into_iter().map(named).collect()))
}

#[expect(clippy::needless_pass_by_value, reason = "as clap passes it")]
fn from_file(path: PathBuf) -> Result<List> {
    read_list(&path).map(List).map_err(in_one)
}

/// The number of deals in a range.
pub fn count(deals: &RangeInclusive<u64>) -> u64 {
    deals.end() - deals.start() + 1
}
