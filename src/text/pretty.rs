//! Tables as `lab deal --format pretty` prints them, read back: cells and foundations in
//! one line, the cascades' numbers in the next, and below them the cards.

use crate::table::{Table, CASCADES};
use anyhow::{Context, Result};

use crate::text::fc_solve::{parse_card, parse_cells, parse_foundations, put};

/// The table that such a text shows, in letters.
///
/// # Errors
/// What was found and what was expected.
pub fn parse(text: &str) -> Result<Table> {
    let mut lines = text.lines().skip_while(|line| line.trim().is_empty());
    let (cells, home) = lines
        .next()
        .and_then(|line| line.split_once(" h "))
        .unwrap_or_default();
    // Each cell is a letter and a card, or --.
    let cells: Vec<&str> = cells.split_whitespace().skip(1).step_by(2).collect();
    let entries = home
        .split_whitespace()
        .map(|card| match card.split_at_checked(1) {
            Some((rank, suit)) if rank != "-" => format!("{suit}-{rank}"),
            _ => String::new(),
        });
    let entries: Vec<String> = entries.collect();
    let mut table = Table {
        cells: parse_cells(&cells.join(" ").replace("--", "-"))?,
        foundations: parse_foundations(&entries.join(" "))?,
        ..Table::default()
    };
    let numbers = lines.next().unwrap_or_default();
    let columns: Option<Vec<usize>> = (1..=CASCADES)
        .map(|n| numbers.find(&n.to_string()))
        .collect();
    let columns = columns.context("no line with the cascades' numbers 1 to 8")?;
    for row in lines {
        for (cascade, &end) in columns.iter().enumerate() {
            // A card ends below its cascade's number.
            let card = row
                .get(end.saturating_sub(1)..=end)
                .unwrap_or_default()
                .trim();
            if !card.is_empty() {
                put(&mut table, cascade, parse_card(card)?)?;
            }
        }
    }
    table.validate()?;
    Ok(table)
}
