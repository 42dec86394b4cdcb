//! Deals that a text names: `Deal 617`, in a sentence as well, in a link or in a window's title.

use std::fmt::Display;

use super::{lines, notation};
use crate::deal;
use crate::moves::Move;

/// A deal that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDeal {
    /// The row in which it is named, the first being 0.
    pub row: usize,
    /// The number.
    pub number: u64,
    /// Its digits: of a long one, those that stand there.
    pub digits: String,
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
        for deal in in_row(line) {
            if found.iter().all(|other| other.digits != deal.digits) {
                found.push(NamedDeal { row, ..deal });
            }
        }
    }
    found
}

/// The deals that a row names.
fn in_row(row: &str) -> Vec<NamedDeal> {
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
        // A small number after a mere sign may be one of a list.
        let is_listed = row[at..].starts_with('#') && number < 100;
        let is_whole = !rest.starts_with(char::is_alphanumeric);
        // Behind a move, `ms 27` is a word and another move.
        let is_move = |word: &str| word.parse::<Move>().is_ok();
        let is_in_line = number < 100 && row[..at].split_whitespace().any(is_move);
        if is_whole && !is_listed && !is_in_line {
            let other = other_numbering(&row, &row[at..end], number);
            let deal = NamedDeal::new(number, &row[..end]);
            found.push(NamedDeal {
                other: deal.other.or(other).or(other_x),
                ..deal
            });
        }
    }
    // Before moves, as in `617:2a-27`, and in a link.
    let before_moves = lines::deal_before(&row);
    found.extend(before_moves.map(|(number, moves)| NamedDeal::new(number, &row[..moves])));
    found
}

impl NamedDeal {
    /// The deal with a number with which a text ends, but for a colon.
    fn new(number: u64, text: &str) -> NamedDeal {
        let long = long_number(text.trim_end_matches(':'));
        NamedDeal {
            row: 0,
            number,
            digits: long.map_or_else(|| number.to_string(), str::to_owned),
            other: long.map(|_| "PySolFC"),
        }
    }
}

/// The digits with which a text ends, if `PySolFC` may have given so many to a game of its own.
fn long_number(text: &str) -> Option<&str> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    (digits >= PYSOL_DIGITS).then(|| &text[text.len() - digits..])
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
    let deal = deals(text).into_iter().next()?;
    Some(match deal.other {
        Some(program) => Err(other_reason(deal.digits, program)),
        None => Ok(deal.number),
    })
}

/// The reason why a text that is only a number of many digits is not Microsoft's, although it could
/// be read as one.
pub fn pysol_reason(text: &str) -> Option<String> {
    let (_, rest) = deal::read_number(text)?;
    let digits = long_number(text.trim_end()).filter(|_| rest.trim().is_empty());
    digits.map(|digits| other_reason(digits, "PySolFC"))
}

/// The reason why a number of another program's own is no deal here.
pub fn other_reason(number: impl Display, program: &str) -> String {
    format!(
        "{program} deals number {number} by another generator than Microsoft's, which is not \
         known here; expected a table, or a number of Microsoft's such as ms617"
    )
}
