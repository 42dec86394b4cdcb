//! Knuth's estimator of the size of a search tree.
//!
//! Walk down from the root, choosing a child at random each time; the product of
//! the numbers of children on the way to depth d estimates the nodes at depth d.
//! If every child is chosen with the same chance the estimate is unbiased: a node
//! is reached with one over the product as its chance, and then counts for the
//! product. (D. E. Knuth, "Estimating the Efficiency of Backtrack Programs",
//! Mathematics of Computation 29, 1975.)

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::packed::board::Board;
use crate::packed::moves::Rules;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Fair,
    /// By the column's loop `while (--rnd > 0)`, which stops one step early: the
    /// first child has two chances and the last has no chance.
    Column,
}

impl Choice {
    /// Chooses a child, by its index.
    fn choose(self, random: &mut Pcg64, children: usize) -> usize {
        let place = random.random_range(0..children);
        match self {
            Choice::Fair => place,
            Choice::Column => place.saturating_sub(1),
        }
    }
}

/// Estimates of a tree's size, from all trials so far.
pub struct Estimator {
    root: Board,
    rules: Rules,
    choice: Choice,
    random: Pcg64,
    trials: u64,
    /// For depth 1, 2, …
    depths: Vec<Running>,
    /// Children seen on the walks to each depth, and the nodes that have them.
    children: u64,
    nodes: u64,
}

impl Estimator {
    /// An estimator of the tree under a position, down to a depth.
    pub fn new(root: Board, rules: Rules, choice: Choice, depth: usize, seed: u64) -> Estimator {
        Estimator {
            root,
            rules,
            choice,
            random: Pcg64::seed_from_u64(seed),
            trials: 0,
            depths: vec![Running::default(); depth],
            children: 0,
            nodes: 0,
        }
    }

    pub fn walk(&mut self) {
        self.trials += 1;
        let mut board = self.root.clone();
        let mut product = 1.0;
        let depths = self.depths.len();
        for (depth, running) in self.depths.iter_mut().enumerate() {
            // A position without moves stays, and is the end of all walks to greater depths.
            let moves = self.rules.list(&board);
            product *= moves.len() as f64;
            if !moves.is_empty() {
                let times = (depths - depth) as u64;
                self.children += times * moves.len() as u64;
                self.nodes += times;
                let place = self.choice.choose(&mut self.random, moves.len());
                board.make(moves[place]);
            }
            running.add(product, self.trials);
        }
    }

    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// For depth 1, 2, …: the mean estimate and its standard error.
    pub fn estimates(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let error = |running: &Running| running.standard_error(self.trials);
        self.depths
            .iter()
            .map(move |running| (running.mean, error(running)))
    }

    /// The mean number of moves in a position, as the column computes it: over walks to each depth,
    /// so that a position counts once for every depth below it.
    pub fn branching(&self) -> f64 {
        self.children as f64 / self.nodes as f64
    }
}

/// Mean and spread of a growing sample, by Welford's recurrence.
#[derive(Clone, Copy, Default)]
struct Running {
    mean: f64,
    squares: f64,
}

impl Running {
    /// Adds the sample's `count`-th value.
    fn add(&mut self, value: f64, count: u64) {
        let before = value - self.mean;
        self.mean += before / count as f64;
        self.squares += before * (value - self.mean);
    }

    fn standard_error(self, count: u64) -> f64 {
        let freedom = count.saturating_sub(1) as f64;
        (self.squares / freedom / count as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::tree::Tree;
    use crate::deal::Deal;

    /// Both choices converge to their own expectations, within six standard errors.
    #[test]
    fn estimates_agree_with_their_expectations() {
        for choice in [Choice::Fair, Choice::Column] {
            let mut estimator = Estimator::new(
                Board::new(&Deal::new(14, 8), false),
                Rules::default(),
                choice,
                8,
                3,
            );
            (0..20_000).for_each(|_| estimator.walk());
            let exact = Tree::new(
                Board::new(&Deal::new(14, 8), false),
                Rules::default(),
                choice,
                usize::MAX,
            );
            for ((mean, error), exact) in estimator.estimates().zip(exact) {
                let off = (mean - exact as f64).abs();
                assert!(
                    off <= 6.0 * error + 1e-6,
                    "{choice:?}: {mean} ± {error}, not {exact}"
                );
            }
        }
    }

    #[test]
    fn the_running_spread_is_that_of_the_sample() {
        let mut running = Running::default();
        for (index, value) in [2.0, 4.0, 9.0].into_iter().enumerate() {
            running.add(value, index as u64 + 1);
        }
        assert!((running.mean - 5.0).abs() < 1e-12);
        // Variance (9 + 1 + 16) / 2 = 13.
        assert!((running.standard_error(3) - (13.0_f64 / 3.0).sqrt()).abs() < 1e-12);
    }
}
