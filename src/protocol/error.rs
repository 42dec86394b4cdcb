//! What can be wrong with a turn: one variant for each field that can be.

use std::fmt;
use std::io::ErrorKind;

use crate::card::{Card, Suit};
use crate::table::CELLS;

/// The characters of the input that a message quotes at most.
const LONGEST_QUOTE: usize = 40;

/// Something wrong with the input, and where. Its message is one line of ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line that is wrong, or is missing.
    pub at: Location,
    /// What is wrong there.
    pub problem: Problem,
}

/// A line of the input. All numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line's number in the whole input.
    pub line: usize,
    /// The turn's number.
    pub turn: usize,
    /// The line's number within the turn, up to 14.
    pub line_of_turn: usize,
}

/// What was found and what was expected. Texts are quoted for printing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Line 1 is not a number from 1 to 5.
    FoundationCount(String),
    /// Line 2 is not eight numbers from 1 to 53.
    CascadeCounts(String),
    /// Line 3 does not begin with its label.
    FoundationsLabel(String),
    /// An entry of line 3 is no suit, dash and rank.
    Foundation(String),
    /// Line 3 has two entries of that suit.
    FoundationTwice(Suit),
    /// Line 3 does not have the number of foundations that line 1 announces.
    FoundationsStarted {
        /// The number announced.
        announced: usize,
        /// The number on line 3.
        found: usize,
    },
    /// Line 4 has a label, and the wrong one.
    CellsLabel(String),
    /// A cell holds something that is neither a card nor a sign for none.
    Cell(String),
    /// Line 4 has so many cells, more than there are.
    CellCount(usize),
    /// A cascade's line does not begin with a colon.
    CascadeColon(String),
    /// A cascade holds something that is no card.
    CascadeCard(String),
    /// A cascade does not have the number of cards that line 2 announces.
    CascadeLength {
        /// The number announced.
        announced: usize,
        /// The number on the line.
        found: usize,
    },
    /// The card is in a second place; home is one.
    CardTwice(Card),
    /// The card is neither in a cell nor in a cascade, and cannot be home.
    CardMissing(Card),
    /// Line 13 is not a number.
    WordCount(String),
    /// Line 14 has something that is not a word.
    Word(String),
    /// Line 14 does not have the number of words that line 13 announces.
    WordsOffered {
        /// The number announced.
        announced: usize,
        /// The number on line 14.
        found: usize,
    },
    /// The input ends inside a turn.
    Ended,
    /// The line has more than that many bytes.
    TooLong(usize),
    /// The line is not UTF-8 text.
    NotText {
        /// The first byte that is out of place.
        byte: u8,
        /// Its number in the line, from 1.
        column: usize,
    },
    /// The input cannot be read.
    Unreadable(ErrorKind),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.problem)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.line != self.line_of_turn {
            write!(f, " (line {} of turn {})", self.line_of_turn, self.turn)?;
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found(), self.expected())
    }
}

impl Problem {
    fn found(&self) -> String {
        match self {
            Problem::FoundationCount(text)
            | Problem::CascadeCounts(text)
            | Problem::FoundationsLabel(text)
            | Problem::Foundation(text)
            | Problem::CellsLabel(text)
            | Problem::Cell(text)
            | Problem::CascadeColon(text)
            | Problem::CascadeCard(text)
            | Problem::WordCount(text)
            | Problem::Word(text) => text.clone(),
            Problem::FoundationTwice(suit) => format!("a second entry for {}", suit.letter()),
            Problem::FoundationsStarted { announced, found } => {
                counted(*found, "started foundation", *announced)
            }
            Problem::CellCount(found) => counted(*found, "cell", CELLS),
            Problem::CascadeLength { announced, found } => counted(*found, "card", *announced),
            Problem::CardTwice(card) => format!("the card {card} in a second place"),
            Problem::CardMissing(card) => format!("the card {card} nowhere"),
            Problem::WordsOffered { announced, found } => counted(*found, "word", *announced),
            Problem::Ended => "the end of the input".into(),
            Problem::TooLong(limit) => format!("more than {limit} bytes"),
            Problem::NotText { byte, column } => format!("the byte {byte:#04x} in column {column}"),
            Problem::Unreadable(kind) => format!("unreadable input ({kind})"),
        }
    }

    fn expected(&self) -> &'static str {
        match self {
            Problem::FoundationCount(_) => "the number of started foundations plus 1, 1 to 5",
            Problem::CascadeCounts(_) => "each cascade's number of cards plus 1, eight of 1 to 53",
            Problem::FoundationsLabel(_) => "the label \"Foundations:\"",
            Problem::Foundation(_) => "a foundation's suit, dash and top rank, such as H-3",
            Problem::FoundationTwice(_) => "at most one for each suit",
            Problem::FoundationsStarted { .. } => "one less than line 1 says",
            Problem::CellsLabel(_) => "the label \"Freecells:\", \"Freecell:\", \"FC:\" or none",
            Problem::Cell(_) => "a card such as TH, or - for an empty cell",
            Problem::CellCount(_) => "no more than there are",
            Problem::CascadeColon(_) => "a colon before a cascade's cards",
            Problem::CascadeCard(_) => "a card such as TH",
            Problem::CascadeLength { .. } => "one less than line 2 says",
            Problem::CardTwice(_) => "every card once: in a cascade, in a cell or home",
            Problem::CardMissing(_) => "every card in a cascade, in a cell or home",
            Problem::WordCount(_) => "the number of possible moves",
            Problem::Word(_) => "a word such as 26, 1a or 4h",
            Problem::WordsOffered { .. } => "as many as line 13 says",
            Problem::Ended => "the 14 lines of a turn",
            Problem::NotText { .. } => "UTF-8 text",
            Problem::TooLong(_) | Problem::Unreadable(_) => "a line of a turn",
        }
    }
}

/// A number of things that ought to be another.
fn counted(found: usize, thing: &str, announced: usize) -> String {
    let ending = if found == 1 { "" } else { "s" };
    format!("{found} {thing}{ending} instead of {announced}")
}

/// The text in quotes, fit for a message: short, printable, in ASCII.
pub fn quoted(text: &str) -> String {
    let text = text.trim_ascii();
    let mut quoted = String::from("\"");
    for letter in text.chars().take(LONGEST_QUOTE) {
        quoted.extend(letter.escape_default());
    }
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        quoted.push_str("...");
    }
    quoted.push('"');
    quoted
}
