//! The rounds of a run: how much each attempt at a deal may spend.
//!
//! Most deals are proved within a second, and a few need a thousand times as much. The work of
//! an attempt that is given up is lost, so the first attempt at each deal is long: a shorter
//! one would save nothing but memory. The deals that are left are tried again, one at a time,
//! with all the memory and eight times the time of the round before, up to the longest time
//! that an attempt may have.

use std::time::Duration;

/// The resources that the attempts of a round may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The CPU time of each.
    pub time: Duration,
    /// The bytes of each.
    pub bytes: u64,
    /// The number that run at a time.
    pub jobs: usize,
}

/// The factor by which time grows from round to round.
const GROWTH: u32 = 8;

/// The rounds, given the time of the first attempts, which is at most the longest; the memory is
/// that of all jobs together.
pub fn rounds(first: Duration, longest: Duration, bytes: u64, jobs: usize) -> Vec<Round> {
    let mut rounds = vec![Round {
        time: first,
        bytes: bytes / jobs as u64,
        jobs,
    }];
    let mut time = first;
    while time < longest || rounds[rounds.len() - 1].bytes < bytes {
        time = time.saturating_mul(GROWTH).min(longest);
        let jobs = 1;
        rounds.push(Round { time, bytes, jobs });
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_round_gets_all_the_time_and_memory() {
        let seconds = Duration::from_secs;
        let times = |first, longest, jobs| -> Vec<(u64, u64, usize)> {
            let rounds = rounds(seconds(first), seconds(longest), 16, jobs);
            let round = |round: &Round| (round.time.as_secs(), round.bytes, round.jobs);
            rounds.iter().map(round).collect()
        };
        let expected = [(5, 8, 2), (40, 16, 1), (320, 16, 1), (1200, 16, 1)];
        assert_eq!(times(5, 1200, 2), expected);
        assert_eq!(times(5, 5, 1), [(5, 16, 1)]);
        assert_eq!(times(5, 5, 2), [(5, 8, 2), (5, 16, 1)]);
    }
}
