//! Tables of results that grow deal by deal, on disk as soon as each is known,
//! so that a long run can be stopped and resumed. While one process writes a table,
//! another one that opens it is refused.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::{Reader, StringRecord, Writer};

use crate::tools::lock::Lock;

/// A table on disk, its first column a deal's number.
pub struct Table {
    path: PathBuf,
    header: &'static [&'static str],
    lock: Lock,
}

impl Table {
    /// Opens a table and reads the rows of an earlier run; of a row cut off
    /// halfway, as happens when a machine goes down, nothing is kept.
    ///
    /// # Errors
    /// A file that cannot be read or written, holds another table, or is being written by
    /// another process.
    pub fn open(
        path: &Path,
        header: &'static [&'static str],
    ) -> Result<(Table, Vec<StringRecord>)> {
        let lock = Lock::open(path)?;
        let rows = read(path, header)?;
        let mut table = Table {
            path: path.into(),
            header,
            lock,
        };
        if fs::metadata(path)?.len() == 0 {
            table.write(header)?;
        }
        Ok((table, rows))
    }

    /// Appends a row to the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write<T: AsRef<[u8]>>(&mut self, row: impl IntoIterator<Item = T>) -> Result<()> {
        let mut writer = Writer::from_writer(vec![]);
        writer.write_record(row)?;
        let row = writer.into_inner()?;
        let written = self.lock.file().write_all(&row);
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Replaces the table by these rows in one step.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn replace(&mut self, rows: impl IntoIterator<Item = Vec<String>>) -> Result<()> {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let new = PathBuf::from(name);
        let mut writer =
            Writer::from_path(&new).with_context(|| format!("cannot write {}", new.display()))?;
        writer.write_record(self.header)?;
        for row in rows {
            writer.write_record(row)?;
        }
        writer.flush()?;
        fs::rename(&new, &self.path)?;
        self.lock = Lock::open(&self.path)?;
        Ok(())
    }
}

/// The rows of a table on disk; none if it is new.
fn read(path: &Path, header: &[&str]) -> Result<Vec<StringRecord>> {
    let context = || format!("cannot read {}", path.display());
    let text = fs::read_to_string(path).with_context(context)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        fs::write(path, &text[..whole]).with_context(context)?;
    }
    if whole == 0 {
        return Ok(Vec::new());
    }
    let mut reader = Reader::from_reader(&text.as_bytes()[..whole]);
    ensure!(
        reader.headers().with_context(context)? == header,
        "{} is another table: its first line is not {}",
        path.display(),
        header.join(",")
    );
    reader
        .records()
        .map(|row| row.with_context(context))
        .collect()
}
