//! Supermoves in every form that a referee may give them: how many cards of a run
//! move as one.

use clap::ValueEnum;
use freecell::referee::Illegal;
use freecell::table::{Table, CELLS};

/// How many cards one move can carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Capacity {
    /// (free cells + 1) times 2 to the power of the empty cascades
    #[default]
    Pow,
    /// (free cells + 1) times (empty cascades + 1)
    Product,
    /// Free cells + 1: empty cascades do not count
    FreeCells,
    /// One card: there are no supermoves
    OneCard,
}

/// What happens to a run that is too long to move into an empty cascade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LongRun {
    /// As many of its cards move as can
    #[default]
    Partial,
    /// The move is illegal
    Illegal,
}

/// One form of supermoves.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(id = "supermoves")]
pub struct Supermoves {
    /// How many cards one move can carry
    #[arg(long, value_name = "RULE", value_enum, default_value_t)]
    pub capacity: Capacity,
    /// What happens to a run that is too long to move into an empty cascade
    #[arg(long, value_name = "RULE", value_enum, default_value_t)]
    pub long_run: LongRun,
    /// Move no run into an empty cascade, only its last card
    #[arg(long, conflicts_with = "long_run")]
    pub one_card_into_empty: bool,
}

impl Supermoves {
    /// How many cards of a run go into an empty cascade of the table.
    ///
    /// # Errors
    /// The run is too long, and no part of it may move.
    pub fn into_empty(self, run: usize, table: &Table) -> Result<usize, Illegal> {
        if self.one_card_into_empty {
            return Ok(1);
        }
        // The cascade that the cards go to cannot help to carry them.
        let room = self.room(table, empty_cascades(table) - 1);
        match self.long_run {
            LongRun::Partial => Ok(run.min(room)),
            LongRun::Illegal if run <= room => Ok(run),
            LongRun::Illegal => Err(Illegal::TooMany { cards: run, room }),
        }
    }

    /// Checks that so many cards can move onto another card of the table.
    ///
    /// # Errors
    /// They are too many.
    pub fn onto_card(self, cards: usize, table: &Table) -> Result<usize, Illegal> {
        let room = self.room(table, empty_cascades(table));
        if cards <= room {
            Ok(cards)
        } else {
            Err(Illegal::TooMany { cards, room })
        }
    }

    fn room(self, table: &Table, empty_cascades: usize) -> usize {
        let free_cells = CELLS - table.cells.iter().flatten().count();
        match self.capacity {
            Capacity::Pow => (free_cells + 1) << empty_cascades,
            Capacity::Product => (free_cells + 1) * (empty_cascades + 1),
            Capacity::FreeCells => free_cells + 1,
            Capacity::OneCard => 1,
        }
    }
}

fn empty_cascades(table: &Table) -> usize {
    let cascades = table.cascades.iter();
    cascades.filter(|cascade| cascade.is_empty()).count()
}
