//! Other programs' figures, from `fixtures/peers.csv`.

use anyhow::{Context, Result};
use csv::ReaderBuilder;
use serde::Deserialize;

use crate::support::rulesets::AutoplayChoice;

const PEERS: &str = include_str!("../../../../../fixtures/peers.csv");

/// One figure of another program. The fields are the file's columns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Peer {
    /// The program.
    pub program: String,
    /// How it was run.
    pub setting: String,
    /// The autoplay of its lines.
    pub autoplay: AutoplayChoice,
    /// The CPU time per deal in milliseconds; none for what took days.
    pub cpu_ms: Option<f64>,
    /// The mean number of moves.
    pub moves: f64,
}

/// All of the file's figures.
///
/// # Errors
/// A row is not a figure.
pub fn read() -> Result<Vec<Peer>> {
    let mut reader = ReaderBuilder::new();
    let reader = reader.comment(Some(b'#')).from_reader(PEERS.as_bytes());
    let peers: csv::Result<Vec<Peer>> = reader.into_deserialize().collect();
    peers.context("fixtures/peers.csv")
}
