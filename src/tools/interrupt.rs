//! Ctrl-C as a flag that long work checks from time to time.
//!
//! Work that never checks it should not call [`install_handler`], so that Ctrl-C ends it as
//! usual.

use crate::note;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler: the first Ctrl-C (or SIGTERM) only makes [`interrupted`] true; the second
/// ends the process with status 130.
pub fn install_handler() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let result = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
        if let Err(error) = result {
            note!("warning: Ctrl-C will lose the work done so far: {error}");
        }
    });
}

/// Whether someone pressed Ctrl-C since [`install_handler`].
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
