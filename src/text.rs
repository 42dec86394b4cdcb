//! Tables as text, in every form that people use: a turn's 14 lines, or a board
//! of fc-solve's or PySolFC's, by cascades or by rows. [`ParsedTable`] reads them all.
//!
//! Where the text comes from is not known here: the lab reads files, the page what
//! is pasted into it. `lines` finds the words of a line of moves, `notation` says what they mean
//! in other programs' solutions, and `translation` writes those as the puzzle does.

mod spelling;
mod tables;

#[cfg(feature = "internals")]
pub mod fc_solve;
#[cfg(feature = "internals")]
pub mod json;
#[cfg(feature = "internals")]
pub mod kpat;
#[cfg(feature = "internals")]
pub mod lines;
mod named;
#[cfg(feature = "internals")]
pub mod notation;
#[cfg(feature = "internals")]
pub mod numbering;
#[cfg(feature = "internals")]
pub mod pasted;
#[cfg(feature = "internals")]
pub mod pretty;
#[cfg(feature = "internals")]
pub mod rows;
#[cfg(feature = "internals")]
pub mod translation;
mod words;

#[cfg(not(feature = "internals"))]
mod fc_solve;
#[cfg(not(feature = "internals"))]
mod json;
// Of these, only what finds the deals that a text names.
#[cfg(not(feature = "internals"))]
#[allow(dead_code)]
mod kpat;
#[cfg(not(feature = "internals"))]
#[allow(dead_code)]
mod lines;
#[cfg(not(feature = "internals"))]
#[allow(dead_code)]
mod notation;
#[cfg(not(feature = "internals"))]
#[allow(dead_code)]
mod numbering;
#[cfg(not(feature = "internals"))]
#[allow(dead_code)]
mod pasted;
#[cfg(not(feature = "internals"))]
mod rows;

pub use fc_solve::{print as print_board, print_for_pysol};
#[doc(hidden)]
pub use named::deal_in;
pub use numbering::{NumberedDeal, Numbering};
pub use rows::{print as print_rows, print_with_blanks as print_rows_with_blanks};
pub use tables::{find_tables, Form, FoundTable, ParsedTable, Remark, TableError};

/// The text's words with letters for the symbols of suits, without the punctuation around and
/// between cards.
pub fn with_plain_cards(text: &str) -> String {
    let plain = |line: &str| {
        let words = spelling::Row::new(line).words();
        let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
        words.join(" ")
    };
    let lines: Vec<String> = text.lines().map(plain).collect();
    lines.join("\n")
}
