//! The record of one deal: a row of the file.

use anyhow::{bail, ensure, Context, Result};
use clap::ValueEnum;
use freecell::analysis::known::Status;
use freecell::moves::Line;
use serde::{Deserialize, Serialize};

use crate::support::programs::Choice;
use crate::support::refused;
use crate::support::solver::SearchResult;
use shared::duration::{milliseconds, round_to_thousandths};

/// A deal and the result of its search. The fields are the file's columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub deal: u64,
    /// The autoplay rule or the program, and the time or `first`.
    pub search: String,
    pub result: DealResult,
    pub moves: Option<usize>,
    pub positions: u64,
    pub cpu_ms: f64,
    pub line: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum DealResult {
    /// A line that wins, replayed by the referee.
    Solved,
    /// A proof that there is none.
    Unsolvable,
    /// Neither.
    Unsolved,
}

impl DealResult {
    /// The result in a word, as kpat's `--solve` has it.
    pub fn verdict(self) -> &'static str {
        match self {
            DealResult::Solved => "won",
            DealResult::Unsolvable => "lost",
            DealResult::Unsolved => "unknown",
        }
    }
}

/// What a row has to show for its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A line that the referee has replayed, or no result that would need one.
    Enough,
    /// Nothing: a number of moves without a line, or "unsolvable".
    Missing,
}

/// More moves than any line has that a search finds.
const MOST_MOVES: usize = 10_000;

impl Row {
    /// The row of a deal, with the line or without.
    pub fn new(deal: u64, search: &str, found: &SearchResult, with_line: bool) -> Row {
        let result = match found.status() {
            Status::Solved { .. } => DealResult::Solved,
            Status::Unsolvable => DealResult::Unsolvable,
            Status::Unknown { .. } => DealResult::Unsolved,
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

    /// The rules of the search.
    ///
    /// # Errors
    /// The search is none of this program's.
    pub fn rules(&self) -> Result<Choice> {
        let rules = self.search.split(' ').next().unwrap_or_default();
        Choice::named(rules)
            .with_context(|| format!("{:?} is not an autoplay rule and a time", self.search))
    }

    /// Checks that the row does not contradict itself, and has the referee replay its line.
    ///
    /// # Errors
    /// Why the row cannot be true.
    pub fn check(&self, choice: Choice) -> Result<Evidence> {
        refused::check_figures(self.deal, self.cpu_ms, self.positions)?;
        match (self.result, self.moves) {
            (DealResult::Solved, Some(moves)) if self.line.is_empty() => {
                ensure!(
                    (1..=MOST_MOVES).contains(&moves),
                    "no line has {moves} moves"
                );
                Ok(Evidence::Missing)
            }
            (DealResult::Solved, Some(moves)) => {
                refused::replay(self.deal, choice, moves, &self.line)?;
                Ok(Evidence::Enough)
            }
            (DealResult::Solved, None) => bail!("it is solved, in no number of moves"),
            (_, None) if self.line.is_empty() => Ok(match self.result {
                DealResult::Unsolvable => Evidence::Missing,
                _ => Evidence::Enough,
            }),
            _ => bail!("it has moves, although it is not solved"),
        }
    }
}
