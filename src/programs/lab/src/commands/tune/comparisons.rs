//! The data for a fit: positions on short lines, each compared with others at the same depth.
//!
//! A beam search finds the short line if it keeps the position on it at every depth; so that
//! position competes with the others at its depth. Its features are how much the estimate grows
//! with each weight, as if it were linear. (In the estimate, weights that lower the cost of a
//! cascade do not lower it below zero; here they may.)

use freecell::belief::Belief;
use freecell::heuristic::{Evaluator, Weight, Weights};
use freecell::moves::{Line, Move};
use freecell::plan::{Planner, Request};
use freecell::position::Position;
use freecell::ruleset::Ruleset;
use freecell::search::beam::{BeamSearch, STATES_PER_POSITION};
use freecell::search::outcome::Outcome;
use freecell::search::problem::Problem;
use freecell::table::Table;
use rand::{seq::index, SeedableRng as _};
use rand_pcg::Pcg64;
use shared::interrupt;

use super::numbers::Numbers;
use super::{problem, search_beam, until_interrupted};

/// The growth of the estimate when each weight grows by one.
pub type Features = [i16; Weights::COUNT];

/// The number of positions with which one on a line is compared.
pub const OTHERS: usize = 60;
/// Narrower depths are left out: they keep almost every position.
const MIN_WIDTH: usize = 200;

/// The features of the others, minus those of the position on the line (which is
/// seldom one of the others).
pub type Comparison = [Features; OTHERS];

/// Makes comparisons by two searches for each deal: the bot's for a short line, and
/// then a beam search that goes as deep.
pub struct Comparisons<const N: usize> {
    planner: Planner,
    beam: BeamSearch<N>,
    rulesets: [Ruleset; N],
    weights: Weights,
    /// The positions that either search expands.
    positions: u64,
}

impl<const N: usize> Comparisons<N> {
    /// For lines that win under all rulesets, and a beam search with these weights.
    pub fn new(rulesets: [Ruleset; N], weights: Weights, positions: u64) -> Self {
        Comparisons {
            planner: Planner::default(),
            beam: BeamSearch::default(),
            rulesets,
            weights,
            positions,
        }
    }

    /// The comparisons of a deal; empty if no line was found, or if it was interrupted.
    pub fn compare(&mut self, deal: u64) -> Vec<Comparison> {
        let problem = problem(deal, self.rulesets);
        let Some(line) = self.short_line(&problem.table) else {
            return Vec::new();
        };
        let moves = line.len();
        // With one move more the bound on moves prunes less, and the depths stay wide.
        until_interrupted(self.positions, |budget| {
            search_beam(&mut self.beam, &problem, self.weights, moves + 1, budget)
        });
        let extractor = FeatureExtractor::new(&problem, self.positions);
        let mut random = Pcg64::seed_from_u64(deal);
        let mut comparisons = Vec::new();
        for (depth, &width) in self.beam.widths().iter().enumerate() {
            if interrupt::interrupted() {
                return Vec::new();
            }
            // Any weights find the last moves of a line.
            if width < MIN_WIDTH || depth + 2 >= moves {
                continue;
            }
            let on_line = extractor.features(&line.as_slice()[..=depth]);
            let drawn = index::sample(&mut random, width, OTHERS);
            comparisons.push(std::array::from_fn(|number| {
                let other = self.beam.line_to(depth, drawn.index(number));
                let features = extractor.features(other.as_slice());
                std::array::from_fn(|weight| features[weight] - on_line[weight])
            }));
        }
        comparisons
    }

    /// The shortest line that the bot's search finds.
    fn short_line(&mut self, table: &Table) -> Option<Line> {
        let belief = match self.rulesets[..] {
            [ruleset] => Belief::only(ruleset),
            _ => Belief::all(),
        };
        let request = Request::new(table, belief);
        let planner = &mut self.planner;
        let plan = until_interrupted(self.positions, |budget| planner.plan(request, budget));
        match plan.outcome {
            Outcome::Solved(win) if win.under.rules().len() == N => Some(plan.line),
            _ => None,
        }
    }
}

/// The evaluator of a beam search that expands this number of positions.
fn evaluator<const N: usize>(
    weights: Weights,
    problem: &Problem<N>,
    positions: u64,
) -> Evaluator<true> {
    let states = (positions as f64 * STATES_PER_POSITION) as usize;
    Evaluator::new(weights, &problem.table, &problem.rules, states)
}

struct FeatureExtractor<'a, const N: usize> {
    problem: &'a Problem<N>,
    before: Evaluator<true>,
    after: Vec<Evaluator<true>>,
}

impl<'a, const N: usize> FeatureExtractor<'a, N> {
    /// An extractor for a search that expands this number of positions.
    fn new(problem: &'a Problem<N>, positions: u64) -> Self {
        let evaluator = |weights| evaluator(weights, problem, positions);
        // Some weights lower another cost, but not below zero; a large cost keeps that from
        // happening.
        let large = Weights {
            cascade: Weight::LARGEST - 1,
            king: Weight::LARGEST - 1,
            cell_wait: Weight::LARGEST - 1,
            ..Weights::default()
        };
        let with_one_more = |index| {
            let mut numbers = Numbers::from_weights(large);
            numbers.0[index] += 1;
            evaluator(numbers.weights())
        };
        FeatureExtractor {
            problem,
            before: evaluator(large),
            after: (0..Weights::COUNT).map(with_one_more).collect(),
        }
    }

    /// The features of the position that moves, at least one, lead to.
    fn features(&self, moves: &[Move]) -> Features {
        let rules = &self.problem.rules;
        let root = Position::root(&self.problem.table, rules);
        let (first, rest) = moves.split_first().expect("a move");
        let after_first = root.after(rules, *first);
        let position = rest
            .iter()
            .fold(after_first, |position, &mv| position.after(rules, mv));
        let before = self.before.evaluate(&position).estimate;
        std::array::from_fn(|index| {
            let after = self.after[index].evaluate(&position).estimate;
            (after as i32 - before as i32) as i16
        })
    }
}

#[cfg(test)]
mod tests {
    use freecell::heuristic::TunedFor;
    use freecell::ruleset::Autoplay;

    use super::*;

    #[test]
    fn features_add_up_to_the_estimate() {
        // Large enough that no cascade's cost ends at zero.
        let weights = Weights {
            cascade: 500,
            king: 400,
            cells: [11, 12, 13, 14],
            // The cards home times the cells: not a feature by itself.
            cells_fade: 0,
            ..Weights::from_array(std::array::from_fn(|index| index as u16))
        };
        let numbers = Numbers::from_weights(weights);
        let problem = problem(
            2_000_001,
            [Autoplay::Safe, Autoplay::All].map(Ruleset::strict),
        );
        let extractor = FeatureExtractor::new(&problem, 1000);
        let evaluator = evaluator(weights, &problem, 1000);
        let mut random = Pcg64::seed_from_u64(1);
        let root = Position::root(&problem.table, &problem.rules);
        let mut moves = root.moves(&problem.rules, problem.pruning);
        let mut last: Option<Position<2>> = None;
        let mut line = Vec::new();
        let mut divergence = 0;
        while !moves.is_empty() && line.len() < 60 {
            let mv = moves[index::sample(&mut random, moves.len(), 1).index(0)];
            let position = match last {
                None => root.after(&problem.rules, mv),
                Some(before) => before.after(&problem.rules, mv),
            };
            moves = position.moves(&problem.rules, problem.pruning);
            last = Some(position);
            line.push(mv);
            let features = extractor.features(&line);
            let products = features.iter().zip(numbers.0);
            let sum: i64 = products.map(|(&f, w)| i64::from(f) * i64::from(w)).sum();
            assert_eq!(
                sum,
                i64::from(evaluator.evaluate(&position).estimate),
                "{line:?}"
            );
            let of_two_boards = Weight::ALL.iter().zip(features);
            divergence += of_two_boards
                .filter(|(weight, feature)| weight.tuned_for == TunedFor::TwoBoards && *feature > 0)
                .count();
        }
        assert!(
            line.len() > 20 && divergence > 0,
            "{} moves, {divergence}",
            line.len()
        );
    }
}
