//! The FreeCell bot's library.

pub mod card;
pub mod deal;
pub mod reading;
pub mod table;
pub mod word;
