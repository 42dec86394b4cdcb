//! The cost of work: CPU time and memory, which other programs on the machine
//! disturb less than the time on the wall clock.

use std::fs;
use std::time::Duration;

use nix::sys::resource::{getrusage, UsageWho};
use nix::sys::time::TimeValLike as _;
use nix::time::ClockId;

use super::interrupt;

/// The CPU time that the calling thread has used.
pub fn thread_cpu() -> Duration {
    now(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// The CPU time that all threads of this process have used.
pub fn process_cpu() -> Duration {
    now(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

fn now(clock: ClockId) -> Duration {
    let time = clock.now().expect("every Unix has clocks of CPU time");
    time.into()
}

/// The fraction of a time that is used, as a budget's clock returns it: after Ctrl-C all of it,
/// and nothing of an unlimited time.
pub fn fraction_used(used: Duration, time: Option<Duration>) -> f64 {
    match time {
        _ if interrupt::interrupted() => 1.0,
        None => 0.0,
        Some(time) if time.is_zero() => 1.0,
        Some(time) => used.as_secs_f64() / time.as_secs_f64(),
    }
}

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

/// The most memory that the process has had in use at any time, in bytes.
///
/// # Panics
/// Never on a Unix system.
pub fn peak_memory() -> u64 {
    own_peak().unwrap_or_else(|| {
        let usage = getrusage(UsageWho::RUSAGE_SELF).expect("a process may ask about itself");
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        usage.max_rss() as u64 * unit
    })
}

/// The peak as Linux counts it for this program alone. What `getrusage` reports
/// there includes the process before it became this program, such as Cargo.
fn own_peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_count_work_and_memory_is_in_use() {
        let (thread, process) = (thread_cpu(), process_cpu());
        while thread_cpu() == thread {}
        assert!(process_cpu() > process);
        assert!(peak_memory() > 100_000);
    }
}
