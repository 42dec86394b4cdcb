//! The player: what the bot knows in the middle of a game, and how it answers a turn.

use std::cell::Cell;

use super::caution;
use super::history::History;
use super::{Clock, Limits};
use crate::belief::{Belief, Update};
use crate::moves::{Line, Move, MoveList, Place};
use crate::plan::{Outcome, Plan, Planner, Request};
use crate::playback::{moves_to_win, table_after, there_and_back, Playback};
use crate::protocol::Turn;
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::table::Table;

/// What each of the planner's three searches may hold: less than 512 MB in all.
const BYTES: usize = 150 << 20;

/// The last turn in which the bot treads water: a game is believed to have 200
/// turns, and some must be left for the line itself.
const LAST_TO_TREAD: usize = 150;

/// What the log says of a line that was planned in an earlier turn.
const THE_REST: &str = "the rest of the line";

/// The bot in the middle of a game.
pub struct Player<'a> {
    limits: Limits,
    clock: Clock<'a>,
    planner: Planner,
    belief: Belief,
    /// Whether something has happened that no ruleset explains.
    is_wary: bool,
    /// Whether cards in cells have changed places.
    has_moving_cells: bool,
    turn: usize,
    sent: Option<Sent>,
    history: History,
    /// While the bot treads water, the table to come back to, and the move from there.
    treading: Option<(Table, Move)>,
}

/// The last turn's answer.
struct Sent {
    table: Table,
    /// What was planned.
    plan: Line,
    /// How many moves of it were sent.
    moves: usize,
}

/// What the player has decided to play, and why.
struct Decision {
    line: Line,
    /// The log's words for it.
    outcome: String,
    /// The positions expanded for it.
    positions: u64,
}

impl<'a> Player<'a> {
    /// The bot before its first turn.
    pub fn new(limits: Limits, clock: Clock<'a>) -> Player<'a> {
        Player {
            limits,
            clock,
            planner: Planner::default(),
            belief: Belief::all(),
            is_wary: false,
            has_moving_cells: false,
            turn: 0,
            sent: None,
            history: History::default(),
            treading: None,
        }
    }

    /// The answer to a turn, and the log's remark on it.
    pub fn answer(&mut self, turn: &Turn) -> (Line, String) {
        self.turn += 1;
        let (update, rest) = self.observe(turn);
        // Nothing need follow a win, even if more was planned.
        let rest = rest.filter(|rest| !turn.table.is_won() && self.may_begin_with(turn, rest));
        let mut decision = match rest {
            Some(line) if self.is_worth_sending(&turn.table, &line) => Decision {
                line,
                outcome: THE_REST.into(),
                positions: 0,
            },
            rest => self.think(turn, rest),
        };
        if decision.line.is_empty() && !turn.table.is_won() {
            decision.line = self.any_move(turn).into_iter().collect();
        }
        let line = self.part_to_send(&turn.table, &decision.line);
        if let (Some(&mv), None) = (line.as_slice().first(), &self.treading) {
            self.history.note(&turn.table, mv, false);
        }
        let remark = self.remark(turn, update, &decision, line.len());
        self.sent = Some(Sent {
            table: turn.table.clone(),
            plan: decision.line,
            moves: line.len(),
        });
        (line, remark)
    }

    fn remark(&self, turn: &Turn, update: Update, decision: &Decision, sent: usize) -> String {
        let update = match update {
            Update::Unchanged => "",
            Update::Narrowed => "; rulesets dropped",
            Update::Rearranged => "; the cells have changed places",
            Update::Reset => "; no ruleset explains this",
            Update::NewGame => "; another game",
            Update::Ignored => "; no ruleset offers these moves",
        };
        let ending = if sent == 1 { "" } else { "s" };
        let of = match decision.line.len() {
            planned if planned == sent => String::new(),
            planned => format!(" of {planned}"),
        };
        let took = (self.clock)().saturating_sub(turn.started).as_millis();
        let (number, outcome, positions) = (self.turn, &decision.outcome, decision.positions);
        format!("turn {number}: {sent} move{ending}{of}, {outcome}{update}; {took} ms, {positions} positions")
    }

    /// Updates what is known by what the turn shows. Returns the rest of the last
    /// line, if it can be known how far that line was played.
    fn observe(&mut self, turn: &Turn) -> (Update, Option<Line>) {
        let (mut update, mut rest) = match self.sent.take() {
            Some(sent) => self.observe_table(turn, &sent),
            None => (Update::Unchanged, None),
        };
        if let Ok(moves) = &turn.moves {
            let by_moves = self.belief.observe_moves(&turn.table, moves);
            self.is_wary |= by_moves == Update::Reset;
            if update == Update::Unchanged || by_moves == Update::Reset {
                update = by_moves;
            }
        }
        if update == Update::Reset {
            rest = None;
        }
        (update, rest)
    }

    fn observe_table(&mut self, turn: &Turn, sent: &Sent) -> (Update, Option<Line>) {
        let line = sent.plan.prefix(sent.moves);
        // A move there and back leaves the table at which the bot treads water.
        let to_return = self.treading.as_ref().map(|(root, _)| root);
        let is_refused = turn.table == sent.table && to_return != Some(&sent.table);
        if let (true, Some(&refused)) = (is_refused, line.as_slice().first()) {
            self.treading = None;
            self.history.note(&turn.table, refused, true);
            let update = match self.belief.observe_refusal(&turn.table, refused) {
                Update::Ignored => Update::Reset,
                update => update,
            };
            self.is_wary |= update == Update::Reset;
            return (update, None);
        }
        let (update, played) = self.belief.observe_table(&sent.table, &line, &turn.table);
        match update {
            Update::NewGame => {
                self.is_wary = false;
                self.has_moving_cells = false;
                self.history = History::default();
            }
            Update::Reset => {
                self.is_wary = true;
                // It did not lead back as it should.
                if let Some((root, mv)) = self.treading.take() {
                    self.history.note(&root, mv, false);
                }
            }
            Update::Rearranged => self.has_moving_cells = true,
            _ => {}
        }
        let rest = if self.is_wary && self.treading.is_none() {
            caution::rest(&turn.table, &sent.plan, sent.moves)
        } else {
            played.map(|played| sent.plan.suffix(played))
        };
        (update, rest)
    }

    /// The belief that lines are planned for.
    fn planned_for(&self) -> Belief {
        if self.is_wary {
            Belief::only(caution::RULESET)
        } else {
            self.belief
        }
    }

    /// Whether a line wins under all likely rulesets, or leads back to the
    /// table at which the bot treads water.
    fn is_worth_sending(&self, table: &Table, line: &Line) -> bool {
        let likely = self.planned_for().likely();
        likely.rulesets().all(|ruleset| match &self.treading {
            Some((root, _)) => {
                table != root && table_after(table, line, ruleset).as_ref() == Some(root)
            }
            None => moves_to_win(table, line, ruleset).is_ok(),
        })
    }

    /// Whether a line wins under the likeliest ruleset.
    fn may_win(&self, table: &Table, line: &Line) -> bool {
        moves_to_win(table, line, self.planned_for().likeliest()).is_ok()
    }

    /// A new line for the turn's table. Where it does not win, the rest of the last one
    /// may still win under the likeliest ruleset.
    fn think(&mut self, turn: &Turn, rest: Option<Line>) -> Decision {
        let (plan, positions) = self.plan(turn);
        self.treading = None;
        let mut decision = Decision {
            line: plan.line,
            outcome: plan.outcome.to_string(),
            positions,
        };
        match plan.outcome {
            Outcome::Wins { .. } => {}
            _ if rest
                .as_ref()
                .is_some_and(|rest| self.may_win(&turn.table, rest)) =>
            {
                decision.line = rest.unwrap_or_default();
                decision.outcome = THE_REST.into();
            }
            // Nothing is proved of moves that no line was allowed to begin with.
            Outcome::Impossible if !self.excluded_first_moves(turn, false).is_empty() => {
                decision.outcome = "no line wins that begins as it may here".into();
            }
            Outcome::Unsolved(_) if self.turn > 1 => self.gain_time(turn, &mut decision),
            Outcome::Impossible | Outcome::Unsolved(_) => {}
        }
        decision
    }

    /// Makes a decision for a turn in which a search has not come to its end: to tread
    /// water, or to play a single move, from where the search begins again.
    fn gain_time(&mut self, turn: &Turn, decision: &mut Decision) {
        let excluded = self.excluded_first_moves(turn, self.is_wary);
        let may_play = |mv: Move| {
            let is_certain = !self.has_moving_cells || !caution::touches_cells(mv);
            is_certain && !excluded.contains(&mv) && !self.history.has_tried(&turn.table, mv)
        };
        let pair = if self.turn <= LAST_TO_TREAD {
            there_and_back(&turn.table, may_play)
        } else {
            None
        };
        if let Some(&there) = pair.as_ref().and_then(|pair| pair.as_slice().first()) {
            self.treading = Some((turn.table.clone(), there));
            decision.outcome += ", treading water";
        }
        let first = decision.line.len().min(1);
        decision.line = pair.unwrap_or_else(|| decision.line.prefix(first));
    }

    /// Plans within the turn's limits; returns the positions expanded as well.
    fn plan(&mut self, turn: &Turn) -> (Plan, u64) {
        let limits = if self.turn == 1 {
            self.limits.first_turn
        } else {
            self.limits.later_turn
        };
        let (clock, is_timed) = (self.clock, self.limits.positions.is_none());
        // In a later turn, a search may be resumed in the next one. It needs more time at
        // once only where a part of it has passed already.
        let elapsed = clock().saturating_sub(turn.started);
        let limit = Cell::new(if self.turn == 1 || 2 * elapsed > limits.with_line {
            limits.without_line
        } else {
            limits.with_line
        });
        // With a limit of positions the clock stands still.
        let mut time_used = || {
            let elapsed = clock().saturating_sub(turn.started).as_secs_f64();
            if is_timed {
                elapsed / limit.get().as_secs_f64()
            } else {
                0.0
            }
        };
        let mut budget = Budget::with_clock(&mut time_used);
        budget.bytes = BYTES;
        if let Some(positions) = self.limits.positions {
            budget.limit_positions(positions);
        }
        let belief = self.planned_for();
        let excluded = self.excluded_first_moves(turn, self.is_wary);
        // A move that was tried before is tried again if no other begins a line that wins.
        let again =
            (self.is_wary && !excluded.is_empty()).then(|| self.excluded_first_moves(turn, false));
        let mut plan = |excluded_first_moves| {
            let mut on_first_line = |_: &mut Budget| limit.set(limits.with_line);
            let request = Request {
                excluded_first_moves,
                on_first_line: Some(&mut on_first_line),
                ..Request::new(&turn.table, belief)
            };
            self.planner.plan(request, &mut budget)
        };
        let mut best = plan(excluded);
        if let (Outcome::Impossible, Some(excluded)) = (&best.outcome, again) {
            best = plan(excluded);
        }
        (best, budget.expanded())
    }

    /// What of a line is sent.
    fn part_to_send(&self, table: &Table, line: &Line) -> Line {
        if self.is_wary {
            caution::certain_part(table, line)
        } else if self.has_moving_cells {
            caution::part_with_known_cells(line)
        } else if !self.belief.likeliest().is_likely() {
            caution::part_agreed_on(table, line, self.belief)
        } else {
            line.clone()
        }
    }

    /// Whether a line may begin as it does.
    fn may_begin_with(&self, turn: &Turn, line: &Line) -> bool {
        let excluded = self.excluded_first_moves(turn, self.is_wary);
        let first = line.as_slice().first();
        first.is_none_or(|mv| !excluded.contains(mv))
    }

    /// The moves that a line must not begin with, of those that are legal under the
    /// likeliest ruleset.
    ///
    /// The moves that the turn lists are the truth, and a move that was refused on this
    /// table is illegal. To get on when the rules are unknown, a line should begin with a
    /// `new` move, one not tried on this table before. A reason that would exclude every
    /// move that is left excludes none.
    fn excluded_first_moves(&self, turn: &Turn, new: bool) -> MoveList {
        let legal = legal_moves(&turn.table, self.planned_for().likeliest());
        let is_listed = |mv| match &turn.moves {
            Ok(listed) => listed.contains(&mv),
            Err(_) => true,
        };
        let is_refused = |mv| self.history.has_refused(&turn.table, mv);
        let is_old = |mv| new && self.history.has_tried(&turn.table, mv);
        let tests: [&dyn Fn(Move) -> bool; 3] =
            [&is_listed, &|mv| !is_refused(mv), &|mv| !is_old(mv)];
        let mut allowed = legal.clone();
        for is_allowed in tests {
            let fewer = filter(&allowed, is_allowed);
            if !fewer.is_empty() {
                allowed = fewer;
            }
        }
        filter(&legal, |mv| !allowed.contains(&mv))
    }

    /// A move for a turn for which there is no line, home if possible; none if no move is
    /// legal under any ruleset, and none is listed.
    fn any_move(&self, turn: &Turn) -> Option<Move> {
        let planned_for = self.planned_for();
        let excluded = self.excluded_first_moves(turn, self.is_wary);
        let mut moves: Vec<Move> = Vec::new();
        if !excluded.is_empty() {
            let legal = legal_moves(&turn.table, planned_for.likeliest());
            moves.extend(&filter(&legal, |mv| !excluded.contains(&mv)));
        }
        if let Ok(listed) = &turn.moves {
            moves.extend(listed);
        }
        let rulesets = planned_for.rulesets().chain(Ruleset::all());
        for ruleset in rulesets {
            moves.extend(&legal_moves(&turn.table, ruleset));
        }
        // The first of those that are best.
        moves.into_iter().min_by_key(|&mv| {
            let is_refused = self.history.has_refused(&turn.table, mv);
            let is_old = self.history.has_tried(&turn.table, mv);
            (is_refused, is_old, mv.to() != Place::Home)
        })
    }
}

/// The moves that are legal on a table under a ruleset.
fn legal_moves(table: &Table, ruleset: Ruleset) -> MoveList {
    let game = Playback::new(table, ruleset);
    Move::all().filter(|&mv| game.is_legal(mv)).collect()
}

/// The moves for which a predicate holds.
fn filter(moves: &MoveList, holds: impl Fn(Move) -> bool) -> MoveList {
    moves.iter().copied().filter(|&mv| holds(mv)).collect()
}
