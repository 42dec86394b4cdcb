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
use freecell::tools::counted::counted;

/// A line on a table, played as far as it goes.
#[derive(Debug, Serialize)]
pub struct Story {
    /// What is played: a deal by its number or an input by its name.
    pub title: String,
    /// The autoplay rule: `safe`, `all` or `no`.
    autoplay: &'static str,
    /// The table before the first move.
    table: Start,
    /// The legal moves, up to the win.
    moves: Vec<Played>,
    /// The move that failed, if one did.
    fault: Option<Broken>,
    /// The moves after the win or the fault, which are not played.
    rest: Vec<String>,
    /// Whether all cards are home in the end.
    pub won: bool,
}

/// A move that failed.
#[derive(Debug, Serialize)]
struct Broken {
    #[serde(rename = "move")]
    mv: String,
    why: String,
}

impl Story {
    /// Plays the line, moves separated by blanks, until it has won, breaks or ends.
    pub fn new(title: String, table: &Table, ruleset: Ruleset, line: &str) -> Story {
        let mut game = Game::new(table.clone(), ruleset);
        let mut texts = line.split_whitespace();
        let mut moves = Vec::new();
        let mut fault = None;
        while !game.is_won() && fault.is_none() {
            let Some(text) = texts.next() else { break };
            match played(&mut game, text) {
                Ok(mv) => moves.push(mv),
                Err(why) => fault = Some(Broken::new(text, &why)),
            }
        }
        Story {
            title,
            autoplay: autoplay_in_english(ruleset.autoplay),
            table: Start::new(table),
            moves,
            fault,
            rest: texts.map(str::to_owned).collect(),
            won: game.is_won(),
        }
    }

    /// Plays a line by the rules of Heineman's column.
    pub fn of_the_column(title: String, table: &Table, line: &str) -> Story {
        let mut game = column::Game::on(table);
        let mut texts = line.split_whitespace();
        let mut moves = Vec::new();
        let mut fault = None;
        while !game.is_won() && fault.is_none() {
            let Some(text) = texts.next() else { break };
            match game.play(text) {
                Ok(played) => moves.push(Played {
                    mv: text.to_lowercase(),
                    steps: vec![of_the_column(played)],
                }),
                Err(why) => {
                    let mv = text.to_owned();
                    fault = Some(Broken { mv, why });
                }
            }
        }
        Story {
            title,
            autoplay: "no",
            table: Start::new(table),
            moves,
            fault,
            rest: texts.map(str::to_owned).collect(),
            won: game.is_won(),
        }
    }

    /// The line's verdict, in one clause.
    pub fn outcome(&self) -> String {
        let count = self.moves.len();
        let moves = counted(count, "move");
        match &self.fault {
            Some(Broken { mv, why }) => format!("move {}, {mv:?}, fails: {why}", count + 1),
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

impl Broken {
    fn new(mv: &str, why: &Fault) -> Broken {
        Broken {
            mv: mv.to_owned(),
            why: why.to_string(),
        }
    }
}

fn played(game: &mut Game, text: &str) -> Result<Played, Fault> {
    let steps = game.play(text.parse()?)?;
    Ok(Played::new(text, steps))
}
