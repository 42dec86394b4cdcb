//! What a row of text may be to a table.

use super::cells::Cells;
use super::places::{self, Label};
use super::Flaw;
use crate::card::Card;
use crate::moves::Move;
use crate::table::CASCADES;
use crate::text::notation;
use crate::text::spelling::{Row, Word};

/// Words before the colon of a cascade, with or without its number.
const CASCADE_LABELS: [&str; 7] = ["cascade", "column", "col", "stack", "tableau", "pile", "c"];

/// A row, by what it may be to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing, or nothing but marks that enclose text.
    Blank,
    /// The labelled row of the foundations.
    Foundations([u8; 4], Label),
    /// The labelled row of the cells.
    Cells(Cells, Label),
    /// The cells and the foundations in one row: of fc-solve's default display, or of
    /// `lab deal --format pretty`.
    Both(Both),
    /// What stands above rows: the cascades' numbers, or a sign for each.
    Header(Vec<Word>),
    /// A cascade's cards, after a colon.
    Cascade(Vec<Word>),
    /// Cards, and signs for places without one.
    Cards(Vec<Word>),
    /// A row that is one of a table's but for this.
    Flawed(Flaw),
    Other,
}

/// The cells and the foundations in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Both {
    pub cells: [Option<Card>; 4],
    pub foundations: [u8; 4],
    pub is_pretty: bool,
}

impl Kind {
    pub fn of(row: &Row) -> Kind {
        let words = row.words();
        if words.is_empty() {
            return empty(row);
        }
        // A move that names cards is not a row of them.
        let text = row.text(0..row.characters.len());
        if notation::read_sentence(&text).is_some() || notation::read_table_row(&text).is_some() {
            return Kind::Other;
        }
        places::labelled(row)
            .or_else(|| places::both(&words))
            .or_else(|| header(&words))
            .or_else(|| cascade(row))
            .unwrap_or_else(|| cards(words))
    }
}

/// A row without words: a cascade without cards, if it is an empty list.
fn empty(row: &Row) -> Kind {
    let is_blank = |c: &char| c.is_whitespace() || *c == ',' || *c == '>';
    let signs: String = row.characters.iter().filter(|c| !is_blank(c)).collect();
    if signs == "[]" {
        Kind::Cascade(Vec::new())
    } else {
        Kind::Blank
    }
}

fn header(words: &[Word]) -> Option<Kind> {
    let numbers = words.iter().map(|word| word.text.parse());
    let are_numbers = numbers.eq((1..=CASCADES).map(Ok));
    let is_sign = |word: &Word| word.is_gap() && word.text.len() > 1;
    let are_signs = words.len() > 1 && words.iter().all(is_sign);
    (are_numbers || are_signs).then(|| Kind::Header(words.to_vec()))
}

/// A row with a colon, if nothing but a cascade's name stands before it.
fn cascade(row: &Row) -> Option<Kind> {
    let colon = row.characters.iter().position(|&c| c == ':')?;
    let label = row.text(0..colon).to_lowercase();
    let label = label.trim_matches(|c: char| c.is_whitespace() || "|>\"'`([{#".contains(c));
    let name = label.trim_end_matches(|c: char| ('1'..='8').contains(&c));
    let is_name = CASCADE_LABELS.contains(&name.trim()) || name.is_empty();
    if !is_name || label.len() > name.len() + 1 {
        return None;
    }
    let words = row.words_from(colon + 1);
    match words.iter().find(|word| !word.is_place()) {
        None => Some(Kind::Cascade(words)),
        // A line of moves may be numbered, too.
        Some(_) if !words.iter().any(|word| word.card().is_some()) => None,
        Some(other) if label.is_empty() || !name.is_empty() => {
            Some(Kind::Flawed(Flaw::not_a_card(other)))
        }
        Some(_) => None,
    }
}

/// A row without a colon: cards; or mostly cards, and words as short.
fn cards(words: Vec<Word>) -> Kind {
    let are_cards = words.iter().any(|word| word.card().is_some()) || words.len() > 1;
    let Some(other) = words.iter().find(|word| !word.is_place()) else {
        return if are_cards {
            Kind::Cards(words)
        } else {
            Kind::Other
        };
    };
    let cards = words.iter().filter(|word| word.card().is_some());
    // A line of moves has words that could be cards.
    let surely = cards.clone().filter(|word| !is_move(word)).count();
    let are_short = words.iter().all(|word| word.text.chars().count() <= 3);
    if surely >= 2 && 2 * cards.count() > words.len() && are_short {
        return Kind::Flawed(Flaw::not_a_card(other));
    }
    Kind::Other
}

/// Whether the cards of a row may as well be moves, as in `6h 8h 5h 4h`.
pub fn may_be_moves(words: &[Word]) -> bool {
    words.iter().all(is_move)
}

fn is_move(word: &Word) -> bool {
    word.text.parse::<Move>().is_ok()
}
