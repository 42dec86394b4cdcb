//! Tables in files, in any of the forms of [`crate::text`]; standard error says which.

use std::fs::File;
use std::io::{stdin, Read};
use std::path::Path;

use crate::note;
use crate::table::Table;
use crate::text::{Form, ParsedTable};
use anyhow::{ensure, Context, Result};

/// The most bytes that a file with a table may have; a table needs fewer than 400.
const LONGEST_FILE: u64 = 1 << 20;

/// The table in a file; `-` is standard input.
///
/// # Errors
/// The file cannot be read, or it shows no table.
pub fn read(path: &Path) -> Result<Table> {
    if path.as_os_str() == "-" {
        return table_in(stdin().lock(), "standard input");
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    table_in(file, &name)
}

fn table_in(input: impl Read, name: &str) -> Result<Table> {
    let mut text = String::new();
    let mut input = input.take(LONGEST_FILE + 1);
    input
        .read_to_string(&mut text)
        .with_context(|| name.to_owned())?;
    ensure!(
        text.len() as u64 <= LONGEST_FILE,
        "{name}: too long to be a table"
    );
    note!("{name}: read as {}", Form::detect(&text).name());
    let parsed: ParsedTable = text.parse().with_context(|| name.to_owned())?;
    if let Some(warning) = parsed.warning {
        note!("warning: {warning}");
    }
    Ok(parsed.table)
}
