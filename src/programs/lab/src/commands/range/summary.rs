//! Sums rows up, in memory that does not grow with their number.

use std::fmt;

use serde::Serialize;

use super::measured::{Listed, Measurements};
use crate::support::row::{Outcome, Row};

#[derive(Default, Serialize)]
pub struct Summary {
    deals: u64,
    solved: u64,
    unsolvable: Listed,
    unsolved: Listed,
    #[serde(flatten)]
    measurements: Measurements,
}

impl Summary {
    pub fn add(&mut self, row: &Row) {
        self.deals += 1;
        match row.result {
            Outcome::Solved => self.solved += 1,
            Outcome::Unsolvable => self.unsolvable.add(row.deal),
            Outcome::Unsolved => self.unsolved.add(row.deal),
        }
        self.measurements
            .add(row.deal, row.cpu_ms, row.positions, row.moves);
    }

    /// The number of deals that have neither a line nor a proof.
    pub fn unsolved(&self) -> u64 {
        self.unsolved.count()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} solved, ", self.solved)?;
        write!(f, "{} proved unsolvable, ", self.unsolvable.count())?;
        writeln!(f, "{} unsolved", self.unsolved())?;
        self.unsolvable.write(f, "proved unsolvable")?;
        self.unsolved.write(f, "unsolved")?;
        self.measurements.write(f, 2)
    }
}
