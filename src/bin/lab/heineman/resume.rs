//! Tables of results that grow deal by deal, on disk as soon as each is known,
//! so that a long run can be stopped and resumed.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use csv::{Reader, StringRecord, Writer};

/// A table on disk, its first column a deal's number.
pub struct Table {
    path: PathBuf,
    header: &'static [&'static str],
    writer: Writer<File>,
}

impl Table {
    /// Opens a table and reads the rows of an earlier run; of a row cut off
    /// halfway, as happens when a machine goes down, nothing is kept.
    ///
    /// # Errors
    /// A file that cannot be read or written, or holds another table.
    pub fn open(
        path: &Path,
        header: &'static [&'static str],
    ) -> Result<(Table, Vec<StringRecord>)> {
        let rows = read(path, header)?;
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let mut table = Table {
            path: path.into(),
            header,
            writer: Writer::from_writer(file),
        };
        if fs::metadata(path)?.len() == 0 {
            table.write(header)?;
        }
        Ok((table, rows))
    }

    /// Writes a row to disk, now.
    pub fn write<T: AsRef<[u8]>>(&mut self, row: impl IntoIterator<Item = T>) -> Result<()> {
        self.writer.write_record(row)?;
        self.writer.flush()?;
        Ok(())
    }

    /// Replaces the table by these rows in one step.
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
        let file = OpenOptions::new().append(true).open(&self.path)?;
        self.writer = Writer::from_writer(file);
        Ok(())
    }
}

/// The rows of a table on disk; none if there is no file yet.
fn read(path: &Path, header: &[&str]) -> Result<Vec<StringRecord>> {
    let context = || format!("cannot read {}", path.display());
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(context)?,
    };
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
