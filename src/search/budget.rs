//! What a search may spend: positions, bytes, time.

use std::fmt;

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It expanded as many positions as it may.
    Positions,
    /// It would need more memory than it may use.
    Bytes,
    /// Its time was up.
    Time,
    /// Its beam had no room for every position.
    Width,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Positions => "position limit reached",
            StopReason::Bytes => "memory limit reached",
            StopReason::Time => "time limit reached",
            StopReason::Width => "beam too narrow",
        })
    }
}

/// A budget that one or several searches in a row draw on.
pub struct Budget<'a> {
    /// How many positions may be expanded in all.
    pub positions: u64,
    /// How many bytes a search may hold at once.
    pub bytes: usize,
    /// How many positions have been expanded.
    pub expanded: u64,
    /// The share of the time that is used: 1 or more when it is up.
    clock: &'a mut dyn FnMut() -> f64,
    is_over: bool,
    /// The share that was used, and the positions that were expanded, when the rate was last
    /// asked for.
    last: (f64, u64),
    /// What was spent lately, by which the rate goes: a share, and the positions for it.
    lately: (f64, f64),
}

/// How many positions are expanded between two looks at the clock: some 50 microseconds
/// optimised, half a millisecond at opt-level 0.
const LOOK_EVERY: u64 = 64;

/// Time in which fewer positions than these were expanded went to something else, and does not
/// count in the rate.
const SAMPLE: u64 = 8;

impl<'a> Budget<'a> {
    /// A budget of time alone. The clock returns the share of the time that is used, 1 or
    /// more when it is up, and is asked now and then.
    pub fn of_time(clock: &'a mut dyn FnMut() -> f64) -> Budget<'a> {
        Budget {
            positions: u64::MAX,
            bytes: usize::MAX,
            expanded: 0,
            clock,
            is_over: false,
            last: (0.0, 0),
            lately: (0.0, 0.0),
        }
    }

    /// Accounts for one more position, or says why it cannot be expanded.
    ///
    /// # Errors
    /// The budget is spent: [`StopReason::Positions`] or [`StopReason::Time`].
    #[inline(always)]
    pub fn spend(&mut self) -> Result<(), StopReason> {
        if self.expanded >= self.positions {
            return Err(StopReason::Positions);
        }
        if self.expanded % LOOK_EVERY == 0 && self.used() >= 1.0 || self.is_over {
            return Err(StopReason::Time);
        }
        self.expanded += 1;
        Ok(())
    }

    /// The share of the budget that is used, in time or in positions, whichever is more;
    /// from 1 on, it is spent.
    pub fn used(&mut self) -> f64 {
        let time = (self.clock)();
        self.is_over |= time >= 1.0;
        time.max(self.expanded as f64 / self.positions as f64)
    }

    /// How many more positions can be expanded, at the rate of late (row 34 of the table in
    /// `src/search/README.md`), until a share of the budget is used.
    pub fn positions_until(&mut self, share: f64) -> f64 {
        let used = self.used();
        let positions = self.expanded - self.last.1;
        if positions >= SAMPLE || self.lately.0 == 0.0 {
            self.lately.0 = self.lately.0 / 2.0 + (used - self.last.0);
            self.lately.1 = self.lately.1 / 2.0 + positions as f64;
        }
        self.last = (used, self.expanded);
        (share - used).max(0.0) * self.lately.1 / self.lately.0
    }
}
