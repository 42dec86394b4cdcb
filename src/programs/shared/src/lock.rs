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
    let mut options = OpenOptions::new();
    let file = allow_sharing(options.create(true).append(true)).open(path);
    let file = file.with_context(name)?;
    // A lock of Windows would also keep this process from reading the file by its name.
    if cfg!(not(windows)) {
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another process is writing it", name()),
            Err(TryLockError::Error(error)) => note!("{}: cannot be locked: {error}", name()),
        }
    }
    Ok(file)
}

/// Lets others read, rename and delete the file, and nobody open it to write.
#[cfg(windows)]
fn allow_sharing(options: &mut OpenOptions) -> &OpenOptions {
    use std::os::windows::fs::OpenOptionsExt as _;
    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    options.share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE)
}

/// Does nothing: on other systems, a lock does the work.
#[cfg(not(windows))]
fn allow_sharing(options: &mut OpenOptions) -> &OpenOptions {
    options
}
