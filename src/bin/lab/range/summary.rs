//! Sums rows up, in memory that does not grow with their number.

use std::collections::BTreeSet;
use std::fmt;

use hdrhistogram::Histogram;
use serde_json::{json, Value};

use super::row::{Answered, Row};
use crate::clock::peak_memory;
use crate::memory::Bytes;

/// The most deals of one kind that are listed one by one.
const LONGEST_LIST: usize = 1000;

/// The digits to which the quantiles of long searches are exact; below 32,768 (in
/// positions, microseconds, moves) each number is counted for itself.
const DIGITS: u8 = 4;

/// The summary of many deals.
pub struct Summary {
    solved: u64,
    unsolvable: Listed,
    unsolved: Listed,
    cpu_us: Measured,
    positions: Measured,
    moves: Measured,
}

/// Deals of one kind.
#[derive(Default)]
struct Listed {
    count: u64,
    /// The first of them by number.
    first: BTreeSet<u64>,
}

/// One quantity, measured for each deal. The sum is a whole number, so that the
/// order of the rows does not change it.
struct Measured {
    values: Histogram<u64>,
    sum: u128,
    longest: Option<(u64, u64)>,
}

impl Default for Summary {
    fn default() -> Summary {
        Summary {
            solved: 0,
            unsolvable: Listed::default(),
            unsolved: Listed::default(),
            cpu_us: Measured::new(),
            positions: Measured::new(),
            moves: Measured::new(),
        }
    }
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        match row.result {
            Answered::Solved => self.solved += 1,
            Answered::Unsolvable => self.unsolvable.add(row.deal),
            Answered::Unsolved => self.unsolved.add(row.deal),
        }
        let cpu_us = (row.cpu_ms * 1000.0).round() as u64;
        self.cpu_us.add(cpu_us, row.deal);
        self.positions.add(row.positions, row.deal);
        if let Some(moves) = row.moves {
            self.moves.add(moves as u64, row.deal);
        }
    }

    /// The number of deals that have neither a line nor a proof.
    pub fn unsolved(&self) -> u64 {
        self.unsolved.count
    }

    /// Everything, for programs.
    pub fn in_json(&self, interrupted: bool) -> Value {
        json!({
            "deals": self.solved + self.unsolvable.count + self.unsolved.count,
            "solved": self.solved,
            "unsolvable": self.unsolvable.in_json(),
            "unsolved": self.unsolved.in_json(),
            "cpu_ms": self.cpu_us.in_json(1000.0),
            "positions": self.positions.in_json(1.0),
            "moves": self.moves.in_json(1.0),
            "peak_memory_bytes": peak_memory(),
            "interrupted": interrupted,
        })
    }
}

impl Listed {
    fn add(&mut self, deal: u64) {
        self.count += 1;
        self.first.insert(deal);
        if self.first.len() > LONGEST_LIST {
            self.first.pop_last();
        }
    }

    /// How many are not listed.
    fn more(&self) -> u64 {
        self.count - self.first.len() as u64
    }

    fn in_json(&self) -> Value {
        json!({ "count": self.count, "deals": self.first, "more": self.more() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        if self.count == 0 {
            return Ok(());
        }
        write!(f, "{name}:")?;
        for deal in &self.first {
            write!(f, " {deal}")?;
        }
        match self.more() {
            0 => writeln!(f),
            more => writeln!(f, " and {more} more"),
        }
    }
}

impl Measured {
    fn new() -> Measured {
        Measured {
            values: Histogram::new(DIGITS).expect("a number of digits that it knows"),
            sum: 0,
            longest: None,
        }
    }

    fn add(&mut self, value: u64, deal: u64) {
        self.values += value;
        self.sum += u128::from(value);
        // Among equals the lowest deal, whatever the order of the rows.
        let is_longer = |(longest, of): (u64, u64)| (longest, deal) < (value, of);
        if self.longest.is_none_or(is_longer) {
            self.longest = Some((value, deal));
        }
    }

    fn mean(&self) -> f64 {
        self.sum as f64 / self.values.len() as f64
    }

    /// The smallest value that is at least as large as this part of all.
    fn quantile(&self, part: f64) -> f64 {
        let longest = self.longest.map_or(0, |(longest, _)| longest);
        self.values.value_at_quantile(part).min(longest) as f64
    }

    /// A line of figures, in units of `unit`.
    fn write(
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

    fn in_json(&self, unit: f64) -> Value {
        let Some((longest, deal)) = self.longest else {
            return Value::Null;
        };
        json!({
            "sum": self.sum as f64 / unit,
            "mean": self.mean() / unit,
            "median": self.quantile(0.5) / unit,
            "p99": self.quantile(0.99) / unit,
            "p999": self.quantile(0.999) / unit,
            "longest": longest as f64 / unit,
            "longest_deal": deal,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} solved, ", self.solved)?;
        write!(f, "{} proved unsolvable, ", self.unsolvable.count)?;
        writeln!(f, "{} unsolved", self.unsolved())?;
        self.unsolvable.write(f, "proved unsolvable")?;
        self.unsolved.write(f, "unsolved")?;
        writeln!(
            f,
            "{:>23}{:>11}{:>11}{:>11}{:>11}",
            "mean", "median", "99 %", "99.9 %", "longest"
        )?;
        self.cpu_us.write(f, "CPU ms", 1000.0, 2)?;
        self.positions.write(f, "positions", 1.0, 0)?;
        self.moves.write(f, "moves", 1.0, 0)?;
        let seconds = self.cpu_us.sum as f64 / 1e6;
        let memory = Bytes(peak_memory());
        writeln!(f, "{seconds:.2} s of CPU time in all; peak memory {memory}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(deal: u64, result: Answered) -> Row {
        Row {
            deal,
            search: "safe first".to_owned(),
            result,
            moves: (result == Answered::Solved).then_some(40 + deal as usize % 7),
            positions: deal * 13,
            cpu_ms: deal as f64 / 1000.0,
            line: String::new(),
        }
    }

    #[test]
    fn the_order_of_the_rows_changes_nothing() {
        let rows: Vec<Row> = (1..=5000)
            .map(|deal| match deal % 4 {
                0 => row(deal, Answered::Unsolvable),
                1 => row(deal, Answered::Unsolved),
                _ => row(deal, Answered::Solved),
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
