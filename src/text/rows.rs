//! Boards by rows, as they look on a screen: each line has a card of each cascade, the
//! deepest cards first, and `--` where a cascade has none. Lines of foundations and
//! of cells may precede them, as on a board of fc-solve's.

use std::fmt::Write as _;

use crate::table::{Cascade, Table, CASCADES};
use anyhow::{ensure, Context, Result};

use crate::text::fc_solve::{parse_card, parse_places, print_places_in_use, put};

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

/// Whether a text looks like rows: eight cards in the first, and no cascades after it. Eight
/// lines are cascades, some of which may be empty; but a new deal's seven rows and an empty
/// line are rows.
pub fn are_in(text: &str) -> bool {
    const DEAL: [usize; 7] = [8, 8, 8, 8, 8, 8, 4];
    let unlabelled = text.lines().filter(|line| !line.contains(':'));
    let lines = unlabelled.map(|line| line.split_whitespace().count());
    let mut lengths: Vec<usize> = lines.collect();
    let are_cascades = lengths.len() == CASCADES;
    lengths.retain(|&count| count > 0);
    let has_holes = text.split_whitespace().any(|token| token == "--");
    let is_falling = lengths.is_sorted_by(|upper, lower| upper >= lower);
    let is_row = |&count: &usize| count <= CASCADES;
    lengths.first() == Some(&CASCADES)
        && lengths.iter().all(is_row)
        && (has_holes || is_falling && (!are_cascades || lengths == DEAL))
}

/// The table that rows show.
///
/// # Errors
/// A line that is no row, or cards that are not a whole deck.
pub fn parse(text: &str) -> Result<Table> {
    let mut table = Table::default();
    for (index, line) in text.lines().enumerate() {
        parse_line(line.trim(), &mut table).with_context(|| format!("line {}", index + 1))?;
    }
    table.validate()?;
    Ok(table)
}

fn parse_line(line: &str, table: &mut Table) -> Result<()> {
    let Some(row) = parse_places(line, table)? else {
        return Ok(());
    };
    for (cascade, token) in row.split_whitespace().enumerate() {
        ensure!(cascade < CASCADES, "a ninth card, expected eight in a row");
        if token != "--" {
            put(table, cascade, parse_card(token)?)?;
        }
    }
    Ok(())
}
