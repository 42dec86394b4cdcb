//! The weights that best separate positions on short lines from others at the same
//! depth: a softmax regression, which economists call a conditional logit
//! (D. `McFadden`, 1974).
//!
//! The model: the probability that a position is the one on the line falls with the
//! exponential of its estimate. The fit finds the weights of at least zero under which the
//! positions that were on the lines are most likely. The problem is convex, so the answer does
//! not depend on the start.
//!
//! The method is the spectral projected gradient (E. G. Birgin, J. M. Martinez and
//! M. Raydan, *Nonmonotone spectral projected gradient methods on convex sets*, 2000).

use anyhow::{bail, Result};
use freecell::heuristic::{Weight, Weights};

use super::comparisons::{Comparison, Features, OTHERS};
use super::numbers::Numbers;

/// The units of the estimate, for each board, by which a position has to be better for the odds to
/// grow e-fold. At this scale whole numbers are precise enough, and the beam's diversity penalty
/// was tuned with weights of about this size.
const UNIT: f64 = 40.0;
/// The fit ends when no weight would move further than this down the gradient.
const TOLERANCE: f64 = 1e-6;
/// The most steps; about a hundred are enough.
const MOST_STEPS: usize = 2000;
/// A step may be worse than the last one, but not than all of these.
const REMEMBERED: usize = 10;
/// The fraction of the gain that the slope promises with which a step is content.
const LEAST_GAIN: f64 = 1e-4;

/// The weights that fit the comparisons best; `boards` is the number of boards of a
/// position.
///
/// # Errors
/// The fit does not converge.
pub fn fit(comparisons: &[Comparison], boards: usize) -> Result<Numbers> {
    let loss = Loss::new(comparisons);
    let mut numbers = Numbers([0; Weights::COUNT]);
    for (&index, weight) in loss.open.iter().zip(loss.minimize()?) {
        let number = (weight * UNIT * boards as f64).round();
        numbers.0[index] = number.min(f64::from(Weight::LARGEST)) as u16;
    }
    Ok(numbers)
}

/// The fraction of the others that score better than the position on the line; equal
/// scores count half.
pub fn fraction_ahead(comparisons: &[Comparison], numbers: &Numbers) -> f64 {
    let mut ahead = 0.0;
    for other in comparisons.iter().flatten() {
        let more: i64 = (0..Weights::COUNT)
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

/// The loss: how unlikely the positions on the lines are under given weights.
struct Loss<'a> {
    comparisons: &'a [Comparison],
    /// The indices of the weights that are fitted: those whose features ever differ.
    open: Vec<usize>,
    /// The divisor of each of their features, which makes all features vary alike.
    spread: Vec<f64>,
}

impl<'a> Loss<'a> {
    fn new(comparisons: &'a [Comparison]) -> Self {
        let others = comparisons.iter().flatten();
        let count = others.clone().count() as f64;
        let spread = |index: usize| {
            let squares = others.clone().map(|other| f64::from(other[index]).powi(2));
            (squares.sum::<f64>() / count).sqrt()
        };
        let spreads = (0..Weights::COUNT).map(|index| (index, spread(index)));
        let (open, spread) = spreads.filter(|(_, spread)| *spread > 0.0).unzip();
        Loss {
            comparisons,
            open,
            spread,
        }
    }

    /// The open weights with the least loss.
    fn minimize(&self) -> Result<Vec<f64>> {
        let mut point = vec![0.0; self.open.len()];
        let (loss, mut gradient) = self.evaluate(&point);
        let mut losses = vec![loss];
        let mut length = 1.0;
        for _ in 0..MOST_STEPS {
            // The step down the gradient, cut off where a weight would fall below zero.
            let downhill = |length: f64| -> Vec<f64> {
                let steps = point.iter().zip(&gradient);
                steps.map(|(x, g)| (x - length * g).max(0.0) - x).collect()
            };
            if downhill(1.0).iter().all(|step| step.abs() < TOLERANCE) {
                return Ok(point.iter().zip(&self.spread).map(|(w, s)| w / s).collect());
            }
            let direction = downhill(length);
            let slope = dot(&gradient, &direction);
            let recent = losses.iter().rev().take(REMEMBERED);
            let worst = recent.fold(f64::NEG_INFINITY, |worst, &loss| worst.max(loss));
            let mut part = 1.0;
            let (next, (loss, next_gradient)) = loop {
                let steps = point.iter().zip(&direction);
                let next: Vec<f64> = steps.map(|(x, d)| x + part * d).collect();
                let there = self.evaluate(&next);
                // A smaller step would be lost to rounding.
                if there.0 <= worst + LEAST_GAIN * part * slope || part < f64::EPSILON {
                    break (next, there);
                }
                part /= 2.0;
            };
            losses.push(loss);
            // The next step is as long as the curvature along this one suggests.
            let step = difference(&next, &point);
            let bend = dot(&step, &difference(&next_gradient, &gradient));
            let curvature = bend / dot(&step, &step);
            length = curvature.recip().clamp(1e-6, 1e6);
            (point, gradient) = (next, next_gradient);
        }
        bail!("no weights fit: still moving after {MOST_STEPS} steps")
    }

    /// An open feature, scaled.
    fn scale(&self, other: &Features, index: usize) -> f64 {
        f64::from(other[self.open[index]]) / self.spread[index]
    }

    /// The mean loss of a comparison under given weights, and its gradient.
    fn evaluate(&self, parameters: &[f64]) -> (f64, Vec<f64>) {
        let mut sum = 0.0;
        let mut gradient = vec![0.0; self.open.len()];
        for comparison in self.comparisons {
            let (loss, chances) = self.compare(comparison, parameters);
            sum += loss;
            for (other, chance) in comparison.iter().zip(chances) {
                for (index, slope) in gradient.iter_mut().enumerate() {
                    *slope -= chance * self.scale(other, index);
                }
            }
        }
        let count = self.comparisons.len() as f64;
        let gradient = gradient.iter().map(|sum| sum / count).collect();
        (sum / count, gradient)
    }

    /// A comparison's loss, and the probability of each of the others.
    fn compare(&self, comparison: &Comparison, parameters: &[f64]) -> (f64, [f64; OTHERS]) {
        let lead = comparison.map(|other| {
            let terms = parameters.iter().enumerate();
            -terms
                .map(|(index, weight)| weight * self.scale(&other, index))
                .sum::<f64>()
        });
        // The lead of the position on the line over itself is zero.
        let most = lead.iter().fold(0.0, |most: f64, &lead| most.max(lead));
        let odds = lead.map(|lead| (lead - most).exp());
        let all = odds.iter().sum::<f64>() + (-most).exp();
        (all.ln() + most, odds.map(|odds| odds / all))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64;

    use super::*;

    /// Comparisons in which each candidate is the one on the line with the probability
    /// that the weights give it.
    fn comparisons(weights: [u16; Weights::COUNT]) -> Vec<Comparison> {
        let mut random = Pcg64::seed_from_u64(1);
        let mut comparison = || {
            let candidates: [Features; OTHERS + 1] =
                [(); OTHERS + 1].map(|()| [(); Weights::COUNT].map(|()| random.random_range(0..4)));
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
    fn a_fit_recovers_known_weights() {
        let mut weights = [0; Weights::COUNT];
        weights[1..5].copy_from_slice(&[10, 40, 80, 20]);
        let comparisons = comparisons(weights);
        let fitted = fit(&comparisons, 1).unwrap();
        for (fitted, weight) in fitted.0.iter().zip(weights) {
            assert!(fitted.abs_diff(weight) <= 3, "{fitted} for {weight}");
        }
        let none = Numbers([0; Weights::COUNT]);
        assert!((fraction_ahead(&comparisons, &none) - 0.5).abs() < 1e-9);
        assert!(fraction_ahead(&comparisons, &fitted) < 0.25);
    }
}
