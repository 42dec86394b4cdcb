//! Tables as text, in every form that people have them: a turn's 14 lines, or a board
//! of fc-solve's or PySolFC's, by cascades or by rows. A turn begins with a line that
//! has a number and nothing else. Lines of moves are read by [`pasted_moves`];
//! other programs' solutions by [`notation`], and [`translation`] writes them as the puzzle does.
//!
//! Where the text comes from is not known here: the lab reads files, the page what
//! is pasted into it.

pub mod fc_solve;
pub mod notation;
pub mod pasted_moves;
pub mod rows;
pub mod steps;
pub mod translation;

use crate::protocol::Reader;
use crate::table::Table;
use anyhow::{Context, Result};

/// What a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The 14 lines that a bot reads.
    Turn,
    /// A board as fc-solve prints it, a cascade a line.
    Board,
    /// A board with a row of cards in each line.
    Rows,
}

impl Form {
    /// The form of a text, right or wrong.
    pub fn of(text: &str) -> Form {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        match first {
            Some(line) if line.bytes().all(|byte| byte.is_ascii_digit()) => Form::Turn,
            _ if rows::are_in(text) => Form::Rows,
            _ => Form::Board,
        }
    }

    /// Its name, with the article.
    pub fn name(self) -> &'static str {
        match self {
            Form::Turn => "a turn",
            Form::Board => "a board of fc-solve's",
            Form::Rows => "a board by rows",
        }
    }
}

/// The table that a text shows, and what is odd about the text if it is no reason
/// to refuse it. Of several turns, the first counts.
///
/// # Errors
/// What was found, where, and what was expected.
pub fn parse(text: &str) -> Result<(Table, Option<String>)> {
    match Form::of(text) {
        Form::Turn => in_turn(text),
        Form::Board => Ok((fc_solve::parse(text)?, None)),
        Form::Rows => Ok((rows::parse(text)?, None)),
    }
}

/// The first turn's table.
fn in_turn(text: &str) -> Result<(Table, Option<String>)> {
    let turn = Reader::new(text.as_bytes()).next_turn()?;
    let turn = turn.context("no turn")?;
    let warning = turn.moves.err().map(|warning| warning.to_string());
    Ok((turn.table, warning))
}
