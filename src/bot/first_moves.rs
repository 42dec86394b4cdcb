//! The moves that the line for a turn may begin with.
//!
//! The moves that the turn lists are the truth, and a move that was refused on the same table
//! is illegal. In fallback mode, moves that were tried on the table are excluded as well: as the
//! game has come back to this table, they made no progress. These three reasons are applied in
//! turn, and one that would exclude all moves that are left is not applied.

use super::history::{Attempt, History};
use crate::moves::{Move, MoveList, Place};
use crate::playback::Playback;
use crate::protocol::Turn;
use crate::ruleset::Ruleset;
use crate::table::Table;

/// The moves that are legal under a ruleset, and those of them that the line for a turn must not
/// begin with.
pub struct FirstMoves {
    legal: MoveList,
    /// The moves that a line must not begin with.
    pub excluded: MoveList,
    /// Those of them that are not listed or have been refused.
    pub illegal: MoveList,
}

impl FirstMoves {
    /// The moves for a turn, given the ruleset that lines are planned for first.
    pub fn new(turn: &Turn, ruleset: Ruleset, is_fallback: bool, history: &History) -> FirstMoves {
        let attempt = |mv| history.attempt(&turn.table, mv);
        let legal = legal_moves(&turn.table, ruleset);
        let others = |allowed: &MoveList| filter(&legal, |mv| !allowed.contains(&mv));
        let mut allowed = legal.clone();
        if let Ok(listed) = &turn.moves {
            keep(&mut allowed, |mv| listed.contains(&mv));
        }
        keep(&mut allowed, |mv| attempt(mv) != Attempt::Refused);
        let illegal = others(&allowed);
        if is_fallback {
            keep(&mut allowed, |mv| attempt(mv) == Attempt::Untried);
        }
        FirstMoves {
            excluded: others(&allowed),
            illegal,
            legal,
        }
    }

    /// A move for a turn for which there is no line, home if possible; `None` if no move is
    /// legal under any ruleset, and no move is listed.
    pub fn any(&self, turn: &Turn, history: &History) -> Option<Move> {
        let mut moves = self.legal.to_vec();
        if let Ok(listed) = &turn.moves {
            moves.extend(listed);
        }
        for ruleset in Ruleset::all() {
            moves.extend(&legal_moves(&turn.table, ruleset));
        }
        // The first of those that are best.
        moves.into_iter().min_by_key(|mv| {
            let attempt = history.attempt(&turn.table, *mv);
            let is_excluded = self.excluded.contains(mv);
            (attempt, is_excluded, mv.to() != Place::Home)
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

/// Keeps the moves for which a predicate holds, if it holds for any.
fn keep(moves: &mut MoveList, holds: impl Fn(Move) -> bool) {
    let kept = filter(moves, holds);
    if !kept.is_empty() {
        *moves = kept;
    }
}
