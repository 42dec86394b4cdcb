//! The moves on a table, as a page reads them: the table to begin with, and each move with
//! everything that it moves.
//!
//! The referee decides; here its steps only become text. A page names a place by its
//! character in a move, and a foundation by `h` and its suit: `hS`. Cards are text,
//! too: `TH`.

use freecell::card::{Card, Suit};
use freecell::moves::Place;
use freecell::referee::Step;
use freecell::table::{Cascade, Table};
use serde::Serialize;

/// A table: the cards of each cascade, the deepest first.
#[derive(Debug, Serialize)]
pub struct Start {
    cascades: Vec<Vec<String>>,
    cells: Vec<Option<String>>,
    /// The number of cards of each suit that are home: clubs, diamonds, hearts, spades.
    foundations: [u8; 4],
}

/// A move and everything that it moves, autoplay included.
#[derive(Clone, Debug, Serialize)]
pub struct PlayedMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its own cards first, then those of autoplay.
    pub steps: Vec<Moved>,
}

/// Cards that move together from place to place.
#[derive(Clone, Debug, Serialize)]
pub struct Moved {
    /// The number of cards.
    pub cards: u8,
    /// The place that they leave.
    pub from: String,
    /// The place to which they go.
    pub to: String,
    /// Whether the game itself moves them.
    pub autoplay: bool,
}

impl Start {
    /// The table.
    pub fn new(table: &Table) -> Start {
        let texts = |cascade: &Cascade| cascade.iter().map(ToString::to_string).collect();
        let text = |cell: &Option<Card>| cell.map(|card| card.to_string());
        Start {
            cascades: table.cascades.iter().map(texts).collect(),
            cells: table.cells.iter().map(text).collect(),
            foundations: table.foundations,
        }
    }
}

impl PlayedMove {
    /// The move of that text with the steps that the referee gave it.
    pub fn new(text: &str, steps: impl IntoIterator<Item = Step>) -> PlayedMove {
        PlayedMove {
            mv: text.to_lowercase(),
            steps: steps.into_iter().map(Moved::new).collect(),
        }
    }
}

impl Moved {
    fn new(step: Step) -> Moved {
        Moved {
            cards: step.cards,
            from: name(step.from, step.card.suit()),
            to: name(step.to, step.card.suit()),
            autoplay: step.autoplay,
        }
    }
}

fn name(place: Place, suit: Suit) -> String {
    match place {
        Place::Home => format!("h{}", suit.letter()),
        _ => place.to_char().to_string(),
    }
}
