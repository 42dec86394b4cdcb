//! The FreeCell bot's library.

pub mod board;
pub mod bot;
pub mod card;
pub mod deal;
pub mod evidence;
pub mod heuristic;
pub mod plan;
pub mod position;
pub mod protocol;
pub mod reading;
pub mod referee;
pub mod rules;
pub mod search;
pub mod table;
pub mod word;
