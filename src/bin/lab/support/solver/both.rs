//! A first line that wins under both autoplay rules, or the proof that there is none.
//!
//! Several searches take turns, since each may be quick where the others take for ever: one
//! for a line, one for each rule alone, and two exhaustive ones, of the real game and of the
//! relaxed one of [`freecell::search::both`]. What cannot be won under one rule, or in the
//! relaxed game, cannot be won under both.

use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::astar::AStar;
use freecell::search::both::{ExhaustiveSearch, JointGame, Verdict};
use freecell::search::budget::{Budget, StopReason};
use freecell::search::portfolio::{Answer, Portfolio};
use freecell::table::Table;

/// A kind of search: the positions of its first turn, how much longer turns get, and its
/// part of the memory.
struct Share {
    positions: u64,
    growth: u64,
    bytes_part: usize,
}

const JOINT: Share = Share {
    positions: 200_000,
    growth: 2,
    bytes_part: 3,
};

const ALONE: Share = Share {
    positions: 500_000,
    growth: 4,
    bytes_part: 24,
};

const RELAXED: Share = Share {
    positions: 500_000,
    growth: 4,
    bytes_part: 12,
};

const REAL: Share = Share {
    bytes_part: 2,
    ..RELAXED
};

/// Searches until there is an answer, or the budget is spent.
pub fn first(table: &Table, joint: &mut AStar<2>, budget: &mut Budget) -> Answer {
    let rulesets = [Autoplay::Safe, Autoplay::All].map(Ruleset::of);
    let mut portfolio = Some(Portfolio::new(table, rulesets));
    let mut alone =
        rulesets.map(|ruleset| Some((Portfolio::new(table, [ruleset]), AStar::default())));
    let games = [(JointGame::Relaxed, RELAXED), (JointGame::Real, REAL)];
    let mut exhaustive =
        games.map(|(game, share)| Some((ExhaustiveSearch::new(table, rulesets, game), share)));
    let mut turn = 0;
    loop {
        let mut is_over = true;
        if let Some(search) = &mut portfolio {
            match JOINT.run(turn, budget, |budget| search.run(joint, budget)) {
                Answer::Unsolved(StopReason::Bytes) => portfolio = None,
                Answer::Unsolved(StopReason::Positions) => is_over = false,
                answer => return answer,
            }
        }
        for search in &mut alone {
            let Some((portfolio, a_star)) = search else {
                continue;
            };
            match ALONE.run(turn, budget, |budget| portfolio.run(a_star, budget)) {
                Answer::Unsolved(StopReason::Positions) => is_over = false,
                Answer::Won { .. } | Answer::Unsolved(StopReason::Bytes) => *search = None,
                answer => return answer,
            }
        }
        for each in &mut exhaustive {
            let Some((search, share)) = each else {
                continue;
            };
            match share.run(turn, budget, |budget| search.run(budget)) {
                Verdict::Lost => return Answer::Impossible,
                Verdict::Stopped(StopReason::Positions) => is_over = false,
                Verdict::Won | Verdict::Stopped(StopReason::Bytes) => *each = None,
                Verdict::Stopped(stop) => return Answer::Unsolved(stop),
            }
        }
        if is_over {
            return Answer::Unsolved(StopReason::Bytes);
        }
        if budget.expanded >= budget.positions {
            return Answer::Unsolved(StopReason::Positions);
        }
        turn += 1;
    }
}

impl Share {
    /// Runs a search for its turn.
    fn run<T>(&self, turn: u32, budget: &mut Budget, search: impl FnOnce(&mut Budget) -> T) -> T {
        let (positions, bytes) = (budget.positions, budget.bytes);
        let length = self
            .positions
            .saturating_mul(self.growth.saturating_pow(turn));
        budget.positions = positions.min(budget.expanded.saturating_add(length));
        budget.bytes = bytes / self.bytes_part;
        let result = search(budget);
        (budget.positions, budget.bytes) = (positions, bytes);
        result
    }
}
