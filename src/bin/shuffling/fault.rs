//! What can be wrong with the arguments, the input or the output.

use std::fmt;
use std::io;

use freecell::card::Card;

/// What is wrong with the input, or the output. Decks and lines count from 1.
#[derive(Debug)]
pub enum Fault {
    /// An option that there is not.
    Option(String),
    /// A file that cannot be opened.
    Open(io::Error),
    /// What is wrong with a file.
    File {
        name: String,
        fault: Box<Fault>,
    },
    NotACard {
        deck: usize,
        line: usize,
        word: String,
    },
    Twice {
        deck: usize,
        line: usize,
        card: Card,
    },
    Count {
        deck: usize,
        line: usize,
        count: usize,
    },
    NoEnd {
        decks: usize,
    },
    Input {
        deck: usize,
        error: io::Error,
    },
    Output(io::Error),
}

impl Fault {
    /// The same, with the name of the file; a fault of the output is none of a
    /// file.
    pub fn in_file(self, name: &str) -> Fault {
        match self {
            Fault::Output(_) => self,
            fault => Fault::File {
                name: name.into(),
                fault: Box::new(fault),
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Option(option) => {
                write!(f, "there is no option {option}; --help tells what there is")
            }
            Fault::Open(error) => write!(f, "cannot be opened: {error}"),
            Fault::File { name, fault } => write!(f, "{name}: {fault}"),
            Fault::NotACard { deck, line, word } => write!(
                f,
                "deck {deck}, line {line}: {word:?} is no card; expected a rank (A, 2 to 9, T, \
                 J, Q, K) and a suit (S, H, C, D)"
            ),
            Fault::Twice { deck, line, card } => {
                write!(f, "deck {deck}, line {line}: {card} is in this deck twice")
            }
            Fault::Count { deck, line, count } => write!(
                f,
                "deck {deck}, line {line}: {count} card{}, where 52 make a deck and the next \
                 begins on a line of its own",
                if *count == 1 { "" } else { "s" }
            ),
            Fault::NoEnd { decks } => {
                write!(
                    f,
                    "deck {}: expected it, or a line # after the last deck",
                    decks + 1
                )
            }
            Fault::Input { deck, error } => write!(f, "deck {deck}: cannot be read: {error}"),
            Fault::Output(error) => write!(f, "cannot write the results: {error}"),
        }
    }
}
