//! The bot: turn after turn, a table in and a line of moves out.
//!
//! The first turn gets the whole line. Most often there is no other; when there
//! is, the referee plays by rules or in a manner not foreseen. Then the table it
//! sends is the truth: the rulesets it contradicts are dropped, and if the rest
//! of the line still wins, that is sent, otherwise a new one. When the time for
//! that is too short, the bot treads water: it moves a card there and back and
//! goes on with the same search in the next turn.
//!
//! What the bot has to say goes to its log, one short line a turn.

use std::error::Error;
use std::fmt;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use crate::belief::{self, moves_to_win, Belief, Observation};
use crate::moves::Line;
use crate::plan::{Outcome, Plan, Planner};
use crate::protocol::{Reader, Turn};
use crate::search::budget::Budget;
use crate::table::Table;

/// What the bot may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time for the first turn, from the arrival of its first byte.
    pub first_turn: Duration,
    /// The same for each later turn.
    pub later_turn: Duration,
    /// If set, what counts is not time but the positions expanded in a turn, so
    /// that the answer is the same on every machine.
    pub positions: Option<u64>,
}

impl Default for Limits {
    /// The referee is thought to allow 1000 ms, counted from when it sends the
    /// input, the bot's start-up included, and 50 ms for later turns.
    fn default() -> Limits {
        Limits {
            first_turn: Duration::from_millis(600),
            later_turn: Duration::from_millis(35),
            positions: None,
        }
    }
}

/// What each of the planner's three searches may hold: less than 512 MB in all.
const BYTES: usize = 150 << 20;

/// The turn after which the bot no longer treads water; a game is thought to
/// have 200.
const LAST_TO_TREAD: usize = 150;

/// What there is to say of a line that was planned in an earlier turn.
const THE_REST: &str = "the rest of the line";

/// Answers turns until the input ends. A log that takes nothing is no reason to
/// stop.
///
/// # Errors
/// The first turn that is not one, for which nothing is written to the output;
/// or a failure to write there.
pub fn play(
    input: impl BufRead,
    mut output: impl Write,
    mut log: impl Write,
    limits: &Limits,
) -> Result<(), Box<dyn Error>> {
    let mut tell = |message: &dyn fmt::Display| {
        let _ = writeln!(log, "{message}");
    };
    let mut reader = Reader::new(input);
    let mut bot = Bot::new(*limits);
    loop {
        let turn = reader.next_turn();
        if let Some(warning) = reader.late_warning() {
            tell(&format_args!("warning: {warning}"));
        }
        let Some(turn) = turn? else {
            return Ok(());
        };
        if let Err(warning) = &turn.moves {
            tell(&format_args!("warning: {warning}"));
        }
        let (line, remark) = bot.answer(&turn);
        writeln!(output, "{line}")
            .and_then(|()| output.flush())
            .map_err(|error| format!("cannot write: {error}"))?;
        tell(&remark);
    }
}

/// The bot in the middle of a game.
struct Bot {
    limits: Limits,
    planner: Planner,
    belief: Belief,
    turn: usize,
    /// The last table and the line sent for it.
    sent: Option<(Table, Line)>,
    /// The table to come back to, while the bot treads water.
    treading: Option<Table>,
}

impl Bot {
    fn new(limits: Limits) -> Bot {
        Bot {
            limits,
            planner: Planner::default(),
            belief: Belief::every(),
            turn: 0,
            sent: None,
            treading: None,
        }
    }

    /// The answer to a turn, and what there is to say about it.
    fn answer(&mut self, turn: &Turn) -> (Line, String) {
        self.turn += 1;
        let (observation, rest) = self.observe(turn);
        let (line, outcome, positions) = match rest {
            Some(line) if self.is_worth_sending(&turn.table, &line) => (line, THE_REST.into(), 0),
            rest => self.think(turn, observation, rest),
        };
        let observation = match observation {
            Observation::Consistent => "",
            Observation::Narrowed => "; rulesets dropped",
            Observation::Unexplained => "; no ruleset explains this, all are possible again",
            Observation::Odd => "; no ruleset offers these moves",
        };
        self.sent = Some((turn.table.clone(), line.clone()));
        let number = self.turn;
        let moves = line.len();
        let ending = if moves == 1 { "" } else { "s" };
        let took = turn.started.elapsed().as_millis();
        let remark = format!(
            "turn {number}: {moves} move{ending}, {outcome}{observation}; {took} ms, {positions} positions"
        );
        (line, remark)
    }

    /// Weighs what the turn tells about the rulesets. Returns the rest of the
    /// last line, if some of the rulesets explain how far that was played; all
    /// of it, if none of it was.
    fn observe(&mut self, turn: &Turn) -> (Observation, Option<Line>) {
        let mut observation = Observation::Consistent;
        let mut rest = None;
        if let Some((before, line)) = &self.sent {
            let (by_table, played) = self.belief.observe_table(before, line, &turn.table);
            observation = by_table;
            rest = played.map(|played| line.suffix(played));
        }
        if let Ok(moves) = &turn.moves {
            let by_moves = self.belief.observe_moves(&turn.table, moves);
            if observation == Observation::Consistent || by_moves == Observation::Unexplained {
                observation = by_moves;
            }
        }
        (observation, rest)
    }

    /// Whether a line wins under all rulesets that are possible, or leads back to
    /// where the bot treads water.
    fn is_worth_sending(&self, table: &Table, line: &Line) -> bool {
        self.belief.rulesets().all(|ruleset| match &self.treading {
            Some(root) => {
                table != root && belief::table_after(table, line, ruleset).as_ref() == Some(root)
            }
            None => moves_to_win(table, line, ruleset).is_ok(),
        })
    }

    /// Whether a line wins under the likeliest ruleset.
    fn may_win(&self, table: &Table, line: &Line) -> bool {
        let likeliest = self.belief.by_autoplay()[0];
        moves_to_win(table, line, likeliest).is_ok()
    }

    /// A line for the turn's table, planned anew; where none is found that wins,
    /// the rest of the last line may still do under the likeliest ruleset.
    fn think(
        &mut self,
        turn: &Turn,
        observation: Observation,
        rest: Option<Line>,
    ) -> (Line, String, u64) {
        let (plan, positions) = self.plan(turn, observation);
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
            if let Some(line) = belief::there_and_back(&turn.table, self.belief) {
                self.treading = Some(turn.table.clone());
                return (line, format!("{remark}, treading water"), positions);
            }
        }
        (plan.line, remark, positions)
    }

    /// Plans within the turn's limits; tells the positions expanded as well.
    fn plan(&mut self, turn: &Turn, observation: Observation) -> (Plan, u64) {
        let time = if self.turn == 1 {
            self.limits.first_turn
        } else {
            self.limits.later_turn
        };
        let mut clock = clock(turn.started, time, self.limits.positions.is_some());
        let mut budget = Budget::of_time(&mut clock);
        budget.bytes = BYTES;
        budget.positions = self.limits.positions.unwrap_or(u64::MAX);
        // What was begun was begun for the rulesets that were open then.
        let unchanged = matches!(observation, Observation::Consistent | Observation::Odd);
        let plan = if unchanged && self.treading.as_ref() == Some(&turn.table) {
            self.planner.resume(&turn.table, self.belief, &mut budget)
        } else {
            self.planner.plan(&turn.table, self.belief, &mut budget)
        };
        (plan, budget.expanded)
    }
}

/// A clock that tells the share of the time used since an instant; it stands
/// still when time does not count.
fn clock(started: Instant, time: Duration, stands: bool) -> impl FnMut() -> f64 {
    move || {
        if stands {
            0.0
        } else {
            started.elapsed().as_secs_f64() / time.as_secs_f64()
        }
    }
}
