//! Files that one process at a time appends to.

use crate::note;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use anyhow::{bail, Context, Result};

/// Opens or creates a file to append to it. As long as it is open, other processes know that it is
/// in use, if its file system has locks.
///
/// # Errors
/// Another process is writing it; it cannot be opened.
pub fn open_locked(path: &Path) -> Result<File> {
    let name = || path.display().to_string();
    // Windows locks no file that is open for appending alone.
    let file = OpenOptions::new()
        .create(true)
        .append(true)
        .read(cfg!(windows))
        .open(path)
        .with_context(name)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("{}: another process is writing it", name()),
        Err(TryLockError::Error(error)) => note!("{}: cannot be locked: {error}", name()),
    }
    Ok(file)
}
