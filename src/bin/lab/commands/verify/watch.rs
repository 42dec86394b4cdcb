//! How far a search may go, and how far it is.
//!
//! A search asks before each position it expands whether it may go on. It may not once
//! a limit is reached or someone pressed Ctrl-C, and then knows which it was, because
//! a search that stops early has verified nothing, and has to say so.

use std::fmt;
use std::time::Duration;

use indicatif::ProgressBar;

use freecell::tools::memory::Bytes;
use freecell::tools::{clock, duration, interrupt, progress};

/// How far a search may go.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// The memory for the positions met
    #[arg(long, value_name = "BYTES", default_value = "4G")]
    memory: Bytes,
    /// The CPU time to spend [default: no end]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,
    /// The number of positions to meet [default: no end]
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
}

/// Why a search stopped before it had seen everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The next positions might need more memory than this.
    Memory(Bytes),
    /// This much CPU time is over.
    Time(Duration),
    /// So many positions have been met.
    Positions(u64),
    /// The numbers that positions have are used up.
    Numbers,
    /// Someone pressed Ctrl-C.
    Interrupt,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Memory(bytes) => write!(f, "the memory limit of {bytes} was reached"),
            Stop::Time(time) => {
                let seconds = time.as_secs_f64();
                write!(f, "the time limit of {seconds} s was reached")
            }
            Stop::Positions(limit) => write!(f, "the limit of {limit} positions was reached"),
            Stop::Numbers => f.write_str("positions are numbered with 32 bits, which are used up"),
            Stop::Interrupt => f.write_str("interrupted"),
        }
    }
}

/// A search's limits, its clock and its progress on a terminal.
pub struct Watch {
    limits: Limits,
    start: Duration,
    bar: ProgressBar,
    calls: u32,
}

/// What a search holds at the moment.
pub struct Held {
    /// The positions it has met.
    pub positions: u64,
    /// The bytes that the next expansion may bring it to.
    pub bytes: u64,
    /// Whether the next expansion finds numbers for its positions.
    pub full: bool,
}

/// The calls between two looks at the clock.
const PATIENCE: u32 = 256;

impl Watch {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Watch {
        interrupt::install_handler();
        Watch {
            limits,
            start: clock::thread_cpu(),
            bar: progress::counter("positions"),
            calls: 0,
        }
    }

    /// Whether a search may go on that holds this much memory.
    ///
    /// # Errors
    /// Why it may not.
    pub fn ask(&mut self, held: &Held, about: impl Fn() -> String) -> Result<(), Stop> {
        if held.bytes > self.limits.memory.0 {
            return Err(Stop::Memory(self.limits.memory));
        }
        if let Some(limit) = self.limits.positions.filter(|&most| held.positions >= most) {
            return Err(Stop::Positions(limit));
        }
        if held.full {
            return Err(Stop::Numbers);
        }
        if self.calls.is_multiple_of(PATIENCE) {
            self.bar.set_position(held.positions);
            self.bar.set_message(about());
            if interrupt::interrupted() {
                return Err(Stop::Interrupt);
            }
            if let Some(time) = self.limits.time.filter(|&time| self.cpu() >= time) {
                return Err(Stop::Time(time));
            }
        }
        self.calls = self.calls.wrapping_add(1);
        Ok(())
    }

    /// The CPU time since the start.
    pub fn cpu(&self) -> Duration {
        clock::thread_cpu().saturating_sub(self.start)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
