//! What can be wrong with the arguments, the input or the output.

use std::fmt;
use std::io;

use freecell::card::Card;

/// A failure to read the arguments or the input, or to write the output. Decks and lines
/// count from 1.
#[derive(Debug)]
pub enum Error {
    /// An option that does not exist.
    Option(String),
    /// A file that cannot be opened.
    Open(io::Error),
    /// An error in a file, with the file's name.
    File { name: String, error: Box<Error> },
    /// A word that is not a card.
    NotACard {
        deck: usize,
        line: usize,
        word: String,
    },
    /// A card that the deck has already.
    Twice {
        deck: usize,
        line: usize,
        card: Card,
    },
    /// A deck of more or fewer than 52 cards.
    Count {
        deck: usize,
        line: usize,
        count: usize,
    },
    /// No line `#` after the last deck.
    NoEnd { decks: usize },
    /// A line longer than any deck.
    LongLine { deck: usize, line: usize },
    /// An input that cannot be read.
    Input { deck: usize, error: io::Error },
    /// An output that cannot be written to.
    Output(io::Error),
}

impl Error {
    /// The same error with the name of the file, unless it concerns the output.
    pub fn in_file(self, name: &str) -> Error {
        match self {
            Error::Output(_) => self,
            error => Error::File {
                name: name.into(),
                error: Box::new(error),
            },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Option(option) => {
                write!(f, "there is no option {option}; --help lists the options")
            }
            Error::Open(error) => write!(f, "cannot be opened: {error}"),
            Error::File { name, error } => write!(f, "{name}: {error}"),
            Error::NotACard { deck, line, word } => write!(
                f,
                "deck {deck}, line {line}: {word:?} is not a card; expected a rank (A, 2 to 9, T, \
                 J, Q, K) and a suit (S, H, C, D)"
            ),
            Error::Twice { deck, line, card } => {
                write!(f, "deck {deck}, line {line}: {card} is in this deck twice")
            }
            Error::Count { deck, line, count } => write!(
                f,
                "deck {deck}, line {line}: {count} card{}, where 52 make a deck and the next \
                 begins on a line of its own",
                if *count == 1 { "" } else { "s" }
            ),
            Error::NoEnd { decks } => {
                write!(
                    f,
                    "deck {}: expected it, or a line # after the last deck",
                    decks + 1
                )
            }
            Error::LongLine { deck, line } => {
                write!(f, "deck {deck}, line {line}: longer than a deck of cards")
            }
            Error::Input { deck, error } => write!(f, "deck {deck}: cannot be read: {error}"),
            Error::Output(error) => write!(f, "cannot write the results: {error}"),
        }
    }
}
