//! Tables in every form. A table that is understood is printed and read again.

#![no_main]

use freecell::text::{print_board, print_rows, ParsedTable};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<ParsedTable>() {
        Ok(parsed) => {
            assert_eq!(parsed.table.validate(), Ok(()));
            for text in [print_board(&parsed.table), print_rows(&parsed.table)] {
                let again: ParsedTable = text.parse().unwrap();
                assert_eq!(again.table, parsed.table, "{text}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
