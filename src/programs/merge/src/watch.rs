//! `--watch`: merges again whenever a source changes.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

/// The interval at which the files are checked.
const INTERVAL: Duration = Duration::from_millis(300);

/// Waits until a source of the package in `folder` is newer than `seen`; returns the time of
/// its change. Packages of their own, in `src/programs`, are not sources of the bot.
pub fn wait(folder: &Path, seen: SystemTime) -> SystemTime {
    loop {
        thread::sleep(INTERVAL);
        // A file may be missing for a moment while an editor replaces it.
        if let Ok(changed) = last_change(folder) {
            if changed > seen {
                return changed;
            }
        }
    }
}

/// The time of the last change to the manifest or to a source.
pub fn last_change(folder: &Path) -> io::Result<SystemTime> {
    let manifest = fs::metadata(folder.join("Cargo.toml"))?.modified()?;
    Ok(newest(&folder.join("src"))?.max(manifest))
}

/// The time of the last change to a folder (to the names in it), and to what it holds.
fn newest(folder: &Path) -> io::Result<SystemTime> {
    let mut newest_yet = fs::metadata(folder)?.modified()?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let time = match entry.file_type()?.is_dir() {
            true if entry.file_name() == "programs" => continue,
            true => newest(&entry.path())?,
            false => entry.metadata()?.modified()?,
        };
        newest_yet = newest_yet.max(time);
    }
    Ok(newest_yet)
}
