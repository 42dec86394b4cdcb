//! JSON that has a table or a line: this project's own answers, and Solvitaire's deals.

use serde_json::Value;

use super::numbering::NumberedDeal;
use super::tables::{Form, FoundTable, TableError};
use crate::card::Card;
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
}

/// Reads a JSON text; `None` if it is none, or has neither a table nor a line.
pub fn read(text: &str) -> Option<Found> {
    let is_one = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{');
    let value: Value = is_one.then(|| serde_json::from_str(text.trim()).ok())??;
    let table = match (value.get("tableau piles"), value.get("table")) {
        (Some(piles), _) => Some(table_of(Some(piles), &value)),
        (None, Some(table)) if table.is_object() => Some(table_of(table.get("cascades"), table)),
        _ => None,
    };
    // The lab's answers name their deal; another object with a line may be anything.
    if table.is_none() && value.get("deal").is_none() {
        return None;
    }
    let line = value.get("line").and_then(Value::as_str).map(str::to_owned);
    let deal = value.get("deal").and_then(Value::as_u64);
    let found = Found { table, deal, line };
    (found != Found::default()).then_some(found)
}

impl Found {
    /// The table as one of a text of so many rows, or the reason why it is none; `None` if the
    /// text has only a line.
    pub fn table_of_text(&self, rows: usize) -> Option<Result<FoundTable, TableError>> {
        let found = |table, form, rows| FoundTable {
            table,
            form,
            rows,
            listed: None,
            remarks: Vec::new(),
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

/// The table with these cascades and the other places of an object.
fn table_of(cascades: Option<&Value>, places: &Value) -> Result<Table, String> {
    let cascades = cascades.and_then(Value::as_array);
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
