//! Deals that a text names: `Deal 617`, in a sentence as well, in a link or in a window's title.

use std::fmt::Display;

use super::{lines, notation};
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

/// The fewest digits of the numbers that `PySolFC` gives its own games; it writes twenty.
const PYSOL_DIGITS: usize = 17;

/// The deals that a text names, each number once.
pub fn deals(text: &str) -> Vec<NamedDeal> {
    let mut found: Vec<NamedDeal> = Vec::new();
    // "to freecell 0" in a sentence of fc-solve's names a cell.
    let is_move = |row: &str| notation::read_sentence(row).is_some();
    let rows = text.lines().enumerate().filter(|(_, row)| !is_move(row));
    for (row, line) in rows {
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
    let row = row.to_lowercase();
    // xfreecell says whether its number is Microsoft's.
    let is_other_x = row.contains("xfreecell") && !row.contains("ms seed");
    let other_x = is_other_x.then_some("xfreecell");
    let row = row.replace(" - ", " ").replace("xfreecell", " freecell");
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
        let digits = row[..end].bytes().rev().take_while(u8::is_ascii_digit);
        let is_long = digits.count() >= PYSOL_DIGITS;
        // A small number after a mere sign may be one of a list.
        let is_listed = row[at..].starts_with('#') && number < 100;
        let is_whole = !rest.starts_with(char::is_alphanumeric);
        if is_whole && !is_listed {
            let other = other_numbering(&row, &row[at..end], number);
            found.push((
                number,
                Some("PySolFC").filter(|_| is_long).or(other).or(other_x),
            ));
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

/// The number of the deal that a text names first.
///
/// # Errors
/// It is a number of another program's own.
pub fn number_in(text: &str) -> Option<Result<u64, String>> {
    let NamedDeal { number, other, .. } = *deals(text).first()?;
    Some(match other {
        Some(program) => Err(other_reason(number, program)),
        None => Ok(number),
    })
}

/// The reason why a number that consists of many digits is not Microsoft's, although it could be
/// read as one.
pub fn pysol_reason(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('#');
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits && text.len() >= PYSOL_DIGITS).then(|| other_reason(text, "PySolFC"))
}

/// The reason why a number of another program's own is no deal here.
pub fn other_reason(number: impl Display, program: &str) -> String {
    format!(
        "{program} deals number {number} by another generator than Microsoft's, which is not \
         known here; expected a table, or a number of Microsoft's such as ms617"
    )
}
