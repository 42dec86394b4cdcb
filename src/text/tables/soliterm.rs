//! The boards that soliterm prints in text mode: the cells and the foundations in brackets under
//! the numbers of their slots, and below them the cascades, a row of cards in each line.
//!
//! Each slot has a field of its own, so a cascade that is shorter than its neighbours leaves its
//! field blank, and one that is empty has brackets without a card.

use super::slots::{cards, found, put_home, put_row};
use super::{Flaw, Form, FoundTable, TableError};
use crate::card::Card;
use crate::table::{Table, CASCADES, CELLS};
use crate::text::spelling::Row;

/// The columns of a slot: brackets, three characters and a blank.
const WIDTH: usize = 6;

/// The board that begins with a row, if it is one: `cel#0 cel#1 ... fnd#7`.
pub fn read(rows: &[Row], at: usize) -> Option<Result<FoundTable, TableError>> {
    let names = |row: &Row| -> Vec<String> {
        let text: String = row.characters.iter().collect();
        text.split_whitespace().map(str::to_owned).collect()
    };
    let is_top = names(&rows[at]).first().is_some_and(|it| it == "cel#0");
    if !is_top {
        return None;
    }
    let mut end = at;
    let table = board(rows, at, &mut end);
    Some(found(table, Form::Soliterm, at..end))
}

/// Reads the rows of a board; `end` becomes the row after the last one.
fn board(rows: &[Row], at: usize, end: &mut usize) -> Result<Table, Flaw> {
    let mut table = Table::default();
    *end = (at + 2).min(rows.len());
    let places = rows.get(at + 1).map(|row| slots(row, at + 1));
    let places = places.unwrap_or_else(|| Err(Flaw::new("no cells below their names").at(at)))?;
    let (cells, home) = places.split_at(CELLS);
    table.cells.copy_from_slice(cells);
    put_home(&mut table.foundations, home).map_err(|it| it.at(at + 1))?;
    let is_blank = |row: &&Row| row.characters.iter().all(|c| c.is_whitespace());
    let gap = rows[*end..].iter().take_while(is_blank).count();
    // The numbers of the slots stand above the cascades.
    *end = (*end + gap + 1).min(rows.len());
    let is_card = |row: &Row| row.characters.contains(&'[');
    let first = *end;
    while let Some(row) = rows.get(*end).filter(|row| is_card(row)) {
        let cards = slots(row, *end)?;
        put_row(&mut table.cascades, *end - first, &cards).map_err(|it| it.at(*end))?;
        *end += 1;
    }
    // The line of scores counts the free cells.
    let gap = rows[*end..].iter().take_while(is_blank).count();
    let is_score = |row: &Row| row.characters.starts_with(&['s', 'c', 'o', 'r', 'e', '=']);
    if rows.get(*end + gap).is_some_and(is_score) {
        *end += gap + 1;
    }
    Ok(table)
}

/// The cards of a row's slots, eight at least.
fn slots(row: &Row, number: usize) -> Result<Vec<Option<Card>>, Flaw> {
    let fields = row.characters.chunks(WIDTH);
    let fields: Vec<String> = fields.map(|field| field.iter().collect()).collect();
    let mut cards = cards(&fields).map_err(|flaw| flaw.at(number))?;
    cards.resize(cards.len().max(CASCADES), None);
    Ok(cards)
}
