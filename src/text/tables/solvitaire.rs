//! The tables that Solvitaire prints, of a deal or of the steps of a solution: headings between
//! dashes for foundations, cells and piles, a row of cards in each line, with a tab between two
//! piles, and a line of `=` at the end.
//!
//! A place without a card is `[]` in the first row and nothing in the others, and the tabs at a
//! row's end are left out. Where a terminal has drawn blanks for the tabs, the fields are those of
//! its stops.

use super::slots::{cards, found, put_home, put_row};
use super::{Flaw, Form, FoundTable, TableError};
use crate::card::Card;
use crate::table::{Table, CASCADES};
use crate::text::spelling::{Row, TAB};

/// The table that begins with a row, if it is one: `--- Foundations ---------`.
pub fn read(rows: &[Row], at: usize) -> Option<Result<FoundTable, TableError>> {
    let start = rows[at]
        .characters
        .iter()
        .take_while(|&&c| c != '-')
        .count();
    if heading(&rows[at], start)? != "foundations" {
        return None;
    }
    let is_end = |row: &Row| from(row, start).starts_with(&['=', '=', '=']);
    let length = rows[at..].iter().position(is_end);
    let end = length.map_or(rows.len(), |length| at + length + 1);
    let table = table(&rows[..end], at, start);
    Some(found(table, Form::Solvitaire, at..end))
}

/// A row from the column on in which the table's rows begin.
fn from(row: &Row, start: usize) -> &[char] {
    row.characters.get(start..).unwrap_or_default()
}

/// The words of a heading, in lower case.
fn heading(row: &Row, start: usize) -> Option<String> {
    let text: String = from(row, start).iter().collect();
    let words = text.trim_end().strip_prefix("--- ")?.trim_end_matches('-');
    Some(words.trim_end().to_lowercase())
}

/// The table in the rows from `at` on.
fn table(rows: &[Row], at: usize, start: usize) -> Result<Table, Flaw> {
    let mut table = Table::default();
    let (mut place, mut first) = (String::new(), at);
    for (number, row) in rows.iter().enumerate().skip(at) {
        if let Some(words) = heading(row, start) {
            (place, first) = (words, number + 1);
            continue;
        }
        let row = from(row, start);
        if !row.iter().all(|&c| c == '=') {
            let cards = cards(&fields(row)).map_err(|flaw| flaw.at(number))?;
            put(&mut table, &place, number - first, &cards).map_err(|flaw| flaw.at(number))?;
        }
    }
    Ok(table)
}

/// The fields of a row, the last ones of which may be missing.
fn fields(row: &[char]) -> Vec<String> {
    let text = |field: &[char]| field.iter().collect();
    if row.contains(&'\t') {
        row.split(|&c| c == '\t').map(text).collect()
    } else {
        row.chunks(TAB).map(text).collect()
    }
}

/// Puts a row's cards where they belong: the row of that number, from 0, below a heading.
fn put(table: &mut Table, place: &str, row: usize, cards: &[Option<Card>]) -> Result<(), Flaw> {
    match (place, row) {
        ("foundations", 0) => put_home(&mut table.foundations, cards),
        ("cells", 0) => {
            let Some(cells) = table.cells.get_mut(..cards.len()) else {
                return Err(Flaw::new("a fifth cell, expected four"));
            };
            cells.copy_from_slice(cards);
            Ok(())
        }
        ("tableau piles", 0) if cards.len() != CASCADES => {
            let found = cards.len();
            Err(Flaw::new(format!("found {found} piles, expected eight")))
        }
        ("tableau piles", row) => put_row(&mut table.cascades, row, cards),
        ("foundations" | "cells", _) => Err(Flaw::new("a second row of places, expected one")),
        (other, _) => Err(Flaw::new(format!(
            "found {other:?}, expected FreeCell's foundations, cells and tableau piles"
        ))),
    }
}
