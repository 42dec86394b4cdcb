//! JSON that has a table or a line: this project's own answers, and Solvitaire's deals.

use serde_json::{Map, Value};

use super::lines::Skipped;
use super::numbering::NumberedDeal;
use super::tables::{Form, FoundTable, Remark, TableError};
use crate::card::Card;
use crate::deal;
use crate::table::{Table, CASCADES, CELLS};

/// What a JSON text says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The table, or the reason why what should be one is none.
    pub table: Option<Result<Table, String>>,
    /// The number of a deal of Microsoft's.
    pub deal: Option<u64>,
    /// The line.
    pub line: Option<String>,
    /// The names of what says something and was not read.
    pub left_out: Vec<String>,
}

/// Reads a JSON text; `None` if it is none, or has neither a table nor a line.
pub fn read(text: &str) -> Option<Found> {
    let is_one = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{');
    let value: Value = is_one.then(|| serde_json::from_str(text.trim()).ok())??;
    let value = value.as_object()?;
    let mut left_out = Names::of(value);
    let table = match value.get("table").and_then(Value::as_object) {
        // The places of a deal of Solvitaire's stand among whatever else it has.
        _ if value.contains_key("tableau piles") => {
            Some(table_of("tableau piles", value, &mut left_out))
        }
        Some(places) => {
            left_out.take("table");
            let mut beside = Names::of(places);
            let table = table_of("cascades", places, &mut beside);
            left_out.0.extend(beside.0);
            Some(table)
        }
        None => None,
    };
    // The lab's answers name their deal; another object with a line may be anything.
    if table.is_none() && !value.contains_key("deal") {
        return None;
    }
    let deal = value.get("deal");
    let deal = deal.and_then(|deal| deal.as_u64().or_else(|| deal.as_str()?.trim().parse().ok()));
    let mut line = None;
    for name in ["line", "moves"] {
        let read = value.get(name).and_then(line_of);
        if read.is_some() && (line.is_none() || line == read) {
            left_out.take(name);
            line = read;
        }
    }
    if deal.is_some() {
        left_out.take("deal");
    }
    let found = Found {
        table: table.map(|table| of_the_deal(table?, deal)),
        deal,
        line,
        left_out: left_out.0,
    };
    let is_any = found.table.is_some() || found.deal.is_some() || found.line.is_some();
    is_any.then_some(found)
}

/// The names of an object's values that may be of a table or of a line, and that nobody has read.
struct Names(Vec<String>);

impl Names {
    fn of(object: &Map<String, Value>) -> Names {
        let says = object.iter().filter(|(_, value)| !is_empty(value));
        Names(says.map(|(name, _)| name.clone()).collect())
    }

    fn take(&mut self, read: &str) {
        self.0.retain(|name| name != read);
    }
}

/// A table that an object with that deal has. If it is a new deal, it is that one.
fn of_the_deal(table: Table, deal: Option<u64>) -> Result<Table, String> {
    match deal {
        Some(number) if deal::is_new(&table) && !is_dealt_as(&table, number) => Err(format!(
            "found deal {number} and a new deal with other cards, expected one of them"
        )),
        _ => Ok(table),
    }
}

/// Whether Microsoft deals the table under that number.
fn is_dealt_as(table: &Table, number: u64) -> bool {
    NumberedDeal::new_microsoft(number).is_ok_and(|deal| deal.table() == *table)
}

/// A line: moves in a text, or one in each place of an array, or in an object there as its move.
fn line_of(value: &Value) -> Option<String> {
    let moves = match value {
        Value::String(line) => return Some(line.clone()),
        Value::Array(moves) if !moves.is_empty() => moves,
        _ => return None,
    };
    let texts = moves.iter().map(|mv| mv.get("move").unwrap_or(mv).as_str());
    Some(texts.collect::<Option<Vec<&str>>>()?.join(" "))
}

/// Whether a value says nothing that could be of a table or of a line.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

impl Found {
    /// What was not read, if there is anything.
    pub fn left_out(&self) -> Option<Skipped> {
        let text = format!("the JSON's {}", self.left_out.join(", "));
        (!self.left_out.is_empty()).then_some(Skipped { row: 1, text })
    }

    /// The table as one of a text of so many rows, or the reason why it is none; `None` if the
    /// text has only a line.
    pub fn table_of_text(&self, rows: usize) -> Option<Result<FoundTable, TableError>> {
        let left_out = self.left_out().into_iter();
        let remarks: Vec<Remark> = left_out
            .map(|skipped| Remark::new(0, &format!("left out: {}", skipped.text)))
            .collect();
        let found = |table, form, rows| FoundTable {
            table,
            form,
            rows,
            listed: None,
            remarks: remarks.clone(),
        };
        let error = |reason| TableError {
            rows: 0..rows,
            line: None,
            column: None,
            reason,
        };
        match (&self.table, self.deal) {
            (Some(table), _) => {
                let table = table.clone().map(|table| found(table, Form::Json, 0..rows));
                Some(table.map_err(error))
            }
            (None, Some(number)) => {
                let deal = NumberedDeal::new_microsoft(number);
                let table = deal.map(|deal| found(deal.table(), Form::Number, 0..0));
                Some(table.map_err(error))
            }
            (None, None) => None,
        }
    }
}

/// The table in an object that has its cascades under that name.
fn table_of(
    name: &str,
    places: &Map<String, Value>,
    left_out: &mut Names,
) -> Result<Table, String> {
    for name in [name, "cells", "foundations"] {
        left_out.take(name);
    }
    let cascades = places.get(name).and_then(Value::as_array);
    let cascades = cascades.filter(|piles| piles.len() == CASCADES);
    let cascades = cascades.ok_or("expected an array of eight cascades")?;
    let mut table = Table::default();
    for (cascade, pile) in table.cascades.iter_mut().zip(cascades) {
        let cards = pile
            .as_array()
            .ok_or("expected an array of cards for each cascade")?;
        for card in cards {
            let card = card_of(card)?.ok_or("expected a card in each place of a cascade")?;
            cascade
                .try_push(card)
                .map_err(|_| "more cards in a cascade than there are")?;
        }
    }
    let others = |name: &str| -> Result<&[Value], String> {
        match places.get(name) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(values)) => Ok(values),
            Some(_) => Err(format!("expected an array of {name}")),
        }
    };
    let cells = others("cells")?;
    if cells.len() > CELLS {
        return Err(format!("{} cells, expected four", cells.len()));
    }
    for (cell, value) in table.cells.iter_mut().zip(cells) {
        *cell = card_of(value)?;
    }
    // A suit's number of cards, as here, or cards, as in Solvitaire's.
    for (index, value) in others("foundations")?.iter().enumerate() {
        if let Some(count) = value.as_u64().filter(|_| index < 4) {
            let count = u8::try_from(count).ok().filter(|&count| count <= 13);
            table.foundations[index] = count.ok_or("more than 13 cards of a suit at home")?;
        } else if let Some(card) = card_of(value)? {
            let home = &mut table.foundations[card.suit().index()];
            *home = card.rank().number().max(*home);
        }
    }
    table.validate().map_err(|error| error.to_string())?;
    Ok(table)
}

/// A card, or none in an empty place.
fn card_of(value: &Value) -> Result<Option<Card>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) if text.is_empty() || text == "-" => Ok(None),
        Value::String(text) => {
            let card = text.replace("10", "T").parse();
            card.map(Some)
                .map_err(|_| format!("found {text:?}, expected a card such as \"10H\""))
        }
        other => Err(format!("found {other}, expected a card such as \"10H\"")),
    }
}
