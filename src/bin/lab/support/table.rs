//! The file of rows. Each row is written whole and immediately, so that, whatever
//! stops the program, only the row being written can be lost; a row cut off in the
//! middle is removed when the file is opened again. While one process writes a file,
//! another one that opens it is refused.
//!
//! Rows are added in the order in which searches end, several for a deal if it is tried several
//! times. When all is done, the file is sorted by deal. A pipe, a device or standard output takes
//! the rows as they come, and nothing more.

use std::fs::{self, File, OpenOptions};
use std::io::{self, stdout, BufRead as _, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::{ReaderBuilder, WriterBuilder};
use serde::de::DeserializeOwned;
use serde::Serialize;

use freecell::note;
use freecell::tools::lock::Lock;

/// A row of a file. Its first column is the deal's number.
pub trait Record: Serialize + DeserializeOwned {
    /// The kind of search that it comes from: one for a file.
    fn search(&self) -> &str;
}

/// Which rows stay in a file that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Each of them.
    All,
    /// The last one of each deal.
    Last,
}

/// The longest file that is sorted, in bytes: it is sorted in memory.
const LONGEST_TO_SORT: u64 = 1 << 30;

/// Where the rows of one kind of search go.
pub struct RowFile {
    path: PathBuf,
    to: Target,
}

enum Target {
    /// A file that can be read again, and which no other process writes.
    File(Lock),
    /// What takes rows and keeps none.
    Stream(Box<dyn Write>),
}

impl RowFile {
    /// Creates the file or, to resume, opens it and passes each of its rows to `look`.
    /// `-` is standard output.
    ///
    /// # Errors
    /// The file exists and is not to be resumed, or is to be and cannot; another
    /// process is writing it; it cannot be opened; a row is malformed or comes from
    /// another kind of search. The file is left unchanged.
    pub fn open<R: Record>(
        path: &Path,
        resume: bool,
        search: &str,
        look: impl FnMut(R),
    ) -> Result<RowFile> {
        let name = || path.display().to_string();
        let is_stream = is_standard_output(path) || path.metadata().is_ok_and(|it| !it.is_file());
        let to = if is_stream {
            ensure!(!resume, "{} keeps no rows: nothing to --resume", name());
            Target::Stream(open_stream(path).with_context(name)?)
        } else {
            let locked = Lock::open(path)?;
            let length = path.metadata().with_context(name)?.len();
            ensure!(
                resume || length == 0,
                "{} exists: --resume continues it",
                name()
            );
            let whole = look_at_file(path, search, look)?;
            locked.file().set_len(whole).with_context(name)?;
            Target::File(locked)
        };
        let path = path.to_owned();
        Ok(RowFile { path, to })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, row: &impl Record) -> Result<()> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(vec![]);
        writer.serialize(row)?;
        let bytes = writer.into_inner()?;
        let written = match &mut self.to {
            Target::File(lock) => lock.file().write_all(&bytes),
            Target::Stream(stream) => stream.write_all(&bytes).and_then(|()| stream.flush()),
        };
        written.with_context(|| self.path.display().to_string())
    }

    /// Whether the rows are kept, so that a run can be resumed.
    pub fn is_kept(&self) -> bool {
        matches!(self.to, Target::File(_))
    }

    /// Sorts the rows by deal, where they are kept.
    ///
    /// # Errors
    /// The file cannot be read or replaced; it is left unchanged.
    pub fn sort(self, keep: Keep) -> Result<()> {
        match self.to {
            Target::File(_) => {
                sort(&self.path, keep).with_context(|| self.path.display().to_string())
            }
            Target::Stream(_) => Ok(()),
        }
    }
}

/// Whether rows, and not the summary, go to standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open_stream(path: &Path) -> io::Result<Box<dyn Write>> {
    if is_standard_output(path) {
        return Ok(Box::new(stdout()));
    }
    Ok(Box::new(OpenOptions::new().write(true).open(path)?))
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
    let beside = path.with_extension("sorted");
    fs::write(&beside, rows.concat())?;
    fs::rename(&beside, path)
}

/// The number of a row's deal.
fn deal(row: &str) -> Option<u64> {
    row.split(',').next().and_then(|deal| deal.parse().ok())
}

/// Passes each whole row of a file to `look`, and returns their bytes.
///
/// # Errors
/// The file cannot be read; a row is malformed or comes from another kind of search.
pub fn look_at_file<R: Record>(path: &Path, search: &str, look: impl FnMut(R)) -> Result<u64> {
    let name = || path.display().to_string();
    let whole = bytes_of_whole_rows(path).with_context(name)?;
    look_at_rows(path, whole, search, look).with_context(name)?;
    Ok(whole)
}

/// The length of the file up to the end of the last whole row.
fn bytes_of_whole_rows(path: &Path) -> io::Result<u64> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut whole = 0;
    let mut row = Vec::new();
    while reader.read_until(b'\n', &mut row)? > 0 && row.ends_with(b"\n") {
        whole += row.len() as u64;
        row.clear();
    }
    Ok(whole)
}

fn look_at_rows<R: Record>(
    path: &Path,
    whole: u64,
    search: &str,
    mut look: impl FnMut(R),
) -> Result<()> {
    let rows = File::open(path)?.take(whole);
    let reader = ReaderBuilder::new().has_headers(false).from_reader(rows);
    for (index, row) in reader.into_deserialize().enumerate() {
        let row: R = row?;
        ensure!(
            row.search() == search,
            "row {} is of a search for {:?}, not {search:?}",
            index + 1,
            row.search()
        );
        look(row);
    }
    Ok(())
}
