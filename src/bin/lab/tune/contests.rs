//! What a fit learns from: positions on short lines, each set against others of
//! its layer.
//!
//! A search that keeps the position on the short line, layer after layer, finds
//! that line; so the others of its layer are what it competes with. All are told
//! by what the estimate makes of them, weight by weight.

use freecell::evidence::Open;
use freecell::heuristic::{Estimate, Weights, WEIGHTS};
use freecell::plan::{Outcome, Planner};
use freecell::position::Position;
use freecell::reading::Reading;
use freecell::search::astar::Problem;
use freecell::search::budget::Budget;
use freecell::search::layers::{Layers, STATES_PER_POSITION};
use freecell::table::Table;
use freecell::word::{Line, Word};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::numbers::{Numbers, LARGEST};
use super::{problem, MEMORY};

/// By how much the estimate grows for each weight that grows by one.
pub type Features = [i16; WEIGHTS];

/// How many others of its layer a position on a line is set against.
pub const OTHERS: usize = 60;
/// Narrower layers are left out: they keep almost all there is.
const NARROWEST: usize = 200;

/// The others' features less those of the position on the line.
pub type Contest = [Features; OTHERS];

/// Where contests come from: two searches for each deal, the plan's for a short
/// line and then one in layers that goes as deep.
pub struct Contests<const N: usize> {
    planner: Planner,
    layers: Layers<N>,
    readings: [Reading; N],
    weights: Weights,
    /// The positions that either search expands.
    positions: u64,
}

impl<const N: usize> Contests<N> {
    /// Of lines that win under all readings, in layers kept by those weights.
    pub fn new(readings: [Reading; N], weights: Weights, positions: u64) -> Self {
        Contests {
            planner: Planner::default(),
            layers: Layers::default(),
            readings,
            weights,
            positions,
        }
    }

    /// Those of a deal; none where no line was found.
    pub fn of(&mut self, deal: u64) -> Vec<Contest> {
        let problem = problem(deal, self.readings);
        let Some(line) = self.short_line(&problem.table) else {
            return Vec::new();
        };
        let words = line.0.len();
        let search = |budget: &mut Budget| {
            // The rate so far is what the width is reckoned from.
            budget.expanded = 1;
            let longest = words + 1;
            self.layers
                .search(&problem, self.weights, longest, 1.0, budget);
        };
        within(self.positions, search);
        let meter = Meter::new(&problem, self.positions);
        let mut random = Pcg64::seed_from_u64(deal);
        let mut contests = Vec::new();
        for (layer, &width) in self.layers.widths().iter().enumerate() {
            // The last words of a line are found by any weights.
            if width < NARROWEST || layer + 2 >= words {
                continue;
            }
            let on_line = meter.features(&line.0[..=layer]);
            let other = |()| {
                let other = self.layers.line_to(layer, random.random_range(0..width));
                let features = meter.features(&other.0);
                std::array::from_fn(|index| features[index] - on_line[index])
            };
            contests.push([(); OTHERS].map(other));
        }
        contests
    }

    /// The shortest line that the plan comes to.
    fn short_line(&mut self, table: &Table) -> Option<Line> {
        let open = match self.readings[..] {
            [reading] => Open::only(reading),
            _ => Open::every(),
        };
        let plan = within(self.positions, |budget| {
            self.planner.plan(table, open, budget)
        });
        match plan.outcome {
            Outcome::Wins { under, .. } if under.len() == N => Some(plan.line),
            _ => None,
        }
    }
}

/// Searches with a budget of positions.
fn within<T>(positions: u64, search: impl FnOnce(&mut Budget) -> T) -> T {
    let mut no_clock = || 0.0;
    let mut budget = Budget::of_time(&mut no_clock);
    budget.positions = positions;
    budget.bytes = MEMORY;
    search(&mut budget)
}

/// What measures the features of a deal's positions.
struct Meter<'a, const N: usize> {
    problem: &'a Problem<N>,
    before: Estimate,
    after: Vec<Estimate>,
}

impl<'a, const N: usize> Meter<'a, N> {
    /// For positions of a search that expands so many of them.
    fn new(problem: &'a Problem<N>, positions: u64) -> Self {
        let states = (positions as f64 * STATES_PER_POSITION) as usize;
        let estimate = |weights| Estimate::new(weights, &problem.table, &problem.rules, states);
        // Some weights take off what those of cascades cost, but never more.
        let roomy = Weights {
            cascade: LARGEST,
            king: LARGEST,
            ..Weights::default()
        };
        let with_one_more = |index| {
            let mut numbers = Numbers::of(roomy);
            numbers.0[index] += 1;
            estimate(numbers.weights())
        };
        Meter {
            problem,
            before: estimate(roomy),
            after: (0..WEIGHTS).map(with_one_more).collect(),
        }
    }

    /// The features of the position that words lead to.
    fn features(&self, words: &[Word]) -> Features {
        let rules = &self.problem.rules;
        let mut position = Position::root(&self.problem.table, rules);
        for (index, &word) in words.iter().enumerate() {
            position.play(rules, word, index > 0);
        }
        let before = self.before.of(&position).estimate;
        std::array::from_fn(|index| {
            let after = self.after[index].of(&position).estimate;
            (after as i32 - before as i32) as i16
        })
    }
}
