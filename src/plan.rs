//! The plan: the best line for a table under the rulesets that are possible.
//!
//! First comes a solution under the likeliest autoplay rule, which takes a
//! [`crate::search::portfolio`] milliseconds. Where both autoplay rules are
//! possible, beam search then spends the rest of the budget on lines that win
//! under both; otherwise, and when there is no such line, on shorter ones. A line
//! for both rules is better than one for a single rule, and among equals the one
//! with fewer moves is better.
//!
//! Every line comes from a search that plays by [`crate::rules`], so what it wins
//! under is known from there. Which beam searches share the budget is decided in
//! `schedule`.

mod schedule;

use std::fmt;

use crate::belief::Belief;
use crate::moves::{Line, MoveList};
use crate::playback::{moves_to_win, without_autoplay};
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::astar::{AStar, Problem};
use crate::search::beam::BeamSearch;
use crate::search::budget::{Budget, StopReason};
use crate::search::portfolio::{Answer, Portfolio};
use crate::search::weights;
use crate::table::Table;
use schedule::BeamSchedule;

/// A line and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The moves to send: a solution, or legal moves that bring cards home.
    pub line: Line,
    /// What is known of the line, and of the table.
    pub outcome: Outcome,
}

/// What a plan comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The line wins.
    Wins {
        /// The autoplay rules under which it wins.
        under: Vec<Autoplay>,
        /// Whether every move means the same under every ruleset of supermoves.
        unambiguous: bool,
    },
    /// No line wins under the likeliest ruleset, which is proved.
    Impossible,
    /// The budget ended before a solution or a proof was found.
    Unsolved(StopReason),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Wins { under, unambiguous } => {
                let rules = match (under.len(), under.first()) {
                    (1, Some(Autoplay::None)) => "no",
                    (1, Some(rule)) => rule.name(),
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

    /// The plan for a game without autoplay, if that is what is believed, made of the
    /// one that was searched for: see [`to_search`].
    #[must_use]
    pub(crate) fn spelled_out(mut self, table: &Table, belief: Belief) -> Plan {
        let ruleset = to_search(belief)[0];
        if belief.likeliest().autoplay == Autoplay::None {
            self.line = without_autoplay(table, &self.line, ruleset);
            if let Outcome::Wins { under, .. } = &mut self.outcome {
                *under = vec![Autoplay::None];
            }
        }
        self
    }

    /// The line, if it wins.
    pub fn solution(&self) -> Option<&Line> {
        matches!(self.outcome, Outcome::Wins { .. }).then_some(&self.line)
    }
}

/// The rulesets to search for lines under, one for each autoplay rule that is likely.
///
/// A safe card is better home than on the table. So where nothing goes home by itself,
/// lines are sought as if `safe` autoplay were in force, which is much quicker, and each
/// card that it takes gets a move of its own in the end.
fn to_search(belief: Belief) -> Vec<Ruleset> {
    let mut rulesets = belief.by_autoplay();
    for ruleset in &mut rulesets {
        if ruleset.autoplay == Autoplay::None {
            *ruleset = ruleset.with(Autoplay::Safe);
        }
    }
    rulesets
}

/// The memory of all searches, for one plan after another.
#[derive(Default)]
pub struct Planner {
    a_star: AStar<1>,
    /// The search for a first line, if it was stopped.
    portfolio: Option<Portfolio<1>>,
    beam: BeamSearch<1>,
    joint_beam: BeamSearch<2>,
    /// The moves that a line must not begin with.
    excluded_first_moves: MoveList,
}

impl fmt::Debug for Planner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner").finish_non_exhaustive()
    }
}

/// The share of the budget at which the search for a line for both autoplay
/// rules ends, if it has found none.
const JOINT_SHARE: f64 = 0.95;

/// A line for both is searched for up to so many moves, or so many more than the first line
/// for one of them has (row 30 of the table in `src/search/README.md`).
const JOINT_MOVES: usize = 64;
const MORE_MOVES: usize = 20;

impl Planner {
    /// The best line found within the budget.
    pub fn plan(&mut self, table: &Table, belief: Belief, budget: &mut Budget) -> Plan {
        self.portfolio = None;
        self.resume(table, belief, budget)
    }

    /// Does the same, and continues the search for a first line if the last plan, for the
    /// same table and belief, was stopped in it.
    pub fn resume(&mut self, table: &Table, belief: Belief, budget: &mut Budget) -> Plan {
        self.exclude_first_moves(MoveList::new());
        let first = self.first(table, belief, budget);
        let plan = self.improve(table, belief, first, budget);
        plan.spelled_out(table, belief)
    }

    /// Plans lines that begin with none of these moves from now on. That no line wins is
    /// then proved of such lines alone.
    pub(crate) fn exclude_first_moves(&mut self, excluded: MoveList) {
        self.excluded_first_moves = excluded;
    }

    /// The first line found under the likeliest ruleset: continues the search of the last
    /// plan, if that was the same one.
    pub(crate) fn first(&mut self, table: &Table, belief: Belief, budget: &mut Budget) -> Plan {
        let rulesets = to_search(belief);
        let excluded = &self.excluded_first_moves;
        let searched_for = [rulesets[0]];
        let last = self.portfolio.take();
        let same = last.filter(|last| last.is_for(table, searched_for, excluded));
        let new = || Portfolio::excluding_first_moves(table, searched_for, excluded);
        let mut portfolio = same.unwrap_or_else(new);
        let outcome = match portfolio.run(&mut self.a_star, budget) {
            Answer::Won { line, unambiguous } => {
                return Plan::winning(line, &rulesets[..1], unambiguous);
            }
            Answer::Impossible => Outcome::Impossible,
            Answer::Unsolved(stop) => Outcome::Unsolved(stop),
        };
        let line = portfolio.most_home();
        if matches!(outcome, Outcome::Unsolved(_)) {
            self.portfolio = Some(portfolio);
        }
        Plan { line, outcome }
    }

    /// A better plan than the first, if that wins and the budget suffices.
    pub(crate) fn improve(
        &mut self,
        table: &Table,
        belief: Belief,
        first: Plan,
        budget: &mut Budget,
    ) -> Plan {
        let Outcome::Wins { unambiguous, .. } = first.outcome else {
            return first;
        };
        let rulesets = to_search(belief);
        let joint = self.line_for_both(table, &rulesets, first.line.len(), budget);
        // Where more than one kind of supermoves is likely, unambiguous moves are preferred, if
        // they alone win.
        let strictly = unambiguous && !belief.has_one_kind_of_supermoves();
        joint.unwrap_or_else(|| self.line_for_one(table, &rulesets, first, strictly, budget))
    }

    /// The shortest line found that wins under both autoplay rules; the first line for one
    /// of them has so many moves.
    fn line_for_both(
        &mut self,
        table: &Table,
        rulesets: &[Ruleset],
        first: usize,
        budget: &mut Budget,
    ) -> Option<Plan> {
        let &[one, other] = rulesets else {
            return None;
        };
        let strict = [one, other].map(Ruleset::strictly);
        let problem = Problem::new(table, strict).excluding_first_moves(&self.excluded_first_moves);
        let weights = weights::BEAM_BOTH;
        let longest = (first + MORE_MOVES).max(JOINT_MOVES);
        let mut schedule = BeamSchedule::new(problem, weights, longest, JOINT_SHARE, budget);
        let mut best = None;
        while let Some(line) = schedule.better_line(&mut self.joint_beam, best.as_ref(), budget) {
            best = Some(line);
            schedule.until = 1.0;
        }
        best.map(|line| Plan::winning(line, rulesets, true))
    }

    /// The shortest line found that wins under the first ruleset. Where a second
    /// one is possible, the line that stays legal longest under that is preferred,
    /// since it shows most before it fails. `strictly`: by unambiguous moves.
    fn line_for_one(
        &mut self,
        table: &Table,
        rulesets: &[Ruleset],
        first: Plan,
        strictly: bool,
        budget: &mut Budget,
    ) -> Plan {
        let ruleset = if strictly {
            rulesets[0].strictly()
        } else {
            rulesets[0]
        };
        let weights = weights::of_beam(rulesets[0].autoplay);
        let legal_moves = |line: &Line| match rulesets.get(1) {
            Some(&other) => moves_to_win(table, line, other).unwrap_or_else(|legal| legal),
            None => 0,
        };
        let problem =
            Problem::new(table, [ruleset]).excluding_first_moves(&self.excluded_first_moves);
        let mut schedule = BeamSchedule::new(problem, weights, first.line.len(), 1.0, budget);
        let mut shortest = first.line.clone();
        let mut best = first;
        while let Some(line) = schedule.better_line(&mut self.beam, Some(&shortest), budget) {
            shortest = line.clone();
            if legal_moves(&line) >= legal_moves(&best.line) {
                let strict = rulesets[0].strictly();
                let unambiguous = strictly || moves_to_win(table, &line, strict).is_ok();
                best = Plan::winning(line, &rulesets[..1], unambiguous);
            }
        }
        best
    }
}
