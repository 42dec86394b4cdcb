//! The plan: the best line for a table under the rulesets that are possible.
//!
//! First, a [`crate::search::portfolio`] of A* searches finds a solution under the likeliest
//! autoplay rule, most often within milliseconds. Where both autoplay rules are
//! possible, beam search then spends the rest of the budget on lines that win
//! under both. Otherwise, and when there is no such line, it searches for shorter ones.
//! A line for both rules is better than one for a single rule, and among equals the one
//! with fewer moves is better.
//!
//! Every line comes from a search that plays by [`crate::rules`], so what it wins
//! under is known from there. Which beam searches share the budget is decided in
//! `schedule`.

pub(crate) mod schedule;

use std::fmt;
use std::slice;

use crate::belief::{Belief, OnePerAutoplay};
use crate::moves::{Line, Move};
use crate::playback::{moves_to_win, without_autoplay};
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::beam::BeamSearch;
use crate::search::budget::Budget;
use crate::search::outcome::{Outcome, Solution};
use crate::search::portfolio::Portfolio;
use crate::search::problem::Problem;
use crate::search::weights;
use crate::table::Table;
use schedule::BeamSchedule;

/// A line and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The moves to send: a solution, or legal moves that bring cards home.
    pub line: Line,
    /// What is known of the line, and of the table: [`Outcome::NoLine`] is a proof that no line
    /// wins under the likeliest ruleset.
    pub outcome: Outcome<Win>,
}

/// What is known of a line that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The autoplay rules under which it wins.
    pub under: WinsUnder,
    /// `true` if every move means the same however supermoves are counted.
    pub unambiguous: bool,
}

/// The autoplay rules under which a line wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinsUnder {
    /// One rule.
    One(Autoplay),
    /// Both rules that are likely.
    SafeAndAll,
}

impl WinsUnder {
    /// The rules.
    pub fn rules(&self) -> &[Autoplay] {
        match self {
            WinsUnder::One(rule) => slice::from_ref(rule),
            WinsUnder::SafeAndAll => &[Autoplay::Safe, Autoplay::All],
        }
    }
}

impl fmt::Display for Outcome<Win> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Solved(Win { under, unambiguous }) => {
                let rules = match under {
                    WinsUnder::One(Autoplay::None) => "no",
                    WinsUnder::One(rule) => rule.name(),
                    WinsUnder::SafeAndAll => "safe and all",
                };
                let doubt = if *unambiguous {
                    ""
                } else {
                    ", with ambiguous supermoves"
                };
                write!(f, "winning under {rules} autoplay{doubt}")
            }
            Outcome::NoLine => write!(f, "no line wins, which is proved"),
            Outcome::Stopped(stop) => write!(f, "no winning line found: {stop}"),
        }
    }
}

impl Plan {
    fn winning(line: Line, under: WinsUnder, unambiguous: bool) -> Plan {
        let win = Win { under, unambiguous };
        Plan {
            line,
            outcome: Outcome::Solved(win),
        }
    }

    /// The plan as the game takes it: for one without autoplay, with a move for each card that
    /// goes home by itself under the ruleset that was searched under (see `to_search`).
    #[must_use]
    pub fn in_full(mut self, table: &Table, belief: Belief) -> Plan {
        if belief.likeliest().autoplay == Autoplay::None {
            self.line = without_autoplay(table, &self.line, to_search(belief)[0]);
            if let Outcome::Solved(win) = &mut self.outcome {
                win.under = WinsUnder::One(Autoplay::None);
            }
        }
        self
    }

    /// The line, if it wins.
    pub fn solution(&self) -> Option<&Line> {
        matches!(self.outcome, Outcome::Solved(_)).then_some(&self.line)
    }
}

/// The rulesets to search for lines under, one for each autoplay rule that is likely.
///
/// A safe card is better home than on the table. So where nothing goes home by itself,
/// lines are sought as if `safe` autoplay were in force, which is much quicker, and each
/// card that it takes gets a move of its own in the end.
fn to_search(belief: Belief) -> OnePerAutoplay {
    let mut rulesets = belief.by_autoplay();
    for ruleset in &mut rulesets {
        if ruleset.autoplay == Autoplay::None {
            *ruleset = ruleset.with_autoplay(Autoplay::Safe);
        }
    }
    rulesets
}

/// A request for a plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The table to solve.
    pub table: &'a Table,
    /// The rulesets that are possible.
    pub belief: Belief,
    /// The moves that a line must not begin with. That no line wins is then proved of the
    /// others alone.
    pub excluded_first_moves: &'a [Move],
    /// If only a line that wins under both autoplay rules counts: the fraction of the budget at
    /// which the search for one gives up. Else one for a single rule is searched for in the end.
    pub both_until: Option<f64>,
}

impl<'a> Request<'a> {
    /// A request for the best line that can be found within the budget.
    pub fn new(table: &'a Table, belief: Belief) -> Request<'a> {
        Request {
            table,
            belief,
            excluded_first_moves: &[],
            both_until: None,
        }
    }

    fn problem<const N: usize>(&self, rulesets: [Ruleset; N]) -> Problem<N> {
        Problem {
            excluded_first_moves: self.excluded_first_moves.iter().copied().collect(),
            ..Problem::new(self.table, rulesets)
        }
    }
}

/// The planner, which owns the memory of all its searches.
#[derive(Default)]
pub struct Planner {
    portfolio: Portfolio<1>,
    beam: BeamSearch<1>,
    joint_beam: BeamSearch<2>,
}

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner").finish_non_exhaustive()
    }
}

/// The fraction of the budget at which the search for a line that wins under both autoplay rules
/// gives up, where a line for one of them counts, too.
const JOINT_UNTIL: f64 = 0.95;

/// Depth limit of the search for both: 64 moves, or 20 more than the first line for one of them
/// (log: "depth of lines for both rules").
const JOINT_DEPTH: usize = 64;
const JOINT_DEPTH_BEYOND_FIRST: usize = 20;

impl Planner {
    /// Finds the best line within the budget: a first one, then shorter ones. If the last search
    /// for a first line was for the same and stopped early, this one resumes it.
    pub fn plan(&mut self, request: Request, budget: &mut Budget) -> Plan {
        let first = self.first_line(&request, budget);
        if first.solution().is_some() {
            budget.line_is_known();
        }
        self.shorten(&request, first, budget)
    }

    /// Finds a first line, under the likeliest of the rulesets to search for. It is one to begin
    /// from, and [`in_full`](Plan::in_full) one to play.
    pub fn first_line(&mut self, request: &Request, budget: &mut Budget) -> Plan {
        let ruleset = to_search(request.belief)[0];
        let outcome = match self.portfolio.run(request.problem([ruleset]), budget) {
            Outcome::Solved(Solution { line, unambiguous }) => {
                return Plan::winning(line, WinsUnder::One(ruleset.autoplay), unambiguous);
            }
            Outcome::NoLine => Outcome::NoLine,
            Outcome::Stopped(stop) => Outcome::Stopped(stop),
        };
        let line = self.portfolio.most_home().clone();
        Plan { line, outcome }
    }

    /// Finds the best line within the budget, given the first.
    pub fn shorten(&mut self, request: &Request, first: Plan, budget: &mut Budget) -> Plan {
        let mut plan = first;
        if let Outcome::Solved(_) = plan.outcome {
            plan = match self.line_for_both(request, plan.line.len(), budget) {
                Some(joint) => joint,
                None if request.both_until.is_some() => plan,
                None => self.line_for_one(request, plan, budget),
            };
        }
        plan.in_full(request.table, request.belief)
    }

    /// Finds the best line for the likeliest ruleset alone within the budget, given the first.
    pub fn shorten_for_one(&mut self, request: &Request, first: Plan, budget: &mut Budget) -> Plan {
        let plan = match first.outcome {
            Outcome::Solved(_) => self.line_for_one(request, first, budget),
            _ => first,
        };
        plan.in_full(request.table, request.belief)
    }

    /// Whether more memory would have made the last beams of a plan wider, for lines that win on
    /// one board or on two; `bytes` is the memory that they were given.
    pub fn is_short_of_memory(&self, boards: usize, bytes: usize) -> bool {
        match boards {
            1 => self.beam.is_short_of_memory(bytes),
            _ => self.joint_beam.is_short_of_memory(bytes),
        }
    }

    /// The shortest line found that wins under both autoplay rules; `first` is the length of
    /// the first line for one of them.
    fn line_for_both(
        &mut self,
        request: &Request,
        first: usize,
        budget: &mut Budget,
    ) -> Option<Plan> {
        let &[one, other] = &to_search(request.belief)[..] else {
            return None;
        };
        let strict = [one, other].map(Ruleset::to_strict);
        let problem = request.problem(strict);
        let until = request.both_until.unwrap_or(JOINT_UNTIL);
        let weights = weights::BEAM_BOTH;
        let longest = (first + JOINT_DEPTH_BEYOND_FIRST).max(JOINT_DEPTH);
        let mut schedule = BeamSchedule::new(problem, weights, longest, until, budget);
        let mut best = None;
        while let Some(line) = schedule.better_line(&mut self.joint_beam, best.as_ref(), budget) {
            best = Some(line);
            schedule.until = 1.0;
        }
        best.map(|line| Plan::winning(line, WinsUnder::SafeAndAll, true))
    }

    /// The shortest line found that wins under the first ruleset. Where a second one is possible,
    /// the line that stays legal longest under that is preferred: the more of it is played, the
    /// more the next turn shows of the rules. Where more than one kind of supermoves is likely,
    /// unambiguous moves are preferred, if they alone win.
    fn line_for_one(&mut self, request: &Request, first: Plan, budget: &mut Budget) -> Plan {
        let (table, belief) = (request.table, request.belief);
        let rulesets = to_search(belief);
        let is_unambiguous = matches!(
            first.outcome,
            Outcome::Solved(Win {
                unambiguous: true,
                ..
            })
        );
        let is_strict = is_unambiguous && !belief.has_one_kind_of_supermoves();
        let ruleset = if is_strict {
            rulesets[0].to_strict()
        } else {
            rulesets[0]
        };
        let weights = weights::for_beam(rulesets[0].autoplay);
        let legal_moves = |line: &Line| match rulesets.get(1) {
            Some(&other) => moves_to_win(table, line, other).unwrap_or_else(|legal| legal),
            None => 0,
        };
        let problem = request.problem([ruleset]);
        let mut schedule = BeamSchedule::new(problem, weights, first.line.len(), 1.0, budget);
        let mut shortest = first.line.clone();
        let mut best = first;
        while let Some(line) = schedule.better_line(&mut self.beam, Some(&shortest), budget) {
            shortest = line.clone();
            if legal_moves(&line) >= legal_moves(&best.line) {
                let strict = rulesets[0].to_strict();
                let unambiguous = is_strict || moves_to_win(table, &line, strict).is_ok();
                best = Plan::winning(line, WinsUnder::One(ruleset.autoplay), unambiguous);
            }
        }
        best
    }
}
