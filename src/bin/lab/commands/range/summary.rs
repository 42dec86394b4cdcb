//! Sums rows up, in memory that does not grow with their number.

use std::fmt;

use serde::Serialize;

use super::measured::{Listed, Measurements};
use crate::support::row::{Outcome, Row};

/// The summary of many deals.
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
    /// Adds a row.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(deal: u64, result: Outcome) -> Row {
        Row {
            deal,
            search: "safe first".to_owned(),
            result,
            moves: (result == Outcome::Solved).then_some(40 + deal as usize % 7),
            positions: deal * 13,
            cpu_ms: deal as f64 / 1000.0,
            line: String::new(),
        }
    }

    #[test]
    fn the_order_of_the_rows_changes_nothing() {
        let rows: Vec<Row> = (1..=5000)
            .map(|deal| match deal % 4 {
                0 => row(deal, Outcome::Unsolvable),
                1 => row(deal, Outcome::Unsolved),
                _ => row(deal, Outcome::Solved),
            })
            .collect();
        let (mut one, mut other) = (Summary::default(), Summary::default());
        for (row, from_end) in rows.iter().zip(rows.iter().rev()) {
            one.add(row);
            other.add(from_end);
        }
        let text = |summary: &Summary| {
            let text = summary.to_string();
            text.lines().take(6).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(text(&one), text(&other));
        let text = text(&one);
        assert_eq!(
            text[0],
            "2500 solved, 1250 proved unsolvable, 1250 unsolved"
        );
        assert!(
            text[1].starts_with("proved unsolvable: 4 8 12 ")
                && text[1].ends_with(" 4000 and 250 more")
        );
        // Microseconds below 32,768 are exact.
        assert_eq!(
            text[4].split_whitespace().collect::<Vec<_>>(),
            ["CPU", "ms", "2.50", "2.50", "4.95", "5.00", "5.00", "(deal", "5000)"]
        );
    }
}
