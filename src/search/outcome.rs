//! The outcomes of searches, which all of them share.

use std::fmt;

use crate::moves::Line;

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T = Line> {
    /// A line wins: the line, or what is known of it.
    Solved(T),
    /// There is no line where the search looks. If it leaves nothing out, as all do but the beams,
    /// that is a proof that no line wins.
    NoLine,
    /// The search stopped early.
    Stopped(StopReason),
}

/// A line that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The line.
    pub line: Line,
    /// Whether every move of it means the same under every ruleset of supermoves.
    pub unambiguous: bool,
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
