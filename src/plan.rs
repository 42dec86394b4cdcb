//! The plan: the best line for a table under the rulesets that are possible.
//!
//! First comes a line that wins under the likeliest autoplay, found in
//! milliseconds. Where both autoplay rules are possible, the rest of the budget goes
//! to lines that win under both; otherwise, and when there is no such line, to
//! shorter ones. A line for both beats one for a single rule, and fewer moves
//! beat more.
//!
//! Every line comes from a search by the rules in [`crate::rules`]; what it
//! wins under is known from there.

use std::fmt;

use crate::belief::Belief;
use crate::heuristic::Weights;
use crate::moves::Line;
use crate::playback::{moves_to_win, table_after};
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::astar::{AStar, Problem, SearchResult};
use crate::search::beam::BeamSearch;
use crate::search::budget::{Budget, StopReason};
use crate::search::portfolio::{Answer, Portfolio};
use crate::table::Table;

/// A line and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The moves to send.
    pub line: Line,
    /// What they come to.
    pub outcome: Outcome,
}

/// What a plan comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It wins.
    Wins {
        /// The autoplay rules it wins under.
        under: Vec<Autoplay>,
        /// Whether every move means the same under every ruleset of supermoves.
        unambiguous: bool,
    },
    /// Nothing wins, which is proved; the line brings cards home.
    Impossible,
    /// Nothing was found that wins; the line brings cards home.
    Unsolved(StopReason),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Wins { under, unambiguous } => {
                let rules = match (under.len(), under.first()) {
                    (1, Some(Autoplay::Safe)) => "safe",
                    (1, Some(Autoplay::All)) => "all",
                    _ => "safe and all",
                };
                let doubt = if *unambiguous {
                    ""
                } else {
                    ", with ambiguous supermoves"
                };
                write!(f, "winning under {rules} autoplay{doubt}")
            }
            Outcome::Impossible => write!(f, "no line wins, which is proved"),
            Outcome::Unsolved(stop) => write!(f, "no winning line found: {stop}"),
        }
    }
}

impl Plan {
    fn winning(line: Line, rulesets: &[Ruleset], unambiguous: bool) -> Plan {
        let under = rulesets.iter().map(|ruleset| ruleset.autoplay).collect();
        let outcome = Outcome::Wins { under, unambiguous };
        Plan { line, outcome }
    }
}

/// The memory of all searches, for one plan after another.
#[derive(Default)]
pub struct Planner {
    search: AStar<1>,
    turns: Option<Portfolio<1>>,
    alone: BeamSearch<1>,
    joint: BeamSearch<2>,
}

/// A line has at most this many moves before one is known.
const LONGEST: usize = 120;

/// The share of the budget after which lines for both autoplay rules are given
/// up, if none has been found.
const JOINT_SHARE: f64 = 0.85;

/// Where the first beam search from the table ends, a narrow one for some line,
/// and where the second, as wide as it can then be, as shares of what is given to
/// both. Three steps (0.06, 0.3, 1) gave lines 0.04 moves longer on deals 2,500,001
/// to 2,500,200.
const BUDGET_SHARES: [f64; 2] = [0.08, 1.0];

/// a beam search that has less than this share of the budget left is not
/// begun from the table: it could not be as wide as the one before.
const LEAST_SHARE: f64 = 0.25;

/// From how far down the best line, as parts of its moves, searches begin on what
/// the others leave over. They have fewer layers, so each can be wider. On deals
/// 2,777,001 to 2,777,500 they shortened lines under `all` by 0.026 moves, with
/// 40,000 positions a deal.
const RESTART_POINTS: [f64; 3] = [0.3, 0.15, 0.45];

/// How many beam searches from the table there are at the most: a budget
/// without end makes every one of them as wide as memory allows.
const MAX_SEARCHES: usize = 8;

impl Planner {
    /// The best line found within the budget.
    pub fn plan(&mut self, table: &Table, belief: Belief, budget: &mut Budget) -> Plan {
        self.turns = None;
        self.resume(table, belief, budget)
    }

    /// The same for the table of the last plan, going on where that one gave up.
    pub fn resume(&mut self, table: &Table, belief: Belief, budget: &mut Budget) -> Plan {
        let rulesets = belief.by_autoplay();
        let new = || {
            Portfolio::new(table, [rulesets[0]], |position, _| {
                position.unordered_hash()
            })
        };
        let turns = self.turns.get_or_insert_with(new);
        let outcome = match turns.run(&mut self.search, budget) {
            Answer::Won { line, unambiguous } => {
                let joint = self.line_for_both(table, &rulesets, budget);
                return joint.unwrap_or_else(|| {
                    self.line_for_one(table, &rulesets, line, unambiguous, budget)
                });
            }
            Answer::Impossible => Outcome::Impossible,
            Answer::Unsolved(stop) => Outcome::Unsolved(stop),
        };
        let line = turns.most_home();
        Plan { line, outcome }
    }

    /// The shortest line found that wins under both autoplay rules.
    fn line_for_both(
        &mut self,
        table: &Table,
        rulesets: &[Ruleset],
        budget: &mut Budget,
    ) -> Option<Plan> {
        let &[one, other] = rulesets else {
            return None;
        };
        let strict = [one, other].map(|ruleset| Ruleset::strict(ruleset.autoplay));
        let problem = problem_at(table, strict);
        let mut schedule = BeamSchedule::new(problem, BOTH, JOINT_SHARE, budget);
        let mut best = None;
        while let Some(line) = schedule.better_line(&mut self.joint, best.as_ref(), budget) {
            best = Some(line);
            schedule.until = 1.0;
        }
        best.map(|line| Plan::winning(line, rulesets, true))
    }

    /// The shortest line found that wins under the first ruleset; where another
    /// is possible too, of the lines found the one that is legal longest under that.
    fn line_for_one(
        &mut self,
        table: &Table,
        rulesets: &[Ruleset],
        first: Line,
        unambiguous: bool,
        budget: &mut Budget,
    ) -> Plan {
        // Where unambiguous moves alone win nothing, the ambiguous ones are needed.
        let ruleset = if unambiguous {
            Ruleset::strict(rulesets[0].autoplay)
        } else {
            rulesets[0]
        };
        let problem = problem_at(table, [ruleset]);
        let weights = match rulesets[0].autoplay {
            Autoplay::Safe => SAFE,
            Autoplay::All => ALL,
        };
        let legal_moves = |line: &Line| match rulesets.get(1) {
            Some(&other) => moves_to_win(table, line, other).unwrap_or_else(|legal| legal),
            None => 0,
        };
        let mut schedule = BeamSchedule::new(problem, weights, 1.0, budget);
        let mut shortest = first.clone();
        let mut best = first;
        while let Some(line) = schedule.better_line(&mut self.alone, Some(&shortest), budget) {
            shortest = line.clone();
            if legal_moves(&line) >= legal_moves(&best) {
                best = line;
            }
        }
        Plan::winning(best, &rulesets[..1], unambiguous)
    }
}

/// The game from a table by those rulesets.
fn problem_at<const N: usize>(table: &Table, rulesets: [Ruleset; N]) -> Problem<N> {
    Problem::new(table, rulesets, |position, _| position.unordered_hash())
}

/// Searches by beam search on what is left of a budget: from the table, then from
/// positions down the best line.
struct BeamSchedule<const N: usize> {
    problem: Problem<N>,
    weights: Weights,
    /// The shares of the budget between which it works.
    from: f64,
    until: f64,
    /// How many searches from the table there have been, and how many of
    /// [`RESTART_POINTS`] were tried since the best line was found.
    searches: usize,
    restarts: usize,
    /// Whether another search could bring nothing.
    complete: bool,
}

impl<const N: usize> BeamSchedule<N> {
    fn new(
        problem: Problem<N>,
        weights: Weights,
        until: f64,
        budget: &mut Budget,
    ) -> BeamSchedule<N> {
        BeamSchedule {
            problem,
            weights,
            from: budget.used(),
            until,
            searches: 0,
            restarts: 0,
            complete: false,
        }
    }

    /// A line shorter than the best so far, or any line if there is none yet.
    fn better_line(
        &mut self,
        beam: &mut BeamSearch<N>,
        best: Option<&Line>,
        budget: &mut Budget,
    ) -> Option<Line> {
        let longest = match best {
            Some(line) => line.len().saturating_sub(1),
            None => LONGEST,
        };
        while let Some((share, part)) = self.next_search(budget) {
            let mut restart = Line::default();
            let mut later = None;
            if let Some(part) = part {
                let best = best?;
                restart = best.prefix((best.len() as f64 * part) as usize);
                later = self.problem_after(&restart);
                if later.is_none() {
                    continue;
                }
            }
            let problem = later.as_ref().unwrap_or(&self.problem);
            let longest = longest - restart.len();
            match beam.search(problem, self.weights, longest, share, budget) {
                SearchResult::Won(rest) => {
                    self.restarts = 0;
                    return Some(restart.iter().chain(&rest).collect());
                }
                SearchResult::Exhausted => self.complete |= restart.is_empty(),
                SearchResult::Stopped(_) => {}
            }
        }
        None
    }

    /// The share of the budget until which the next search may last, if there
    /// is to be one, and the part of the best line it begins after, if not at the
    /// table.
    fn next_search(&mut self, budget: &mut Budget) -> Option<(f64, Option<f64>)> {
        let all = self.until - self.from;
        let left = (self.until - budget.used()) / all.max(f64::MIN_POSITIVE);
        if self.complete || left <= 0.0 {
            return None;
        }
        let share = BUDGET_SHARES.get(self.searches).copied();
        if share.is_some() || left > LEAST_SHARE && self.searches < MAX_SEARCHES {
            self.searches += 1;
            return Some((self.from + all * share.unwrap_or(1.0), None));
        }
        self.restarts += 1;
        let part = RESTART_POINTS.get(self.restarts - 1)?;
        Some((self.until, Some(*part)))
    }

    /// The problem after some moves, if the table is then the same under every
    /// ruleset.
    fn problem_after(&self, moves: &Line) -> Option<Problem<N>> {
        let after = |&ruleset| table_after(&self.problem.table, moves, ruleset);
        let rulesets = self.problem.rules.rulesets;
        let mut tables = rulesets.iter().map(after);
        let table = tables.next()??;
        let is_one = tables.all(|other| other.as_ref() == Some(&table));
        is_one.then(|| problem_at(&table, rulesets))
    }
}

/// What layers keep by, for lines under `safe` autoplay. As the next two, fitted by
/// `lab tune fit`: to deals 2,800,001 to 2,801,000. On 2,774,001 to 2,774,600,
/// with 30,000 positions each, lines are 0.09 moves shorter than by weights
/// climbed to.
pub const SAFE: Weights = Weights::of(&[0, 10, 91, 61, 60, 69, 96, 0, 17, 46, 6, 11, 38, 4, 29, 0]);
/// The same for lines under `all`, from deals 2,800,001 to 2,801,500; 0.06 moves,
/// on 2,774,001 to 2,775,000.
pub const ALL: Weights = Weights::of(&[0, 12, 85, 43, 43, 49, 85, 0, 17, 33, 9, 11, 29, 7, 25, 0]);
/// The same for lines under both, from deals 2,800,001 to 2,800,700; 0.5 moves, and
/// lines for 9 deals more of 400, on 2,774,001 to 2,774,400.
pub const BOTH: Weights = Weights::of(&[0, 9, 90, 56, 48, 69, 97, 0, 0, 45, 0, 7, 50, 4, 21, 22]);
