//! The source of a subcommand's table: a deal's number, a file, or standard input.
//!
//! A file holds one of the forms of [`freecell::text`]; standard error says which.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{bail, Error, Result};
use freecell::deal;
use freecell::table::Table;

use shared::{deals, table_file};

/// The table to work on.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// The number of a Microsoft deal, or - to read a table from standard input
    #[arg(value_name = "N")]
    table: Option<Given>,
    /// Read the table from a file, or - for standard input: a turn's 14 lines, or
    /// a board of fc-solve's or PySolFC's, by cascades or by rows
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
enum Given {
    Deal(u64),
    StandardInput,
}

impl FromStr for Given {
    type Err = Error;

    fn from_str(text: &str) -> Result<Given> {
        let text = text.trim();
        match deals::number(text) {
            _ if text == "-" => Ok(Given::StandardInput),
            Err(_) if !text.contains(|c: char| c.is_ascii_digit()) || text.contains("..") => {
                bail!("{text:?} is neither a deal's number nor -")
            }
            number => number.map(Given::Deal),
        }
    }
}

impl Source {
    /// The number of the deal that has the table, if there is one.
    pub fn deal(&self, table: &Table) -> Option<u64> {
        match self.table {
            Some(Given::Deal(number)) => Some(number),
            _ => deal::number(table),
        }
    }

    /// The table's name: its deal's number, or the file's name.
    pub fn name(&self, table: &Table) -> String {
        let file = self.input.as_deref().and_then(Path::file_name);
        let file = file.filter(|&name| name != "-");
        match (self.deal(table), file) {
            (Some(number), _) => format!("Deal {number}"),
            (None, Some(file)) => file.to_string_lossy().into_owned(),
            _ => "Standard input".to_owned(),
        }
    }

    pub fn table(&self) -> Result<Table> {
        match (self.table, &self.input) {
            (Some(Given::Deal(number)), _) => Ok(deal::microsoft(number).expect("a deal's number")),
            (Some(Given::StandardInput), _) => table_file::read(Path::new("-")),
            (None, Some(path)) => table_file::read(path),
            (None, None) => bail!("no table given: expected a deal's number, - or --input FILE"),
        }
    }
}
