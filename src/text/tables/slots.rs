//! Boards in which each place has a field of its own: what is in the fields, and where it goes.

use std::ops::Range;

use super::{Flaw, Form, FoundTable, TableError};
use crate::card::Card;
use crate::table::{Cascade, Table, CASCADES};
use crate::text::spelling::card;

/// The table that was read from some rows, if it is one of a whole deck.
pub fn found(
    table: Result<Table, Flaw>,
    form: Form,
    rows: Range<usize>,
) -> Result<FoundTable, TableError> {
    let whole = table.and_then(|table| match table.validate() {
        Ok(()) => Ok(table),
        Err(error) => Err(Flaw::new(error.to_string())),
    });
    let table = whole.map_err(|flaw| flaw.into_error(rows.clone()))?;
    Ok(FoundTable {
        table,
        form,
        rows,
        listed: None,
        remarks: Vec::new(),
    })
}

/// The cards in the fields of a row. A field without one is blank, or has brackets around nothing.
pub fn cards(fields: &[String]) -> Result<Vec<Option<Card>>, Flaw> {
    let read = |field: &String| {
        let text = field
            .trim()
            .trim_start_matches('[')
            .trim_end_matches(']')
            .trim();
        let found = (!text.is_empty()).then(|| {
            let expected = || Flaw::new(format!("found {text:?}, expected a card such as TH"));
            card(text).ok_or_else(expected)
        });
        found.transpose()
    };
    fields.iter().map(read).collect()
}

/// Puts each foundation's highest card and all below it home.
pub fn put_home(foundations: &mut [u8; 4], highest: &[Option<Card>]) -> Result<(), Flaw> {
    for (index, highest) in highest.iter().enumerate() {
        let Some(highest) = highest else { continue };
        let home = &mut foundations[highest.suit().index()];
        if *home > 0 {
            let number = index + 1;
            let why = format!("found {highest} on foundation {number}, its suit has another");
            return Err(Flaw::new(why));
        }
        *home = highest.rank().number();
    }
    Ok(())
}

/// Puts the cards of one row, the first being 0, onto the cascades.
pub fn put_row(
    cascades: &mut [Cascade; CASCADES],
    row: usize,
    cards: &[Option<Card>],
) -> Result<(), Flaw> {
    for (index, found) in cards.iter().enumerate() {
        let Some(found) = *found else { continue };
        let Some(cascade) = cascades.get_mut(index) else {
            let why = format!("found {found} in a ninth cascade, expected eight");
            return Err(Flaw::new(why));
        };
        if cascade.len() < row {
            let number = index + 1;
            let why = format!("found {found} below a gap in cascade {number}");
            return Err(Flaw::new(why));
        }
        let pushed = cascade.try_push(found);
        pushed.map_err(|_| Flaw::new("too many cards in a cascade"))?;
    }
    Ok(())
}
