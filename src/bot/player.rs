//! The player: the bot's state in the middle of a game, and how it answers a turn.

use super::fallback;
use super::first_moves::FirstMoves;
use super::history::{Attempt, History};
use super::mode::Mode;
use super::{Clock, TurnLimits, TurnTime};
use crate::belief::{Belief, Update};
use crate::moves::{Line, Move, MoveList};
use crate::plan::{Plan, Planner, Request, Win};
use crate::playback::{moves_to_win, reversible_pair, table_after};
use crate::protocol::Turn;
use crate::search::budget::Budget;
use crate::search::outcome::{Outcome, StopReason};
use crate::table::Table;

/// The memory of each of the planner's three searches: less than 512 MB in all.
const BYTES: usize = 150 << 20;

/// The last turn in which the bot stalls: a game is believed to have 200 turns, and some must
/// be left for the line itself.
const LAST_STALL: usize = 150;

/// The bot in the middle of a game.
pub struct Player<'a> {
    limits: TurnLimits,
    clock: Clock<'a>,
    planner: Planner,
    belief: Belief,
    mode: Mode,
    turn: usize,
    sent: Option<Sent>,
    history: History,
}

/// The last turn's answer.
struct Sent {
    table: Table,
    decision: Decision,
    /// The number of the line's moves that were sent.
    moves: usize,
}

/// The player's decision on what to play, and the reason.
struct Decision {
    line: Line,
    /// The stalling move, if the line only gains time; `None` if it should win or make progress.
    stall: Option<Stall>,
    reason: Reason,
    /// The positions expanded for it.
    positions: u64,
}

/// The reason for sending a line.
enum Reason {
    /// It was planned, with this outcome.
    Planned(Outcome<Win>),
    /// It is what is left of a line that was planned in an earlier turn.
    Rest,
    /// It brings cards home. It is proved that no move which a line may begin with wins.
    NoAllowedMoveWins,
    /// It gains time for a search that stopped.
    Stalling(StopReason),
}

impl Reason {
    /// The log's words for it.
    fn words(&self) -> String {
        match self {
            Reason::Planned(outcome) => outcome.to_string(),
            Reason::Rest => "the rest of the line".to_owned(),
            Reason::NoAllowedMoveWins => "no allowed first move wins".to_owned(),
            Reason::Stalling(stop) => format!("no winning line found: {stop}, stalling"),
        }
    }
}

/// A stalling move, and the table from which it is made and to which its reversal leads back.
struct Stall {
    table: Table,
    mv: Move,
}

impl<'a> Player<'a> {
    /// The bot before its first turn.
    pub fn new(limits: TurnLimits, clock: Clock<'a>) -> Player<'a> {
        Player {
            limits,
            clock,
            planner: Planner::default(),
            belief: Belief::all(),
            mode: Mode::Explained,
            turn: 0,
            sent: None,
            history: History::default(),
        }
    }

    /// The answer to a turn, and the log's remark on it.
    pub fn answer(&mut self, turn: &Turn) -> (Line, String) {
        self.turn += 1;
        let (update, rest) = self.observe(turn);
        let decision = self.decide(turn, rest);
        let line = self
            .mode
            .part_to_send(&turn.table, &decision.line, self.belief);
        if let (Some(&mv), None) = (line.as_slice().first(), &decision.stall) {
            self.history.note(&turn.table, mv, Attempt::Tried);
        }
        let remark = self.remark(turn, update, &decision, line.len());
        self.sent = Some(Sent {
            table: turn.table.clone(),
            decision,
            moves: line.len(),
        });
        (line, remark)
    }

    fn remark(&self, turn: &Turn, update: Update, decision: &Decision, sent: usize) -> String {
        let update = match update {
            Update::Unchanged => "",
            Update::Narrowed => "; rulesets dropped",
            Update::Rearranged => "; the cells have changed places",
            Update::Reset | Update::UnexplainedRefusal => "; no ruleset explains this",
            Update::NewGame => "; another game",
            Update::UnknownMoves => "; no ruleset offers these moves",
        };
        let ending = if sent == 1 { "" } else { "s" };
        let of = match decision.line.len() {
            planned if planned == sent => String::new(),
            planned => format!(" of {planned}"),
        };
        let took = (self.clock)().saturating_sub(turn.started);
        format!(
            "turn {}: {sent} move{ending}{of}, {}{update}; {} ms, {} positions",
            self.turn,
            decision.reason.words(),
            took.as_millis(),
            decision.positions
        )
    }

    /// Updates what is known by what the turn shows. Returns the rest of the last line, if it is
    /// known how far that line was played.
    fn observe(&mut self, turn: &Turn) -> (Update, Option<Decision>) {
        let (mut update, rest) = self.sent.take().map_or((Update::Unchanged, None), |sent| {
            self.observe_table(turn, sent)
        });
        if let Ok(moves) = &turn.moves {
            let by_moves = self.belief.observe_moves(&turn.table, moves);
            self.mode.update(by_moves);
            if update == Update::Unchanged || by_moves == Update::Reset {
                update = by_moves;
            }
        }
        (update, rest.filter(|_| update != Update::Reset))
    }

    /// Updates what is known by the table that came after an answer.
    fn observe_table(&mut self, turn: &Turn, sent: Sent) -> (Update, Option<Decision>) {
        let (decision, table) = (sent.decision, sent.table);
        let stall = decision.stall.as_ref();
        let line = decision.line.prefix(sent.moves);
        // A whole reversible pair leads back to where it began; any other line does not.
        let is_whole = sent.moves == decision.line.len();
        let leads_back = is_whole && stall.is_some_and(|stall| stall.table == table);
        let is_refused = turn.table == table && !leads_back;
        if let (true, Some(&mv)) = (is_refused, line.as_slice().first()) {
            return (self.observe_refusal(&table, mv), None);
        }
        let (update, played) = self.belief.observe_table(&table, &line, &turn.table);
        self.mode.update(update);
        if update == Update::NewGame {
            self.history = History::default();
        }
        if let (Update::Reset, Some(stall)) = (update, stall) {
            // The pair of moves did not lead back as it should: another one is next.
            self.history.note(&stall.table, stall.mv, Attempt::Tried);
        }
        let rest = if self.mode.is_fallback() && stall.is_none() {
            fallback::unplayed_rest(&turn.table, &decision.line, sent.moves)
        } else {
            played.map(|played| decision.line.suffix(played))
        };
        let rest = rest.map(|line| Decision {
            line,
            reason: Reason::Rest,
            positions: 0,
            ..decision
        });
        (update, rest)
    }

    /// Updates what is known by a move that changed nothing.
    fn observe_refusal(&mut self, table: &Table, mv: Move) -> Update {
        self.history.note(table, mv, Attempt::Refused);
        let update = match self.belief.observe_refusal(table, mv) {
            Update::UnexplainedRefusal => Update::Reset,
            update => update,
        };
        self.mode.update(update);
        update
    }

    /// The belief that lines are planned for.
    fn planned_for(&self) -> Belief {
        if self.mode.is_fallback() {
            Belief::only(fallback::RULESET)
        } else {
            self.belief
        }
    }

    /// The line for a turn: the rest of the last one, a new one, or any move.
    fn decide(&mut self, turn: &Turn, rest: Option<Decision>) -> Decision {
        let likeliest = self.planned_for().likeliest();
        let is_fallback = self.mode.is_fallback();
        let first_moves = FirstMoves::new(turn, likeliest, is_fallback, &self.history);
        // Nothing need follow a win, even if more was planned.
        let rest = rest.filter(|rest| {
            let first = rest.line.as_slice().first();
            !turn.table.is_won() && first.is_none_or(|mv| !first_moves.excluded.contains(mv))
        });
        let mut decision = match rest {
            Some(rest) if self.is_worth_sending(&turn.table, &rest) => rest,
            rest => self.think(turn, &first_moves, rest),
        };
        if decision.line.is_empty() && !turn.table.is_won() {
            let any = first_moves.any(turn, &self.history);
            decision.line = any.into_iter().collect();
        }
        decision
    }

    /// Whether a line wins under all likely rulesets, or leads back to the table at which the
    /// bot stalls.
    fn is_worth_sending(&self, table: &Table, decision: &Decision) -> bool {
        let line = &decision.line;
        let likely = self.planned_for().likely();
        likely.rulesets().all(|ruleset| match &decision.stall {
            None => moves_to_win(table, line, ruleset).is_ok(),
            Some(stall) => {
                let after = table_after(table, line.as_slice(), ruleset);
                stall.table != *table && after.as_ref() == Some(&stall.table)
            }
        })
    }

    /// A new line for the turn's table. Where it does not win, the rest of the last one
    /// may still win under the likeliest ruleset.
    fn think(&mut self, turn: &Turn, first_moves: &FirstMoves, rest: Option<Decision>) -> Decision {
        let (plan, positions) = self.plan(turn, first_moves);
        let mut decision = Decision {
            line: plan.line,
            stall: None,
            reason: Reason::Planned(plan.outcome),
            positions,
        };
        let likeliest = self.planned_for().likeliest();
        let may_win = |rest: &Decision| moves_to_win(&turn.table, &rest.line, likeliest).is_ok();
        match (&decision.reason, rest.filter(may_win)) {
            (Reason::Planned(Outcome::Solved(_)), _) => {}
            (_, Some(rest)) => return Decision { positions, ..rest },
            // Nothing is proved of moves that no line was allowed to begin with.
            (Reason::Planned(Outcome::NoLine), _) if !first_moves.illegal.is_empty() => {
                decision.reason = Reason::NoAllowedMoveWins;
            }
            (&Reason::Planned(Outcome::Stopped(stop)), _) if self.turn > 1 => {
                self.gain_time(turn, first_moves, stop, &mut decision);
            }
            _ => {}
        }
        decision
    }

    /// Decides what to play while a search is unfinished: a stalling move if there is one,
    /// otherwise the line's first move, after which the search begins again.
    fn gain_time(
        &self,
        turn: &Turn,
        first_moves: &FirstMoves,
        stop: StopReason,
        decision: &mut Decision,
    ) {
        decision.line = decision.line.iter().take(1).collect();
        let may_stall_with = |mv: Move| {
            self.turn <= LAST_STALL
                && !(self.mode.has_rearranged_cells() && fallback::touches_cells(mv))
                && !first_moves.excluded.contains(&mv)
                && self.history.attempt(&turn.table, mv) == Attempt::Untried
        };
        if let Some(pair) = reversible_pair(&turn.table, may_stall_with) {
            let table = turn.table.clone();
            decision.stall = Some(Stall { table, mv: pair[0] });
            decision.line = pair.into_iter().collect();
            decision.reason = Reason::Stalling(stop);
        }
    }

    /// Plans within the turn's limits; returns the positions expanded as well.
    fn plan(&mut self, turn: &Turn, first_moves: &FirstMoves) -> (Plan, u64) {
        let belief = self.planned_for();
        let TurnTime {
            with_line,
            without_line,
        } = if self.turn == 1 {
            self.limits.first_turn
        } else {
            self.limits.later_turn
        };
        // In a later turn, a search that stops is resumed in the next turn. So the longer time is
        // only for turns of which much has passed already.
        let elapsed = || (self.clock)().saturating_sub(turn.started);
        let is_late = 2 * elapsed() > with_line;
        let without_line = if self.turn == 1 || is_late {
            without_line
        } else {
            with_line
        };
        let mut seconds = || elapsed().as_secs_f64();
        let [without_line, with_line] = [without_line, with_line].map(|time| time.as_secs_f64());
        let mut budget = Budget::with_deadlines(&mut seconds, without_line, with_line);
        if let Some(positions) = self.limits.positions {
            budget = Budget::unlimited();
            budget.limit_positions(positions);
        }
        budget.bytes = BYTES;
        let mut plan = |excluded: &MoveList| {
            let request = Request {
                excluded_first_moves: excluded,
                ..Request::new(&turn.table, belief)
            };
            self.planner.plan(request, &mut budget)
        };
        let mut best = plan(&first_moves.excluded);
        // A move that was tried before is tried again if no other begins a line that wins.
        let has_more = first_moves.illegal.len() < first_moves.excluded.len();
        if has_more && matches!(best.outcome, Outcome::NoLine) {
            best = plan(&first_moves.illegal);
        }
        (best, budget.expanded())
    }
}
