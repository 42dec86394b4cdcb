//! Files that one process at a time appends to.

use crate::note;
use std::fs::{File, OpenOptions};
use std::path::Path;

use anyhow::{bail, Context, Result};
use nix::errno::Errno;
use nix::fcntl::{Flock, FlockArg};

/// A file that other processes know to be in use, where its file system has locks.
pub enum Lock {
    /// They know.
    Locked(Flock<File>),
    /// Its file system has no locks.
    Unlocked(File),
}

impl Lock {
    /// Opens or creates a file to append to it.
    ///
    /// # Errors
    /// Another process is writing it; it cannot be opened.
    pub fn open(path: &Path) -> Result<Lock> {
        let name = || path.display().to_string();
        let file = OpenOptions::new().create(true).append(true).open(path);
        match Flock::lock(file.with_context(name)?, FlockArg::LockExclusiveNonblock) {
            Ok(lock) => Ok(Lock::Locked(lock)),
            Err((_, Errno::EWOULDBLOCK)) => {
                bail!("{}: another process is writing it", name())
            }
            Err((file, error)) => {
                note!("{}: cannot be locked: {}", name(), error.desc());
                Ok(Lock::Unlocked(file))
            }
        }
    }

    /// The file.
    pub fn file(&self) -> &File {
        match self {
            Lock::Locked(file) => file,
            Lock::Unlocked(file) => file,
        }
    }
}
