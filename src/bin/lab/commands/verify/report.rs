//! What came of a claim, in words and as JSON.

use std::fmt;
use std::time::Duration;

use freecell::moves::Line;
use freecell::referee::Verdict;
use freecell::ruleset::Ruleset;
use serde_json::{json, Value};

use super::search::{Answer, Finding};
use freecell::tools::clock::peak_memory;
use freecell::tools::duration::milliseconds;
use freecell::tools::memory::Bytes;
use freecell::tools::pluralize::pluralize;

/// What is claimed about a table.
#[derive(Clone, Copy, Debug)]
pub enum Claim {
    /// No line wins.
    NoSolution,
    /// A line wins, which the referee has judged already.
    Line(Verdict),
    /// A line of so many moves wins, which the referee has confirmed, and none of
    /// fewer moves does.
    Shortest(usize),
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conclusion {
    Verified,
    Refuted,
    NotChecked,
}

impl Conclusion {
    fn name(self) -> &'static str {
        match self {
            Conclusion::Verified => "verified",
            Conclusion::Refuted => "refuted",
            Conclusion::NotChecked => "not checked",
        }
    }
}

/// A claim, and what came of it.
pub struct Report {
    claim: Claim,
    ruleset: Ruleset,
    /// What a search found, if one was needed.
    finding: Option<Finding>,
}

impl Report {
    /// A claim under a ruleset, with what a search found about it. A claim for which
    /// no search was needed is decided by the referee's verdict.
    pub fn new(claim: Claim, ruleset: Ruleset, finding: Option<Finding>) -> Report {
        Report {
            claim,
            ruleset,
            finding,
        }
    }

    /// Whether the claim is verified.
    pub fn is_verified(&self) -> bool {
        self.conclusion() == Conclusion::Verified
    }

    fn conclusion(&self) -> Conclusion {
        match (self.claim, self.answer()) {
            (Claim::Line(Verdict::Won { .. }), _) => Conclusion::Verified,
            (Claim::Line(_), _) | (_, Some(Answer::Line(_) | Answer::Some)) => Conclusion::Refuted,
            // Without a search, the line has no moves, and none can be shorter.
            (_, None | Some(Answer::None)) => Conclusion::Verified,
            (_, Some(Answer::Stopped(_))) => Conclusion::NotChecked,
        }
    }

    fn answer(&self) -> Option<&Answer> {
        self.finding.as_ref().map(|finding| &finding.answer)
    }

    /// The line that refutes the claim.
    fn line(&self) -> Option<&Line> {
        match self.answer() {
            Some(Answer::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The moves that any solution needs, as far as the search has verified it.
    fn at_least(&self) -> Option<usize> {
        let finding = self.finding.as_ref()?;
        let is_none = matches!(finding.answer, Answer::None);
        match self.claim {
            Claim::NoSolution if is_none => None,
            _ => Some(finding.at_least),
        }
    }

    /// What a search cost, if there was one.
    pub fn cost(&self, cpu: Duration) -> Option<String> {
        let positions = self.finding.as_ref()?.positions;
        let tables = if positions == 1 { "table" } else { "tables" };
        let (seconds, peak) = (cpu.as_secs_f64(), Bytes(peak_memory()));
        Some(format!(
            "{positions} different {tables} met, {seconds:.1} s of CPU time, {peak}"
        ))
    }

    /// Everything that is known.
    pub fn in_json(&self, cpu: Duration) -> Value {
        let (claim, moves) = match self.claim {
            Claim::NoSolution => ("no solution", None),
            Claim::Line(Verdict::Won { moves }) => ("solution", Some(moves)),
            Claim::Line(_) => ("solution", None),
            Claim::Shortest(moves) => ("shortest solution", Some(moves)),
        };
        json!({
            "claim": claim,
            "result": self.conclusion().name(),
            "reason": self.to_string(),
            "ruleset": self.ruleset.to_string(),
            "moves": moves,
            "at_least": self.at_least(),
            "refuted_by": self.line().map(ToString::to_string),
            "positions": self.finding.as_ref().map(|finding| finding.positions),
            "cpu_ms": milliseconds(cpu),
            "peak_memory_bytes": peak_memory(),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under = self.ruleset;
        write!(f, "{}: ", self.conclusion().name())?;
        match (self.claim, self.answer()) {
            (Claim::Line(Verdict::Won { moves }), _) => {
                write!(
                    f,
                    "the line wins in {} under {under}",
                    pluralize(moves, "move")
                )
            }
            (Claim::Line(verdict), _) => write!(f, "{verdict}, under {under}"),
            (_, Some(Answer::Line(line))) => {
                let moves = pluralize(line.len(), "move");
                write!(f, "this line wins in {moves} under {under}\n{line}")
            }
            (_, Some(Answer::Some)) => {
                write!(f, "a line wins under {under}; --sweep has forgotten which")
            }
            (Claim::NoSolution, None | Some(Answer::None)) => {
                write!(f, "no solution under {under}")
            }
            (Claim::NoSolution, Some(Answer::Stopped(stop))) => {
                write!(f, "{stop} before a solution under {under} was found")
            }
            (Claim::Shortest(moves), None | Some(Answer::None)) => {
                let moves = pluralize(moves, "move");
                write!(
                    f,
                    "the line wins in {moves}, and none in fewer, under {under}"
                )
            }
            (Claim::Shortest(moves), Some(Answer::Stopped(stop))) => {
                let moves = pluralize(moves, "move");
                write!(f, "{stop}; the line wins in {moves} under {under}")?;
                match self.at_least() {
                    Some(at_least) => write!(f, ", and every line needs at least {at_least}"),
                    None => Ok(()),
                }
            }
        }
    }
}
