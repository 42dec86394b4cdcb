//! Results of many deals, one row each, in a file that a later run continues. Each row is
//! written whole and immediately, so that, whatever stops the program, only the row being
//! written can be lost; a row cut off in the middle is removed when the file is opened
//! again. While one process writes a file, another one that opens it is refused.
//!
//! Its columns begin with the deal's number and the search that it comes from, so that
//! results of one search are never mistaken for those of another. Rows are added in the order in
//! which searches end, several for a deal if it is tried several times. When all is done, the file
//! is sorted by deal. A pipe, a device or standard output takes the rows as they come, and nothing
//! more.

mod reading;

pub use reading::{judge_file, look_at_file, malformed, rows, LineCounter};

use std::fmt;
use std::fs::{self, File};
use std::io::{self, sink, stderr, BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{ensure, Context, Result};
use csv::WriterBuilder;
use serde::Serialize;

use crate::lock::open_locked;
use crate::note;
use crate::note::is_quiet;
use cli::output::{is_standard_output, is_stream, open_stream, replace};
use cli::{stdout, Heedless};

/// Which rows stay in a file that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Each of them.
    All,
    /// The last one of each deal.
    Last,
}

/// What to do with the rows that a file has when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// A file with rows is an error.
    Refuse,
    /// They are read, and rows are added.
    Continue,
}

/// The longest file that is sorted, in bytes: it is sorted in memory.
const LONGEST_TO_SORT: u64 = 1 << 30;

/// A row's place, as messages name it: `rows.csv: row 7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was given.
    pub file: Arc<Path>,
    /// The row's number: that of its line, from 1, as editors and spreadsheets count them.
    pub row: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: row {}", self.file.display(), self.row)
    }
}

/// The output for the rows of one kind of search.
pub struct RowFile {
    path: PathBuf,
    to: Target,
}

enum Target {
    /// A file that can be read again, and which no other process writes. Before the first row is
    /// added, it is cut to the length of the rows that are whole.
    File(File, Option<u64>),
    /// A stream, which takes rows and does not keep them.
    Stream(Box<dyn Write>),
}

impl RowFile {
    /// Opens or creates a file and has the rows that it has read, by [`look_at_file`] or
    /// [`judge_file`]. `-` is standard output. The file is left unchanged until a row is added.
    ///
    /// # Errors
    /// The file has rows and is not to be continued; another process is writing it; it
    /// cannot be opened; those of `read`.
    pub fn open(
        path: &Path,
        existing: Existing,
        read: impl FnOnce(&Path) -> Result<u64>,
    ) -> Result<RowFile> {
        let name = || path.display().to_string();
        if is_stream(path) {
            let to = Target::Stream(open_stream(path).with_context(name)?);
            let path = path.to_owned();
            return Ok(RowFile { path, to });
        }
        let file = open_locked(path)?;
        let length = file.metadata().with_context(name)?.len();
        ensure!(
            existing == Existing::Continue || length == 0,
            "{} exists: --resume continues it",
            name()
        );
        let whole = read(path)?;
        Ok(RowFile {
            // So that a symbolic link is kept, and the file that it leads to is sorted.
            path: path.canonicalize().with_context(name)?,
            to: Target::File(file, Some(whole)),
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, row: &impl Serialize) -> Result<()> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(vec![]);
        writer.serialize(row)?;
        let bytes = writer.into_inner()?;
        let written = match &mut self.to {
            Target::File(file, whole) => {
                let cut = whole.take().map_or(Ok(()), |whole| file.set_len(whole));
                cut.and_then(|()| file.write_all(&bytes))
            }
            Target::Stream(stream) => stream.write_all(&bytes).and_then(|()| stream.flush()),
        };
        written.with_context(|| self.path.display().to_string())
    }

    /// Whether the rows are kept, so that a run can be resumed.
    pub fn is_kept(&self) -> bool {
        matches!(self.to, Target::File(..))
    }

    /// Sorts the rows by deal, where they are kept.
    ///
    /// # Errors
    /// The file cannot be read or replaced; it is left unchanged.
    pub fn sort(self, keep: Keep) -> Result<()> {
        match self.to {
            Target::File(file, whole) => {
                let name = || self.path.display().to_string();
                whole
                    .map_or(Ok(()), |whole| file.set_len(whole))
                    .with_context(name)?;
                // Windows replaces no file that is open.
                let _in_use = (!cfg!(windows)).then_some(file);
                sort(&self.path, keep).with_context(name)
            }
            Target::Stream(_) => Ok(()),
        }
    }
}

/// The output for the summary: standard output, unless the rows go there.
pub fn summary_output(rows: Option<&Path>) -> Box<dyn Write> {
    match rows {
        Some(path) if is_standard_output(path) && is_quiet() => Box::new(sink()),
        Some(path) if is_standard_output(path) => Box::new(Heedless(stderr())),
        _ => Box::new(stdout()),
    }
}

fn sort(path: &Path, keep: Keep) -> io::Result<()> {
    let mut numbers = BufReader::new(File::open(path)?)
        .lines()
        .map(|row| row.map(|row| deal(&row)));
    let is_next = |last: Option<u64>, next| last < next || last == next && keep == Keep::All;
    let mut last = None;
    let is_sorted = numbers.try_fold(true, |is_sorted, number| {
        let number = number?;
        let last = last.replace(number);
        Ok::<_, io::Error>(is_sorted && last.is_none_or(|last| is_next(last, number)))
    })?;
    if is_sorted {
        return Ok(());
    }
    if path.metadata()?.len() > LONGEST_TO_SORT {
        let name = path.display();
        note!("{name}: too long to be sorted in memory; sort -t, -k1,1n {name} does it");
        return Ok(());
    }
    let text = fs::read_to_string(path)?;
    let mut rows: Vec<&str> = text.split_inclusive('\n').collect();
    rows.sort_by_key(|row| deal(row));
    if keep == Keep::Last {
        // Among equals the order is that of the file.
        rows.reverse();
        rows.dedup_by_key(|row| deal(row));
        rows.reverse();
    }
    replace(path, rows.concat().as_bytes())
}

/// The number of a row's deal.
fn deal(row: &str) -> Option<u64> {
    row.split(',').next().and_then(|deal| deal.parse().ok())
}
