//! Remarks on standard error: information beside the result.
//!
//! `note!` prints one, unless `--quiet` was given. The message of an error is printed by
//! [`cli::remark`], even then. What was left out of a file, or is odd in it, is kept as well, for
//! answers in JSON.

use std::fmt::Arguments;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

static QUIET: AtomicBool = AtomicBool::new(false);
static KEPT: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Turns off remarks and progress bars from now on.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether remarks are unwanted.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a remark, unless they are unwanted.
pub fn write(remark: Arguments) {
    if !is_quiet() {
        cli::remark(remark);
    }
}

/// Prints a remark about what was read, and keeps it for [`remarks`].
pub fn keep(remark: String) {
    write(format_args!("{remark}"));
    KEPT.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(remark);
}

/// The remarks about what was read so far, even if they are not printed.
pub fn remarks() -> Vec<String> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Prints a remark as `eprintln!` would.
#[macro_export]
macro_rules! note {
    ($($argument:tt)*) => {
        $crate::note::write(format_args!($($argument)*))
    };
}
