//! Tables as text, in every form that people use: a turn's 14 lines, or a board
//! of fc-solve's or PySolFC's, by cascades or by rows. [`ParsedTable`] reads them all.
//!
//! Where the text comes from is not known here: the lab reads files, the page what
//! is pasted into it. Lines of moves are read by `pasted_moves`; other programs' solutions by
//! `notation`, and `translation` writes them as the puzzle does.

#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod fc_solve;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod notation;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod pasted_moves;
mod pretty;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod rows;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod translation;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::card::{Card, Suit};
use crate::protocol::Reader;
use crate::table::{Table, CASCADES};
use anyhow::Context as _;

pub use fc_solve::{print as print_board, print_for_pysol};
pub use rows::print as print_rows;

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The 14 lines that a bot reads.
    Turn,
    /// A board as fc-solve prints it, a cascade a line.
    Board,
    /// A board with a row of cards in each line.
    Rows,
    /// A table as `lab deal --format pretty` prints it.
    Pretty,
    /// The 52 cards of a new deal in the order in which they are dealt: in one line, wrapped
    /// after more than eight, or one a line.
    Deck,
}

impl Form {
    /// The form that a text seems to have, even if it turns out not to be readable.
    pub fn detect(text: &str) -> Form {
        Form::detect_plain(&plain(text))
    }

    fn detect_plain(text: &str) -> Form {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lengths = lines.clone().map(|line| line.split_whitespace().count());
        let is_deck = lengths.clone().next().is_some_and(|first| {
            let starts = (0..Card::COUNT).step_by(first);
            let wrapped = starts.map(|start| first.min(Card::COUNT - start));
            !(2..=CASCADES).contains(&first) && wrapped.eq(lengths)
        });
        match lines.next() {
            Some(line) if line.starts_with("a ") && line.contains(" h ") => Form::Pretty,
            Some(_) if is_deck => Form::Deck,
            Some(line) if line.bytes().all(|byte| byte.is_ascii_digit()) => Form::Turn,
            _ if rows::are_in(text) => Form::Rows,
            _ => Form::Board,
        }
    }

    /// The form's name, with its article.
    pub fn name(self) -> &'static str {
        match self {
            Form::Turn => "a turn",
            Form::Board => "a board of fc-solve's",
            Form::Rows => "a board by rows",
            Form::Pretty => "a table for human readers",
            Form::Deck => "a deck, dealt row by row",
        }
    }
}

/// A table read from text in any [`Form`].
///
/// ```
/// use freecell::text::{print_board, print_rows, Form, ParsedTable};
/// use freecell::{deal, Table};
///
/// let table = deal::microsoft(617).unwrap();
/// let read: ParsedTable = print_rows(&table).parse().unwrap();
/// assert_eq!((read.table, read.form), (table.clone(), Form::Rows));
///
/// let board = print_board(&table).replace("AC", "AX");
/// let error = board.parse::<ParsedTable>().unwrap_err().to_string();
/// assert!(error.contains("AX"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedTable {
    /// The table; of several turns, the first one's.
    pub table: Table,
    /// The form that the text was read in.
    pub form: Form,
    /// An oddity of the text that is no reason to refuse it.
    pub warning: Option<String>,
}

impl FromStr for ParsedTable {
    type Err = Error;

    fn from_str(text: &str) -> Result<ParsedTable, Error> {
        let text = &plain(text);
        let form = Form::detect_plain(text);
        let mut warning = None;
        let table = match form {
            Form::Turn => in_turn(text, &mut warning),
            Form::Board => fc_solve::parse(text),
            Form::Rows => rows::parse(text),
            Form::Pretty => pretty::parse(text),
            Form::Deck => rows::parse(&in_rows(text)),
        };
        Ok(ParsedTable {
            table: table.map_err(Error)?,
            form,
            warning,
        })
    }
}

/// Why a text shows no table: what was found, where, and what was expected.
#[derive(Debug)]
pub struct Error(anyhow::Error);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for Error {}

/// The text with letters for the symbols of suits, and with blanks for the punctuation around and
/// between cards.
pub fn with_plain_cards(text: &str) -> String {
    const SYMBOLS: [&str; 4] = ["♣♧", "♦♢", "♥♡", "♠♤"];
    let plain = |c: char| match SYMBOLS.iter().position(|suit| suit.contains(c)) {
        Some(suit) => Suit::ALL[suit].letter(),
        None if ",;|[](){}\"'`>\u{feff}".contains(c) => ' ',
        None => c,
    };
    // Some systems add a sign that has the symbol drawn as text or in colour.
    let is_drawn = |c: &char| !['\u{fe0e}', '\u{fe0f}'].contains(c);
    let text: String = text.chars().filter(is_drawn).map(plain).collect();
    let words = text.split_inclusive(char::is_whitespace);
    words.map(separate_cards).collect()
}

/// The text with plain cards and without its title.
fn plain(text: &str) -> String {
    let mut text = with_plain_cards(text);
    let start = text.len() - text.trim_start().len();
    let first = text[start..].lines().next().unwrap_or_default();
    let is_deal = first.ends_with(|c: char| c.is_ascii_digit())
        && first.starts_with(|c: char| c == '#' || c.is_alphabetic())
        && !first.contains(':');
    let numbers = first.split_whitespace().map(str::parse);
    let is_title = is_deal || numbers.eq((1..=CASCADES).map(Ok));
    if is_title {
        text.drain(start..start + first.len());
    }
    text
}

/// A word of several cards, with blanks between them; any other word unchanged.
fn separate_cards(word: &str) -> Cow<'_, str> {
    let mut rest = word.trim_end();
    let mut cards = Vec::new();
    while !rest.is_empty() {
        let length = if rest.starts_with("10") { 3 } else { 2 };
        match rest.split_at_checked(length) {
            Some((card, more)) if card.parse::<Card>().is_ok() => {
                cards.push(card);
                rest = more;
            }
            _ => return word.into(),
        }
    }
    match cards.len() {
        0 | 1 => word.into(),
        _ => (cards.join(" ") + &word[word.trim_end().len()..]).into(),
    }
}

/// A deck in one line, as rows of eight cards.
fn in_rows(deck: &str) -> String {
    let cards: Vec<&str> = deck.split_whitespace().collect();
    let rows: Vec<String> = cards.chunks(CASCADES).map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// The table of the first turn.
fn in_turn(text: &str, warning: &mut Option<String>) -> anyhow::Result<Table> {
    let turn = Reader::new(text.as_bytes()).next_turn()?;
    let turn = turn.context("no turn")?;
    *warning = turn.moves.err().map(|warning| warning.to_string());
    Ok(turn.table)
}
