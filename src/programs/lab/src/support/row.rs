//! The record of one deal: a row of the file.

use clap::ValueEnum;
use freecell::anytime::Status;
use freecell::moves::Line;
use serde::{Deserialize, Serialize};

use crate::support::solver::SearchResult;
use shared::duration::{milliseconds, round_to_thousandths};

/// A deal and the result of its search. The fields are the file's columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub deal: u64,
    /// The autoplay rule, and the time or `first`.
    pub search: String,
    pub result: Outcome,
    pub moves: Option<usize>,
    pub positions: u64,
    pub cpu_ms: f64,
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A line that wins, replayed by the referee.
    Solved,
    /// A proof that there is none.
    Unsolvable,
    /// Neither.
    Unsolved,
}

impl Row {
    /// The row of a deal, with the line or without.
    pub fn new(deal: u64, search: &str, found: &SearchResult, with_line: bool) -> Row {
        let result = match found.status() {
            Status::Solved { .. } => Outcome::Solved,
            Status::Unsolvable => Outcome::Unsolvable,
            Status::Unknown { .. } => Outcome::Unsolved,
        };
        let line = found.line();
        Row {
            deal,
            search: search.to_owned(),
            result,
            moves: line.map(Line::len),
            positions: found.positions,
            cpu_ms: round_to_thousandths(milliseconds(found.cpu)),
            line: (line.filter(|_| with_line)).map_or_else(String::new, Line::to_string),
        }
    }
}
