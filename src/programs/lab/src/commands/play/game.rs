//! One game: the bot's lines on a table, until the game is won or lost.

use std::fmt;
use std::io;
use std::process::Command;
use std::time::Duration;

use freecell::moves::Move;
use freecell::protocol;
use freecell::referee::variant::Variant;
use freecell::referee::{self, MoveError};
use freecell::table::Table;

use super::process::{self, Bot, LONGEST_LINE};
use super::rules::{IllegalMoveRule, Limits, TurnFormat, TurnRules};
use cli::pluralize::pluralize;
use shared::duration::milliseconds;
use shared::interrupt;

#[derive(Clone, Debug, Default)]
pub struct Report {
    pub loss: Option<Error>,
    /// The legal moves played.
    pub moves: usize,
    /// The illegal moves that were skipped, or that stopped a line.
    pub illegal: usize,
    /// The time that the bot took for each line, from the first turn on; the limit, if it was
    /// exceeded.
    pub times: Vec<Duration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// No line came within this limit.
    Late(Duration),
    /// The bot ended, in the way that the text describes.
    Ended(String),
    /// The bot wrote more bytes than a line may have.
    Flood,
    EmptyLine,
    /// A move of the line was wrong: its number in the line, its text, the reason.
    Move(usize, String, MoveError),
    /// No move was legal.
    Stuck,
    OutOfTurns(usize),
}

impl Error {
    /// The kind of loss, for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Late(_) => "too late",
            Error::Ended(_) => "ended by itself",
            Error::Flood => "flood of output",
            Error::EmptyLine => "empty line",
            Error::Move(_, _, MoveError::NotAMove(_)) => "nonsense",
            Error::Move(_, _, MoveError::Illegal(_)) => "illegal move",
            Error::Stuck => "no legal move left",
            Error::OutOfTurns(_) => "out of turns",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Late(limit) => write!(f, "no line within {} ms", milliseconds(*limit)),
            Error::Ended(how) => write!(f, "no line: the bot {how}"),
            Error::Flood => write!(f, "more than {LONGEST_LINE} bytes and no end of the line"),
            Error::EmptyLine => f.write_str("a line without a move"),
            Error::Move(number, mv, why) => write!(f, "move {number} ({mv}) fails: {why}"),
            Error::Stuck => f.write_str("no legal move is left"),
            Error::OutOfTurns(turns) => {
                write!(f, "not won in {}", pluralize(*turns, "turn"))
            }
        }
    }
}

/// The setting of a game, which decides how it is played.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub variant: Variant,
    pub turns: TurnRules,
    pub limits: Limits,
    pub format: TurnFormat,
}

/// An event in a game, for those who watch it.
pub enum Event<'a> {
    Begin(&'a Table),
    Sent(&'a str),
    Answered(&'a str),
    Played(Move, &'a Table),
}

/// Why a turn is the last one.
enum End {
    Lost(Error),
    Interrupted,
}

impl From<Error> for End {
    fn from(loss: Error) -> End {
        End::Lost(loss)
    }
}

/// Starts a bot and plays a game with it; `show` is called with each event. Returns `None` if the
/// game was interrupted: then it is neither won nor lost.
pub fn play(
    bot: Command,
    table: Table,
    setting: &Setting,
    show: impl FnMut(Event),
) -> io::Result<Option<Report>> {
    let mut game = Game {
        bot: Bot::start(bot)?,
        referee: referee::Game::with_variant(table, setting.variant),
        setting,
        report: Report::default(),
        show,
    };
    Ok(match game.play() {
        Err(End::Interrupted) => None,
        Err(End::Lost(loss)) => {
            game.report.loss = Some(loss);
            Some(game.report)
        }
        Ok(()) => Some(game.report),
    })
}

struct Game<'a, S> {
    bot: Bot,
    referee: referee::Game,
    setting: &'a Setting,
    report: Report,
    show: S,
}

impl<S: FnMut(Event)> Game<'_, S> {
    /// Plays until the game is won.
    ///
    /// # Errors
    /// It ended otherwise.
    fn play(&mut self) -> Result<(), End> {
        if self.setting.format.autoplay_first {
            self.referee.autoplay();
        }
        (self.show)(Event::Begin(self.referee.table()));
        while !self.referee.is_won() {
            self.play_turn()?;
        }
        Ok(())
    }

    fn play_turn(&mut self) -> Result<(), End> {
        let moves = self.referee.legal_moves();
        if moves.is_empty() {
            return Err(Error::Stuck.into());
        }
        let limits = self.setting.limits;
        if self.report.times.len() == limits.turns {
            return Err(Error::OutOfTurns(limits.turns).into());
        }
        let line = self.ask(&moves)?;
        self.play_line(&line)?;
        self.referee.end_turn();
        Ok(())
    }

    fn ask(&mut self, moves: &[Move]) -> Result<String, End> {
        let Setting { limits, format, .. } = *self.setting;
        let print = if format.no_cells_prefix {
            protocol::print_bare_cells
        } else {
            protocol::print
        };
        let turn = print(self.referee.table(), moves);
        let (limit, delay) = if self.report.times.is_empty() {
            (limits.first_turn, format.first_delay)
        } else {
            (limits.turn, format.delay)
        };
        (self.show)(Event::Sent(&turn));
        self.bot.send(turn, delay);
        let answer = self.bot.line(limit);
        if let Err(process::Error::Late) = answer {
            self.report.times.push(limit);
        }
        let (time, line) = answer.map_err(|reason| no_line(&reason, limit))?;
        self.report.times.push(time);
        (self.show)(Event::Answered(&line));
        Ok(line)
    }

    fn play_line(&mut self, line: &str) -> Result<(), End> {
        if line.is_empty() {
            return Err(Error::EmptyLine.into());
        }
        let turns = self.setting.turns;
        let moves = line.split_whitespace().take(turns.moves());
        for (index, text) in moves.enumerate() {
            // Someone may be watching, for a quarter of a second each move.
            if interrupt::interrupted() {
                return Err(End::Interrupted);
            }
            let loss = |why| Error::Move(index + 1, quote(text), why);
            let mv: Move = text
                .parse()
                .map_err(|error| loss(MoveError::NotAMove(error)))?;
            match (self.referee.play(mv), turns.illegal) {
                (Ok(_), _) => self.report.moves += 1,
                (Err(why), IllegalMoveRule::Loses) => {
                    return Err(loss(MoveError::Illegal(why)).into())
                }
                (Err(_), IllegalMoveRule::Stops) => {
                    self.report.illegal += 1;
                    return Ok(());
                }
                (Err(_), IllegalMoveRule::Skipped) => self.report.illegal += 1,
            }
            (self.show)(Event::Played(mv, self.referee.table()));
            if self.referee.is_won() {
                break;
            }
        }
        Ok(())
    }
}

fn no_line(reason: &process::Error, limit: Duration) -> End {
    let loss = match reason {
        process::Error::Interrupted => return End::Interrupted,
        process::Error::Late => Error::Late(limit),
        process::Error::Flood => Error::Flood,
        process::Error::Ended(None) => Error::Ended("closed its output".into()),
        // The status of a shell that finds no such program.
        process::Error::Ended(Some(status)) if status.code() == Some(127) => {
            Error::Ended("was not found (exit status: 127)".into())
        }
        process::Error::Ended(Some(status)) => Error::Ended(format!("ended ({status})")),
    };
    End::Lost(loss)
}

/// The bot's output, shortened and escaped to fit into a line of text.
fn quote(text: &str) -> String {
    const LONGEST: usize = 12;
    let mut quoted: String = text
        .chars()
        .take(LONGEST)
        .flat_map(char::escape_default)
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("...");
    }
    quoted
}
