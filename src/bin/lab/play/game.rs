//! One game: the bot's lines on a table, until the game is won or lost.

use std::fmt;
use std::io;
use std::process::Command;
use std::time::Duration;

use freecell::moves::Move;
use freecell::protocol;
use freecell::referee::{Fault, Game};
use freecell::table::Table;

use super::process::{Bot, NoLine, LONGEST_LINE};
use super::rules::Rules;
use crate::duration::milliseconds;

/// The course of a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Why it was lost, if it was.
    pub loss: Option<Loss>,
    /// The legal moves played.
    pub moves: usize,
    /// The illegal moves passed over.
    pub skipped: usize,
    /// How long the bot took for each line, from the first turn on.
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

/// Starts a bot and plays a game with it; `show` gets the table at the start and
/// after each move.
///
/// # Errors
/// The bot cannot be started.
pub fn play(
    bot: Command,
    table: Table,
    rules: &Rules,
    mut show: impl FnMut(Option<Move>, &Game),
) -> io::Result<Report> {
    let mut bot = Bot::start(bot)?;
    let mut game = Game::new(table, rules.ruleset);
    if rules.habits.autoplay_first {
        game.autoplay();
    }
    show(None, &game);
    let mut report = Report::default();
    while !game.is_won() && report.loss.is_none() {
        let turn = play_turn(&mut bot, &mut game, rules, &mut report, &mut show);
        report.loss = turn.err();
    }
    Ok(report)
}

fn play_turn(
    bot: &mut Bot,
    game: &mut Game,
    rules: &Rules,
    report: &mut Report,
    show: &mut impl FnMut(Option<Move>, &Game),
) -> Result<(), Loss> {
    let moves = game.legal_moves();
    if moves.is_empty() {
        return Err(Loss::Stuck);
    }
    if report.times.len() == rules.limits.turns {
        return Err(Loss::OutOfTurns(rules.limits.turns));
    }
    bot.send(if rules.habits.no_cells_prefix {
        protocol::print_bare_cells(game.table(), &moves)
    } else {
        protocol::print(game.table(), &moves)
    });
    let limit = if report.times.is_empty() {
        rules.limits.first_turn
    } else {
        rules.limits.turn
    };
    let line = bot.line(limit);
    let (time, line) = line.map_err(|reason| no_line(&reason, limit))?;
    report.times.push(time);
    play_line(&line, game, rules, report, show)
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

fn play_line(
    line: &str,
    game: &mut Game,
    rules: &Rules,
    report: &mut Report,
    show: &mut impl FnMut(Option<Move>, &Game),
) -> Result<(), Loss> {
    if line.is_empty() {
        return Err(Loss::EmptyLine);
    }
    let count = if rules.habits.one_move_a_turn {
        1
    } else {
        usize::MAX
    };
    for (index, text) in line.split_whitespace().take(count).enumerate() {
        let loss = |why| Loss::Move(index + 1, quoted(text), why);
        let mv: Move = text.parse().map_err(|error| loss(Fault::NotAMove(error)))?;
        match game.play(mv) {
            Ok(_) => report.moves += 1,
            Err(_) if rules.habits.skip_illegal => report.skipped += 1,
            Err(illegal) => return Err(loss(Fault::Illegal(illegal))),
        }
        show(Some(mv), game);
        if game.is_won() {
            break;
        }
    }
    Ok(())
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
