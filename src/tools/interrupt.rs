//! Ctrl-C as a flag that long work checks from time to time.
//!
//! Work that never checks it should not call [`watch`], so that Ctrl-C ends it as
//! usual.

use crate::note;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C (or SIGTERM) only makes [`asked`] true; the second
/// ends the process with status 130.
pub fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let result = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        if let Err(error) = result {
            note!("warning: Ctrl-C will lose the work done so far: {error}");
        }
    });
}

/// Whether someone pressed Ctrl-C since [`watch`].
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
