//! Boards by rows, as they look on a screen: each line has a card of each cascade, the
//! deepest cards first, and `--` where a cascade has none. Lines of foundations and
//! of cells may precede them, as on a board of fc-solve's.

use std::fmt::Write as _;

use crate::table::{Cascade, Table, CASCADES};
use crate::text::fc_solve::print_places_in_use;

/// The table as rows. Of a new deal, only the cascades.
pub fn print(table: &Table) -> String {
    let mut board = print_places_in_use(table, "Freecells:");
    let height = table.cascades.iter().map(Cascade::len).max().unwrap_or(0);
    for row in 0..height {
        let cards = table.cascades.iter().map(|cascade| match cascade.get(row) {
            Some(card) => card.to_string(),
            None => "--".to_owned(),
        });
        let mut cards: Vec<String> = cards.collect();
        // The first row has an entry for every cascade, so that these are seen to be rows,
        // whichever cascades are empty. Eight rows would look like cascades.
        while row > 0 && height != CASCADES && cards.last().is_some_and(|last| last == "--") {
            cards.pop();
        }
        let _ = writeln!(board, "{}", cards.join(" "));
    }
    board
}
