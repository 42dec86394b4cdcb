//! A first line that wins under both autoplay rules, or the proof that there is none.
//!
//! Several searches run in growing slices, since each may be quick where the others take for
//! ever: one for a line, one for each rule alone, and two exhaustive ones, of the real game and
//! of the relaxed one of [`freecell::search::exhaustive`]. What cannot be won under one rule, or
//! in the relaxed game, cannot be won under both.

use freecell::moves::MoveList;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::exhaustive::{self, ExhaustiveSearch, JointGame};
use freecell::search::outcome::StopReason;
use freecell::search::portfolio::{self, Portfolio};
use freecell::table::Table;

/// The resources of one of the searches: the positions of its first slice, the factor by which
/// slices grow, and its part of the memory.
struct Slices {
    positions: u64,
    growth: u64,
    bytes_part: usize,
}

const JOINT: Slices = Slices {
    positions: 200_000,
    growth: 2,
    bytes_part: 3,
};

const SINGLE: Slices = Slices {
    positions: 500_000,
    growth: 4,
    bytes_part: 24,
};

const RELAXED: Slices = Slices {
    positions: 500_000,
    growth: 4,
    bytes_part: 12,
};

const REAL: Slices = Slices {
    bytes_part: 2,
    ..RELAXED
};

/// Searches until a line is found, none can be, or the budget is spent.
pub fn first(table: &Table, joint: &mut Portfolio<2>, budget: &mut Budget) -> portfolio::Outcome {
    let rulesets = [Autoplay::Safe, Autoplay::All].map(Ruleset::from_autoplay);
    let none = MoveList::new();
    let mut joint = Some(joint);
    let mut single = rulesets.map(|ruleset| Some((Portfolio::<1>::default(), ruleset)));
    let games = [(JointGame::Relaxed, RELAXED), (JointGame::Real, REAL)];
    let mut games =
        games.map(|(game, share)| Some((ExhaustiveSearch::new(table, rulesets, game), share)));
    let mut slice = 0;
    loop {
        let mut is_over = true;
        if let Some(search) = &mut joint {
            let run = |budget: &mut Budget| search.run(table, rulesets, &none, budget);
            match JOINT.run(slice, budget, run) {
                portfolio::Outcome::Stopped(StopReason::Bytes) => joint = None,
                portfolio::Outcome::Stopped(StopReason::Positions) => is_over = false,
                outcome => return outcome,
            }
        }
        for each in &mut single {
            let Some((search, ruleset)) = each else {
                continue;
            };
            let run = |budget: &mut Budget| search.run(table, [*ruleset], &none, budget);
            match SINGLE.run(slice, budget, run) {
                portfolio::Outcome::Stopped(StopReason::Positions) => is_over = false,
                portfolio::Outcome::Solved { .. }
                | portfolio::Outcome::Stopped(StopReason::Bytes) => *each = None,
                outcome => return outcome,
            }
        }
        for each in &mut games {
            let Some((search, share)) = each else {
                continue;
            };
            match share.run(slice, budget, |budget| search.run(budget)) {
                exhaustive::Outcome::Unsolvable => return portfolio::Outcome::Unsolvable,
                exhaustive::Outcome::Stopped(StopReason::Positions) => is_over = false,
                exhaustive::Outcome::Solvable | exhaustive::Outcome::Stopped(StopReason::Bytes) => {
                    *each = None;
                }
                exhaustive::Outcome::Stopped(stop) => return portfolio::Outcome::Stopped(stop),
            }
        }
        if is_over {
            return portfolio::Outcome::Stopped(StopReason::Bytes);
        }
        if budget.is_out_of_positions() {
            return portfolio::Outcome::Stopped(StopReason::Positions);
        }
        slice += 1;
    }
}

impl Slices {
    /// Runs a search for a slice.
    fn run<T>(&self, slice: u32, budget: &mut Budget, search: impl FnOnce(&mut Budget) -> T) -> T {
        let positions = self
            .positions
            .saturating_mul(self.growth.saturating_pow(slice));
        let bytes = budget.bytes / self.bytes_part;
        budget.within(positions, bytes, search)
    }
}
