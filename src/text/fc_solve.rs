//! Boards in the format of fc-solve, the best known FreeCell solver: printed and
//! read.
//!
//! A board is a line of foundations (`Foundations: H-3 S-A`) and one of cells
//! (`Freecells: - 4H`), both of which may be missing, then a line for each
//! cascade, its deepest card first; the colon before the cards is optional, and
//! an empty line is an empty cascade. PySolFC and its deals on the web have the
//! same without colons, and with `10` for `T`. The first two lines are also those of
//! a board by [`rows`](crate::text::rows).

use std::fmt::Write as _;

use crate::card::{Card, Rank, Suit};
use crate::deal;
use crate::moves::{Line, Place};
use crate::protocol::read_foundation;
use crate::referee::{Game, Illegal};
use crate::ruleset::Ruleset;
use crate::table::{Table, CELLS};
use anyhow::{Context, Result};

/// The table as a board.
pub fn print(table: &Table) -> String {
    let mut board = print_places(table, "Freecells:");
    for cascade in &table.cascades {
        board.push(':');
        for card in cascade {
            let _ = write!(board, " {card}");
        }
        board.push('\n');
    }
    board
}

/// The table as PySolFC prints it. Of a new deal, only the cascades.
pub fn print_for_pysol(table: &Table) -> String {
    let mut board = print_places_in_use(table, "FC:");
    for cascade in &table.cascades {
        let cards: Vec<String> = cascade.iter().map(ToString::to_string).collect();
        let _ = writeln!(board, "{}", cards.join(" "));
    }
    board.replace('T', "10")
}

/// The lines of the foundations and of the cells, under that label; of a new deal, nothing.
pub fn print_places_in_use(table: &Table, cells: &str) -> String {
    if deal::is_new(table) {
        return String::new();
    }
    print_places(table, cells)
}

/// The lines of the foundations and of the cells, under that label.
fn print_places(table: &Table, cells: &str) -> String {
    let mut board = String::from("Foundations:");
    for suit in Suit::ALL {
        let rank = Rank::new(table.foundations[suit.index()]);
        let _ = write!(
            board,
            " {}-{}",
            suit.letter(),
            rank.map_or('0', Rank::letter)
        );
    }
    let _ = write!(board, "\n{cells}");
    for cell in table.cells {
        let _ = match cell {
            Some(card) => write!(board, " {card}"),
            None => write!(board, " -"),
        };
    }
    board + "\n"
}

/// Reads the entries of a line of foundations.
///
/// # Errors
/// An entry that is no foundation.
pub fn parse_foundations(text: &str) -> Result<[u8; 4]> {
    let mut foundations = [0; 4];
    for entry in text.split_whitespace() {
        let (suit, rank) = read_foundation(entry).with_context(|| {
            format!("found {entry:?}, expected a suit, a dash and a rank such as H-3")
        })?;
        foundations[suit.index()] = rank;
    }
    Ok(foundations)
}

/// Reads the cells of a line of them; `-` and `*` are empty ones.
///
/// # Errors
/// A token that is no card; more than four.
pub fn parse_cells(text: &str) -> Result<[Option<Card>; CELLS]> {
    let mut cells = [None; CELLS];
    for (index, token) in text.split_whitespace().enumerate() {
        let cell = cells
            .get_mut(index)
            .context("a fifth cell, expected four")?;
        if token != "-" && token != "*" {
            *cell = Some(parse_card(token)?);
        }
    }
    Ok(cells)
}

/// Reads a card.
///
/// # Errors
/// The text is no card.
pub fn parse_card(token: &str) -> Result<Card> {
    let card = token.parse().ok();
    card.with_context(|| format!("found {token:?}, expected a card such as TH"))
}

/// Our line as fc-solve's `-snx` would write it, with the home moves that the game makes itself,
/// and with the number of cards that go into an empty cascade.
///
/// # Errors
/// A move of the line is illegal.
pub fn print_line(table: &Table, ruleset: Ruleset, line: &Line) -> Result<String, Illegal> {
    let mut game = Game::new(table.clone(), ruleset);
    let mut words = Vec::new();
    for mv in line {
        let is_empty = |to: u8| game.table().cascades[usize::from(to)].is_empty();
        let is_into_empty = matches!(mv.to(), Place::Cascade(to) if is_empty(to));
        for step in game.play(mv)? {
            let count = match step.cards {
                2.. if is_into_empty => format!("v{:x}", step.cards),
                _ => String::new(),
            };
            words.push(format!("{}{}{count}", step.from, step.to));
        }
    }
    Ok(words.join(" "))
}
