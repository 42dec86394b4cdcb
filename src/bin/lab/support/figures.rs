//! A summary of many measurements: mean, median, quantiles, longest.

/// Measurements of one quantity, at least one, in ascending order.
pub struct Figures(Vec<f64>);

impl Figures {
    /// The measurements; none if there are none.
    pub fn of(measurements: impl Iterator<Item = f64>) -> Option<Figures> {
        let mut sorted: Vec<f64> = measurements.collect();
        sorted.sort_unstable_by(f64::total_cmp);
        (!sorted.is_empty()).then_some(Figures(sorted))
    }

    /// The arithmetic mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// The smallest measurement that is at least as large as this part of all,
    /// above 0 and up to 1: 0.5 gives the median.
    pub fn quantile(&self, part: f64) -> f64 {
        let rank = (self.0.len() as f64 * part).ceil() as usize;
        self.0[rank.max(1) - 1]
    }

    /// The largest measurement.
    pub fn longest(&self) -> f64 {
        self.0[self.0.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_measurements() {
        let figures = Figures::of((1..=1000).rev().map(f64::from)).unwrap();
        assert!((figures.mean() - 500.5).abs() < 1e-9);
        let found = [0.5, 0.99, 0.999, 1.0].map(|part| figures.quantile(part) as u32);
        assert_eq!(found, [500, 990, 999, 1000]);
        assert_eq!(figures.longest() as u32, 1000);
        assert_eq!(
            Figures::of([7.0].into_iter()).unwrap().quantile(0.5) as u32,
            7
        );
        assert!(Figures::of(std::iter::empty()).is_none());
    }
}
