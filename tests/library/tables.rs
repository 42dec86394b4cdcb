//! Tables in the layouts of other programs, and what is refused rather than guessed.

use freecell::card::{Card, Rank, Suit};
use freecell::table::{Cascade, CASCADES};
use freecell::text::{
    print_board, print_for_pysol, print_rows, print_rows_with_blanks, ParsedTable,
};
use freecell::{protocol, Table};
use proptest::prelude::*;

use crate::random_tables::tables;

/// The lines of the foundations and of the cells as fc-solve prints them: a field of four columns
/// for each cell, and blanks for an empty one.
fn places(table: &Table) -> String {
    format!(
        "Foundations:{}\nFreecells:{}\n",
        foundations(table),
        cells(table, "")
    )
}

fn foundations(table: &Table) -> String {
    ["H", "C", "D", "S"]
        .map(|suit| {
            let index = suit.parse::<Suit>().unwrap().index();
            let rank = Rank::new(table.foundations[index]).map_or('0', Rank::letter);
            format!(" {suit}-{rank}")
        })
        .concat()
}

/// The cells in fields of four columns, each card at the end but for so many blanks.
fn cells(table: &Table, blank: &str) -> String {
    let card = |cell: &Option<Card>| cell.map_or(String::new(), |card| card.to_string());
    let field = |text: String| format!("{:>1$}{blank}", text, 4 - blank.len());
    table.cells.iter().map(|cell| field(card(cell))).collect()
}

/// The table as fc-solve displays it without options, or with -t.
fn display(table: &Table, long_ten: bool) -> String {
    let (cells, foundations) = (cells(table, " "), foundations(table));
    let mut text = format!("{cells}       {foundations}\n--- --- --- --- \n\n\n");
    text += &" -- ".repeat(CASCADES);
    text += "\n";
    for row in rows(table) {
        let cards: Vec<String> = row.iter().map(|card| format!("{card:>3} ")).collect();
        text += &cards.concat();
        text += "\n";
    }
    if long_ten {
        text = text.replace(" T", "10");
    }
    text + "\n\n====================\n\n"
}

/// The cards of each row, an empty text for a gap.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let height = table.cascades.iter().map(Cascade::len).max().unwrap_or(0);
    let card = |row: usize| {
        let card =
            move |cascade: &Cascade| cascade.get(row).map_or(String::new(), ToString::to_string);
        table.cascades.iter().map(card).collect()
    };
    (0..height).map(card).collect()
}

/// Rows with blanks for gaps, in columns of a width, without the blanks at their ends if trimmed.
fn spaced(table: &Table, width: usize, is_trimmed: bool) -> String {
    let mut text = places(table);
    for row in rows(table) {
        let cards: Vec<String> = row.iter().map(|card| format!("{card:<width$}")).collect();
        let line = cards.concat();
        text += if is_trimmed { line.trim_end() } else { &line };
        text += "\n";
    }
    text
}

/// Rows with a sign between the fields.
fn separated(table: &Table, sign: &str) -> String {
    let rows: Vec<String> = rows(table).iter().map(|row| row.join(sign)).collect();
    places(table) + &rows.join("\n") + "\n"
}

/// The table in every layout, and whether it must be read in that one.
fn layouts(table: &Table) -> Vec<(String, bool)> {
    let symbols = |text: &str| {
        let text =
            ["C♣\u{fe0f}", "D♦", "H♥\u{fe0f}", "S♠"]
                .iter()
                .fold(text.to_owned(), |text, pair| {
                    let (letter, symbol) = pair.split_at(1);
                    text.replace(letter, symbol)
                });
        // The labels keep their letters.
        text.replace("♣\u{fe0f}:", "C:")
    };
    let cards = |write: fn(&Card) -> String| -> Vec<String> {
        let cascade = |cascade: &Cascade| cascade.iter().map(write).collect::<Vec<_>>().concat();
        table.cascades.iter().map(cascade).collect()
    };
    let labelled = |label: &str| {
        let cascades = cards(|card| format!(" {card}"));
        format!("{label}:{}\n", cascades.join(&format!("\n{label}:")))
    };
    let suit_first = cards(|card| format!(" {}{}", card.suit(), card.rank()));
    vec![
        (protocol::print(table, &[]), true),
        (print_board(table), true),
        (print_for_pysol(table), true),
        (print_rows(table), true),
        (print_rows_with_blanks(table), false),
        (places(table) + &labelled(""), true),
        (places(table) + &labelled("").replace('T', "10"), true),
        (
            places(table) + &labelled("").replace('T', "0").replace(" A", " 1"),
            true,
        ),
        (places(table) + &labelled("Cascade"), true),
        (places(table) + ":" + &suit_first.join("\n:"), true),
        (
            symbols(&labelled("")).replacen(':', &(places(table) + ":"), 1),
            true,
        ),
        (display(table, false), true),
        (display(table, true), true),
        (separated(table, ","), true),
        (separated(table, ";"), true),
        (separated(table, "\t"), true),
        (separated(table, " | "), false),
        (spaced(table, 3, true), false),
        (spaced(table, 3, false), false),
        (spaced(table, 4, true), false),
        (spaced(table, 5, true), false),
        (spaced(table, 6, true), false),
        (spaced(table, 2, true), false),
        // As a page shows it that closes blanks up.
        (print_for_pysol(table).replace("\n\n", "\n"), false),
        (print_for_pysol(table).trim_end().to_owned(), false),
    ]
}

proptest! {
    #[test]
    fn a_table_in_any_layout_is_read_as_it_stands_or_refused(
        table in tables(),
        order in Just([0, 1, 2, 3, 4, 5, 6, 7]).prop_shuffle(),
    ) {
        // Any of its cascades may be empty.
        let cascades = order.map(|cascade| table.cascades[cascade].clone());
        let table = Table { cascades, ..table };
        for (text, is_certain) in layouts(&table) {
            match text.parse::<ParsedTable>() {
                Ok(read) => prop_assert_eq!(read.table, table.clone(), "{}", text),
                Err(error) => prop_assert!(!is_certain, "{}\n{}", error, text),
            }
        }
    }
}
