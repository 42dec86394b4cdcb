//! The bot: turn after turn, a table comes in and a line of moves goes out.
//!
//! The first turn is answered with the whole solution, and most often there is
//! no second. When there is one, the referee plays by rules that the bot did not
//! expect, or move by move. Then the table it sends is the truth: the rulesets
//! that the table contradicts are dropped, and if the rest of the line still
//! wins, the bot sends that; otherwise it plans again. If the time is too short
//! for a new plan, the bot *stalls*: it plays a reversible pair of moves, a card there
//! and back, and continues the same search in the next turn. Where there is no such pair,
//! which is so at the start of most deals, it plays the first move of the line that
//! brings the most cards home.
//!
//! What a turn shows counts for more than any ruleset. Where there is a choice, a line begins with
//! a move that the turn lists, and not with one that was refused on the same table. When no ruleset
//! explains a turn, the bot is in the fallback mode for the rest of the game: it plans with moves
//! that are legal by any rules, and sends them a few at a time.
//!
//! `player` makes the decisions of a game, `mode` says how it plans and what it sends (with
//! `fallback`, where the rules are in doubt), `first_moves` which moves a line may begin with, and
//! `history` remembers the moves tried.
//! The bot writes one short line a turn to its log. It has no clock of its own: `main` gives
//! it one, so that tests can give it another.

mod fallback;
mod first_moves;
mod history;
mod mode;
mod player;

use std::error::Error;
use std::fmt;
use std::io::{BufRead, Write};
use std::time::Duration;

use crate::protocol::Reader;
use player::Player;

/// The resources that the bot may use.
#[derive(Clone, Copy, Debug)]
pub struct TurnLimits {
    /// The time for the first turn.
    pub first_turn: TurnTime,
    /// The time for each later turn.
    pub later_turn: TurnTime,
    /// If set, the positions expanded in a turn are limited instead of the time,
    /// so that the answer is the same on every machine.
    pub positions: Option<u64>,
}

/// The time for a turn, from the arrival of its first byte.
#[derive(Clone, Copy, Debug)]
pub struct TurnTime {
    /// The time during which a line that wins may be improved.
    pub with_line: Duration,
    /// The time during which a line that wins may be sought, in the first turn, and in a later one
    /// that begins late.
    pub without_line: Duration,
}

impl Default for TurnLimits {
    /// The referee is believed to allow 1000 ms for the first turn, counted from when it sends the
    /// input and including the bot's start, and 50 ms for each later one. The difference is a
    /// reserve for slow machines: a large one for improving a line, which can be left out, and a
    /// small one for finding any.
    fn default() -> TurnLimits {
        let milliseconds = |with_line, without_line| TurnTime {
            with_line: Duration::from_millis(with_line),
            without_line: Duration::from_millis(without_line),
        };
        TurnLimits {
            first_turn: milliseconds(600, 900),
            later_turn: milliseconds(30, 45),
            positions: None,
        }
    }
}

/// The time since some fixed moment.
type Clock<'a> = &'a dyn Fn() -> Duration;

/// Answers turns until the input ends. A log that cannot be written to is
/// ignored.
///
/// `clock` is the time since some fixed moment; it must not go backwards.
///
/// # Errors
/// A turn that cannot be read, for which nothing is written to the output; or
/// an output that cannot be written to.
pub fn play(
    input: impl BufRead,
    mut output: impl Write,
    mut log: impl Write,
    limits: &TurnLimits,
    clock: &dyn Fn() -> Duration,
) -> Result<(), Box<dyn Error>> {
    let mut report = |message: &dyn fmt::Display| {
        let _ = writeln!(log, "{message}");
    };
    let mut reader = Reader::with_clock(input, clock);
    let mut player = Player::new(*limits, clock);
    loop {
        let turn = reader.next_turn();
        if let Some(warning) = reader.late_warning() {
            report(&format_args!("warning: {warning}"));
        }
        let Some(turn) = turn? else {
            return Ok(());
        };
        if let Err(warning) = &turn.moves {
            report(&format_args!("warning: {warning}"));
        }
        let (line, remark) = player.answer(&turn);
        writeln!(output, "{line}")
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write: {error}"))?;
        report(&remark);
    }
}
