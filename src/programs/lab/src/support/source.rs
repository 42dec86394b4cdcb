//! The source of a subcommand's table: a deal's number, a file, or standard input.
//!
//! A file holds one of the forms of [`freecell::text`]; standard error says which.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{bail, ensure, Context as _, Error, Result};
use freecell::deal;
use freecell::table::Table;
use freecell::text::kpat::{self, SavedGame};
use freecell::text::NumberedDeal;

use super::line::GivenLine;

use shared::{deals, table_file};

/// The table to work on.
#[derive(Clone, Debug, clap::Args)]
pub struct Source {
    #[command(flatten)]
    given: GivenTable,
    /// Of a saved game of kpat's, take the table after its first N moves, 0 being the deal,
    /// instead of the current one
    #[arg(long, value_name = "N", conflicts_with = "table")]
    state: Option<usize>,
}

/// The table as it is given.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct GivenTable {
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
        match self.given.table {
            Some(Given::Deal(deal)) => deal.microsoft(),
            _ => deal::number(table),
        }
    }

    /// The table's name: its deal's number, or the file's name.
    pub fn name(&self, table: &Table) -> String {
        let file = self.given.input.as_deref().and_then(Path::file_name);
        let file = file.filter(|&name| name != "-");
        if let Some(Given::Deal(deal)) = self.given.table {
            return format!("Deal {deal}");
        }
        match (self.deal(table), file) {
            (Some(number), _) => format!("Deal {number}"),
            (None, Some(file)) => file.to_string_lossy().into_owned(),
            _ => "Standard input".to_owned(),
        }
    }

    pub fn table(&self) -> Result<Table> {
        if let (Some(state), Some(path)) = (self.state, &self.given.input) {
            return table_of_saved_game(path, state);
        }
        match (self.given.table, &self.given.input) {
            (Some(Given::Deal(deal)), _) => Ok(deal.table()),
            (Some(Given::StandardInput), _) => table_file::read(Path::new("-")),
            (None, Some(path)) => table_file::read(path),
            (None, None) => bail!("no table given: expected a deal's number, - or --input FILE"),
        }
    }

    /// The moves that were made in the saved game that the table is from.
    ///
    /// # Errors
    /// The table is from something else.
    pub fn saved_line(&self) -> Result<GivenLine> {
        let why = "no line given: expected --line MOVES, or a file of kpat's with --input";
        let path = self.given.input.as_deref().context(why)?;
        ensure!(!table_file::is_standard_input(path), why);
        let text = table_file::read_text(path, table_file::LONGEST)?;
        ensure!(kpat::is_saved_game(&text), why);
        let mut saved = SavedGame::read(&text).with_context(|| table_file::name(path))?;
        // Up to the state that was chosen, as the table is.
        saved.made = self.state.unwrap_or(saved.made);
        Ok(GivenLine::of_saved(saved))
    }
}

/// The table of a saved game after so many moves.
fn table_of_saved_game(path: &Path, state: usize) -> Result<Table> {
    let text = table_file::read_text(path, table_file::LONGEST)?;
    let name = table_file::name(path);
    ensure!(
        kpat::is_saved_game(&text),
        "{name}: --state needs a saved game of kpat's"
    );
    let saved = SavedGame::read(&text).with_context(|| name.clone())?;
    let last = saved.moves.len();
    ensure!(
        state <= last,
        "{name}: there is no state {state}: the game has {last} moves"
    );
    Ok(saved.table(state).clone())
}
