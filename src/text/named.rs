//! Deals that a text names: `Deal 617`, in a sentence as well, in a link or in a window's title.

use super::lines;
use crate::deal;

/// A deal that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedDeal {
    /// The row in which it is named, the first being 0.
    pub row: usize,
    /// The number.
    pub number: u64,
    /// The program whose own numbering it is, if that is not Microsoft's.
    pub other: Option<&'static str>,
}

/// Words with which the name of a deal begins.
const LABELS: [&str; 6] = ["freecell", "microsoft", "ms", "game", "deal", "no."];

/// Below it, `PySolFC` has Microsoft's deals; from it on only if `ms` stands before the number.
const PYSOL_OWN: u64 = 32_000;

/// The deals that a text names, each number once.
pub fn deals(text: &str) -> Vec<NamedDeal> {
    let mut found: Vec<NamedDeal> = Vec::new();
    for (row, line) in text.lines().enumerate() {
        for (number, other) in in_row(line) {
            if found.iter().all(|deal| deal.number != number) {
                found.push(NamedDeal { row, number, other });
            }
        }
    }
    found
}

/// The numbers that a row names, and the programs whose own they are.
fn in_row(row: &str) -> Vec<(u64, Option<&'static str>)> {
    // Titles set the number off with dashes.
    let row = row
        .to_lowercase()
        .replace(" - ", " ")
        .replace("xfreecell", " freecell");
    let is_start = |&at: &usize| {
        let before = row[..at].chars().next_back();
        let begins = LABELS.iter().any(|label| row[at..].starts_with(label));
        !before.is_some_and(char::is_alphanumeric) && begins || row[at..].starts_with('#')
    };
    let starts = row.char_indices().map(|(at, _)| at).filter(is_start);
    let mut end = 0;
    let mut found = Vec::new();
    for at in starts {
        let Some((number, rest)) = deal::read_number(&row[at..]).filter(|_| at >= end) else {
            continue;
        };
        end = row.len() - rest.len();
        // A small number after a mere sign may be one of a list.
        let is_listed = row[at..].starts_with('#') && number < 100;
        let is_whole = !rest.starts_with(char::is_alphanumeric);
        if is_whole && !is_listed {
            found.push((number, other_numbering(&row, &row[at..end], number)));
        }
    }
    // Before moves, as in `617:2a-27`, and in a link.
    let before_moves = lines::deal_before(&row).map(|(number, _)| (number, None));
    found.extend(before_moves);
    found
}

/// The program whose numbering a name follows, if its numbers are not Microsoft's.
fn other_numbering(row: &str, name: &str, number: u64) -> Option<&'static str> {
    let is_microsoft = name.contains("ms") || name.contains("microsoft");
    (row.contains("pysol") && !is_microsoft && number >= PYSOL_OWN).then_some("PySolFC")
}
