//! A line as the page that plays it needs it: [`mod@line`] has the referee play the line and
//! records what moves. The page itself is in [`page::replay`].

mod line;

pub use line::Replay;

use std::path::{Path, PathBuf};

use anyhow::Result;
use cli::output::Overwrite;

pub fn page(replay: &Replay) -> Result<String> {
    Ok(page::replay::page(&replay.title, replay)?)
}

/// Where a page goes, and whether it may replace a file; by default to `replay.html`.
pub fn destination(named: Option<&Path>, overwrite: Overwrite) -> (PathBuf, Overwrite) {
    page_file(named, "replay.html", overwrite)
}

/// Where a page goes, and whether it may replace a file: to the file that was named, or else to the
/// command's own, where an earlier page gives way to the new one.
pub fn page_file(named: Option<&Path>, own: &str, overwrite: Overwrite) -> (PathBuf, Overwrite) {
    match named {
        Some(path) => (path.to_owned(), overwrite),
        None if page::is_page(Path::new(own)) => (own.into(), Overwrite::FORCED),
        None => (own.into(), overwrite),
    }
}
