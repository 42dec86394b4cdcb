//! The proof that a table is unsolvable, by the search over a factored state space.
//!
//! It holds for every ruleset. Cards that a game sends home by itself could be sent there by moves,
//! and supermoves are moves of one card each; so a line under any ruleset is a line of the game
//! that the proof is about, in which single cards move and none goes home by itself. The converse
//! is not true of `all` autoplay: a table may be solvable, but not while every card that fits goes
//! home. About such a table this search says nothing.

use freecell::search::factored::{self, Analysis, Game, Outcome, Relaxation};
use freecell::table::{Table, CELLS};

use super::{share_used, Limits};

/// Whether a table is proved unsolvable before this fraction of the time is used, and how many
/// positions that took. Nothing is known of tables with cards in cells.
pub fn prove(table: &Table, limits: Limits<'_>, until: f64) -> (bool, u64) {
    if table.cells.iter().any(Option::is_some) {
        return (false, 0);
    }
    let mut relaxation = Relaxation::new(Analysis::new(&table.cascades), CELLS as u32);
    let may_spend = factored::Limits {
        memory: usize::try_from(limits.task.memory.0).unwrap_or(usize::MAX),
        visited: u64::MAX,
    };
    let is_over = || share_used(limits.start, limits.task.time, limits.bar) >= until;
    let mut visited = 0;
    // Where the factored game can be won, the real one perhaps cannot.
    for game in [Game::Factored, Game::Real] {
        let (outcome, positions) = factored::prove(&mut relaxation, game, may_spend, &is_over);
        visited += positions;
        match outcome {
            Outcome::Unsolvable => return (true, visited),
            Outcome::Solvable => {}
            Outcome::Limit | Outcome::Interrupted => break,
        }
    }
    (false, visited)
}
