//! Remarks on standard error: information beside the result.
//!
//! `note!` prints one, unless `--quiet` was given. The message of an error is printed
//! by [`cli::remark`], even then.

use std::fmt::Arguments;
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);

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

/// Prints a remark as `eprintln!` would.
#[macro_export]
macro_rules! note {
    ($($argument:tt)*) => {
        $crate::note::write(format_args!($($argument)*))
    };
}
