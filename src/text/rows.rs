//! Boards by rows, as they look on a screen: each line has a card of each cascade, the deepest
//! cards first. Where a cascade has none there is `--`, or blanks, as fc-solve's
//! `transpose-freecell-board` reads them. Lines of foundations and of cells precede them, as on a
//! board of fc-solve's.

use crate::card::Card;
use crate::table::{Cascade, Table, CASCADES};

use crate::text::fc_solve::print_places_in_use;

/// The table as rows. Of a new deal, only the cascades.
pub fn print(table: &Table) -> String {
    let height = height(table);
    print_with(table, "--", |row, cards| {
        // The first row has an entry for every cascade, so that these are seen to be rows,
        // whichever cascades are empty. Eight rows would look like cascades.
        while row > 0 && height != CASCADES && cards.last().is_some_and(|last| last == "--") {
            cards.pop();
        }
    })
}

/// The table as rows with blanks for the gaps. All rows are as long as the first, so that they show
/// where the eighth cascade is if it has no cards.
pub fn print_with_blanks(table: &Table) -> String {
    print_with(table, "  ", |_, _| ())
}

fn height(table: &Table) -> usize {
    let heights = table.cascades.iter().map(Cascade::len);
    heights.max().unwrap_or(0)
}

/// The rows with a sign for each gap; of each row, given its number, `trim` leaves what it needs.
fn print_with(table: &Table, gap: &str, trim: impl Fn(usize, &mut Vec<String>)) -> String {
    let mut board = print_places_in_use(table, "Foundations:", "Freecells:");
    for row in 0..height(table) {
        let card = |cascade: &Cascade| cascade.get(row).map_or(gap.to_owned(), Card::to_string);
        let mut cards: Vec<String> = table.cascades.iter().map(card).collect();
        trim(row, &mut cards);
        board += &cards.join(" ");
        board.push('\n');
    }
    board
}
