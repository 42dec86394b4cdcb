//! The web page that plays a line, move by move.
//!
//! [`mod@line`] has the referee play the line and records what moves; [`mod@page`] puts
//! that into one HTML file, with the parts that all pages share ([`super::web`]) and
//! `controls.js`, which handles keys, clicks and swipes.

mod line;
mod page;

pub use line::Replay;
pub use page::page;
