//! Tables as text, in every form that people have them: a turn's 14 lines, or a board
//! of fc-solve's or PySolFC's, by cascades or by rows. A turn begins with a line that
//! has a number and nothing else. Lines of moves are read by [`pasted_moves`];
//! other programs' solutions by [`notation`], and [`translation`] writes them as the puzzle does.
//!
//! Where the text comes from is not known here: the lab reads files, the page what
//! is pasted into it.

pub mod fc_solve;
pub mod notation;
pub mod pasted_moves;
mod pretty;
pub mod rows;
pub mod steps;
pub mod translation;

use crate::card::{Card, Suit};
use crate::protocol::Reader;
use crate::table::{Table, CASCADES};
use anyhow::{Context, Result};

/// What a text is read as.
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
    /// The 52 cards of a new deal in one line, in the order in which they are dealt.
    Deck,
}

impl Form {
    /// The form of a text, right or wrong.
    pub fn detect(text: &str) -> Form {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next();
        let is_deck = |line: &str| line.split_whitespace().count() == Card::COUNT;
        match first {
            Some(line) if line.starts_with("a ") && line.contains(" h ") => Form::Pretty,
            Some(line) if is_deck(line) && lines.next().is_none() => Form::Deck,
            Some(line) if line.bytes().all(|byte| byte.is_ascii_digit()) => Form::Turn,
            _ if rows::are_in(text) => Form::Rows,
            _ => Form::Board,
        }
    }

    /// Its name, with the article.
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

/// The table that a text shows, and what is odd about the text if it is no reason
/// to refuse it. Of several turns, the first counts.
///
/// # Errors
/// What was found, where, and what was expected.
pub fn parse(text: &str) -> Result<(Table, Option<String>)> {
    let text = &with_letters(text);
    match Form::detect(text) {
        Form::Turn => in_turn(text),
        Form::Board => Ok((fc_solve::parse(text)?, None)),
        Form::Rows => Ok((rows::parse(text)?, None)),
        Form::Pretty => Ok((pretty::parse(text)?, None)),
        Form::Deck => Ok((rows::parse(&in_rows(text))?, None)),
    }
}

/// The text with letters for the symbols of suits.
pub fn with_letters(text: &str) -> String {
    const SYMBOLS: [&str; 4] = ["♣♧", "♦♢", "♥♡", "♠♤"];
    let letter = |symbol: char| {
        let suit = SYMBOLS.iter().position(|suit| suit.contains(symbol));
        suit.map_or(symbol, |suit| Suit::ALL[suit].letter())
    };
    // Some systems add a sign that has the symbol drawn as text or in colour.
    let signs = ['\u{fe0e}', '\u{fe0f}'];
    text.chars()
        .filter(|c| !signs.contains(c))
        .map(letter)
        .collect()
}

/// Cards in one line as rows of eight.
fn in_rows(deck: &str) -> String {
    let cards: Vec<&str> = deck.split_whitespace().collect();
    let rows: Vec<String> = cards.chunks(CASCADES).map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// The first turn's table.
fn in_turn(text: &str) -> Result<(Table, Option<String>)> {
    let turn = Reader::new(text.as_bytes()).next_turn()?;
    let turn = turn.context("no turn")?;
    let warning = turn.moves.err().map(|warning| warning.to_string());
    Ok((turn.table, warning))
}
