//! The rows of the foundations and of the cells.

use super::kind::{Both, Kind};
use super::Flaw;
use crate::card::Card;
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

/// The columns of a cell where fc-solve prints it: a card ends at a multiple of this.
const FIELD: usize = 4;

/// The cells of a row, and how it is known which is which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub cells: [Option<Card>; CELLS],
    /// Whether the row has blanks for an empty cell before a card.
    pub has_blank_gap: bool,
}

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
    match labelled_cells(&words, label.end) {
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

/// The cells after a label that ends before a column.
///
/// fc-solve prints each cell in a field of four columns, the card at its end, and blanks for an
/// empty one. Others write a sign for an empty cell, or the cards one after the other.
fn labelled_cells(words: &[Word], start: usize) -> Result<Cells, Flaw> {
    let in_order = cells(words)?;
    let in_fields: Option<Vec<usize>> = words
        .iter()
        .map(|word| {
            let end = word.columns.end - start;
            let is_field = end.is_multiple_of(FIELD) && !word.is_gap();
            is_field.then(|| end / FIELD - 1)
        })
        .collect();
    let is_prefix = |fields: &Vec<usize>| fields.iter().copied().eq(0..words.len());
    let mut read = Cells {
        cells: in_order,
        has_blank_gap: false,
    };
    match in_fields {
        Some(fields) if is_prefix(&fields) => Ok(read),
        Some(fields) if fields.iter().all(|&field| field < CELLS) => {
            read.cells = [None; CELLS];
            for (field, word) in fields.into_iter().zip(words) {
                read.cells[field] = word.card();
            }
            read.has_blank_gap = true;
            Ok(read)
        }
        _ => {
            // The cards one after the other, with no room for one that is not there.
            let before = words.iter().map(|word| word.columns.end);
            let before = [start].into_iter().chain(before);
            let far = before
                .zip(words)
                .find(|(end, word)| word.columns.start - end >= FIELD);
            match far {
                Some((_, word)) if words.len() < CELLS => Err(Flaw::found(
                    word,
                    "the cells with one blank before each and - for an empty one: \
                     it is not clear which cell this is",
                )),
                _ => Ok(read),
            }
        }
    }
}

/// The cells in the order of the words.
///
/// # Errors
/// A word that is no card and no sign for an empty cell; more than four.
pub fn cells(words: &[Word]) -> Result<[Option<Card>; CELLS], Flaw> {
    let mut cells = [None; CELLS];
    for (index, word) in words.iter().enumerate() {
        if !word.is_place() {
            return Err(Flaw::not_a_card(word));
        }
        let Some(cell) = cells.get_mut(index) else {
            return Err(Flaw::new("a fifth cell, expected four").in_column(word));
        };
        *cell = word.card();
    }
    Ok(cells)
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
        cells: cells(&places).ok()?,
        foundations,
        is_pretty: true,
    })
}
