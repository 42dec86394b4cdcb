//! The page's requests and the responses to them: a verb and a text in, JSON out.
//!
//! * `game ADDRESS`: the game with the steps of its moves, and what is legal next.
//! * `read TEXT`: the address of a table in any form that the lab reads, of a deal's
//!   number, or of an address.
//! * `paste ADDRESS TEXT`: the same, and moves that go on from that game.
//! * `recognize ADDRESS`: the address of the same game by its deal's number, if it has one.
//! * `analyze ADDRESS`: what is known of the game after another slice of the search;
//!   `deepen ADDRESS` goes on where that ends.
//! * `rate ADDRESS`: how hard the table is with which the game begins.
//! * `fewest ADDRESS`: the fewest cells with which the game can be won that an address begins
//!   with, by the rules that it begins with.
//! * `share ADDRESS`: the game's line and its table as other programs read them.
//! * `programs`: the programs whose rules can be chosen.
//!
//! The response to a request that fails is `{"error": …}`: one sentence that says what
//! was found and what was expected.

use anyhow::{bail, Result};
use freecell::analysis::known::Status;
use freecell::deal;
use freecell::difficulty::Difficulty;
use freecell::protocol;
use freecell::ruleset::Ruleset;
use freecell::table::CELLS;
use serde::Serialize;

use crate::address::{Address, Origin, Token};
use crate::engine::{Engine, Report};
use crate::game::Game;
use crate::rules::{self, Rules};
use crate::{cells, lengths, pasted, words};
use freecell::text::fc_solve;
use freecell::text::rows;
use page::steps::{PlayedMove, Start};

const VERBS: &str =
    "game, read, paste, recognize, analyze, deepen, rate, fewest, share or programs";

/// Handles requests, one after the other.
#[derive(Default)]
pub struct Interface {
    engine: Engine,
}

#[derive(Serialize)]
struct Shown {
    /// The origin of the game, as in its address.
    origin: String,
    title: String,
    /// Whether the game is at the beginning of a deal, before its first move.
    dealt: bool,
    table: Start,
    /// The moves up to the first that fails.
    moves: Vec<Move>,
    illegal: Option<IllegalMove>,
    /// The number of cells.
    cells: usize,
    /// The rules in force at the end.
    rules: &'static str,
    won: bool,
    /// The legal moves, the likeliest of each place first.
    legal: Vec<PlayedMove>,
    /// Pairs of moves that together move a single card where one move would take a run.
    splits: Vec<[String; 2]>,
}

/// A move, and its part of the address: the rules that came into force just before it, then the
/// move.
#[derive(Serialize)]
struct Move {
    token: String,
    #[serde(flatten)]
    played: PlayedMove,
}

#[derive(Serialize)]
struct IllegalMove {
    number: usize,
    #[serde(rename = "move")]
    mv: String,
    reason: String,
}

/// What is known of a game.
#[derive(Serialize)]
struct Analysis<'a> {
    line: Option<Vec<String>>,
    lost: bool,
    lower_bound: usize,
    /// The moves of a shortest line, if that was proved before; it need not be the line.
    shortest: Option<usize>,
    #[serde(flatten)]
    known: Report<'a>,
}

#[derive(Serialize)]
struct Rating {
    level: u8,
    moves: usize,
    /// The number of those after which a line was soon found.
    winning: usize,
    /// The fewest free places in the first line; `None` if no line was soon found.
    spare: Option<usize>,
}

/// The fewest cells of a game.
#[derive(Serialize)]
struct Fewest {
    /// The fewest that were found to be enough; `None` if none were.
    enough: Option<usize>,
    /// The fewest that are not proved too few.
    at_least: usize,
}

/// The game by its deal's number.
#[derive(Serialize)]
struct Recognized {
    address: Option<String>,
}

#[derive(Serialize)]
struct Shared {
    /// The moves in standard notation.
    line: String,
    /// The table as it is now: the 14 lines that a bot reads.
    turn: String,
    /// The same as a board of fc-solve's.
    board: String,
    /// The same as a board of PySolFC's.
    pysol: String,
    /// The same by rows, as it is seen.
    rows: String,
}

#[derive(Serialize)]
struct Failure {
    error: String,
}

impl Interface {
    pub fn respond(&mut self, request: &str) -> String {
        let (verb, text) = request.split_once(' ').unwrap_or((request, ""));
        let response = match verb {
            "game" => json(text.parse().map(|address| show(&address))),
            "read" => json(pasted::read(text)),
            "paste" => json(pasted::read_in(text)),
            "recognize" => json(recognize(text)),
            "analyze" | "deepen" => json(self.analyze(text, verb == "deepen")),
            "rate" => json(rate(text)),
            "fewest" => json(fewest(text)),
            "share" => json(share(text)),
            "programs" => json(Ok(rules::offered())),
            _ => Err(anyhow::anyhow!("found {verb:?}, expected {VERBS}")),
        };
        response.unwrap_or_else(|error| {
            let error = format!("{error:#}");
            json(Ok(Failure { error })).unwrap_or_default()
        })
    }

    fn analyze(&mut self, text: &str, deeper: bool) -> Result<Analysis<'_>> {
        let address: Address = text.parse()?;
        let (moves, game) = play(&address)?;
        let shortest = match address.origin {
            Origin::Deal(deal) if moves.is_empty() && game.cells == CELLS => {
                lengths::shortest(deal, game.rules)
            }
            _ => None,
        };
        let known = self.engine.analyze(&game, shortest, deeper);
        let texts = |line: &freecell::moves::Line| line.iter().map(|mv| mv.to_string()).collect();
        Ok(Analysis {
            line: known.status.line().map(texts),
            lost: *known.status == Status::Unsolvable,
            lower_bound: known.status.lower_bound().moves().unwrap_or(0),
            shortest,
            known,
        })
    }
}

fn json(response: Result<impl Serialize>) -> Result<String> {
    Ok(serde_json::to_string(&response?)?)
}

/// A game from its beginning up to its end, an illegal move or the win.
fn show(address: &Address) -> Shown {
    let (mut game, line) = begin(address);
    let table = Start::new(&game.table);
    let (mut moves, mut illegal) = (Vec::new(), None);
    // The rules that the moves in the address are played by so far.
    let mut written = Rules::default();
    for token in line {
        let text = match token {
            Token::Rules(rules) => {
                game.rules = *rules;
                continue;
            }
            Token::Move(_) if game.is_won() => break,
            Token::Move(text) => text,
        };
        match game.play_text(text) {
            Ok(steps) => moves.push(Move {
                token: if game.rules == written {
                    text.clone()
                } else {
                    format!("{}-{text}", game.rules.word())
                },
                played: PlayedMove::new(text, steps),
            }),
            Err(error) => {
                illegal = Some(IllegalMove {
                    number: moves.len() + 1,
                    mv: text.clone(),
                    reason: words::reason(&error),
                });
                break;
            }
        }
        written = game.rules;
    }
    let legal = game.likeliest_moves();
    let splits = legal.iter().filter_map(|(mv, _)| game.split(*mv));
    Shown {
        origin: address.start(),
        title: title(&address.origin),
        dealt: moves.is_empty() && deal::is_new(&address.origin.table()),
        table,
        moves,
        illegal,
        cells: game.cells,
        rules: game.rules.word(),
        won: game.is_won(),
        splits: splits.map(|pair| pair.map(|mv| mv.to_string())).collect(),
        legal: legal
            .into_iter()
            .map(|(mv, steps)| PlayedMove::new(&mv.to_string(), steps))
            .collect(),
    }
}

fn title(origin: &Origin) -> String {
    match origin {
        Origin::Deal(number) => format!("Deal {number}"),
        Origin::Table(_) => "Your table".to_owned(),
    }
}

/// The game of an address before its first move, and its tokens from that move on.
fn begin(address: &Address) -> (Game, &[Token]) {
    let (rules, line) = address.opening();
    (
        Game::new(address.origin.table(), address.cells, rules),
        line,
    )
}

/// The moves of an address, without words for rules, and the game after them.
pub fn play(address: &Address) -> Result<(Vec<String>, Game)> {
    let (mut game, line) = begin(address);
    let mut moves = Vec::new();
    for token in line {
        let text = match token {
            Token::Rules(rules) => {
                game.rules = *rules;
                continue;
            }
            Token::Move(text) => text,
        };
        let number = moves.len() + 1;
        if let Err(error) = game.play_text(text) {
            let reason = words::reason(&error);
            bail!("move {number} ({text}) is illegal: {reason}");
        }
        moves.push(text.clone());
    }
    Ok((moves, game))
}

/// The deal is told by its cards alone, so the moves stay as they are.
fn recognize(text: &str) -> Result<Recognized> {
    let mut address: Address = text.parse()?;
    let Some(number) = deal::number(&address.origin.table()) else {
        return Ok(Recognized { address: None });
    };
    address.origin = Origin::Deal(number);
    let address = Some(address.to_string());
    Ok(Recognized { address })
}

fn rate(text: &str) -> Result<Rating> {
    let address: Address = text.parse()?;
    let difficulty = Difficulty::new(&address.origin.table(), Ruleset::default());
    Ok(Rating {
        level: difficulty.level(),
        moves: difficulty.moves,
        winning: difficulty.winning,
        spare: difficulty.spare,
    })
}

fn fewest(text: &str) -> Result<Fewest> {
    let address: Address = text.parse()?;
    let (game, _) = begin(&address);
    let (enough, at_least) = cells::fewest(&game.table, game.ruleset());
    Ok(Fewest { enough, at_least })
}

fn share(text: &str) -> Result<Shared> {
    let (moves, game) = play(&text.parse()?)?;
    Ok(Shared {
        line: moves.join(" "),
        turn: protocol::print(&game.table, &game.legal_moves()),
        board: fc_solve::print(&game.table),
        pysol: fc_solve::print_for_pysol(&game.table),
        rows: rows::print(&game.table),
    })
}
