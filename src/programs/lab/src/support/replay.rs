//! A line as the page that plays it needs it: [`mod@line`] has the referee play the line and records
//! what moves. The page itself is in [`page::replay`].

mod line;

pub use line::Replay;

use anyhow::Result;

pub fn page(replay: &Replay) -> Result<String> {
    Ok(page::replay::page(&replay.title, replay)?)
}
