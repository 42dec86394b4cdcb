//! A summary of many measurements: mean, median, quantiles, longest.

/// Measurements of one quantity, at least one, in ascending order.
pub struct Statistics(Vec<f64>);

impl Statistics {
    /// The statistics of measurements; `None` if there are no measurements.
    pub fn new(measurements: impl Iterator<Item = f64>) -> Option<Statistics> {
        let mut sorted: Vec<f64> = measurements.collect();
        sorted.sort_unstable_by(f64::total_cmp);
        (!sorted.is_empty()).then_some(Statistics(sorted))
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
        let statistics = Statistics::new((1..=1000).rev().map(f64::from)).unwrap();
        assert!((statistics.mean() - 500.5).abs() < 1e-9);
        let found = [0.5, 0.99, 0.999, 1.0].map(|part| statistics.quantile(part) as u32);
        assert_eq!(found, [500, 990, 999, 1000]);
        assert_eq!(statistics.longest() as u32, 1000);
        assert_eq!(
            Statistics::new([7.0].into_iter()).unwrap().quantile(0.5) as u32,
            7
        );
        assert!(Statistics::new(std::iter::empty()).is_none());
    }
}
