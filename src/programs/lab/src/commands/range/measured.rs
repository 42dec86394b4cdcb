//! Lists of deals, and measurements of many deals, in memory that does not grow with their number:
//! the parts of summaries.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::support::statistics::Measured;
use shared::clock::{peak_memory, peak_memory_text};

/// The most deals of one kind that are listed one by one.
const LONGEST_LIST: usize = 1000;

/// Deals of one kind.
#[derive(Default)]
pub struct Listed {
    count: u64,
    /// The first of them by number.
    first: BTreeSet<u64>,
}

/// The measurements that every row has, whatever it proves.
#[derive(Default)]
pub struct Measurements {
    cpu_us: Measured,
    positions: Measured,
    moves: Measured,
}

impl Serialize for Listed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "count": self.count, "deals": self.first, "more": self.more() })
            .serialize(serializer)
    }
}

impl Measurements {
    /// Adds a deal: its time in milliseconds, its positions, and the moves of its line if
    /// it has one.
    pub fn add(&mut self, deal: u64, cpu_ms: f64, positions: u64, moves: Option<usize>) {
        self.cpu_us.add((cpu_ms * 1000.0).round() as u64, deal);
        self.positions.add(positions, deal);
        if let Some(moves) = moves {
            self.moves.add(moves as u64, deal);
        }
    }

    /// The table of measurements, and what the process used, with this number of digits
    /// in times: in milliseconds, then in seconds.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, digits: usize) -> fmt::Result {
        writeln!(
            f,
            "{:>23}{:>11}{:>11}{:>11}{:>11}",
            "mean", "median", "99 %", "99.9 %", "longest"
        )?;
        self.cpu_us.write(f, "CPU ms", 1000.0, digits)?;
        self.positions.write(f, "positions", 1.0, 0)?;
        self.moves.write(f, "moves", 1.0, 0)?;
        let seconds = self.cpu_us.sum(1e6);
        let memory = peak_memory_text();
        writeln!(
            f,
            "{seconds:.digits$} s of CPU time in all; peak memory {memory}"
        )
    }
}

/// The same for programs; null if nothing was measured.
impl Serialize for Measurements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = json!({
            "cpu_ms": self.cpu_us.in_json(1000.0),
            "positions": self.positions.in_json(1.0),
            "moves": self.moves.in_json(1.0),
            "peak_memory_bytes": peak_memory(),
        });
        report.serialize(serializer)
    }
}

impl Listed {
    pub fn add(&mut self, deal: u64) {
        self.count += 1;
        self.first.insert(deal);
        if self.first.len() > LONGEST_LIST {
            self.first.pop_last();
        }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of deals that are not listed.
    fn more(&self) -> u64 {
        self.count - self.first.len() as u64
    }

    /// A line of deals, if there are any.
    pub fn write(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
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
