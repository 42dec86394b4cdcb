//! The shape of the game: how many cells and how many cascades.

use std::fmt::{self, Write as _};

use super::deal::{Deal, MOST_CASCADES};
use super::packed::moves::Rules;
use anyhow::Result;
use cli::pluralize::pluralize;
use freecell::table::Table;
use shared::deals::OneDeal;

pub const MOST_CELLS: usize = 8;

/// FreeCell has 4 cells and 8 cascades; a comment on the column asks for 5 and 7.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Shape {
    /// How many cells there are, 0 to 8; a card that lies in a cell of a table beyond them
    /// is in the first free one
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=MOST_CELLS as i64))]
    cells: u8,
    /// How many cascades there are, 1 to 10
    #[arg(long, value_name = "M", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=MOST_CASCADES as i64))]
    cascades: u8,
}

impl Shape {
    pub fn cells(self) -> usize {
        self.cells.into()
    }

    /// A table as the deal from which a search begins.
    ///
    /// # Errors
    /// It does not fit that many cells and cascades.
    pub fn deal(self, table: &Table) -> Result<Deal> {
        let deal = Deal::on(table, self.cascades.into())?;
        deal.in_so_many_cells(self.cells())?;
        Ok(deal)
    }

    /// The options that ask for this shape; empty if it is FreeCell's.
    pub fn options(self) -> String {
        let mut options = String::new();
        if self.cells != 4 {
            let _ = write!(options, " --cells {}", self.cells);
        }
        if self.cascades != 8 {
            let _ = write!(options, " --cascades {}", self.cascades);
        }
        options
    }
}

/// The deal of a command that searches a single one, and the rules of its game.
#[derive(Clone, Debug, clap::Args)]
pub struct OneGame {
    #[command(flatten)]
    deal: OneDeal,
    #[command(flatten)]
    pub shape: Shape,
    /// Move single cards only
    #[arg(long)]
    pub single: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub json: bool,
}

impl OneGame {
    pub fn number(&self) -> u64 {
        self.deal.number()
    }

    /// # Errors
    /// The table does not fit that many cells and cascades.
    pub fn deal(&self) -> Result<Deal> {
        self.shape.deal(&self.deal.table())
    }

    pub fn rules(&self) -> Rules {
        Rules {
            cells: self.shape.cells(),
            supermoves: !self.single,
            ..Rules::default()
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&pluralize(self.cells.into(), "cell"))?;
        if self.cascades != 8 {
            write!(f, ", {}", pluralize(self.cascades.into(), "cascade"))?;
        }
        Ok(())
    }
}
