//! Sums rows up.

use std::fmt;

use serde_json::{json, Value};

use super::row::{Length, Row};
use crate::clock::peak_memory;
use crate::memory::Bytes;
use crate::range::measured::{write_head, Listed, Measured};

/// The summary of many deals.
#[derive(Default)]
pub struct Summary {
    shortest: u64,
    without: Listed,
    open: Listed,
    /// By how many moves the lines of open deals exceed what is proved, in all.
    gap: usize,
    cpu_us: Measured,
    positions: Measured,
    moves: Measured,
}

impl Summary {
    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        match (row.length, row.at_least) {
            (Length::NoLine, _) => self.without.add(row.deal),
            _ if row.is_proved() => self.shortest += 1,
            _ => self.open.add(row.deal),
        }
        if let (Length::Moves(moves), Length::Moves(at_least)) = (row.length, row.at_least) {
            self.gap += moves - at_least;
            self.moves.add(moves as u64, row.deal);
        }
        self.cpu_us.add_ms(row.cpu_ms, row.deal);
        self.positions.add(row.positions, row.deal);
    }

    /// Whether every deal has a shortest line or a proof that it has none.
    pub fn all_proved(&self) -> bool {
        self.open.count() == 0
    }

    /// Everything, for programs.
    pub fn in_json(&self, interrupted: bool) -> Value {
        json!({
            "deals": self.shortest + self.without.count() + self.open.count(),
            "proved_shortest": self.shortest,
            "no_line": self.without.in_json(),
            "open": self.open.in_json(),
            "moves_between": self.gap,
            "cpu_ms": self.cpu_us.in_json(1000.0),
            "positions": self.positions.in_json(1.0),
            "moves": self.moves.in_json(1.0),
            "peak_memory_bytes": peak_memory(),
            "interrupted": interrupted,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} proved shortest, ", self.shortest)?;
        write!(f, "{} proved to have no line, ", self.without.count())?;
        write!(f, "{} open", self.open.count())?;
        match self.gap {
            0 => writeln!(f)?,
            gap => writeln!(f, ", with {gap} moves between lines and bounds")?,
        }
        self.without.write(f, "no line")?;
        self.open.write(f, "open")?;
        write_head(f)?;
        self.cpu_us.write(f, "CPU ms", 1000.0, 0)?;
        self.positions.write(f, "positions", 1.0, 0)?;
        self.moves.write(f, "moves", 1.0, 0)?;
        writeln!(
            f,
            "{:.0} s of CPU time in all; peak memory {}",
            self.cpu_us.sum(1e6),
            Bytes(peak_memory())
        )
    }
}
