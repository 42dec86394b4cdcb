//! Writes the files of commands: new ones, or standard output, named `-`. An existing file stays,
//! unless the user allows replacing it, and even then until all of the new one is written. Devices
//! and pipes take what they are given. Rows of results that a later run continues are in
//! the crate `shared`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use tempfile::NamedTempFile;

use super::Heedless;

/// Whether a file that exists may be replaced.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Overwrite {
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

impl Overwrite {
    /// The choice for a file that the program wrote itself, and writes again.
    pub const FORCED: Overwrite = Overwrite { force: true };

    /// Refuses a path where a file exists or none can be written, before the work whose result it
    /// is to take.
    ///
    /// # Errors
    /// The file exists and may not be replaced, or cannot be written.
    pub fn check(self, path: &Path) -> Result<()> {
        let is_free = self.force || is_stream(path) || path.symlink_metadata().is_err();
        ensure!(is_free, "{} exists: --force replaces it", path.display());
        let can_be_written = match path.is_dir() {
            true => Err(io::ErrorKind::IsADirectory.into()),
            false if is_stream(path) => Ok(()),
            false => beside(&target(path)).map(drop),
        };
        can_be_written.with_context(|| cannot_write(path))
    }

    /// Opens an output.
    ///
    /// # Errors
    /// The file exists and may not be replaced, or cannot be written.
    pub fn create(self, path: &Path) -> Result<Box<dyn Write>> {
        self.check(path)?;
        let cannot = || cannot_write(path);
        if is_stream(path) {
            Ok(Box::new(Heedless(open_stream(path).with_context(cannot)?)))
        } else if self.force {
            Ok(Box::new(File::create(path).with_context(cannot)?))
        } else {
            Ok(Box::new(File::create_new(path).with_context(cannot)?))
        }
    }

    /// Writes all of an output; a file is written in one step.
    ///
    /// # Errors
    /// As for [`Overwrite::create`]; a file is left unchanged, and no temporary one remains.
    pub fn write(self, path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.check(path)?;
        let written = if is_stream(path) {
            let stream = open_stream(path).map(Heedless);
            stream.and_then(|mut stream| stream.write_all(bytes.as_ref()).and(stream.flush()))
        } else {
            replace(path, bytes.as_ref())
        };
        written.with_context(|| cannot_write(path))
    }
}

/// Writes a file in one step; if it exists it is replaced, and a link to it stays.
///
/// # Errors
/// The file cannot be written. It is left unchanged, and no temporary one remains.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = target(path);
    let mut beside = beside(&path)?;
    beside.write_all(bytes)?;
    if let Ok(replaced) = path.metadata() {
        beside.as_file().set_permissions(replaced.permissions())?;
    }
    beside.as_file().sync_all()?;
    beside.persist(path)?;
    Ok(())
}

/// The file that a path leads to.
fn target(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or(path.to_owned())
}

/// A temporary file in the folder of another file, to take its place.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = tempfile::Builder::new();
    // Unix alone has them: the permissions of a new file, less the user's mask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let folder = path.parent().filter(|it| *it != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    folder.metadata()?;
    // The error would name the temporary file.
    let beside = builder.tempfile_in(folder);
    beside.map_err(|error| error.kind().into())
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write to {}", path.display())
}

/// Opens a stream: standard output, a device or a pipe. A reader that is gone is an error.
///
/// # Errors
/// It cannot be opened.
pub fn open_stream(path: &Path) -> io::Result<Box<dyn Write>> {
    if is_standard_output(path) {
        return Ok(Box::new(io::stdout()));
    }
    Ok(Box::new(OpenOptions::new().write(true).open(path)?))
}

/// Whether a path stands for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path names a stream, which takes bytes and does not keep them.
pub fn is_stream(path: &Path) -> bool {
    is_standard_output(path) || path.metadata().is_ok_and(|it| !it.is_file())
}
