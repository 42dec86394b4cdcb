//! Ctrl-C as a flag that long work checks from time to time.
//!
//! Work that never checks it should not call [`install_handler`], so that Ctrl-C ends it as
//! usual.

use crate::note;
use std::process;
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

/// The time of the first Ctrl-C.
static FIRST: OnceLock<Instant> = OnceLock::new();

/// Within this time it is still the same Ctrl-C: `timeout` sends its signal to the process and
/// then to the process's group.
const ONE_PRESS: Duration = Duration::from_millis(300);

/// Installs the handler: the first Ctrl-C (or SIGTERM) only makes [`interrupted`] true; another
/// one later ends the process with status 130.
pub fn install_handler() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let result = ctrlc::set_handler(|| {
            if FIRST.get_or_init(Instant::now).elapsed() > ONE_PRESS {
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
    FIRST.get().is_some()
}
