//! The cost of work in CPU time and memory, which depend less on other programs on the machine than
//! the wall clock does.

use std::cell::Cell;
use std::fs;
use std::mem;
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};

use super::interrupt;
use super::memory::Bytes;

/// The time between two readings of any clock, if the clocks do not measure.
static TICK: OnceLock<Duration> = OnceLock::new();

thread_local! {
    /// The time of the calling thread by its readings.
    static COUNTED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// From now on, each reading of a thread's clock is that much later than the one before, whatever
/// has happened in between. So a search with a limit of time does the same on every machine.
pub fn count_readings(tick: Duration) {
    let _ = TICK.set(tick);
}

/// The calling thread's time if its readings are counted, or else what a clock says.
fn counted_or(clock: impl FnOnce() -> Duration) -> Duration {
    TICK.get().map_or_else(clock, |tick| {
        COUNTED.set(COUNTED.get() + *tick);
        COUNTED.get()
    })
}

/// The CPU time that the calling thread has used.
pub fn thread_cpu() -> Duration {
    counted_or(|| ThreadTime::now().as_duration())
}

/// The CPU time that all threads of this process have used.
pub fn process_cpu() -> Duration {
    ProcessTime::now().as_duration()
}

/// The time by the wall clock since its first reading.
pub fn wall() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    counted_or(|| START.elapsed())
}

/// Measures the CPU time of the calling thread, from one reading to the next.
pub struct Stopwatch {
    last: Duration,
}

impl Stopwatch {
    /// A stopwatch that runs from now on.
    pub fn start() -> Stopwatch {
        Stopwatch { last: thread_cpu() }
    }

    /// The time since the last lap, or since the start.
    pub fn elapsed(&self) -> Duration {
        thread_cpu().saturating_sub(self.last)
    }

    /// The same, and a new lap begins. One reading of the clock ends a lap and begins the next.
    pub fn lap(&mut self) -> Duration {
        let now = thread_cpu();
        now.saturating_sub(mem::replace(&mut self.last, now))
    }
}

/// The fraction of a time that is used, as a budget's clock returns it: all of it after Ctrl-C, and
/// nothing of an unlimited time.
pub fn fraction_used(used: Duration, time: Option<Duration>) -> f64 {
    match time {
        _ if interrupt::interrupted() => 1.0,
        None => 0.0,
        Some(time) if time.is_zero() => 1.0,
        Some(time) => used.as_secs_f64() / time.as_secs_f64(),
    }
}

pub use system::children_cpu;

/// The most memory that the process has had in use at any time, in bytes. `None` on a system that
/// is not a Unix.
pub fn peak_memory() -> Option<u64> {
    own_peak().or_else(system::peak_memory)
}

/// [`peak_memory`] as people read it.
pub fn peak_memory_text() -> String {
    peak_memory().map_or("unknown memory".into(), |peak| Bytes(peak).to_string())
}

/// The peak as Linux counts it for this program alone. The figure of `getrusage` includes the
/// process before it became this program, such as Cargo.
fn own_peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(unix)]
mod system {
    use std::time::Duration;

    use nix::sys::resource::{getrusage, UsageWho};
    use nix::sys::time::TimeValLike as _;

    /// The CPU time, user and system, of the processes that this one has started and
    /// waited for.
    ///
    /// # Panics
    /// Never on a Unix system.
    pub fn children_cpu() -> Duration {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("a process may ask about its own");
        let times = [usage.user_time(), usage.system_time()];
        times
            .map(|time| Duration::from_micros(time.num_microseconds() as u64))
            .iter()
            .sum()
    }

    pub(super) fn peak_memory() -> Option<u64> {
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        Some(usage.max_rss() as u64 * unit)
    }
}

#[cfg(not(unix))]
mod system {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// The time since the first call: this system does not count its children's CPU time.
    pub fn children_cpu() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    pub(super) fn peak_memory() -> Option<u64> {
        None
    }
}
