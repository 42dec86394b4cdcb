//! Reads rows, on all cores.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::iter;
use std::num::IntErrorKind;
use std::path::Path;
use std::sync::Arc;

use anyhow::{anyhow, ensure, Context as _, Result};
use csv::{DeserializeError, DeserializeErrorKind, ErrorKind, ReaderBuilder, StringRecord};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::de::DeserializeOwned;

use super::{deal, Place};
use crate::interrupt;
use cli::output::is_stream;

/// The length that rows must not reach, in bytes.
const LONGEST_ROW: u64 = 1 << 20;

/// The bytes of rows that one core reads at a time.
const BLOCK: usize = 1 << 18;

/// The number of such blocks that are held in memory.
const BLOCKS: usize = 16;

/// An input that fails if a row does not end.
struct Ending<R> {
    input: R,
    /// The number of lines that have come.
    lines: u64,
    /// The number of bytes that have come of the row after them.
    length: u64,
}

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let end = buffer[..read].iter().rposition(|&byte| byte == b'\n');
        self.length = match end {
            Some(end) => (read - end) as u64,
            None => self.length + read as u64,
        };
        self.lines += lines_in(&buffer[..read]);
        if self.length > LONGEST_ROW {
            let why = format!("row {} has no end", self.lines + 1);
            return Err(io::Error::other(why));
        }
        Ok(read)
    }
}

/// The rows of an input as they come, each with its number.
///
/// # Errors
/// The input cannot be read; a row is malformed.
pub fn rows<R: DeserializeOwned>(input: impl Read) -> impl Iterator<Item = Result<(u64, R)>> {
    let mut input = BufReader::new(Ending {
        input,
        lines: 0,
        length: 0,
    });
    let mut before = 0;
    let blocks = iter::from_fn(move || next_block(&mut input).transpose());
    blocks.flat_map(move |block| {
        let block = match block {
            Ok(block) => block,
            Err(error) => return vec![Err(error.into())],
        };
        let Judged { rows, error, lines } = judge_block(&block, None, |row| row);
        let rows = rows.into_iter().map(|(line, row)| Ok((before + line, row)));
        let error = error.map(|(line, why)| Err(anyhow!("row {}{why}", before + line)));
        let rows = rows.chain(error).collect();
        before += lines;
        rows
    })
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
    let mut rows =
        BufReader::with_capacity(BLOCK, File::open(path).with_context(name)?).take(whole);
    let mut before = 0;
    while !interrupt::interrupted() {
        let blocks = (0..BLOCKS).map_while(|_| next_block(&mut rows).transpose());
        let blocks: Vec<Vec<u8>> = blocks.collect::<io::Result<_>>().with_context(name)?;
        if blocks.is_empty() {
            break;
        }
        let judged: Vec<Judged<T>> = (blocks.par_iter())
            .map(|block| judge_block(block, Some(search), &judge))
            .collect();
        for Judged { rows, error, lines } in judged {
            let place = |line| Place {
                file: Arc::clone(&file),
                row: before + line,
            };
            for (line, judged) in rows {
                take(place(line), judged)?;
            }
            if let Some((line, why)) = error {
                return Err(anyhow!("{}{why}", place(line)));
            }
            before += lines;
        }
    }
    Ok(whole)
}

/// The rows of a block, up to the first that is malformed, each with its line in the block.
struct Judged<T> {
    rows: Vec<(u64, T)>,
    error: Option<(u64, RowError)>,
    /// The number of the block's lines.
    lines: u64,
}

enum RowError {
    /// It comes from this search, and one of another was expected.
    OtherSearch(String, String),
    Malformed(String),
}

impl fmt::Display for RowError {
    /// What follows a row's place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::OtherSearch(found, expected) => {
                write!(f, " is of a search for {found:?}, not {expected:?}")
            }
            RowError::Malformed(why) => write!(f, ": {why}"),
        }
    }
}

impl RowError {
    fn new(error: &csv::Error, record: &StringRecord) -> RowError {
        RowError::Malformed(malformed(error, record))
    }
}

/// What is wrong with a row, without its place.
pub fn malformed(error: &csv::Error, record: &StringRecord) -> String {
    match error.kind() {
        ErrorKind::Deserialize { err, .. } => wrong_field(err, record),
        ErrorKind::Utf8 { err, .. } => err.to_string(),
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("found {len} fields, expected {expected_len}"),
        _ => error.to_string(),
    }
}

fn wrong_field(error: &DeserializeError, record: &StringRecord) -> String {
    let expected = match error.kind() {
        DeserializeErrorKind::ParseInt(why) if *why.kind() == IntErrorKind::PosOverflow => {
            "a smaller number"
        }
        DeserializeErrorKind::ParseInt(_) => "a whole number",
        DeserializeErrorKind::ParseFloat(_) => "a number",
        kind => {
            let why = kind.to_string();
            let is_short = why.starts_with("invalid length");
            let count = record.len();
            return if is_short {
                format!("found {count} fields, expected more")
            } else {
                why
            };
        }
    };
    let field = error.field().unwrap_or_default();
    let found = usize::try_from(field).ok().and_then(|it| record.get(it));
    let found = found.unwrap_or_default();
    format!("field {}: found {found:?}, expected {expected}", field + 1)
}

/// The next rows, as many as are there without waiting for more; none at the end.
fn next_block(rows: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut block = rows.fill_buf()?.to_vec();
    rows.consume(block.len());
    if !block.ends_with(b"\n") {
        rows.read_until(b'\n', &mut block)?;
    }
    Ok((!block.is_empty()).then_some(block))
}

fn judge_block<R: DeserializeOwned, T>(
    block: &[u8],
    search: Option<&str>,
    judge: impl Fn(R) -> T,
) -> Judged<T> {
    let mut reader = ReaderBuilder::new().has_headers(false).from_reader(block);
    let mut record = StringRecord::new();
    let (mut rows, mut error) = (Vec::new(), None);
    let mut counter = LineCounter::new(block);
    loop {
        let start = reader.position().byte() as usize;
        match next_row(&mut reader, &mut record, search) {
            Ok(Some(row)) => rows.push((counter.line_of(start), judge(row))),
            Ok(None) => break,
            Err(why) => {
                error = Some((counter.line_of(start), why));
                break;
            }
        }
    }
    let lines = lines_in(block);
    Judged { rows, error, lines }
}

fn next_row<R: DeserializeOwned>(
    reader: &mut csv::Reader<&[u8]>,
    record: &mut StringRecord,
    search: Option<&str>,
) -> Result<Option<R>, RowError> {
    let is_there = reader.read_record(record);
    if !is_there.map_err(|error| RowError::new(&error, record))? {
        return Ok(None);
    }
    let found = record.get(1).unwrap_or_default();
    if let Some(search) = search.filter(|&search| search != found) {
        return Err(RowError::OtherSearch(found.to_owned(), search.to_owned()));
    }
    let row = record.deserialize(None);
    row.map(Some).map_err(|error| RowError::new(&error, record))
}

/// Counts the lines of a text up to its rows, which may be fewer: empty lines are no rows.
pub struct LineCounter<'a> {
    text: &'a [u8],
    counted: usize,
    line: u64,
}

impl<'a> LineCounter<'a> {
    /// Begins at the beginning.
    pub fn new(text: &'a [u8]) -> LineCounter<'a> {
        let (counted, line) = (0, 1);
        LineCounter {
            text,
            counted,
            line,
        }
    }

    /// The line of the row that is the next one at or after a place, the end of the row before it.
    pub fn line_of(&mut self, place: usize) -> u64 {
        let between = self.text[place..].iter();
        let between = between.take_while(|&&byte| matches!(byte, b'\n' | b'\r'));
        let row = place + between.count();
        self.line += lines_in(&self.text[self.counted..row]);
        self.counted = row;
        self.line
    }
}

/// The number of lines that end in a text.
fn lines_in(text: &[u8]) -> u64 {
    text.split(|&byte| byte == b'\n').count() as u64 - 1
}

/// The length of the file up to the end of the last whole row.
///
/// # Errors
/// What follows is not the beginning of a row, so that it is not ours to remove.
fn bytes_of_whole_rows(path: &Path) -> Result<u64> {
    let mut reader = BufReader::new(File::open(path)?);
    let (mut whole, mut lines) = (0, 0);
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
            ensure!(
                is_row,
                "row {}: expected a row, or the beginning of one that was cut off",
                lines + 1
            );
            break;
        }
        lines += 1;
        whole += row.len() as u64;
        row.clear();
    }
    Ok(whole)
}
