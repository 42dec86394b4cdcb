//! Remarks on standard error: what is known beside the result.
//!
//! `note!` prints one, unless `--quiet` was given. Nobody has to read remarks, so a
//! standard error that is closed or full costs the remark and nothing else, where
//! `eprintln!` would end the program. The message of an error is printed by
//! [`always`], whatever was asked for.

use std::fmt::Arguments;
use std::io::{stderr, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on there are neither remarks nor progress bars.
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
        always(remark);
    }
}

/// Prints a line even with `--quiet`.
pub fn always(line: Arguments) {
    let _ = writeln!(stderr(), "{line}");
}

/// Prints a remark as `eprintln!` would.
macro_rules! note {
    ($($argument:tt)*) => {
        $crate::note::write(format_args!($($argument)*))
    };
}
