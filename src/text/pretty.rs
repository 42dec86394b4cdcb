//! Tables for human readers, as `tables` reads them back: cells and foundations in one line, the
//! cascades' numbers in the next, and below them the cards.

use std::fmt;

use crate::card::{Card, Rank, Suit};
use crate::moves::Place;
use crate::table::{Cascade, Table, CASCADES};

/// What a terminal understands as colours.
const RED: &str = "\u{1b}[91m";
const BLACK: &str = "\u{1b}[1m";
const FAINT: &str = "\u{1b}[2m";
const PLAIN: &str = "\u{1b}[0m";

/// A table for human readers: cells and foundations above, cascades hanging downwards, suits in
/// colour. The text always carries colours; what writes to a terminal takes them out elsewhere.
pub struct Pretty<'a>(pub &'a Table);

impl fmt::Display for Pretty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_cells(f)?;
        self.write_foundations(f)?;
        write!(f, "{FAINT}")?;
        for cascade in 0..CASCADES as u8 {
            write!(f, "   {}", Place::Cascade(cascade).to_char())?;
        }
        writeln!(f, "{PLAIN}")?;
        let lengths = self.0.cascades.iter().map(Cascade::len);
        (0..lengths.max().unwrap_or(0)).try_for_each(|row| self.write_row(f, row))
    }
}

impl Pretty<'_> {
    fn write_cells(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.0.cells.iter().enumerate() {
            let name = Place::Cell(index as u8).to_char();
            write!(f, "  {FAINT}{name}{PLAIN} ")?;
            match cell {
                Some(card) => write_card(f, *card)?,
                None => write!(f, "{FAINT}--{PLAIN}")?,
            }
        }
        Ok(())
    }

    fn write_foundations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {FAINT}h{PLAIN}")?;
        for suit in Suit::ALL {
            f.write_str(" ")?;
            match Rank::new(self.0.foundations[suit.index()]) {
                Some(rank) => write_card(f, Card::new(rank, suit))?,
                None => write!(f, "{FAINT}-{}{PLAIN}", suit.symbol())?,
            }
        }
        writeln!(f)
    }

    /// The cards at one depth of all cascades.
    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: usize) -> fmt::Result {
        let length = |index: &usize| self.0.cascades[*index].len();
        let last = (0..CASCADES).rev().find(|index| length(index) > row);
        for cascade in &self.0.cascades[..=last.unwrap_or(0)] {
            f.write_str("  ")?;
            match cascade.get(row) {
                Some(card) => write_card(f, *card)?,
                None => f.write_str("  ")?,
            }
        }
        writeln!(f)
    }
}

fn write_card(f: &mut fmt::Formatter<'_>, card: Card) -> fmt::Result {
    let style = if card.is_red() { RED } else { BLACK };
    write!(f, "{style}{}{PLAIN}", in_symbols(card))
}

/// A card with its suit's symbol.
pub fn in_symbols(card: Card) -> String {
    format!("{}{}", card.rank().letter(), card.suit().symbol())
}
