//! The proof that a table is unsolvable, by the search over a factored state space.
//!
//! It holds for every ruleset. Cards that a game sends home by itself could be sent there by moves,
//! and supermoves are moves of one card each; so a line under any ruleset is a line of the game
//! that the proof is about, in which single cards move and none goes home by itself. The converse
//! is not true of `all` autoplay: a table may be solvable, but not while every card that fits goes
//! home. About such a table this search says nothing.

use std::cell::RefCell;

use factored::{Outcome, Relaxation};
use freecell::anytime::{Analysis, Status};
use freecell::search::budget::Budget;
use freecell::table::CELLS;

/// Tries to prove a table unsolvable before this fraction of the budget is used, with at most so
/// many positions, and returns the number that this took. Tables with cards in cells are left
/// alone.
pub fn prove(analysis: &mut Analysis, budget: &mut Budget, until: f64, most: u64) -> u64 {
    let table = &analysis.table;
    if table.cells.iter().any(Option::is_some) {
        return 0;
    }
    let columns = factored::Analysis::new(&table.cascades);
    let mut relaxation = Relaxation::new(columns, CELLS as u32);
    let may_spend = factored::Resources {
        memory: budget.bytes,
        visited: most,
    };
    let budget = RefCell::new(budget);
    let is_over = || budget.borrow_mut().used() >= until;
    let (outcome, visited) = factored::prove(&mut relaxation, may_spend, &is_over);
    if outcome == Outcome::Unsolvable {
        analysis.status = Status::Unsolvable;
    }
    visited
}
