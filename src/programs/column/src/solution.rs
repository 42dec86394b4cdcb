//! Solutions as lines of moves, for every search that finds some.

use anyhow::{anyhow, Result};
use freecell::card::Card;

use super::packed::change::{Packed, CELL, HOME};
use crate::judge::{Game, Source, Target};

/// Plays a search's moves and writes them as a line.
///
/// # Errors
/// A move that the judge does not allow: a mistake in the search.
pub fn line(mut game: Game, moves: impl IntoIterator<Item = Packed>) -> Result<String> {
    let moves = moves.into_iter().map(|each| {
        let (from, to) = each.into();
        game.write(from, to)
    });
    let line: Result<Vec<String>, String> = moves.collect();
    Ok(line
        .map_err(|why| anyhow!("the search made a wrong move: {why}"))?
        .join(" "))
}

impl From<Packed> for (Source, Target) {
    fn from(each: Packed) -> (Source, Target) {
        let from = match each.from() {
            CELL => Source::Cell(Card::from_index(each.number()).expect("a card moved")),
            index => Source::Cascade(index.into(), each.number()),
        };
        let to = match each.to() {
            CELL => Target::Cell,
            HOME => Target::Home,
            index => Target::Cascade(index.into()),
        };
        (from, to)
    }
}
