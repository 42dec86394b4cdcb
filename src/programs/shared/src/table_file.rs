//! Files that people give, or standard input: their text, and the table in it, in any of the
//! forms of [`freecell::text`]; standard error says which.

use std::fs::File;
use std::io::{self, stdin, Read};
use std::path::Path;

use crate::note;
use anyhow::{ensure, Context, Result};
use freecell::table::Table;
use freecell::text::ParsedTable;

/// The most bytes of a file with a table or with a line of moves.
pub const LONGEST: u64 = 1 << 20;

/// The table in a file; `-` is standard input.
///
/// # Errors
/// The file cannot be read, or it shows no table.
pub fn read(path: &Path) -> Result<Table> {
    let (text, name) = (read_text(path, LONGEST)?, name(path));
    let parsed: ParsedTable = text.parse().with_context(|| name.clone())?;
    note!("{name}: read as {}", parsed.form.name());
    for remark in parsed.remarks {
        note!("{name}: {remark}");
    }
    Ok(parsed.table)
}

/// The text in a file that a person has written; `-` is standard input. Bytes that are not UTF-8
/// are replaced, since no table and no line has any.
///
/// # Errors
/// The file cannot be read, or has more than `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|input| input.take(most + 1).read_to_end(&mut bytes));
    read.with_context(|| name(path))?;
    ensure!(
        bytes.len() as u64 <= most,
        "{}: too long, at most {most} bytes",
        name(path)
    );
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Opens a file to read; `-` is standard input.
///
/// # Errors
/// The file cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_standard_input(path) {
        return Ok(Box::new(stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// Whether a path means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
