//! The steps of hill climbing: from a list of weights to one nearby, at random.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;

use freecell::heuristic::Weight;

use super::numbers::Numbers;

/// The factors by which a weight may be multiplied.
const FACTORS: [f64; 8] = [0.5, 0.75, 0.87, 0.94, 1.06, 1.15, 1.33, 2.0];
/// The most weights that may change at once.
const MOST_CHANGES: usize = 3;
/// The most that a weight grows by if the factor would leave it unchanged.
const LARGEST_STEP: u16 = 4;

/// The best list so far, and what the next ones are drawn from.
pub struct Steps {
    best: Numbers,
    /// The places of the numbers that may change.
    open: Vec<usize>,
    random: Pcg64,
}

impl Steps {
    /// Steps that begin at a list, of which the numbers at some places may change.
    pub fn new(start: Numbers, open: Vec<usize>, seed: u64) -> Steps {
        Steps {
            best: start,
            open,
            random: Pcg64::seed_from_u64(seed),
        }
    }

    pub fn best(&self) -> &Numbers {
        &self.best
    }

    /// A list that differs from the best in one to three numbers.
    pub fn next(&mut self) -> Numbers {
        let mut numbers = self.best;
        while numbers == self.best {
            for _ in 0..self.random.random_range(1..=MOST_CHANGES) {
                let place = self.open[self.random.random_range(0..self.open.len())];
                numbers.0[place] = self.change(numbers.0[place]);
            }
        }
        numbers
    }

    pub fn accept(&mut self, numbers: Numbers) {
        self.best = numbers;
    }

    fn change(&mut self, number: u16) -> u16 {
        let factor = FACTORS[self.random.random_range(0..FACTORS.len())];
        let product = (f64::from(number) * factor).round() as u16;
        let changed = if product != number {
            product
        } else if factor > 1.0 {
            number + self.random.random_range(1..=LARGEST_STEP)
        } else {
            number.saturating_sub(1)
        };
        changed.min(Weight::LARGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::heuristic::Weights;

    #[test]
    fn a_step_changes_only_a_few_open_numbers() {
        let start = Numbers(std::array::from_fn(|index| {
            if index < 9 {
                0
            } else {
                Weight::LARGEST
            }
        }));
        let open: Vec<usize> = (1..Weights::COUNT - 1).collect();
        let mut steps = Steps::new(start, open, 1);
        let mut changed = [false; Weights::COUNT];
        for _ in 0..500 {
            let next = steps.next();
            let differs = |&place: &usize| next.0[place] != start.0[place];
            let places: Vec<usize> = (0..Weights::COUNT).filter(differs).collect();
            assert!((1..=MOST_CHANGES).contains(&places.len()));
            for place in places {
                changed[place] = true;
            }
            assert!(next.0.iter().all(|&number| number <= Weight::LARGEST));
        }
        let unchanged = (0..Weights::COUNT).filter(|&place| !changed[place]);
        assert_eq!(unchanged.collect::<Vec<_>>(), [0, Weights::COUNT - 1]);
    }
}
