//! Where a search begins: a deal on any number of cascades, or the table of a game.

use anyhow::{ensure, Context, Result};
use cli::pluralize::pluralize;
use freecell::card::Card;
use freecell::deal;
use freecell::table::{Table, CASCADES};

pub const MOST_CASCADES: usize = 10;

/// The cards as they lie at first. Those of a suit that are smaller than all of its cards here are
/// home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// The cards of the cascades, deepest first.
    pub cascades: Vec<Vec<Card>>,
    /// The cards in cells; a new deal has none.
    pub cells: Vec<Option<Card>>,
}

impl Deal {
    /// The Microsoft deal of a number, on this many cascades.
    ///
    /// # Panics
    /// No deal has that number.
    pub fn new(number: u64, cascades: usize) -> Deal {
        let table = deal::microsoft(number).expect("a deal's number");
        Deal::on(&table, cascades).expect("a new deal")
    }

    /// A table on this many cascades. The cards of a new deal are dealt one by one from the first
    /// cascade to the last, again and again.
    ///
    /// # Errors
    /// There are not eight cascades, and the table is not a new deal.
    pub fn on(table: &Table, cascades: usize) -> Result<Deal> {
        let cells = table.cells.to_vec();
        if cascades == CASCADES {
            let cascades = table.cascades.iter().map(|cards| cards.to_vec()).collect();
            return Ok(Deal { cascades, cells });
        }
        ensure!(
            deal::is_new(table),
            "the table is not a new deal, so its cards cannot be dealt on {} instead of eight",
            pluralize(cascades, "cascade")
        );
        let mut dealt = vec![Vec::new(); cascades];
        for place in 0..Card::COUNT {
            let card = table.cascades[place % CASCADES][place / CASCADES];
            dealt[place % cascades].push(card);
        }
        Ok(Deal {
            cascades: dealt,
            cells,
        })
    }

    /// The cards that lie in cells.
    pub fn in_cells(&self) -> impl Iterator<Item = Card> + '_ {
        self.cells.iter().flatten().copied()
    }

    /// This many cells with the cards that lie in them: each where it lies, or, if it lies beyond
    /// them, in the first free one.
    ///
    /// # Errors
    /// There are more cards.
    pub fn in_so_many_cells(&self, count: usize) -> Result<Vec<Option<Card>>> {
        let mut cells = self.cells.clone();
        let beyond = cells.split_off(count.min(cells.len()));
        cells.resize(count, None);
        for card in beyond.into_iter().flatten() {
            let free = cells.iter_mut().find(|cell| cell.is_none());
            *free.with_context(|| {
                let cards = pluralize(self.in_cells().count(), "card");
                let cells = pluralize(count, "cell");
                format!("the table has {cards} in cells, too many for {cells}")
            })? = Some(card);
        }
        Ok(cells)
    }
}
