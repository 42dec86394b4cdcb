//! The source of a subcommand's table: a deal's number, a file, or standard input.
//!
//! A file holds one of the forms of [`freecell::text`]; standard error says which.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{bail, Error, Result};
use freecell::deal;
use freecell::table::Table;
use freecell::text::numbering::NumberedDeal;

use shared::{deals, table_file};

/// The table to work on.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// The number of a Microsoft deal, or of another program's, as pysolfc:100000 or
    /// soliterm:0, or - to read a table from standard input
    #[arg(value_name = "N", allow_negative_numbers = true)]
    table: Option<Given>,
    /// Read the table from a file, or - for standard input: a turn's 14 lines, or
    /// a board of fc-solve's or PySolFC's, by cascades or by rows
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
enum Given {
    Deal(NumberedDeal),
    StandardInput,
}

impl FromStr for Given {
    type Err = Error;

    fn from_str(text: &str) -> Result<Given> {
        let text = text.trim();
        match deals::named(text) {
            _ if text == "-" => Ok(Given::StandardInput),
            Err(_) if !text.contains(|c: char| c.is_ascii_digit()) || text.contains("..") => {
                bail!("{text:?} is neither a deal's number nor -")
            }
            number => number.map(Given::Deal),
        }
    }
}

impl Source {
    /// The number of Microsoft's deal that has the table, if there is one.
    pub fn deal(&self, table: &Table) -> Option<u64> {
        match self.table {
            Some(Given::Deal(deal)) => deal.microsoft(),
            _ => deal::number(table),
        }
    }

    /// The table's name: its deal's number, or the file's name.
    pub fn name(&self, table: &Table) -> String {
        let file = self.input.as_deref().and_then(Path::file_name);
        let file = file.filter(|&name| name != "-");
        if let Some(Given::Deal(deal)) = self.table {
            return format!("Deal {deal}");
        }
        match (self.deal(table), file) {
            (Some(number), _) => format!("Deal {number}"),
            (None, Some(file)) => file.to_string_lossy().into_owned(),
            _ => "Standard input".to_owned(),
        }
    }

    pub fn table(&self) -> Result<Table> {
        match (self.table, &self.input) {
            (Some(Given::Deal(deal)), _) => Ok(deal.table()),
            (Some(Given::StandardInput), _) => table_file::read(Path::new("-")),
            (None, Some(path)) => table_file::read(path),
            (None, None) => bail!("no table given: expected a deal's number, - or --input FILE"),
        }
    }
}
