//! Sums rows up, in memory that does not grow with their number.

use std::fmt;

use serde::Serialize;

use super::measured::{Listed, Measurements};
use crate::support::row::{DealResult, Row};
use cli::pluralize::pluralize;

#[derive(Default, Serialize)]
pub struct Summary {
    deals: u64,
    solved: u64,
    unsolvable: Listed,
    unsolved: Listed,
    /// Those solved or unsolvable according to rows that show nothing for it.
    claimed: Listed,
    #[serde(flatten)]
    measurements: Measurements,
}

impl Summary {
    pub fn add(&mut self, row: &Row) {
        self.deals += 1;
        match row.result {
            DealResult::Solved => self.solved += 1,
            DealResult::Unsolvable => self.unsolvable.add(row.deal),
            DealResult::Unsolved => self.unsolved.add(row.deal),
        }
        self.measurements
            .add(row.deal, row.cpu_ms, row.positions, row.moves);
    }

    /// Adds a deal whose result is a row's word alone.
    pub fn add_claim(&mut self, row: &Row) {
        self.add(row);
        self.claimed.add(row.deal);
    }

    /// Whether each deal has a line that was replayed, or a proof made here that there is none.
    pub fn is_complete(&self) -> bool {
        self.unsolved.count() + self.claimed.count() == 0
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
        if self.claimed.count() > 0 {
            let count = pluralize(self.claimed.count() as usize, "deal");
            writeln!(
                f,
                "of these, {count} by the word of rows without a line or a proof"
            )?;
        }
        self.measurements.write(f, 2)
    }
}
