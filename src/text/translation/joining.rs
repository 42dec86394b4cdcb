//! Replaces several moves of a line by one that leads to the same table.

use crate::moves::{Line, Move};
use crate::referee::Game;
use crate::ruleset::Ruleset;
use crate::table::Table;

/// The most moves that one move replaces: those of a run of thirteen, card by card.
const LONGEST_JOINED: usize = 26;

/// The line in which a single move stands for several wherever it leads to the same table.
pub fn join_moves(table: &Table, ruleset: Ruleset, line: &Line) -> Line {
    let mut game = Game::new(table.clone(), ruleset);
    let mut tables = vec![table.clone()];
    for mv in line {
        game.play(mv).expect("played before");
        tables.push(game.table().clone());
    }
    let mut joined = Line::default();
    let mut at = 0;
    while at < line.len() {
        let (mv, next) = farthest(&tables, ruleset, at, line.as_slice()[at]);
        joined.extend(mv);
        at = next;
    }
    joined
}

/// The move from a table of a line that leads the farthest along the line, with the index of the
/// table it leads to; `None` in place of the move if the same table comes up again.
fn farthest(tables: &[Table], ruleset: Ruleset, at: usize, mv: Move) -> (Option<Move>, usize) {
    if let Some(again) = (at + 1..tables.len()).rfind(|&later| tables[later] == tables[at]) {
        return (None, again);
    }
    let game = Game::new(tables[at].clone(), ruleset);
    let after = |mv: Move| {
        let mut after = game.clone();
        after.play(mv).expect("a legal move");
        (mv, after)
    };
    let next: Vec<(Move, Game)> = game.legal_moves().into_iter().map(after).collect();
    let last = tables.len().min(at + LONGEST_JOINED + 1);
    let found = (at + 2..last).rev().find_map(|later| {
        let leads = |(_, game): &&(Move, Game)| *game.table() == tables[later];
        next.iter().find(leads).map(|&(mv, _)| (Some(mv), later))
    });
    found.unwrap_or((Some(mv), at + 1))
}
