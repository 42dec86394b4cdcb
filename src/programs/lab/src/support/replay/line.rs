//! The effect of a line on a table, step by step, for the page to play.
//!
//! The referee decides everything: which cards a move moves, what autoplay moves
//! after it, and why a move is illegal. The page only carries out the steps, so it
//! needs no rules of its own.

use freecell::referee::{Game, MoveError};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use serde::Serialize;

use crate::support::rulesets::autoplay_in_english;
use cli::pluralize::pluralize;
use column::judge;
use page::steps::{Moved, PlayedMove, Start};

/// A line on a table, played as far as it goes.
#[derive(Debug, Serialize)]
pub struct Replay {
    /// The name of what is played: a deal's number or an input's name.
    pub title: String,
    /// The autoplay rule: `safe`, `all` or `no`.
    autoplay: &'static str,
    /// The table before the first move.
    table: Start,
    /// The legal moves, up to the win.
    pub moves: Vec<PlayedMove>,
    /// The illegal move that ends the line, if there is one.
    illegal: Option<IllegalMove>,
    /// The moves after the win or the illegal move, which are not played.
    rest: Vec<String>,
    pub won: bool,
}

#[derive(Debug, Serialize)]
struct IllegalMove {
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

impl Replay {
    /// Plays the line, moves separated by blanks, until it wins, fails or ends.
    pub fn new(title: String, table: &Table, ruleset: Ruleset, line: &str) -> Replay {
        let mut game = Game::new(table.clone(), ruleset);
        let play = |text: &str| {
            let mv = text.parse().map_err(MoveError::from);
            let steps = mv.and_then(|mv| game.play(mv).map_err(MoveError::from));
            let steps = steps.map_err(|error| error.to_string())?;
            Ok((PlayedMove::new(text, steps), game.is_won()))
        };
        let autoplay = autoplay_in_english(ruleset.autoplay);
        Replay::play(title, autoplay, table, line, play)
    }

    pub fn by_column_rules(title: String, table: &Table, line: &str) -> Replay {
        let mut game = judge::Game::on(table);
        let play = |text: &str| {
            let steps = vec![column_step(game.play(text)?)];
            let mv = text.to_lowercase();
            Ok((PlayedMove { mv, steps }, game.is_won()))
        };
        Replay::play(title, "no", table, line, play)
    }

    /// Plays the moves one by one; `play` plays one and says whether it wins.
    fn play(
        title: String,
        autoplay: &'static str,
        table: &Table,
        line: &str,
        mut play: impl FnMut(&str) -> Result<(PlayedMove, bool), String>,
    ) -> Replay {
        let mut texts = line.split_whitespace();
        let mut replay = Replay {
            title,
            autoplay,
            table: Start::new(table),
            moves: Vec::new(),
            illegal: None,
            rest: Vec::new(),
            won: table.is_won(),
        };
        while !replay.won && replay.illegal.is_none() {
            let Some(text) = texts.next() else { break };
            match play(text) {
                Ok((played, won)) => {
                    replay.moves.push(played);
                    replay.won = won;
                }
                Err(reason) => {
                    let mv = text.to_owned();
                    replay.illegal = Some(IllegalMove { mv, reason });
                }
            }
        }
        replay.rest = texts.map(str::to_owned).collect();
        replay
    }

    /// Whether a move of the line fails.
    pub fn fails(&self) -> bool {
        self.illegal.is_some()
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

fn column_step(played: judge::Step) -> Moved {
    let name = |place: judge::Place| match place {
        judge::Place::Home => format!("h{}", played.card.suit().letter()),
        place => place.to_string(),
    };
    Moved {
        cards: played.count as u8,
        from: name(played.from),
        to: name(played.to),
        autoplay: false,
    }
}
