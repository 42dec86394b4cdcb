//! The record of one game: a row of the file that `--csv` writes.

use serde::Serialize;

use super::summary::PlayedGame;
use shared::duration::{milliseconds, round_to_thousandths};

/// A game played. The fields are the file's columns.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    referee: &'a str,
    deal: u64,
    is_won: bool,
    moves: usize,
    illegal: usize,
    turns: usize,
    first_ms: Option<f64>,
    slowest_later_ms: Option<f64>,
    loss: String,
}

impl Record<'_> {
    pub fn new(played: &PlayedGame) -> Record<'_> {
        let report = &played.report;
        let ms = |time| round_to_thousandths(milliseconds(time));
        let loss = report.loss.as_ref();
        Record {
            referee: &played.referee,
            deal: played.deal,
            is_won: loss.is_none(),
            moves: report.moves,
            illegal: report.illegal,
            turns: report.times.len(),
            first_ms: report.times.first().copied().map(ms),
            slowest_later_ms: report.times.iter().skip(1).max().copied().map(ms),
            loss: loss.map(ToString::to_string).unwrap_or_default(),
        }
    }
}
