//! One game: the bot's lines on a table, until the game is won or lost.

use std::fmt;
use std::io;
use std::process::Command;
use std::time::Duration;

use freecell::moves::Move;
use freecell::protocol;
use freecell::referee::Fault;
use freecell::table::Table;

use super::process::{Bot, NoLine, LONGEST_LINE};
use super::referee::Referee;
use super::rules::{IllegalMove, Limits, Rules, TurnRules, Wire};
use freecell::tools::duration::milliseconds;

/// The course of a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Why it was lost, if it was.
    pub loss: Option<Loss>,
    /// The legal moves played.
    pub moves: usize,
    /// The illegal moves that were skipped, or that stopped a line.
    pub illegal: usize,
    /// How long the bot took for each line, from the first turn on; the limit, if it
    /// was exceeded.
    pub times: Vec<Duration>,
}

/// Why a game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// There was no line within this limit.
    Late(Duration),
    /// The bot ended, in the way that the text describes.
    Ended(String),
    /// The bot wrote more than a line may have.
    Flood,
    /// The line had no move.
    EmptyLine,
    /// A move of the line was wrong: its number in the line, its text, the reason.
    Move(usize, String, Fault),
    /// No move was legal.
    Stuck,
    /// The game was not won in this many turns.
    OutOfTurns(usize),
}

impl Loss {
    /// The kind of loss, for counting.
    pub fn kind(&self) -> &'static str {
        match self {
            Loss::Late(_) => "too late",
            Loss::Ended(_) => "ended by itself",
            Loss::Flood => "flood of output",
            Loss::EmptyLine => "empty line",
            Loss::Move(_, _, Fault::NotAMove(_)) => "nonsense",
            Loss::Move(_, _, Fault::Illegal(_)) => "illegal move",
            Loss::Stuck => "no legal move left",
            Loss::OutOfTurns(_) => "out of turns",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Late(limit) => write!(f, "no line within {} ms", milliseconds(*limit)),
            Loss::Ended(how) => write!(f, "no line: the bot {how}"),
            Loss::Flood => write!(f, "more than {LONGEST_LINE} bytes and no end of the line"),
            Loss::EmptyLine => f.write_str("a line without a move"),
            Loss::Move(number, mv, why) => write!(f, "move {number} ({mv}) fails: {why}"),
            Loss::Stuck => f.write_str("no legal move is left"),
            Loss::OutOfTurns(turns) => write!(f, "not won in {turns} turns"),
        }
    }
}

/// All that a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The rules of the table.
    pub rules: Rules,
    /// The rules of a turn.
    pub turns: TurnRules,
    /// The limits on time and turns.
    pub limits: Limits,
    /// What passes between referee and bot.
    pub wire: Wire,
}

/// What happens in a game, for those who watch it.
pub enum Event<'a> {
    /// The game begins with this table.
    Begin(&'a Table),
    /// The bot is sent this turn.
    Sent(&'a str),
    /// The bot answers with this line.
    Answered(&'a str),
    /// The move has led to this table.
    Played(Move, &'a Table),
}

/// Starts a bot and plays a game with it; `show` gets what happens.
///
/// # Errors
/// The bot cannot be started.
pub fn play(
    bot: Command,
    table: Table,
    setting: &Setting,
    show: impl FnMut(Event),
) -> io::Result<Report> {
    let mut game = Game {
        bot: Bot::start(bot)?,
        referee: Referee::new(table, setting.rules),
        setting,
        report: Report::default(),
        show,
    };
    game.play();
    Ok(game.report)
}

/// A game in progress.
struct Game<'a, S> {
    bot: Bot,
    referee: Referee,
    setting: &'a Setting,
    report: Report,
    show: S,
}

impl<S: FnMut(Event)> Game<'_, S> {
    fn play(&mut self) {
        if self.setting.wire.autoplay_first {
            self.referee.autoplay();
        }
        (self.show)(Event::Begin(self.referee.table()));
        while !self.referee.is_won() && self.report.loss.is_none() {
            self.report.loss = self.play_turn().err();
        }
    }

    fn play_turn(&mut self) -> Result<(), Loss> {
        let moves = self.referee.legal_moves();
        if moves.is_empty() {
            return Err(Loss::Stuck);
        }
        let limits = self.setting.limits;
        if self.report.times.len() == limits.turns {
            return Err(Loss::OutOfTurns(limits.turns));
        }
        let line = self.ask(&moves)?;
        self.play_line(&line)?;
        self.referee.end_turn();
        Ok(())
    }

    /// Sends the turn, and gets the bot's line.
    fn ask(&mut self, moves: &[Move]) -> Result<String, Loss> {
        let Setting { limits, wire, .. } = *self.setting;
        let print = if wire.no_cells_prefix {
            protocol::print_bare_cells
        } else {
            protocol::print
        };
        let turn = print(self.referee.table(), moves);
        let (limit, stall) = if self.report.times.is_empty() {
            (limits.first_turn, wire.first_stall)
        } else {
            (limits.turn, wire.stall)
        };
        (self.show)(Event::Sent(&turn));
        self.bot.send(turn, stall);
        let answer = self.bot.line(limit);
        if let Err(NoLine::Late) = answer {
            self.report.times.push(limit);
        }
        let (time, line) = answer.map_err(|reason| no_line(&reason, limit))?;
        self.report.times.push(time);
        (self.show)(Event::Answered(&line));
        Ok(line)
    }

    fn play_line(&mut self, line: &str) -> Result<(), Loss> {
        if line.is_empty() {
            return Err(Loss::EmptyLine);
        }
        let turns = self.setting.turns;
        let moves = line.split_whitespace().take(turns.moves());
        for (index, text) in moves.enumerate() {
            let loss = |why| Loss::Move(index + 1, quoted(text), why);
            let mv: Move = text.parse().map_err(|error| loss(Fault::NotAMove(error)))?;
            match (self.referee.play(mv), turns.illegal()) {
                (Ok(()), _) => self.report.moves += 1,
                (Err(why), IllegalMove::Loses) => return Err(loss(Fault::Illegal(why))),
                (Err(_), IllegalMove::Stops) => {
                    self.report.illegal += 1;
                    return Ok(());
                }
                (Err(_), IllegalMove::Skipped) => self.report.illegal += 1,
            }
            (self.show)(Event::Played(mv, self.referee.table()));
            if self.referee.is_won() {
                break;
            }
        }
        Ok(())
    }
}

fn no_line(reason: &NoLine, limit: Duration) -> Loss {
    match reason {
        NoLine::Late => Loss::Late(limit),
        NoLine::Flood => Loss::Flood,
        NoLine::Ended(None) => Loss::Ended("closed its output".into()),
        // What a shell says when it finds no such program.
        NoLine::Ended(Some(status)) if status.code() == Some(127) => {
            Loss::Ended("was not found (exit status: 127)".into())
        }
        NoLine::Ended(Some(status)) => Loss::Ended(format!("ended ({status})")),
    }
}

/// What a bot wrote, shortened and escaped to fit into a line of text.
fn quoted(text: &str) -> String {
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
