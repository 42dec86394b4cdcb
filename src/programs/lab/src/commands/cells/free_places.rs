//! Supermoves card by card, since those of the column carry fewer cards than the puzzle's.

use freecell::moves::Place;
use freecell::table::{Table, CASCADES};

/// The free cells and the empty cascades by way of which a supermove carries its cards.
#[derive(Clone)]
pub struct FreePlaces {
    cells: Vec<Place>,
    cascades: Vec<Place>,
}

impl FreePlaces {
    /// Those of a table, except for the place that the cards move to.
    pub fn new(table: &Table, cells: usize, to: Place) -> FreePlaces {
        let cells = (0..cells).filter(|&cell| table.cells[cell].is_none());
        let cascades = (0..CASCADES).filter(|&cascade| table.cascades[cascade].is_empty());
        let cascades = cascades.map(|cascade| Place::Cascade(cascade as u8));
        FreePlaces {
            cells: cells.map(|cell| Place::Cell(cell as u8)).collect(),
            cascades: cascades.filter(|&cascade| cascade != to).collect(),
        }
    }

    /// Carries cards one by one: what the cells cannot hold goes into an empty cascade meanwhile.
    pub fn carry(&self, count: usize, [from, to]: [Place; 2], moves: &mut Vec<String>) {
        let write = |from: Place, to: Place| format!("{from}{to}");
        if let Some(cells) = self.cells.get(..count - 1) {
            moves.extend(cells.iter().map(|&cell| write(from, cell)));
            moves.push(write(from, to));
            moves.extend(cells.iter().rev().map(|&cell| write(cell, to)));
            return;
        }
        let mut others = self.clone();
        let meanwhile = others.cascades.pop().expect("a legal move has room");
        let most = (self.cells.len() + 1) << others.cascades.len();
        let above = count.saturating_sub(most);
        if above > 0 {
            others.carry(above, [from, meanwhile], moves);
        }
        others.carry(count - above, [from, to], moves);
        if above > 0 {
            others.carry(above, [meanwhile, to], moves);
        }
    }
}
