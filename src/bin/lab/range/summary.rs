//! Sums rows up.

use std::fmt;

use super::row::{Answered, Row};
use crate::clock::peak_memory;
use crate::figures::Figures;
use crate::memory::Bytes;

/// The summary of many deals.
#[derive(Default)]
pub struct Summary {
    solved: usize,
    unsolvable: Vec<u64>,
    unsolved: Vec<u64>,
    cpu_ms: Measured,
    positions: Measured,
    moves: Measured,
}

/// One quantity, measured for each deal.
#[derive(Default)]
pub struct Measured {
    values: Vec<f64>,
    longest: Option<(f64, u64)>,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        match row.result {
            Answered::Solved => self.solved += 1,
            Answered::Unsolvable => self.unsolvable.push(row.deal),
            Answered::Unsolved => self.unsolved.push(row.deal),
        }
        self.cpu_ms.add(row.cpu_ms, row.deal);
        self.positions.add(row.positions as f64, row.deal);
        if let Some(moves) = row.moves {
            self.moves.add(moves as f64, row.deal);
        }
    }

    /// The number of deals that have neither a line nor a proof.
    pub fn unsolved(&self) -> usize {
        self.unsolved.len()
    }
}

impl Measured {
    pub fn add(&mut self, value: f64, deal: u64) {
        self.values.push(value);
        if self.longest.is_none_or(|(longest, _)| value > longest) {
            self.longest = Some((value, deal));
        }
    }

    pub fn sum(&self) -> f64 {
        self.values.iter().sum()
    }

    pub fn write(&self, f: &mut fmt::Formatter<'_>, name: &str, digits: usize) -> fmt::Result {
        let Some(figures) = Figures::of(self.values.iter().copied()) else {
            return Ok(());
        };
        write!(f, "{name:<12}")?;
        let tail = [0.5, 0.99, 0.999].map(|part| figures.quantile(part));
        write!(f, "{:>11.2}", figures.mean())?;
        for value in tail.into_iter().chain([figures.longest()]) {
            write!(f, "{value:>11.digits$}")?;
        }
        match self.longest {
            Some((_, deal)) => writeln!(f, "  (deal {deal})"),
            None => writeln!(f),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} solved, ", self.solved)?;
        write!(f, "{} proved unsolvable, ", self.unsolvable.len())?;
        writeln!(f, "{} unsolved", self.unsolved())?;
        write_list(f, "proved unsolvable", &self.unsolvable)?;
        write_list(f, "unsolved", &self.unsolved)?;
        writeln!(
            f,
            "{:>23}{:>11}{:>11}{:>11}{:>11}",
            "mean", "median", "99 %", "99.9 %", "longest"
        )?;
        self.cpu_ms.write(f, "CPU ms", 2)?;
        self.positions.write(f, "positions", 0)?;
        self.moves.write(f, "moves", 0)?;
        let seconds = self.cpu_ms.sum() / 1000.0;
        let memory = Bytes(peak_memory());
        writeln!(f, "{seconds:.2} s of CPU time in all; peak memory {memory}")
    }
}

pub fn write_list(f: &mut fmt::Formatter<'_>, name: &str, deals: &[u64]) -> fmt::Result {
    if deals.is_empty() {
        return Ok(());
    }
    let mut deals = deals.to_vec();
    deals.sort_unstable();
    let numbers: Vec<String> = deals.iter().map(u64::to_string).collect();
    writeln!(f, "{name}: {}", numbers.join(" "))
}
