//! Deals that a text names: `Deal 617`, in a sentence as well, in a link or in a window's title.

use std::fmt::Display;

use super::numbering::{NumberedDeal, Numbering};
use super::{lines, notation};
use crate::deal;
use crate::moves::Move;

/// A deal by its name, or the reason why there is none with it, or none known here.
pub type DealName = Result<NumberedDeal, String>;

/// A deal that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDeal {
    /// The row in which it is named, the first being 0.
    pub row: usize,
    /// Its digits as they stand there, or all of the name that has a colon.
    pub digits: String,
    /// The deal.
    pub deal: DealName,
}

/// Words with which the name of a deal begins.
const LABELS: [&str; 6] = ["freecell", "microsoft", "ms", "game", "deal", "no."];

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
            let numbering = numbering_in(&row, &row[at..end]);
            let deal = NamedDeal::new(numbering, number, &row[..end]);
            found.push(if is_other_x {
                let reason = other_reason(&deal.digits, "xfreecell");
                NamedDeal {
                    deal: Err(reason),
                    ..deal
                }
            } else {
                deal
            });
        }
    }
    found.extend(below_zero(&row));
    found.extend(row.split_whitespace().filter_map(with_program));
    // Before moves, as in `617:2a-27`, and in a link.
    let before_moves = lines::deal_before(&row);
    found.extend(before_moves.map(|(deal, moves)| NamedDeal {
        row: 0,
        digits: digits_at_the_end(&row[..moves]),
        deal,
    }));
    found
}

impl NamedDeal {
    /// The deal with a number with which a text ends, but for a colon. One of many digits is
    /// `PySolFC`'s.
    fn new(numbering: Numbering, number: u64, text: &str) -> NamedDeal {
        let long = long_number(text.trim_end_matches(':'));
        let (deal, digits) = match long {
            Some(digits) => (long_deal(digits), digits.to_owned()),
            None => (
                NumberedDeal::new(numbering, number.into()),
                number.to_string(),
            ),
        };
        NamedDeal {
            row: 0,
            digits,
            deal,
        }
    }
}

/// The deal with a number with which a text ends.
pub fn of_number(number: u64, text: &str) -> DealName {
    NamedDeal::new(Numbering::Microsoft, number, text).deal
}

/// The digits of the number with which a text ends, but for a colon, without marks in it.
fn digits_at_the_end(text: &str) -> String {
    let text = text.trim_end_matches(':');
    let is_in = |c: &char| c.is_ascii_digit() || ",'.".contains(*c);
    let reversed: Vec<char> = text.chars().rev().take_while(is_in).collect();
    let digits = reversed.into_iter().rev().filter(char::is_ascii_digit);
    digits.collect()
}

/// Microsoft's -1 and -2 after a word for a deal, as in `Game -1`.
fn below_zero(row: &str) -> Option<NamedDeal> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let is_named = |pair: &&[&str]| {
        let label = pair[0].trim_end_matches(['#', ':']);
        LABELS.contains(&label) && ["-1", "-2"].contains(&end_of_sentence(pair[1]))
    };
    let number = end_of_sentence(words.windows(2).find(is_named)?[1]);
    Some(NamedDeal {
        row: 0,
        digits: number.to_owned(),
        deal: NumberedDeal::new(Numbering::Microsoft, number.parse().ok()?),
    })
}

/// A deal with its program's name, as in `pysolfc:100000`.
fn with_program(word: &str) -> Option<NamedDeal> {
    let word = word.trim_matches(|c: char| "\"'`()[],;.:".contains(c));
    let (name, number) = word.split_once(':')?;
    let is_known = Numbering::ALL.iter().any(|it| it.name() == name);
    (is_known && is_number(number)).then(|| NamedDeal {
        row: 0,
        digits: word.to_owned(),
        deal: word.parse(),
    })
}

/// Whether a text is a number as it stands behind a program's name.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix("ms").unwrap_or(text);
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn end_of_sentence(word: &str) -> &str {
    word.trim_end_matches(['.', ',', ':', '!', '?', ')'])
}

/// The digits with which a text ends, if `PySolFC` may have given so many to a game.
fn long_number(text: &str) -> Option<&str> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    (digits >= PYSOL_DIGITS).then(|| &text[text.len() - digits..])
}

/// `PySolFC`'s deal with a number of many digits; noughts before it count for nothing.
fn long_deal(digits: &str) -> DealName {
    let number = digits.parse().unwrap_or(i128::MAX);
    NumberedDeal::new(Numbering::PySolFc, number)
}

/// The numbering that a name follows.
fn numbering_in(row: &str, name: &str) -> Numbering {
    let is_microsoft = name.contains("ms") || name.contains("microsoft");
    let programs = [
        ("pysol", Numbering::PySolFc),
        ("kpat", Numbering::Kpat),
        ("soliterm", Numbering::Soliterm),
    ];
    let program = programs.iter().find(|(program, _)| row.contains(program));
    program
        .filter(|_| !is_microsoft)
        .map_or(Numbering::Microsoft, |(_, numbering)| *numbering)
}

/// The deal that a text is the name of, `617`, `#1,000,000`, `pysolfc:100000` or -1; or else the
/// one that it names first.
///
/// # Errors
/// There is no such deal, or none known here.
pub fn deal_in(text: &str) -> Option<DealName> {
    let text = text.trim();
    if let Some(number) = below_zero(&format!("deal {text}")) {
        return Some(number.deal).filter(|_| text.len() == 2);
    }
    if let Some((name, number)) = text.split_once(':') {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && !name.contains(char::is_whitespace)
            && !["freecell", "game", "deal"].contains(&&*name.to_lowercase());
        if is_name && is_number(number.trim()) {
            return Some(text.parse());
        }
    }
    let whole = deal::read_number(text).filter(|(_, rest)| rest.trim().is_empty());
    if let Some((number, _)) = whole {
        return Some(NamedDeal::new(Numbering::Microsoft, number, text).deal);
    }
    Some(deals(text).into_iter().next()?.deal)
}

/// The reason why a number of another program's own is no deal here.
pub fn other_reason(number: impl Display, program: &str) -> String {
    format!(
        "{program} deals number {number} by another generator than Microsoft's, which is not \
         known here; expected a table, or a number of Microsoft's such as ms617"
    )
}
