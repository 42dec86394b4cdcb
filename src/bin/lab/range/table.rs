//! The file of rows: each written at once and whole, so that whatever stops the
//! program, only the row being written can be lost, and a row cut off in the
//! middle is taken out when the file is opened again.
//!
//! Rows come in the order in which searches end. When nothing is left to do,
//! the file is put in the order of the deals.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::{ReaderBuilder, WriterBuilder};

use super::row::Row;

/// The rows of one kind of search, in a file.
pub struct RowFile {
    path: PathBuf,
    file: File,
    search: String,
}

impl RowFile {
    /// A new file or, to resume, an old one.
    ///
    /// # Errors
    /// There is a file and it is not to be resumed, or it cannot be opened.
    pub fn open(path: &Path, resume: bool, search: &str) -> Result<RowFile> {
        let name = path.display();
        let exists = path.metadata().is_ok_and(|file| file.len() > 0);
        ensure!(resume || !exists, "{name} exists: --resume goes on with it");
        if exists {
            cut_off_half_a_row(path).with_context(|| name.to_string())?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        Ok(RowFile {
            path: path.to_owned(),
            file: file.with_context(|| name.to_string())?,
            search: search.to_owned(),
        })
    }

    /// Looks at each row there is.
    ///
    /// # Errors
    /// A row that is none, or comes from another kind of search.
    pub fn each_row(&self, mut look: impl FnMut(Row)) -> Result<()> {
        let name = self.path.display();
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .from_path(&self.path);
        for (index, row) in reader?.into_deserialize().enumerate() {
            let row: Row = row.with_context(|| name.to_string())?;
            ensure!(
                row.search == self.search,
                "{name}: row {} is of a search for {:?}, not {:?}",
                index + 1,
                row.search,
                self.search
            );
            look(row);
        }
        Ok(())
    }

    /// Adds a row.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn append(&mut self, row: &Row) -> Result<()> {
        let mut writer = WriterBuilder::new().has_headers(false).from_writer(vec![]);
        writer.serialize(row)?;
        let bytes = writer.into_inner()?;
        let written = self.file.write_all(&bytes);
        written.with_context(|| self.path.display().to_string())
    }

    /// Puts the rows in the order of their deals.
    ///
    /// # Errors
    /// The file cannot be read or replaced; then it is as it was.
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
    if rows.is_sorted_by_key(deal) {
        return Ok(());
    }
    rows.sort_by_key(deal);
    let beside = path.with_extension("sorted");
    fs::write(&beside, rows.concat())?;
    fs::rename(&beside, path)
}

fn cut_off_half_a_row(path: &Path) -> io::Result<()> {
    let bytes = fs::read(path)?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n');
    let length = whole.map_or(0, |end| end + 1);
    if length < bytes.len() {
        OpenOptions::new()
            .write(true)
            .open(path)?
            .set_len(length as u64)?;
    }
    Ok(())
}
