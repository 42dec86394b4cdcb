//! The proving search: A* with an admissible heuristic and w = 1, which finds the shortest line
//! and proves that none is shorter.
//!
//! Positions are expanded by f = g + h, where h is never above the number of moves still needed.
//! So when the lowest f on the open list rises, every line that wins is known to have at least
//! that many moves. A position that is generated again by a shorter path is reopened. The search
//! leaves out dominated moves, paths to a known position that are not
//! shorter, and positions that are proved to need too many moves, and nothing else: no position is
//! taken for another, up to a collision of hashes (`prove/node_table.rs`).
//!
//! # Two rulesets
//! For lines that have to win under two rulesets, positions are those of the free-cells relaxation
//! of [`crate::search::exhaustive`], in which every such line is possible, too. A line needs at
//! least the moves that each of its boards needs, so the larger of their two heuristics is
//! admissible again. Only a lower bound is proved: a line that wins the relaxation need not win the
//! real game.

mod candidates;
mod final_layer;
mod forecast;
mod memory;
mod next_move;
mod node_table;
mod open_list;
mod search;
mod segment;

use crate::moves::Line;
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::lower_bound::lower_bound;
use crate::search::outcome::{LowerBound, StopReason};
use crate::table::Table;
use search::Search;

/// The result of a proving search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A bound on the moves of any line that wins; at most the upper bound that was given.
    pub lower_bound: LowerBound,
    /// A shortest line, if the search found one below the upper bound.
    pub line: Option<Line>,
    /// The reason why the search stopped early, if it did.
    pub stop: Option<StopReason>,
}

/// The most states of the counting relaxation that are expanded for the root's lower bound: enough
/// to end that search for nearly every deal.
const STATES: usize = 30_000;

/// Proves what it can about the shortest line from a table under a ruleset, within the budget.
/// The root's lower bound and the pattern database do not count towards it.
///
/// `upper_bound` is the length of a known solution: only shorter ones are searched for. Beyond the
/// budget's memory this takes up to 10 million bytes for each ruleset, and two million more.
pub fn prove(
    table: &Table,
    ruleset: Ruleset,
    upper_bound: Option<usize>,
    budget: &mut Budget,
) -> Proof {
    Prover::default().prove(table, ruleset, upper_bound, budget)
}

/// A proving search. Its memory serves one table after another; and if it stopped early, and the
/// next proof is for the same table and rulesets, it goes on there.
#[derive(Default)]
pub struct Prover {
    // In boxes, since whoever may have a prover on a thread's stack seldom has a proof.
    single: Option<Box<Search<1>>>,
    joint: Option<Box<Search<2>>>,
}

impl Prover {
    /// Proves what it can: see [`prove`].
    pub fn prove(
        &mut self,
        table: &Table,
        ruleset: Ruleset,
        upper_bound: Option<usize>,
        budget: &mut Budget,
    ) -> Proof {
        search(&mut self.single, table, [ruleset], upper_bound, budget)
    }

    /// Proves a lower bound on lines that win under two rulesets which differ in autoplay. It
    /// finds no line.
    pub fn prove_for_both(
        &mut self,
        table: &Table,
        rulesets: [Ruleset; 2],
        upper_bound: Option<usize>,
        budget: &mut Budget,
    ) -> Proof {
        Proof {
            // It wins the free-cells relaxation, and perhaps not the real game.
            line: None,
            ..search(&mut self.joint, table, rulesets, upper_bound, budget)
        }
    }
}

fn search<const N: usize>(
    last: &mut Option<Box<Search<N>>>,
    table: &Table,
    rulesets: [Ruleset; N],
    upper_bound: Option<usize>,
    budget: &mut Budget,
) -> Proof {
    if let Some(search) = last.as_mut().filter(|last| last.is_for(table, rulesets)) {
        search.learn_upper_bound(upper_bound);
        return search.proof(budget);
    }
    let closed = |lower_bound, line| Proof {
        lower_bound,
        line,
        stop: None,
    };
    if table.is_won() {
        let is_asked_for = upper_bound != Some(0);
        return closed(LowerBound::Moves(0), is_asked_for.then(Line::default));
    }
    // No search is needed if the counting relaxation cannot be won, or if its bound is no lower
    // than the length of the known line.
    let bounds = rulesets.map(|ruleset| lower_bound(table, ruleset.autoplay, STATES));
    let root_bound = bounds.into_iter().max().unwrap_or(LowerBound::Moves(0));
    let known = shortest(upper_bound);
    let LowerBound::Moves(f) = root_bound.min(known) else {
        return closed(LowerBound::Unsolvable, None);
    };
    if root_bound >= known {
        return closed(known, None);
    }
    if !crate::search::memory::is_left() {
        return Proof {
            lower_bound: LowerBound::Moves(f),
            line: None,
            stop: Some(StopReason::Bytes),
        };
    }
    let memory = last.take().map(|last| last.memory).unwrap_or_default();
    let search = Search::new(table, rulesets, f, upper_bound, memory);
    last.insert(Box::new(search)).proof(budget)
}

/// The bound that is proved when no line is shorter than the one known.
fn shortest(known: Option<usize>) -> LowerBound {
    known.map_or(LowerBound::Unsolvable, LowerBound::Moves)
}
