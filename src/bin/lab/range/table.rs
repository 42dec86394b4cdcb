//! The file of rows. Each row is written whole and immediately, so that, whatever
//! stops the program, only the row being written can be lost; a row cut off in the
//! middle is removed when the file is opened again.
//!
//! Rows are added in the order in which searches end. When all is done, the file is
//! sorted by deal.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::{ReaderBuilder, WriterBuilder};
use serde::de::DeserializeOwned;
use serde::Serialize;

/// A row of a file.
pub trait Record: Serialize + DeserializeOwned {
    /// The kind of search that it comes from: one for a file.
    fn search(&self) -> &str;
}

/// The rows of one kind of search, in a file.
pub struct RowFile {
    path: PathBuf,
    file: File,
}

impl RowFile {
    /// Creates the file or, to resume, opens it and passes each of its rows to `look`.
    ///
    /// # Errors
    /// The file exists and is not to be resumed; it cannot be opened; a row is
    /// malformed or comes from another kind of search. The file is left unchanged.
    pub fn open<R: Record>(
        path: &Path,
        resume: bool,
        search: &str,
        look: impl FnMut(R),
    ) -> Result<RowFile> {
        let name = || path.display().to_string();
        let exists = path.metadata().is_ok_and(|file| file.len() > 0);
        ensure!(
            resume || !exists,
            "{} exists: --resume continues it",
            name()
        );
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.with_context(name)?;
        let whole = bytes_of_whole_rows(path).with_context(name)?;
        look_at_rows(path, whole, search, look).with_context(name)?;
        file.set_len(whole).with_context(name)?;
        Ok(RowFile {
            path: path.to_owned(),
            file,
        })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, row: &impl Record) -> Result<()> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(vec![]);
        writer.serialize(row)?;
        let bytes = writer.into_inner()?;
        let written = self.file.write_all(&bytes);
        written.with_context(|| self.path.display().to_string())
    }

    /// Sorts the rows by deal, and of several for one deal keeps the last.
    ///
    /// # Errors
    /// The file cannot be read or replaced; it is left unchanged.
    pub fn sort(self) -> Result<()> {
        sort(&self.path).with_context(|| self.path.display().to_string())
    }
}

fn sort(path: &Path) -> io::Result<()> {
    let text = fs::read_to_string(path)?;
    let mut rows: Vec<&str> = text.split_inclusive('\n').collect();
    let deal = |row: &&str| {
        row.split(',')
            .next()
            .and_then(|deal| deal.parse::<u64>().ok())
    };
    if rows.is_sorted_by(|one, other| deal(one) < deal(other)) {
        return Ok(());
    }
    // What was added last comes first among equals, and is kept.
    rows.reverse();
    rows.sort_by_key(deal);
    rows.dedup_by_key(|row| deal(row));
    let beside = path.with_extension("sorted");
    fs::write(&beside, rows.concat())?;
    fs::rename(&beside, path)
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
