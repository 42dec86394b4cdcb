//! How long the merged file came out, and whether that is too long.

use anyhow::{ensure, Result};

use crate::page::Page;

/// What CodinGame takes at most, in characters; here also in bytes.
const LIMIT: usize = 100_000;

/// Refuses a file that is too long.
///
/// # Errors
/// More than the limit, in characters or bytes.
pub fn check_length(page: &Page) -> Result<()> {
    let (characters, bytes) = (page.length(), page.text().len());
    let share = |(title, text): &(String, String)| format!("{title} {}", text.chars().count());
    ensure!(
        characters <= LIMIT && bytes <= LIMIT,
        "the merged file is too long: {characters} characters in {bytes} bytes, of at most \
         {LIMIT} ({})",
        page.parts.iter().map(share).collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// Says on standard error what takes how much.
pub fn shares(page: &Page) {
    let length = page.length();
    eprintln!("{length} characters, room for {} more", LIMIT - length);
    for (title, text) in &page.parts {
        eprintln!("{:>8} {title}", text.chars().count());
    }
}
