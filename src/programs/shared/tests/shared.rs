//! Code that the programs share: times, amounts of memory, and work on several threads.

use std::thread;
use std::time::Duration;

use shared::clock::{peak_memory, process_cpu, thread_cpu, Stopwatch};
use shared::memory::Bytes;
use shared::{duration, jobs};

#[test]
fn cpu_time_and_memory_are_measured() {
    let (thread, process) = (thread_cpu(), process_cpu());
    while thread_cpu() == thread {}
    assert!(process_cpu() > process);
    assert!(cfg!(not(unix)) || peak_memory() > Some(100_000));
}

#[test]
fn laps_of_a_stopwatch_follow_each_other_without_a_gap() {
    let before = thread_cpu();
    let mut stopwatch = Stopwatch::start();
    let started = thread_cpu();
    let mut laps = Duration::ZERO;
    for _ in 0..3 {
        while stopwatch.elapsed() < Duration::from_millis(1) {}
        laps += stopwatch.lap();
    }
    let end = thread_cpu();
    let measured = laps + stopwatch.elapsed();
    assert!(measured >= end.saturating_sub(started));
    assert!(measured <= thread_cpu().saturating_sub(before));
}

#[test]
fn a_length_of_time_needs_a_unit_and_may_be_a_fraction() {
    assert_eq!(
        duration::parse("500ms").unwrap(),
        Duration::from_millis(500)
    );
    assert_eq!(
        duration::parse("1.5s").unwrap(),
        Duration::from_millis(1500)
    );
    assert_eq!(duration::parse("5m").unwrap(), Duration::from_secs(300));
    assert_eq!(duration::parse("1h").unwrap(), Duration::from_secs(3600));
    assert_eq!(duration::parse("1m30s").unwrap(), Duration::from_secs(90));
    assert_eq!(duration::parse("0ms").unwrap(), Duration::ZERO);
    assert_eq!(
        duration::parse("2d").unwrap(),
        Duration::from_secs(48 * 3600)
    );
    for text in ["", "500", "s", "ms", "-1s", "5M", "1m30", "nans", "infs"] {
        assert!(duration::parse(text).is_err(), "{text}");
    }
}

#[test]
fn amounts_are_read_with_and_without_units() {
    for (text, bytes) in [
        ("512M", 512 << 20),
        ("2g", 2 << 30),
        ("64k", 65_536),
        ("1.5G", 3 << 29),
        ("1T", 1 << 40),
        ("7MiB", 7 << 20),
        ("7", 7),
    ] {
        assert_eq!(text.parse::<Bytes>().unwrap(), Bytes(bytes));
    }
    assert_eq!(Bytes(512 << 20).to_string(), "512 MiB");
    for text in ["", "M", "1P", "-1", "1.5.G", "infG", "99999999999G"] {
        assert!(text.parse::<Bytes>().is_err(), "{text}");
    }
}

#[test]
fn threads_are_limited_by_the_cores_and_by_the_work() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    assert_eq!(jobs::sensible(60_000, None), 4 * cores);
    assert_eq!(jobs::sensible(60_000, Some(usize::MAX)), 4 * cores);
    assert_eq!(jobs::sensible(4, Some(3)), 3);
    assert_eq!(jobs::sensible(4, Some(0)), 1);
    assert_eq!(jobs::sensible(1, None), 1);
}

#[test]
fn one_thread_delivers_every_result_in_order() {
    for jobs in [1, 3] {
        let mut squares = Vec::new();
        let take = |square| {
            squares.push(square);
            Ok(())
        };
        let square = |(): &mut (), number| number * number;
        jobs::run(jobs, 1..=100_u32, || (), square, take).unwrap();
        if jobs > 1 {
            squares.sort_unstable();
        }
        let expected: Vec<u32> = (1..=100).map(|number| number * number).collect();
        assert_eq!(squares, expected);
    }
}

#[test]
fn an_error_ends_endless_work() {
    let error = jobs::run(
        2,
        0_u64..,
        || (),
        |(), number| number,
        |_| anyhow::bail!("enough"),
    );
    assert_eq!(error.unwrap_err().to_string(), "enough");
}
