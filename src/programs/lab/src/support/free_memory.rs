//! The memory that the machine has free.

use shared::memory::Bytes;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// What programs may use without taking it from others: nine tenths of what is free, on the machine
/// and in the control group (as of a container). `None` where the system does not say.
pub fn free_memory() -> Option<Bytes> {
    let memory = MemoryRefreshKind::nothing().with_ram();
    let system = System::new_with_specifics(RefreshKind::nothing().with_memory(memory));
    let machine = system.available_memory();
    // What is cached for the group counts as used there, but makes room for programs.
    let group = system.cgroup_limits();
    let group = group.map(|group| group.total_memory.saturating_sub(group.rss));
    let free = group.unwrap_or(machine).min(machine);
    (free > 0).then_some(Bytes(free / 10 * 9))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn no_more_is_free_than_the_system_says() {
        let said = fs::read_to_string("/proc/meminfo").unwrap();
        let total = said.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let kilobytes: u64 = total
            .unwrap()
            .trim()
            .trim_end_matches(" kB")
            .parse()
            .unwrap();
        let free = free_memory().expect("Linux says it").0;
        assert!(free <= kilobytes * 1024 / 10 * 9, "{free}");
        // These tests would not have come so far with less.
        assert!(free > 1 << 20, "{free}");
    }
}
