//! Sums rows up.

use std::fmt;

use serde::Serialize;

use super::row::{Length, ProofRow};
use crate::commands::range::measured::{Listed, Measurements};
use cli::pluralize::pluralize;

#[derive(Default, Serialize)]
pub struct Summary {
    deals: u64,
    #[serde(rename = "proved_shortest")]
    shortest: u64,
    #[serde(rename = "no_line")]
    without: Listed,
    open: Listed,
    /// The moves by which the lines of open deals exceed what is proved, in total.
    #[serde(rename = "moves_between")]
    gap: usize,
    /// The lines that are shortest by the rows of earlier runs, whose proofs were not repeated.
    pub proofs_of_rows: usize,
    #[serde(flatten)]
    measurements: Measurements,
}

impl Summary {
    pub fn add(&mut self, row: &ProofRow) {
        self.deals += 1;
        match (row.length, row.at_least) {
            (Length::NoLine, _) => self.without.add(row.deal),
            _ if row.is_proved() => self.shortest += 1,
            _ => self.open.add(row.deal),
        }
        let mut moves_of_line = None;
        if let (Length::Moves(moves), Length::Moves(at_least)) = (row.length, row.at_least) {
            self.gap += moves - at_least;
            moves_of_line = Some(moves);
        }
        self.measurements
            .add(row.deal, row.cpu_ms, row.positions, moves_of_line);
    }

    /// Whether every deal has a shortest line or a proof that it has none.
    pub fn all_proved(&self) -> bool {
        self.open.count() == 0
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
        if self.proofs_of_rows > 0 {
            let count = pluralize(self.proofs_of_rows, "proof");
            writeln!(f, "{count} by the word of rows: their lines were replayed")?;
        }
        self.measurements.write(f, 0)
    }
}
