//! What a line does to a table, step by step, for the page to play.
//!
//! The referee decides everything: which cards a move moves, what autoplay moves
//! after it, and why a move is illegal. The page only carries out the steps, so it
//! needs no rules of its own.

use freecell::referee::{Fault, Game};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use serde::Serialize;

use crate::support::rulesets::autoplay_in_english;
use freecell::referee::column;
use freecell::text::steps::{Moved, Played, Start};
use freecell::tools::pluralize::pluralize;

/// A line on a table, played as far as it goes.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// What is played: a deal by its number or an input by its name.
    pub title: String,
    /// The autoplay rule: `safe`, `all` or `no`.
    autoplay: &'static str,
    /// The table before the first move.
    table: Start,
    /// The legal moves, up to the win.
    moves: Vec<Played>,
    /// The illegal move that ends the line, if there is one.
    illegal: Option<IllegalMove>,
    /// The moves after the win or the illegal move, which are not played.
    rest: Vec<String>,
    /// Whether all cards are home in the end.
    pub won: bool,
}

/// An illegal move.
#[derive(Debug, Serialize)]
struct IllegalMove {
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

impl Replay {
    /// Plays the line, moves separated by blanks, until it has won, breaks or ends.
    pub fn new(title: String, table: &Table, ruleset: Ruleset, line: &str) -> Replay {
        let mut game = Game::new(table.clone(), ruleset);
        let mut texts = line.split_whitespace();
        let mut moves = Vec::new();
        let mut illegal = None;
        while !game.is_won() && illegal.is_none() {
            let Some(text) = texts.next() else { break };
            match played(&mut game, text) {
                Ok(mv) => moves.push(mv),
                Err(fault) => illegal = Some(IllegalMove::new(text, &fault)),
            }
        }
        Replay {
            title,
            autoplay: autoplay_in_english(ruleset.autoplay),
            table: Start::new(table),
            moves,
            illegal,
            rest: texts.map(str::to_owned).collect(),
            won: game.is_won(),
        }
    }

    /// Plays a line by the rules of Heineman's column.
    pub fn of_the_column(title: String, table: &Table, line: &str) -> Replay {
        let mut game = column::Game::on(table);
        let mut texts = line.split_whitespace();
        let mut moves = Vec::new();
        let mut illegal = None;
        while !game.is_won() && illegal.is_none() {
            let Some(text) = texts.next() else { break };
            match game.play(text) {
                Ok(played) => moves.push(Played {
                    mv: text.to_lowercase(),
                    steps: vec![of_the_column(played)],
                }),
                Err(reason) => {
                    let mv = text.to_owned();
                    illegal = Some(IllegalMove { mv, reason });
                }
            }
        }
        Replay {
            title,
            autoplay: "no",
            table: Start::new(table),
            moves,
            illegal,
            rest: texts.map(str::to_owned).collect(),
            won: game.is_won(),
        }
    }

    /// The line's verdict, in one clause.
    pub fn outcome(&self) -> String {
        let count = self.moves.len();
        let moves = pluralize(count, "move");
        match &self.illegal {
            Some(IllegalMove { mv, reason }) => {
                format!("move {}, {mv:?}, fails: {reason}", count + 1)
            }
            None if self.won => format!("won after {moves}"),
            None => format!("not won after {moves}"),
        }
    }
}

fn of_the_column(played: column::Played) -> Moved {
    let name = |place: column::Place| match place {
        column::Place::Home => format!("h{}", played.card.suit().letter()),
        place => place.to_string(),
    };
    Moved {
        cards: played.count as u8,
        from: name(played.from),
        to: name(played.to),
        autoplay: false,
    }
}

impl IllegalMove {
    fn new(mv: &str, fault: &Fault) -> IllegalMove {
        IllegalMove {
            mv: mv.to_owned(),
            reason: fault.to_string(),
        }
    }
}

fn played(game: &mut Game, text: &str) -> Result<Played, Fault> {
    let steps = game.play(text.parse()?)?;
    Ok(Played::new(text, steps))
}
