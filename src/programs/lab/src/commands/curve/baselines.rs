//! The results of other programs, from `baselines.csv`.

use anyhow::{Context, Result};
use csv::ReaderBuilder;
use serde::Deserialize;

use crate::support::rulesets::AutoplayChoice;

const BASELINES: &str = include_str!("baselines.csv");

/// One result of another program. The fields are the file's columns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Baseline {
    pub program: String,
    /// The options with which it was run.
    pub setting: String,
    /// The autoplay of its lines.
    pub autoplay: AutoplayChoice,
    /// The CPU time per deal in milliseconds; `None` if it took days.
    pub cpu_ms: Option<f64>,
    pub moves: f64,
}

pub fn read() -> Result<Vec<Baseline>> {
    let mut reader = ReaderBuilder::new();
    let reader = reader.comment(Some(b'#')).from_reader(BASELINES.as_bytes());
    let baselines: csv::Result<Vec<Baseline>> = reader.into_deserialize().collect();
    baselines.context("baselines.csv")
}
