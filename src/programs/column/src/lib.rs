//! The column's game and its searches: for its own program, and for those commands of the lab that
//! judge a line by its rules or play on other numbers of cells and cascades.
//!
//! The column has rules of its own: nothing moves home by itself, and a supermove can carry one
//! card for each free place. So this package has cards and deals in common with the library, but no
//! move code. [`packed`] has the board, its moves and keys, which every search uses; [`autoplay`]
//! the moves home that may be added; and [`judge`] has the same rules once more, to judge them all.
//! [`deal`] and [`shape`] say what is dealt. On these stand the experiments, a module each.

// Nothing here is promised to anybody.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    rustdoc::private_intra_doc_links
)]

pub mod autoplay;
pub mod count;
pub mod deal;
pub mod judge;
pub mod packed;
pub mod reach;
pub mod shape;
pub mod solution;
pub mod staged;
pub mod stored;
