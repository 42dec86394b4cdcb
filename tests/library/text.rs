//! Tables in every form in which people write them.

use freecell::card::Card;
use freecell::text::{print_board, print_for_pysol, print_rows, Error, ParsedTable};
use freecell::{protocol, Table};
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

proptest! {
    #[test]
    fn a_table_is_read_from_each_form(table in tables()) {
        // All cards in one cascade look like a deck to be dealt.
        prop_assume!(table.cascades.iter().all(|cascade| cascade.len() < Card::COUNT));
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
