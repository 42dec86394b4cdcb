//! The file in which the tests of one run record that they were skipped.

use std::os::unix::process::parent_id;
use std::path::PathBuf;

use super::programs;

/// The file of the record. All test binaries of a run have the same parent, Cargo, and
/// its number tells runs apart.
pub fn path() -> PathBuf {
    let name = format!("skipped-by-{}.txt", parent_id());
    programs().join(name)
}
