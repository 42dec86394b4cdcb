//! The verdict on a claim, in words and as JSON.

use std::fmt;
use std::time::Duration;

use freecell::moves::Line;
use freecell::referee;
use freecell::ruleset::Ruleset;
use freecell::text::notation::Notation;
use serde_json::{json, Value};

use crate::support::line::in_notation;
use checker::search::{Answer, SearchResult};
use cli::pluralize::pluralize;
use shared::clock::{peak_memory, peak_memory_text};
use shared::duration::milliseconds;

#[derive(Clone, Copy, Debug)]
pub enum Claim {
    NoSolution,
    /// A line wins, which the referee has judged already.
    Line(referee::Verdict),
    /// A line wins which is in another program's notation, so that the referee cannot judge it.
    OtherNotation(Notation),
    /// A line of this many moves wins, which the referee has confirmed, and no line of
    /// fewer moves does.
    Shortest(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Verified,
    Refuted,
    NotChecked,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Refuted => "refuted",
            Verdict::NotChecked => "not checked",
        }
    }
}

pub struct Report {
    pub claim: Claim,
    pub ruleset: Ruleset,
    /// The result of a search. A claim for which no search was needed is decided by the referee's
    /// verdict.
    pub result: Option<SearchResult>,
}

impl Report {
    pub fn is_verified(&self) -> bool {
        self.verdict() == Verdict::Verified
    }

    fn verdict(&self) -> Verdict {
        match (self.claim, self.outcome()) {
            (Claim::Line(referee::Verdict::Won { .. }), _) => Verdict::Verified,
            (Claim::OtherNotation(_), _) => Verdict::NotChecked,
            (Claim::Line(_), _) | (_, Some(Answer::Line(_) | Answer::Solvable)) => Verdict::Refuted,
            // There is no search if the line has no moves: no line can be shorter.
            (_, None | Some(Answer::Unsolvable)) => Verdict::Verified,
            (_, Some(Answer::Stopped(_))) => Verdict::NotChecked,
        }
    }

    /// The number of moves with which the line wins, if there is one that does.
    pub fn won_after(&self) -> Option<usize> {
        match self.claim {
            Claim::Line(referee::Verdict::Won { moves }) | Claim::Shortest(moves) => Some(moves),
            _ => None,
        }
    }

    fn outcome(&self) -> Option<&Answer> {
        self.result.as_ref().map(|result| &result.outcome)
    }

    /// The line that refutes the claim.
    fn line(&self) -> Option<&Line> {
        match self.outcome() {
            Some(Answer::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The fewest moves that any solution can have, as far as the search has verified.
    fn lower_bound(&self) -> Option<usize> {
        let result = self.result.as_ref()?;
        let is_unsolvable = matches!(result.outcome, Answer::Unsolvable);
        match self.claim {
            Claim::NoSolution if is_unsolvable => None,
            _ => Some(result.lower_bound),
        }
    }

    /// The cost of a search, if there was one.
    pub fn cost(&self, cpu: Duration) -> Option<String> {
        let positions = self.result.as_ref()?.positions;
        let (seconds, peak) = (cpu.as_secs_f64(), peak_memory_text());
        Some(format!(
            "{} seen, {seconds:.1} s of CPU time, {peak}",
            pluralize(positions as usize, "different table")
        ))
    }

    pub fn in_json(&self, cpu: Duration) -> Value {
        let (claim, moves) = match self.claim {
            Claim::NoSolution => ("no solution", None),
            Claim::Line(referee::Verdict::Won { moves }) => ("solution", Some(moves)),
            Claim::Line(_) | Claim::OtherNotation(_) => ("solution", None),
            Claim::Shortest(moves) => ("shortest solution", Some(moves)),
        };
        let notation = match self.claim {
            Claim::OtherNotation(notation) => Some(notation),
            _ => None,
        };
        json!({
            "claim": claim,
            "result": self.verdict().name(),
            "reason": self.to_string(),
            "ruleset": self.ruleset,
            "moves": moves,
            "notation": notation.map(Notation::name),
            "at_least": self.lower_bound(),
            "refuted_by": self.line(),
            "positions": self.result.as_ref().map(|result| result.positions),
            "cpu_ms": milliseconds(cpu),
            "peak_memory_bytes": peak_memory(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under = self.ruleset;
        write!(f, "{}: ", self.verdict().name())?;
        match (self.claim, self.outcome()) {
            (Claim::Line(referee::Verdict::Won { moves }), _) => {
                write!(
                    f,
                    "the line wins in {} under {under}",
                    pluralize(moves, "move")
                )
            }
            (Claim::Line(verdict), _) => write!(f, "{verdict}, under {under}"),
            (Claim::OtherNotation(notation), _) => f.write_str(&in_notation(notation)),
            (_, Some(Answer::Line(line))) => {
                let moves = pluralize(line.len(), "move");
                write!(f, "this line wins in {moves} under {under}\n{line}")
            }
            (_, Some(Answer::Solvable)) => {
                write!(f, "a line wins under {under}; --sweep has forgotten which")
            }
            (Claim::NoSolution, None | Some(Answer::Unsolvable)) => {
                write!(f, "no solution under {under}")
            }
            (Claim::NoSolution, Some(Answer::Stopped(stop))) => {
                write!(f, "{stop} before a solution under {under} was found")
            }
            (Claim::Shortest(moves), None | Some(Answer::Unsolvable)) => {
                let moves = pluralize(moves, "move");
                write!(
                    f,
                    "the line wins in {moves}, and none in fewer, under {under}"
                )
            }
            (Claim::Shortest(moves), Some(Answer::Stopped(stop))) => {
                let moves = pluralize(moves, "move");
                write!(f, "{stop}; the line wins in {moves} under {under}")?;
                match self.lower_bound() {
                    Some(lower_bound) => write!(f, ", and every line needs at least {lower_bound}"),
                    None => Ok(()),
                }
            }
        }
    }
}
