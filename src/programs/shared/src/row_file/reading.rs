//! Reads rows, on all cores.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, ensure, Context as _, Error, Result};
use csv::{ErrorKind, ReaderBuilder, StringRecord};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::de::DeserializeOwned;

use super::{deal, Place};
use crate::interrupt;
use cli::output::is_stream;

/// The length that rows must not reach, in bytes.
const LONGEST_ROW: u64 = 1 << 20;

/// The bytes of rows that one core reads at a time.
const BLOCK: u64 = 1 << 18;

/// The number of such blocks that are held in memory.
const BLOCKS: usize = 16;

/// A reader of rows, which fails if a row does not end.
pub struct Rows<R> {
    input: R,
    /// The number of bytes of a row that have come.
    length: u64,
}

impl<R> Rows<R> {
    /// The rows of an input.
    pub fn new(input: R) -> Rows<R> {
        Rows { input, length: 0 }
    }
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let end = buffer[..read].iter().rposition(|&byte| byte == b'\n');
        self.length = match end {
            Some(end) => (read - end) as u64,
            None => self.length + read as u64,
        };
        if self.length > LONGEST_ROW {
            return Err(io::Error::other("a row without an end"));
        }
        Ok(read)
    }
}

/// Passes each whole row of a file to `look`, and returns their bytes. Ctrl-C ends it early.
///
/// # Errors
/// The file cannot be read; a row is malformed or comes from another search; those of `look`.
pub fn look_at_file<R: DeserializeOwned + Send>(
    path: &Path,
    search: &str,
    look: impl FnMut(Place, R) -> Result<()>,
) -> Result<u64> {
    judge_file(path, search, |row| row, look)
}

/// Passes each whole row of a file to `judge`, on all cores, and what that returns to `take`, in
/// the order of the rows. Returns their bytes. Ctrl-C ends it early.
///
/// # Errors
/// The file cannot be read; a row is malformed or comes from another search; those of `take`.
pub fn judge_file<R: DeserializeOwned, T: Send>(
    path: &Path,
    search: &str,
    judge: impl Fn(R) -> T + Sync,
    mut take: impl FnMut(Place, T) -> Result<()>,
) -> Result<u64> {
    let name = || path.display().to_string();
    ensure!(!is_stream(path), "{} keeps no rows", name());
    let whole = bytes_of_whole_rows(path).with_context(name)?;
    let file: Arc<Path> = path.into();
    let mut rows = BufReader::new(File::open(path).with_context(name)?).take(whole);
    let mut row = 0;
    while !interrupt::interrupted() {
        let blocks = next_blocks(&mut rows).with_context(name)?;
        if blocks.is_empty() {
            break;
        }
        let judged: Vec<Judged<T>> = (blocks.par_iter())
            .map(|block| judge_block(block, search, &judge))
            .collect();
        for Judged { rows, error } in judged {
            let mut next_place = || {
                row += 1;
                let file = Arc::clone(&file);
                Place { file, row }
            };
            for judged in rows {
                take(next_place(), judged)?;
            }
            if let Some(error) = error {
                return Err(error.at(&next_place(), search));
            }
        }
    }
    Ok(whole)
}

/// The rows of a block, up to the first that is malformed.
struct Judged<T> {
    rows: Vec<T>,
    error: Option<RowError>,
}

enum RowError {
    /// It comes from this search.
    OtherSearch(String),
    Malformed(String),
}

impl RowError {
    /// The error in the row at a place, where rows of that search were expected.
    fn at(self, place: &Place, search: &str) -> Error {
        match self {
            RowError::OtherSearch(found) => {
                anyhow!("{place} is of a search for {found:?}, not {search:?}")
            }
            RowError::Malformed(why) => anyhow!("{place}: {why}"),
        }
    }
}

impl From<csv::Error> for RowError {
    /// What is wrong, without the row's number in its block.
    fn from(error: csv::Error) -> RowError {
        RowError::Malformed(match error.kind() {
            ErrorKind::Deserialize { err, .. } => err.to_string(),
            ErrorKind::Utf8 { err, .. } => err.to_string(),
            ErrorKind::UnequalLengths {
                expected_len, len, ..
            } => format!("found {len} fields, expected {expected_len}"),
            _ => error.to_string(),
        })
    }
}

/// The next rows, in blocks; none at the end.
fn next_blocks(rows: &mut impl BufRead) -> io::Result<Vec<Vec<u8>>> {
    let mut blocks = Vec::new();
    while blocks.len() < BLOCKS {
        let mut block = Vec::new();
        rows.take(BLOCK).read_to_end(&mut block)?;
        if block.is_empty() {
            break;
        }
        if !block.ends_with(b"\n") {
            rows.read_until(b'\n', &mut block)?;
        }
        blocks.push(block);
    }
    Ok(blocks)
}

fn judge_block<R: DeserializeOwned, T>(
    block: &[u8],
    search: &str,
    judge: impl Fn(R) -> T,
) -> Judged<T> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(block);
    let mut record = StringRecord::new();
    let (mut rows, mut error) = (Vec::new(), None);
    loop {
        match next_row(&mut reader, &mut record, search) {
            Ok(Some(row)) => rows.push(judge(row)),
            Ok(None) => break,
            Err(why) => {
                error = Some(why);
                break;
            }
        }
    }
    Judged { rows, error }
}

fn next_row<R: DeserializeOwned>(
    reader: &mut csv::Reader<&[u8]>,
    record: &mut StringRecord,
    search: &str,
) -> Result<Option<R>, RowError> {
    if !reader.read_record(record)? {
        return Ok(None);
    }
    let found = record.get(1).unwrap_or_default();
    if found != search {
        return Err(RowError::OtherSearch(found.to_owned()));
    }
    Ok(Some(record.deserialize(None)?))
}

/// The length of the file up to the end of the last whole row.
///
/// # Errors
/// What follows is not the beginning of a row, so that it is not ours to remove.
fn bytes_of_whole_rows(path: &Path) -> Result<u64> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut whole = 0;
    let mut row = Vec::new();
    while reader
        .by_ref()
        .take(LONGEST_ROW)
        .read_until(b'\n', &mut row)?
        > 0
    {
        if !row.ends_with(b"\n") {
            let text = String::from_utf8_lossy(&row);
            let is_row = (row.len() as u64) < LONGEST_ROW && deal(&text).is_some();
            ensure!(is_row, "its last line is not the beginning of a row");
            break;
        }
        whole += row.len() as u64;
        row.clear();
    }
    Ok(whole)
}
