//! The weights that best separate positions on short lines from others at the same
//! depth: a softmax regression, which economists call a conditional logit
//! (D. `McFadden`, 1974).
//!
//! The model: the probability that a position is the one on the line falls with the
//! exponential of its estimate. L-BFGS finds the weights under which the positions
//! that were on the lines are most likely. The problem is convex, so the answer does
//! not depend on the start. (No weight may be below zero; those that would be are set
//! to zero one by one, which is not always the best choice.)

use anyhow::{ensure, Result};
use argmin::core::{
    CostFunction, Error, Executor, Gradient, State as _, TerminationReason, TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use freecell::heuristic::WEIGHTS;

use super::comparisons::{Comparison, Features, OTHERS};
use super::numbers::Numbers;

/// By how many units of the estimate, for each board, a position has to be better
/// for the odds to grow e-fold. At this scale whole numbers are precise enough, and
/// the beam's diversity penalty was tuned with weights of about this size.
const UNIT: f64 = 40.0;
/// The regression ends when a step gains less than this.
const LEAST_GAIN: f64 = 1e-9;
/// The most steps; about thirty are enough.
const MOST_STEPS: u64 = 300;

/// The weights that fit the comparisons best; `boards` is the number of boards of a
/// position. Where weights would be below zero, the lowest is set to zero and the
/// others are fitted again.
///
/// # Errors
/// L-BFGS does not converge.
pub fn fitted(comparisons: &[Comparison], boards: usize) -> Result<Numbers> {
    let mut open: Vec<usize> = (0..WEIGHTS)
        .filter(|&index| comparisons.iter().flatten().any(|other| other[index] != 0))
        .collect();
    loop {
        let loss = Loss::new(comparisons, &open);
        let weights = loss.least()?;
        let by_weight = |&a: &usize, &b: &usize| weights[a].total_cmp(&weights[b]);
        match (0..open.len()).min_by(by_weight) {
            Some(lowest) if weights[lowest] < 0.0 => {
                open.remove(lowest);
            }
            _ => {
                let mut numbers = Numbers([0; WEIGHTS]);
                for (&index, weight) in open.iter().zip(weights) {
                    numbers.0[index] = (weight * UNIT * boards as f64)
                        .round()
                        .min(f64::from(Numbers::LARGEST))
                        as u16;
                }
                return Ok(numbers);
            }
        }
    }
}

/// The share of the others that score better than the position on the line; equal
/// scores count half.
pub fn share_ahead(comparisons: &[Comparison], numbers: &Numbers) -> f64 {
    let mut ahead = 0.0;
    for other in comparisons.iter().flatten() {
        let more: i64 = (0..WEIGHTS)
            .map(|index| i64::from(other[index]) * i64::from(numbers.0[index]))
            .sum();
        ahead += match more {
            ..0 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
    }
    ahead / comparisons.iter().flatten().count() as f64
}

/// How unlikely the positions on the lines are under given weights.
struct Loss<'a> {
    comparisons: &'a [Comparison],
    /// The indices of the weights that are fitted.
    open: &'a [usize],
    /// The divisor of each of their features, which makes all vary alike.
    spread: Vec<f64>,
}

impl<'a> Loss<'a> {
    fn new(comparisons: &'a [Comparison], open: &'a [usize]) -> Self {
        let others = comparisons.iter().flatten();
        let count = others.clone().count() as f64;
        let spread = |&index: &usize| {
            let squares = others.clone().map(|other| f64::from(other[index]).powi(2));
            (squares.sum::<f64>() / count).sqrt()
        };
        Loss {
            comparisons,
            open,
            spread: open.iter().map(spread).collect(),
        }
    }

    /// The open weights with the least loss.
    fn least(self) -> Result<Vec<f64>> {
        let spread = self.spread.clone();
        let start = vec![0.0; spread.len()];
        let solver = LBFGS::new(MoreThuenteLineSearch::new(), spread.len())
            .with_tolerance_cost(LEAST_GAIN)?;
        let found = Executor::new(self, solver)
            .configure(|state| state.param(start).max_iters(MOST_STEPS))
            .run()?;
        let status = found.state.get_termination_status();
        ensure!(
            *status == TerminationStatus::Terminated(TerminationReason::SolverConverged),
            "no weights fit: {status}"
        );
        let parameters = found.state.get_best_param().cloned().unwrap_or_default();
        Ok(parameters.iter().zip(spread).map(|(w, s)| w / s).collect())
    }

    /// An open feature, scaled.
    fn scaled(&self, other: &Features, index: usize) -> f64 {
        f64::from(other[self.open[index]]) / self.spread[index]
    }

    /// A comparison's loss, and the probability of each of the others.
    fn of(&self, comparison: &Comparison, parameters: &[f64]) -> (f64, [f64; OTHERS]) {
        let lead = comparison.map(|other| {
            let terms = parameters.iter().enumerate();
            -terms
                .map(|(index, weight)| weight * self.scaled(&other, index))
                .sum::<f64>()
        });
        // The position on the line has a lead of zero over itself.
        let most = lead.iter().fold(0.0, |most: f64, &lead| most.max(lead));
        let odds = lead.map(|lead| (lead - most).exp());
        let all = odds.iter().sum::<f64>() + (-most).exp();
        (all.ln() + most, odds.map(|odds| odds / all))
    }
}

impl CostFunction for Loss<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Vec<f64>) -> Result<f64, Error> {
        let losses = self.comparisons.iter();
        let sum: f64 = losses
            .map(|comparison| self.of(comparison, parameters).0)
            .sum();
        Ok(sum / self.comparisons.len() as f64)
    }
}

impl Gradient for Loss<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let mut sum = vec![0.0; self.open.len()];
        for comparison in self.comparisons {
            let (_, chances) = self.of(comparison, parameters);
            for (other, chance) in comparison.iter().zip(chances) {
                for (index, sum) in sum.iter_mut().enumerate() {
                    *sum -= chance * self.scaled(other, index);
                }
            }
        }
        let count = self.comparisons.len() as f64;
        Ok(sum.iter().map(|sum| sum / count).collect())
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64;

    use super::*;

    /// Comparisons in which each candidate is the one on the line with the probability
    /// that the weights give it.
    fn comparisons(weights: [u16; WEIGHTS]) -> Vec<Comparison> {
        let mut random = Pcg64::seed_from_u64(1);
        let mut comparison = || {
            let candidates: [Features; OTHERS + 1] =
                [(); OTHERS + 1].map(|()| [(); WEIGHTS].map(|()| random.random_range(0..4)));
            let odds = candidates.map(|features| {
                let terms = features.iter().zip(weights);
                let estimate: f64 = terms.map(|(&f, w)| f64::from(f) * f64::from(w)).sum();
                (-estimate / UNIT).exp()
            });
            let mut left = random.random_range(0.0..odds.iter().sum());
            let drawn = odds.iter().position(|odds| {
                left -= odds;
                left < 0.0
            });
            let drawn = drawn.unwrap_or(0);
            let others = (0..=OTHERS).filter(|&index| index != drawn);
            let less =
                |index: usize| std::array::from_fn(|f| candidates[index][f] - candidates[drawn][f]);
            others.map(less).collect::<Vec<_>>().try_into().unwrap()
        };
        (0..3000).map(|_| comparison()).collect()
    }

    #[test]
    fn weights_are_found_again() {
        let mut weights = [0; WEIGHTS];
        weights[1..5].copy_from_slice(&[10, 40, 80, 20]);
        let comparisons = comparisons(weights);
        let fitted = fitted(&comparisons, 1).unwrap();
        for (fitted, weight) in fitted.0.iter().zip(weights) {
            assert!(fitted.abs_diff(weight) <= 3, "{fitted} for {weight}");
        }
        let none = Numbers([0; WEIGHTS]);
        assert!((share_ahead(&comparisons, &none) - 0.5).abs() < 1e-9);
        assert!(share_ahead(&comparisons, &fitted) < 0.25);
    }

    #[test]
    fn what_never_differs_weighs_nothing() {
        let mut comparisons = comparisons([20; WEIGHTS]);
        for other in comparisons.iter_mut().flatten() {
            other[3] = 0;
        }
        let fitted = fitted(&comparisons, 1).unwrap();
        assert_eq!(fitted.0[3], 0);
        assert!(fitted.0[4] > 10);
    }
}
