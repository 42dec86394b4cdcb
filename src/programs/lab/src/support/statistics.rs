//! A summary of many measurements, in memory that does not grow with their number: mean,
//! median, quantiles, longest.

use std::fmt;

use hdrhistogram::Histogram;
use serde_json::{json, Value};

/// The digits to which quantiles of long searches are exact. Values below 32,768 (in positions,
/// microseconds, moves) are counted exactly.
const DIGITS: u8 = 4;

/// One quantity, measured for each deal. The sum is a whole number, so that the
/// order of the rows does not change it.
pub struct Measured {
    values: Histogram<u64>,
    sum: u128,
    longest: Option<(u64, u64)>,
}

impl Default for Measured {
    fn default() -> Measured {
        Measured {
            values: Histogram::new(DIGITS).expect("a number of digits that it knows"),
            sum: 0,
            longest: None,
        }
    }
}

impl Measured {
    pub fn add(&mut self, value: u64, deal: u64) {
        self.values += value;
        self.sum += u128::from(value);
        // Among equals the lowest deal, whatever the order of the rows.
        let is_longer = |(longest, of): (u64, u64)| (longest, deal) < (value, of);
        if self.longest.is_none_or(is_longer) {
            self.longest = Some((value, deal));
        }
    }

    pub fn len(&self) -> u64 {
        self.values.len()
    }

    /// The largest value, with the lowest deal that has it; `None` if nothing was measured.
    pub fn longest(&self) -> Option<(u64, u64)> {
        self.longest
    }

    /// The sum, in units of `unit`.
    pub fn sum(&self, unit: f64) -> f64 {
        self.sum as f64 / unit
    }

    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.values.len() as f64
    }

    /// The smallest value that is at least as large as this part of all values; the part is above 0
    /// and at most 1: 0.5 gives the median.
    pub fn quantile(&self, part: f64) -> f64 {
        let longest = self.longest.map_or(0, |(longest, _)| longest);
        self.values.value_at_quantile(part).min(longest) as f64
    }

    /// A line of figures, in units of `unit`.
    pub fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        unit: f64,
        digits: usize,
    ) -> fmt::Result {
        let Some((longest, deal)) = self.longest else {
            return Ok(());
        };
        write!(f, "{name:<12}{:>11.2}", self.mean() / unit)?;
        let quantiles = [0.5, 0.99, 0.999].map(|part| self.quantile(part));
        for value in quantiles.into_iter().chain([longest as f64]) {
            write!(f, "{:>11.digits$}", value / unit)?;
        }
        writeln!(f, "  (deal {deal})")
    }

    /// The statistics for programs, in units of `unit`.
    pub fn in_json(&self, unit: f64) -> Option<Value> {
        let (longest, longest_deal) = self.longest?;
        Some(json!({
            "sum": self.sum(unit),
            "mean": self.mean() / unit,
            "median": self.quantile(0.5) / unit,
            "p99": self.quantile(0.99) / unit,
            "p999": self.quantile(0.999) / unit,
            "longest": longest as f64 / unit,
            "longest_deal": longest_deal,
        }))
    }
}
