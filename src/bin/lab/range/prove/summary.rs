//! Sums rows up.

use std::fmt;

use super::row::{Length, Row};
use crate::clock::peak_memory;
use crate::memory::Bytes;
use crate::range::summary::{write_list, Measured};

/// The summary of many deals.
#[derive(Default)]
pub struct Summary {
    shortest: usize,
    without: Vec<u64>,
    open: Vec<u64>,
    /// By how many moves the lines of open deals exceed what is proved, in all.
    gap: usize,
    cpu_ms: Measured,
    positions: Measured,
    moves: Measured,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        match (row.length, row.at_least) {
            (Length::NoLine, _) => self.without.push(row.deal),
            _ if row.is_proved() => self.shortest += 1,
            _ => self.open.push(row.deal),
        }
        if let (Length::Moves(moves), Length::Moves(at_least)) = (row.length, row.at_least) {
            self.gap += moves - at_least;
            self.moves.add(moves as f64, row.deal);
        }
        self.cpu_ms.add(row.cpu_ms, row.deal);
        self.positions.add(row.positions as f64, row.deal);
    }

    /// Whether every deal has a shortest line or a proof that it has none.
    pub fn all_proved(&self) -> bool {
        self.open.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} proved shortest, ", self.shortest)?;
        write!(f, "{} proved to have no line, ", self.without.len())?;
        write!(f, "{} open", self.open.len())?;
        match self.gap {
            0 => writeln!(f)?,
            gap => writeln!(f, ", with {gap} moves between lines and bounds")?,
        }
        write_list(f, "no line", &self.without)?;
        write_list(f, "open", &self.open)?;
        writeln!(
            f,
            "{:>23}{:>11}{:>11}{:>11}{:>11}",
            "mean", "median", "99 %", "99.9 %", "longest"
        )?;
        self.cpu_ms.write(f, "CPU ms", 0)?;
        self.positions.write(f, "positions", 0)?;
        self.moves.write(f, "moves", 0)?;
        writeln!(
            f,
            "{:.0} s of CPU time in all; peak memory {}",
            self.cpu_ms.sum() / 1000.0,
            Bytes(peak_memory())
        )
    }
}
