//! What is known of one deal: a row of the file.
//!
//! Its first four columns are those of a table of shortest lines.

use std::fmt;

use anyhow::{bail, ensure, Context, Error, Result};
use freecell::search::outcome::{LowerBound, StopReason};
use serde::{Deserialize, Serialize};

use super::rounds::Round;
use crate::support::programs::Choice;
use crate::support::refused;
use crate::support::solver::SearchResult;
use shared::duration::milliseconds;

/// A deal, its shortest line known and what is proved of it. The fields are the file's
/// columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofRow {
    pub deal: u64,
    /// The autoplay rule, `both`, or the program.
    pub autoplay: String,
    pub length: Length,
    /// The shortest line found, replayed by the referee.
    pub line: String,
    /// No line has fewer moves: a proof.
    pub at_least: Length,
    /// The CPU time in milliseconds, that of all attempts.
    pub cpu_ms: f64,
    /// The positions expanded in all attempts.
    pub positions: u64,
    /// What ended the last attempt.
    pub ended_by: EndedBy,
    /// The CPU time in milliseconds that the last attempt had.
    pub limit_ms: f64,
    /// The bytes that it had.
    pub limit_bytes: u64,
}

/// The number of moves of a line, in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Length {
    Moves(usize),
    /// There is no line: `none`.
    NoLine,
    /// No line is known: an empty field.
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndedBy {
    /// A proof that the line is shortest, or that there is none.
    Proof,
    Time,
    Memory,
}

impl EndedBy {
    pub fn of(found: &SearchResult) -> EndedBy {
        match found.stopped {
            _ if found.status().is_proved() => EndedBy::Proof,
            Some(StopReason::Bytes) => EndedBy::Memory,
            // If only the free-cells relaxation for both rules has a shorter line, one that wins
            // may be found with more time.
            _ => EndedBy::Time,
        }
    }
}

impl ProofRow {
    /// Whether nothing is left to prove.
    pub fn is_proved(&self) -> bool {
        self.length == self.at_least
    }

    /// Checks that the row does not contradict itself, and has the referee replay its line.
    /// Nobody can replay a bound.
    ///
    /// # Errors
    /// Why the row cannot be true.
    pub fn check(&self, choice: Choice) -> Result<()> {
        refused::check_figures(self.deal, self.cpu_ms, self.positions)?;
        refused::check_figures(self.deal, self.limit_ms, 0)?;
        let proved = self.ended_by == EndedBy::Proof;
        ensure!(
            proved == self.is_proved(),
            "its search ended with a proof, or its moves are the fewest, and not both"
        );
        match (self.length, self.at_least) {
            (Length::Moves(moves), Length::Moves(at_least)) => {
                ensure!(
                    at_least <= moves,
                    "its line has {moves} moves, and any has at least {at_least}"
                );
                refused::replay(self.deal, choice, moves, &self.line)
            }
            (Length::NoLine, Length::NoLine) | (Length::Unknown, Length::Moves(_))
                if self.line.is_empty() =>
            {
                Ok(())
            }
            _ => bail!("its moves, its line and its bound contradict each other"),
        }
    }

    /// Whether a round could do more than the last attempt.
    pub fn may_gain_in(&self, round: Round) -> bool {
        match self.ended_by {
            EndedBy::Proof => false,
            EndedBy::Time => milliseconds(round.time) > self.limit_ms,
            EndedBy::Memory => round.bytes > self.limit_bytes,
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Moves(moves) => write!(f, "{moves}"),
            Length::NoLine => write!(f, "none"),
            Length::Unknown => Ok(()),
        }
    }
}

impl From<Length> for String {
    fn from(length: Length) -> String {
        length.to_string()
    }
}

impl From<LowerBound> for Length {
    fn from(bound: LowerBound) -> Length {
        match bound {
            LowerBound::Moves(moves) => Length::Moves(moves),
            LowerBound::Unsolvable => Length::NoLine,
        }
    }
}

impl TryFrom<String> for Length {
    type Error = Error;

    fn try_from(text: String) -> Result<Length> {
        match text.as_str() {
            "none" => Ok(Length::NoLine),
            "" => Ok(Length::Unknown),
            moves => moves
                .parse()
                .map(Length::Moves)
                .with_context(|| format!("{text:?} is not a number of moves, none or empty")),
        }
    }
}
