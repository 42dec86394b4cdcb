//! The web page that plays a line, move by move.
//!
//! [`mod@line`] has the referee play the line and records what moves; [`page`] puts
//! that into one HTML file, with the parts that all pages share ([`super::web`]) and
//! `controls.js`, which handles keys, clicks and swipes.

mod line;
mod page;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

pub use line::Replay;

/// Writes the page that plays a line, and returns the line's verdict.
pub fn write(
    name: String,
    table: &Table,
    ruleset: Ruleset,
    line: &str,
    output: &Path,
) -> Result<String> {
    let replay = Replay::new(name, table, ruleset, line);
    write_page(&replay, output)?;
    Ok(replay.outcome())
}

/// Writes the page.
pub fn write_page(replay: &Replay, output: &Path) -> Result<()> {
    let page = page::page(replay)?;
    fs::write(output, page).with_context(|| format!("cannot write {}", output.display()))
}
