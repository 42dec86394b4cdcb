//! Files that people give, or standard input: their text, and the table in it, in any of the
//! forms of [`freecell::text`]; standard error says which.

use std::fs::File;
use std::io::{self, stdin, Read};
use std::path::Path;

use crate::note;
use anyhow::{ensure, Context, Result};
use freecell::card::Card;
use freecell::table::Table;
use freecell::text::ParsedTable;

/// The most bytes of a file with a table or with a line of moves.
pub const LONGEST: u64 = 1 << 20;

/// The table in a file; `-` is standard input.
///
/// # Errors
/// The file cannot be read, or it shows no table.
pub fn read(path: &Path) -> Result<Table> {
    table_in(&read_text(path, LONGEST)?, &name(path))
}

/// The table in the text of a file with that name.
fn table_in(text: &str, name: &str) -> Result<Table> {
    let parsed: ParsedTable = text.parse().with_context(|| name.to_owned())?;
    note!("{name}: read as {}", parsed.form.name());
    for remark in parsed.remarks {
        note::keep(format!("{name}: {remark}"));
    }
    Ok(parsed.table)
}

/// The decks in a file that has several, one a line, each with its line's number; otherwise the
/// table in it, as the one of line 1.
///
/// # Errors
/// Those of [`read`]; a line of a deck is no whole one.
pub fn read_all(path: &Path) -> Result<Vec<(usize, Table)>> {
    let (text, name) = (read_text(path, LONGEST)?, name(path));
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    if lines.len() < 2 || !lines.iter().all(|(_, line)| is_deck(line)) {
        return Ok(vec![(1, table_in(&text, &name)?)]);
    }
    note!("{name}: read as {} decks", lines.len());
    let decks = lines.into_iter().map(|(number, line)| {
        let parsed = line.parse::<ParsedTable>();
        let parsed = parsed.with_context(|| format!("{name}: the deck in line {number}"))?;
        Ok((number, parsed.table))
    });
    decks.collect()
}

/// Whether a line has 52 cards and nothing else.
fn is_deck(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_card = |word: &&str| word.parse::<Card>().is_ok();
    words.len() == Card::COUNT && words.iter().all(is_card)
}

/// The text in a file that a person has written; `-` is standard input. Bytes that are not UTF-8
/// are replaced, since no table and no line has any.
///
/// # Errors
/// The file cannot be read, is not text, or has more than `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let bytes = read_bytes(path, most)?;
    decode(&bytes).with_context(|| name(path))
}

/// The text that bytes are: UTF-8, or UTF-16 with its byte-order mark, as Windows has it.
fn decode(bytes: &[u8]) -> Result<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => {
            ensure!(
                !bytes.contains(&0),
                "found a byte 0, expected text in UTF-8, or in UTF-16 with a byte-order mark"
            );
            return Ok(String::from_utf8_lossy(bytes).into_owned());
        }
    };
    let pairs = bytes[2..].chunks(2);
    let units: Option<Vec<u16>> = pairs
        .map(|pair| Some(unit(pair.try_into().ok()?)))
        .collect();
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    text.context("found half a character, expected text in UTF-16, as its byte-order mark says")
}

/// The bytes in a file; `-` is standard input. Devices and pipes may have no end, so no more than
/// `most` bytes are read of any file.
///
/// # Errors
/// The file cannot be read, or has more than `most` bytes.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path).and_then(|input| input.take(most + 1).read_to_end(&mut bytes));
    read.with_context(|| name(path))?;
    ensure!(
        bytes.len() as u64 <= most,
        "{}: too long, at most {most} bytes",
        name(path)
    );
    Ok(bytes)
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

/// The name of a file in a message.
pub fn name(path: &Path) -> String {
    if is_standard_input(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}
