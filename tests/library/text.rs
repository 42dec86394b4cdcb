//! Tables in every form in which people write them.

use freecell::text::{print_board, print_for_pysol, print_rows, ParsedTable, TableError as Error};
use freecell::{deal, protocol, Table};
use proptest::prelude::*;

use crate::random_tables::tables;

const _: () = {
    const fn is_portable<E: std::error::Error + Send + Sync + 'static>() {}
    is_portable::<Error>();
};

fn texts(table: &Table) -> [String; 4] {
    [
        protocol::print(table, &[]),
        print_board(table),
        print_for_pysol(table),
        print_rows(table),
    ]
}

#[test]
fn a_new_deal_is_read_from_the_layouts_that_people_have() {
    let table = deal::microsoft(617).unwrap();
    let (rows, board) = (print_rows(&table), print_board(&table));
    let line = rows.replace('\n', " ");
    let cascades = || {
        board
            .lines()
            .skip(2)
            .map(|row| row.trim_start_matches(": "))
    };
    let numbered = |label: &str| {
        let rows = cascades().zip(1..);
        let rows: Vec<String> = rows
            .map(|(row, number)| format!("{label}{number}: {row}"))
            .collect();
        rows.join("\n")
    };
    for text in [
        line.replace(' ', ", "),
        line.replace(' ', ""),
        line.replace('T', "10").replace(' ', ""),
        line.replace(' ', "\n"),
        format!("{}\n{}", &line[..26 * 3], &line[26 * 3..]),
        format!("[\"{}\"]", line.trim().replace(' ', "\",\"")),
        format!("\u{feff}{rows}"),
        format!("MS 617\n{rows}"),
        format!("#617\n\n{board}"),
        format!(" 1  2  3  4  5  6  7  8\n{rows}"),
        format!("```\n{rows}```\n"),
        format!("| {}", rows.replace(' ', " | ").replace('\n', " |\n| ")),
        format!("> {}", protocol::print(&table, &[]).replace('\n', "\n> ")),
        cascades().map(|row| row.replace(' ', "") + "\n").collect(),
        numbered(""),
        numbered("Cascade "),
    ] {
        let read = text.parse::<ParsedTable>().map(|parsed| parsed.table);
        assert_eq!(
            read.map_err(|error| error.to_string()),
            Ok(table.clone()),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn a_table_is_read_from_each_form(table in tables()) {
        for text in texts(&table) {
            let parsed: ParsedTable = text.parse().unwrap();
            prop_assert_eq!(&parsed.table, &table, "{}", text);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9A-Ka-k: \n-]{0,200}|.{0,100}") {
        if let Err(error) = text.parse::<ParsedTable>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn labels_colons_and_the_spelling_of_ten_are_optional() {
    let text = "\nFC: -\nKS QH\n\n: kh\nFounds: D-K C-K S-Q H-J\n";
    let table = Table::build(&["KS QH", "", "KH"], "").unwrap();
    assert_eq!(text.parse::<ParsedTable>().unwrap().table, table);
}

#[test]
fn errors_name_the_line() {
    let refusal = |text: &str| text.parse::<ParsedTable>().unwrap_err().to_string();
    assert_eq!(
        refusal("Freecells: - 1X"),
        "line 1: found \"1X\", expected a card such as TH"
    );
    assert_eq!(refusal("KS\nKS"), "the card KS lies in two places");
    assert!(refusal("Talon: KS").contains("found the label \"talon\""));
}

#[test]
fn gaps_in_a_row_mark_cascades_that_have_ended() {
    let text = "  a --  b KC  c --  d --  h QC KD JH QS\n   1   2   3   4   5   6   7   8\n\
                \x20     KH  KS\n          QH\n";
    let table = Table::build(&["", "KH", "KS QH"], "- KC").unwrap();
    assert_eq!(text.parse::<ParsedTable>().unwrap().table, table);
}
