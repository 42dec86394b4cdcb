//! The labelled rows of the foundations and of the cells, and the rows that hold both.

use super::cells::{self, FIELD};
use super::kind::{Both, Kind};
use super::Flaw;
use crate::protocol::read_foundation;
use crate::table::CELLS;
use crate::text::spelling::{Row, Word};

const FOUNDATIONS_LABELS: [&str; 3] = ["foundations:", "foundation:", "founds:"];
const CELLS_LABELS: [&str; 6] = [
    "freecells:",
    "freecell:",
    "free cells:",
    "free cell:",
    "cells:",
    "fc:",
];

const PYSOL_LABELS: [&str; 2] = ["founds:", "fc:"];

/// A label that was found in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub column: usize,
    /// The column after it.
    pub end: usize,
    /// Whether PySolFC writes it.
    pub is_pysol: bool,
}

impl Label {
    /// The first of some labels, wherever it stands.
    fn find(row: &Row, labels: &[&str]) -> Option<Label> {
        let lower = row.characters.iter().map(char::to_ascii_lowercase);
        let lower: Vec<char> = lower.collect();
        for text in labels {
            let label: Vec<char> = text.chars().collect();
            let found = lower.windows(label.len()).position(|part| part == label);
            let is_word = |&at: &usize| at == 0 || !lower[at - 1].is_alphabetic();
            if let Some(column) = found.filter(is_word) {
                return Some(Label {
                    column,
                    end: column + label.len(),
                    is_pysol: PYSOL_LABELS.contains(text),
                });
            }
        }
        None
    }
}

/// A row of the foundations or of the cells, with its label.
pub fn labelled(row: &Row) -> Option<Kind> {
    if let Some(label) = Label::find(row, &FOUNDATIONS_LABELS) {
        let words = row.words_from(label.end);
        return match foundations(&words) {
            Ok(ranks) => Some(Kind::Foundations(ranks, label)),
            Err(flaw) => is_meant(&words, |word| read_foundation(&word.text).is_some())
                .then_some(Kind::Flawed(flaw)),
        };
    }
    let label = Label::find(row, &CELLS_LABELS)?;
    let words = row.words_from(label.end);
    match cells::labelled(row, label.end) {
        Ok(cells) => Some(Kind::Cells(cells, label)),
        Err(flaw) => is_meant(&words, Word::is_place).then_some(Kind::Flawed(flaw)),
    }
}

/// Whether a row is meant to be what its label says, rather than prose.
fn is_meant(words: &[Word], is_right: impl Fn(&Word) -> bool) -> bool {
    words.iter().any(is_right) || words.iter().all(|word| word.text.chars().count() <= 4)
}

/// The foundations' ranks. An entry that is missing is empty.
fn foundations(words: &[Word]) -> Result<[u8; 4], Flaw> {
    let mut ranks = [None; 4];
    for word in words {
        let Some((suit, rank)) = read_foundation(&word.text) else {
            return Err(Flaw::found(word, "a suit, a dash and a rank such as H-3"));
        };
        if ranks[suit.index()].replace(rank).is_some() {
            return Err(Flaw::found(word, "at most one foundation for each suit"));
        }
    }
    Ok(ranks.map(|rank| rank.unwrap_or(0)))
}

/// The cells and the foundations in one row.
pub fn both(words: &[Word]) -> Option<Kind> {
    pretty(words).or_else(|| display(words)).map(Kind::Both)
}

/// ` JD  8H                 H-0 C-0 D-0 S-A`: fields of four columns for the cells.
fn display(words: &[Word]) -> Option<Both> {
    let (cells, entries) = words.split_at_checked(words.len().checked_sub(4)?)?;
    let foundations = foundations(entries).ok()?;
    let start = entries[0].columns.start;
    // Six fields stand before the foundations, whatever stands before the first.
    let start = start.checked_sub(6 * FIELD)?;
    let mut read = [None; CELLS];
    for word in cells {
        let end = word.columns.end.checked_sub(start + FIELD - 1)?;
        *read
            .get_mut(end / FIELD)
            .filter(|_| end.is_multiple_of(FIELD))? = Some(word.card()?);
    }
    Some(Both {
        cells: read,
        foundations,
        is_pretty: false,
    })
}

/// `a --  b KC  c --  d --  h QC KD JH -S`.
fn pretty(words: &[Word]) -> Option<Both> {
    const NAMES: [&str; 5] = ["a", "b", "c", "d", "h"];
    if words.len() != 13
        || NAMES
            .iter()
            .zip(words.iter().step_by(2))
            .any(|(name, word)| *name != word.text)
    {
        return None;
    }
    let places: Vec<Word> = words[..8].iter().skip(1).step_by(2).cloned().collect();
    let mut foundations = [0; 4];
    for word in &words[9..] {
        if let Some(card) = word.card() {
            foundations[card.suit().index()] = card.rank().number();
        } else if !word.text.starts_with('-') {
            return None;
        }
    }
    Some(Both {
        cells: cells::in_order(&places).ok()?,
        foundations,
        is_pretty: true,
    })
}
