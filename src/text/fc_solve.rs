//! Boards in the format of fc-solve, the best known FreeCell solver, and in PySolFC's, printed.
//!
//! A board is a line of foundations (`Foundations: H-3 S-A`) and one of cells
//! (`Freecells: - 4H`), then a line for each cascade, its deepest card first. PySolFC has the same
//! without colons, and with `10` for `T`. The first two lines are also those of
//! a board by [`rows`](crate::text::rows). All of them are read by `tables`.

use std::fmt::Write as _;

use crate::card::{Rank, Suit};
use crate::deal;
use crate::moves::{Line, Place};
use crate::referee::{Game, Illegal};
use crate::ruleset::Ruleset;
use crate::table::Table;

/// The table as a board.
pub fn print(table: &Table) -> String {
    let mut board = print_places(table, "Foundations:", "Freecells:");
    for cascade in &table.cascades {
        board.push(':');
        for card in cascade {
            let _ = write!(board, " {card}");
        }
        board.push('\n');
    }
    board
}

/// The table as PySolFC prints it. Of a new deal, only the cascades. A ten is `10` on them, and `T`
/// on a foundation, where PySolFC wants a rank in one character.
pub fn print_for_pysol(table: &Table) -> String {
    let mut board = String::new();
    for cascade in &table.cascades {
        let cards: Vec<String> = cascade.iter().map(ToString::to_string).collect();
        let _ = writeln!(board, "{}", cards.join(" "));
    }
    let places = print_places_in_use(table, "Founds:", "FC:");
    let (foundations, cells) = places.split_once('\n').unwrap_or_default();
    let places = match foundations {
        "" => String::new(),
        _ => format!("{foundations}\n{}", cells.replace('T', "10")),
    };
    places + &board.replace('T', "10")
}

/// The lines of the foundations and of the cells, under these labels; of a new deal, nothing.
pub fn print_places_in_use(table: &Table, foundations: &str, cells: &str) -> String {
    if deal::is_new(table) {
        return String::new();
    }
    print_places(table, foundations, cells)
}

/// The lines of the foundations and of the cells, under these labels.
fn print_places(table: &Table, foundations: &str, cells: &str) -> String {
    let mut board = foundations.to_owned();
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
