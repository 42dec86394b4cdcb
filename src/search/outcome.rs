//! The outcomes of searches, which all of them share.

use std::fmt;

use crate::moves::Line;

/// The outcome of one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search found a line that wins.
    Solved(Line),
    /// Nothing is left to expand, and no position that was generated is won. What that
    /// proves is up to the search: see [`crate::search::astar`] and [`crate::search::beam`].
    Exhausted,
    /// The search stopped early.
    Stopped(StopReason),
}

/// The reason why a search stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The limit of positions is reached.
    Positions,
    /// The search would need more memory than it may use.
    Bytes,
    /// The time is up.
    Time,
    /// The caller interrupted it.
    Interrupted,
    /// The beam was too narrow to keep every candidate.
    BeamOverflow,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Positions => "position limit reached",
            StopReason::Bytes => "memory limit reached",
            StopReason::Time => "time limit reached",
            StopReason::Interrupted => "interrupted",
            StopReason::BeamOverflow => "beam too narrow",
        })
    }
}

/// A lower bound on the moves of any line that wins, ordered by how much it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LowerBound {
    /// No line that wins has fewer moves.
    Moves(usize),
    /// No line wins.
    Unsolvable,
}

impl LowerBound {
    /// The number of moves, unless no line wins.
    pub const fn moves(self) -> Option<usize> {
        match self {
            LowerBound::Moves(moves) => Some(moves),
            LowerBound::Unsolvable => None,
        }
    }
}
