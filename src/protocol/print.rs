//! Prints a turn's 14 lines as a referee does.

use std::fmt::{self, Display, Formatter};
use std::iter;

use crate::card::{Rank, Suit};
use crate::moves::Move;
use crate::table::Table;

/// The turn that shows the table and lists the moves as legal: 14 lines, each
/// ending in a line feed.
///
/// ```
/// use freecell::table::Table;
/// let table = Table::build(&["KH", "", "KS"], "- QH").unwrap();
/// let turn = freecell::protocol::print(&table, &["3h".parse().unwrap()]);
/// assert_eq!(turn.lines().next(), Some("5"));
/// assert_eq!(turn.lines().nth(2), Some("Foundations: C-K D-K H-J S-Q"));
/// assert_eq!(turn.lines().nth(3), Some("Freecells: - QH - -"));
/// assert_eq!(turn.lines().last(), Some("3h"));
/// ```
pub fn print(table: &Table, moves: &[Move]) -> String {
    render(table, moves, Some("Freecells:"))
}

/// The same as by a referee that prints the cells without a label.
pub fn print_bare_cells(table: &Table, moves: &[Move]) -> String {
    render(table, moves, None)
}

/// A table as the first 12 lines of a turn.
impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(render_table(self, Some("Freecells:")).trim_end())
    }
}

fn render(table: &Table, moves: &[Move], cells_label: Option<&str>) -> String {
    let mut text = render_table(table, cells_label);
    text += &join(None, iter::once(moves.len()));
    text += &join(None, moves.iter());
    text
}

fn render_table(table: &Table, cells_label: Option<&str>) -> String {
    let started = foundations(table).count();
    let counts = table.cascades.iter().map(|cascade| cascade.len() + 1);
    let mut lines = vec![
        join(None, iter::once(started + 1)),
        join(None, counts),
        join(Some("Foundations:"), foundations(table)),
        join(cells_label, cells(table)),
    ];
    for cascade in &table.cascades {
        lines.push(join(Some(":"), cascade.iter()));
    }
    lines.concat()
}

/// The entries of the started foundations.
fn foundations(table: &Table) -> impl Iterator<Item = String> + '_ {
    Suit::ALL.into_iter().filter_map(|suit| {
        let rank = Rank::new(table.foundations[suit.index()])?;
        Some(format!("{}-{}", suit.letter(), rank.letter()))
    })
}

fn cells(table: &Table) -> impl Iterator<Item = String> + '_ {
    let cells = table.cells.iter();
    cells.map(|cell| cell.map_or("-".into(), |card| card.to_string()))
}

/// A line of a label and items, with blanks between.
fn join(label: Option<&str>, items: impl Iterator<Item = impl Display>) -> String {
    let label = label.into_iter().map(String::from);
    let tokens: Vec<String> = label.chain(items.map(|item| item.to_string())).collect();
    tokens.join(" ") + "\n"
}
