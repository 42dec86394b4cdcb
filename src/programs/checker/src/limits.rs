//! The limits of a search, and what it has used of them.
//!
//! A search checks its budget before each position it expands. Once a limit is reached, or
//! after Ctrl-C, the check fails and says why, because a search that stops early has
//! verified nothing and must say so.

use std::fmt;
use std::time::Duration;

use indicatif::ProgressBar;

use shared::clock::Stopwatch;
use shared::memory::Bytes;
use shared::{duration, interrupt, progress};

/// The limits of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// The memory for the positions seen
    #[arg(long, value_name = "BYTES", default_value = "4G")]
    memory: Bytes,
    /// The CPU time to spend [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,
    /// The number of positions to see [default: no limit]
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
}

/// Why a search stopped before it had seen every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The next positions might need more memory than this.
    Memory(Bytes),
    /// This CPU time is used up.
    Time(Duration),
    /// This number of positions was seen.
    Positions(u64),
    /// The numbers for positions are used up.
    Numbers,
    /// Ctrl-C came.
    Interrupt,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopReason::Memory(bytes) => write!(f, "the memory limit of {bytes} was reached"),
            StopReason::Time(time) => {
                let seconds = time.as_secs_f64();
                write!(f, "the time limit of {seconds} s was reached")
            }
            StopReason::Positions(limit) => write!(f, "the limit of {limit} positions was reached"),
            StopReason::Numbers => {
                f.write_str("positions are numbered with 32 bits, which are used up")
            }
            StopReason::Interrupt => f.write_str("interrupted"),
        }
    }
}

/// A search's limits, its clock and its progress on a terminal.
pub struct Budget {
    limits: Limits,
    stopwatch: Stopwatch,
    bar: ProgressBar,
    calls: u32,
}

/// The resources that a search has in use.
pub struct Usage {
    /// The positions seen.
    pub positions: u64,
    /// The bytes that the next expansion may bring it to.
    pub bytes: u64,
    /// Whether the numbers for positions might not suffice for the next expansion.
    pub full: bool,
}

/// Checks between two polls of the clock and of Ctrl-C.
const POLL_INTERVAL: u32 = 256;

impl Budget {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Budget {
        interrupt::install_handler();
        Budget {
            limits,
            stopwatch: Stopwatch::start(),
            bar: progress::counter("positions"),
            calls: 0,
        }
    }

    /// Checks that a search with this usage may go on.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&mut self, usage: &Usage, message: impl Fn() -> String) -> Result<(), StopReason> {
        if usage.bytes > self.limits.memory.0 {
            return Err(StopReason::Memory(self.limits.memory));
        }
        if let Some(limit) = self
            .limits
            .positions
            .filter(|&most| usage.positions >= most)
        {
            return Err(StopReason::Positions(limit));
        }
        if usage.full {
            return Err(StopReason::Numbers);
        }
        if self.calls.is_multiple_of(POLL_INTERVAL) {
            self.bar.set_position(usage.positions);
            self.bar.set_message(message());
            if interrupt::interrupted() {
                return Err(StopReason::Interrupt);
            }
            if let Some(time) = self.limits.time.filter(|&time| self.cpu() >= time) {
                return Err(StopReason::Time(time));
            }
        }
        self.calls = self.calls.wrapping_add(1);
        Ok(())
    }

    /// The CPU time since the start.
    pub fn cpu(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}

impl Drop for Budget {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
