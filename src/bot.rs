//! The bot: turn after turn, a table comes in and a line of moves goes out.
//!
//! The first turn is answered with the whole solution, and most often there is
//! no second. When there is one, the referee plays by rules that the bot did not
//! expect, or move by move. Then the table it sends is the truth: the rulesets
//! that the table contradicts are dropped, and if the rest of the line still
//! wins, the bot sends that; otherwise it plans again. If the time is too short
//! for a new plan, the bot *treads water*: it moves a card there and back, and
//! continues the same search in the next turn.
//!
//! The bot writes one short line a turn to its log. It has no clock of its own:
//! `main` hands it one, so that tests can hand it another.

use std::error::Error;
use std::fmt;
use std::io::{BufRead, Write};
use std::time::Duration;

use crate::belief::{Belief, Update};
use crate::moves::Line;
use crate::plan::{Outcome, Plan, Planner};
use crate::playback::{moves_to_win, table_after, there_and_back};
use crate::protocol::{Reader, Turn};
use crate::search::budget::Budget;
use crate::table::Table;

/// What the bot may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for the first turn, from the arrival of its first byte.
    pub first_turn: Duration,
    /// The time for each later turn, from the arrival of its first byte.
    pub later_turn: Duration,
    /// If set, the positions expanded in a turn are limited instead of the time,
    /// so that the answer is the same on every machine.
    pub positions: Option<u64>,
}

impl Default for Limits {
    /// The referee is believed to allow 1000 ms for the first turn, counted from
    /// when it sends the input and including the bot's start, and 50 ms for each
    /// later one. The difference is a reserve for slow machines.
    fn default() -> Limits {
        Limits {
            first_turn: Duration::from_millis(600),
            later_turn: Duration::from_millis(35),
            positions: None,
        }
    }
}

/// The time since some fixed moment.
type Clock<'a> = &'a dyn Fn() -> Duration;

/// What each of the planner's three searches may hold: less than 512 MB in all.
const BYTES: usize = 150 << 20;

/// The last turn in which the bot treads water: a game is believed to have 200
/// turns, and some must be left for the line itself.
const LAST_TO_TREAD: usize = 150;

/// What the log says of a line that was planned in an earlier turn.
const THE_REST: &str = "the rest of the line";

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
    limits: &Limits,
    clock: &dyn Fn() -> Duration,
) -> Result<(), Box<dyn Error>> {
    let mut report = |message: &dyn fmt::Display| {
        let _ = writeln!(log, "{message}");
    };
    let mut reader = Reader::with_clock(input, clock);
    let mut bot = Bot::new(*limits, clock);
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
        let (line, remark) = bot.answer(&turn);
        writeln!(output, "{line}")
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write: {error}"))?;
        report(&remark);
    }
}

/// The bot in the middle of a game.
struct Bot<'a> {
    limits: Limits,
    clock: Clock<'a>,
    planner: Planner,
    belief: Belief,
    turn: usize,
    /// The last table and the line sent for it.
    sent: Option<(Table, Line)>,
    /// The table to come back to, while the bot treads water.
    treading: Option<Table>,
}

impl<'a> Bot<'a> {
    fn new(limits: Limits, clock: Clock<'a>) -> Bot<'a> {
        Bot {
            limits,
            clock,
            planner: Planner::default(),
            belief: Belief::every(),
            turn: 0,
            sent: None,
            treading: None,
        }
    }

    /// The answer to a turn, and the log's remark on it.
    fn answer(&mut self, turn: &Turn) -> (Line, String) {
        self.turn += 1;
        let (update, rest) = self.observe(turn);
        let (line, outcome, positions) = match rest {
            Some(line) if self.is_worth_sending(&turn.table, &line) => (line, THE_REST.into(), 0),
            rest => self.think(turn, update, rest),
        };
        let update = match update {
            Update::Unchanged => "",
            Update::Narrowed => "; rulesets dropped",
            Update::Reset => "; no ruleset explains this, all are possible again",
            Update::Ignored => "; no ruleset offers these moves",
        };
        self.sent = Some((turn.table.clone(), line.clone()));
        let number = self.turn;
        let moves = line.len();
        let ending = if moves == 1 { "" } else { "s" };
        let took = (self.clock)().saturating_sub(turn.started).as_millis();
        let remark = format!(
            "turn {number}: {moves} move{ending}, {outcome}{update}; {took} ms, {positions} positions"
        );
        (line, remark)
    }

    /// Updates the belief by what the turn shows. Returns the rest of the last
    /// line, if a ruleset explains how far that line was played; all of it, if
    /// none of it was.
    fn observe(&mut self, turn: &Turn) -> (Update, Option<Line>) {
        let mut update = Update::Unchanged;
        let mut rest = None;
        if let Some((before, line)) = &self.sent {
            let (by_table, played) = self.belief.observe_table(before, line, &turn.table);
            update = by_table;
            rest = played.map(|played| line.suffix(played));
        }
        if let Ok(moves) = &turn.moves {
            let by_moves = self.belief.observe_moves(&turn.table, moves);
            if update == Update::Unchanged || by_moves == Update::Reset {
                update = by_moves;
            }
        }
        (update, rest)
    }

    /// Whether a line wins under all possible rulesets, or leads back to the
    /// table at which the bot treads water.
    fn is_worth_sending(&self, table: &Table, line: &Line) -> bool {
        self.belief.rulesets().all(|ruleset| match &self.treading {
            Some(root) => table != root && table_after(table, line, ruleset).as_ref() == Some(root),
            None => moves_to_win(table, line, ruleset).is_ok(),
        })
    }

    /// Whether a line wins under the likeliest ruleset.
    fn may_win(&self, table: &Table, line: &Line) -> bool {
        let likeliest = self.belief.by_autoplay()[0];
        moves_to_win(table, line, likeliest).is_ok()
    }

    /// A new line for the turn's table, the log's words for it, and the positions
    /// expanded. Where the new line does not win, the rest of the last one may
    /// still win under the likeliest ruleset.
    fn think(&mut self, turn: &Turn, update: Update, rest: Option<Line>) -> (Line, String, u64) {
        let (plan, positions) = self.plan(turn, update);
        self.treading = None;
        let remark = plan.outcome.to_string();
        if matches!(plan.outcome, Outcome::Wins { .. }) {
            return (plan.line, remark, positions);
        }
        if let Some(rest) = rest.filter(|rest| self.may_win(&turn.table, rest)) {
            return (rest, THE_REST.into(), positions);
        }
        let may_tread = (2..=LAST_TO_TREAD).contains(&self.turn);
        if may_tread && matches!(plan.outcome, Outcome::Unsolved(_)) {
            let rulesets: Vec<_> = self.belief.rulesets().collect();
            if let Some(line) = there_and_back(&turn.table, &rulesets) {
                self.treading = Some(turn.table.clone());
                return (line, format!("{remark}, treading water"), positions);
            }
        }
        (plan.line, remark, positions)
    }

    /// Plans within the turn's limits; returns the positions expanded as well.
    fn plan(&mut self, turn: &Turn, update: Update) -> (Plan, u64) {
        let time = if self.turn == 1 {
            self.limits.first_turn
        } else {
            self.limits.later_turn
        };
        let (clock, is_timed) = (self.clock, self.limits.positions.is_none());
        // With a limit of positions the clock stands still.
        let mut time_used = || {
            let elapsed = clock().saturating_sub(turn.started).as_secs_f64();
            if is_timed {
                elapsed / time.as_secs_f64()
            } else {
                0.0
            }
        };
        let mut budget = Budget::of_time(&mut time_used);
        budget.bytes = BYTES;
        budget.positions = self.limits.positions.unwrap_or(u64::MAX);
        // A search continues only for the rulesets for which it began.
        let unchanged = matches!(update, Update::Unchanged | Update::Ignored);
        let plan = if unchanged && self.treading.as_ref() == Some(&turn.table) {
            self.planner.resume(&turn.table, self.belief, &mut budget)
        } else {
            self.planner.plan(&turn.table, self.belief, &mut budget)
        };
        (plan, budget.expanded)
    }
}
