//! The budget of searches: positions, memory, time.

use crate::search::outcome::StopReason;

/// A budget that one or several searches in a row draw on. It may have other limits for shorter
/// lines than for a first one.
pub struct Budget<'a> {
    /// The number of positions at which searches stop, those already expanded included.
    pub(super) positions: u64,
    /// The most bytes that a search may hold at once.
    pub bytes: usize,
    /// The number of positions expanded.
    pub(super) expanded: u64,
    /// The time that is used.
    clock: Option<&'a mut dyn FnMut() -> f64>,
    /// The time at which it is up, by that clock, and the one once a line is known.
    deadline: f64,
    deadline_with_line: f64,
    /// The positions that may be expanded from then on, if that is another limit.
    positions_with_line: Option<u64>,
    is_over: bool,
    /// Hears of each layer that a proof begins.
    watcher: Option<&'a mut dyn FnMut(Layer)>,
    /// The fraction used and the positions expanded at the last sample of the rate.
    sampled: (f64, u64),
    /// Moving average of (time fraction, positions), halved at each sample.
    recent: (f64, f64),
}

/// A layer of a proof: the positions with the same f, the fewest moves of a line through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// That number of moves: no line is shorter.
    pub moves: usize,
    /// The bytes that the proof's positions take when the layer begins.
    pub bytes: usize,
    /// About how many they will take when it ends, if the layers before tell.
    pub forecast: Option<usize>,
}

/// A part of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The most positions.
    pub positions: u64,
    /// The most bytes.
    pub bytes: usize,
    /// The fraction of what is left of the time, and of the positions if they are limited.
    pub share: f64,
}

/// The number of positions between two polls of the clock: tens of microseconds optimised,
/// half a millisecond at opt-level 0.
const POLL_INTERVAL: u64 = 1 << 6;

/// The fewest positions of a sample of the rate. Time in which fewer were expanded went to
/// something else, such as filling a pattern database.
const LEAST_SAMPLE: u64 = 8;

impl<'a> Budget<'a> {
    /// A budget without limits.
    pub fn unlimited() -> Budget<'a> {
        Budget {
            positions: u64::MAX,
            bytes: usize::MAX,
            expanded: 0,
            clock: None,
            deadline: 1.0,
            deadline_with_line: 1.0,
            positions_with_line: None,
            is_over: false,
            watcher: None,
            sampled: (0.0, 0),
            recent: (0.0, 0.0),
        }
    }

    /// A budget of time alone. The clock returns the fraction of the time that is used, 1 or
    /// more when it is up, and is polled every few dozen positions.
    pub fn with_clock(clock: &'a mut dyn FnMut() -> f64) -> Budget<'a> {
        Budget {
            clock: Some(clock),
            ..Budget::unlimited()
        }
    }

    /// A budget of time with one deadline for a first line and, once that [is
    /// known](Budget::line_is_known), another for shorter ones. The clock returns the time in the
    /// unit of the deadlines.
    pub fn with_deadlines(
        clock: &'a mut dyn FnMut() -> f64,
        without_line: f64,
        with_line: f64,
    ) -> Budget<'a> {
        Budget {
            deadline: without_line,
            deadline_with_line: with_line,
            ..Budget::with_clock(clock)
        }
    }

    /// A budget of positions and memory, without a limit of time.
    pub fn limited(positions: u64, bytes: usize) -> Budget<'a> {
        Budget {
            positions,
            bytes,
            ..Budget::unlimited()
        }
    }

    /// From now on, a proof says which layer it begins, and what memory that may take.
    pub fn watch_layers(&mut self, watcher: &'a mut dyn FnMut(Layer)) {
        self.watcher = Some(watcher);
    }

    /// Says that a proof begins a layer.
    pub(super) fn begin_layer(&mut self, layer: Layer) {
        if let Some(watcher) = &mut self.watcher {
            watcher(layer);
        }
    }

    /// Limits the positions: searches may expand this number more.
    pub fn limit_positions(&mut self, more: u64) {
        self.positions = self.expanded.saturating_add(more);
    }

    /// Limits the positions once a line is known: then searches may expand this number more,
    /// whatever the limit was before.
    pub fn limit_positions_with_line(&mut self, more: u64) {
        self.positions_with_line = Some(more);
    }

    /// From now on the limits are those for shorter lines.
    pub fn line_is_known(&mut self) {
        self.deadline = self.deadline_with_line;
        if let Some(more) = self.positions_with_line {
            self.limit_positions(more);
        }
    }

    /// Runs a search in a budget of its own, which is part of this one and ends when this one does.
    pub fn within<T>(&mut self, part: Part, search: impl FnOnce(&mut Budget) -> T) -> T {
        let from = self.used();
        let time = part.share * (1.0 - from);
        let mut positions = self.positions_left();
        if part.share < 1.0 {
            positions = (positions as f64 * part.share) as u64;
        }
        let positions = part.positions.min(positions);
        let bytes = part.bytes.min(self.bytes);
        let mut clock = || {
            if time > 0.0 {
                (self.used() - from) / time
            } else {
                1.0
            }
        };
        let mut budget = Budget {
            clock: Some(&mut clock),
            ..Budget::limited(positions, bytes)
        };
        let result = search(&mut budget);
        self.expanded += budget.expanded;
        result
    }

    /// The number of positions expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether the limit of positions is reached.
    pub fn is_out_of_positions(&self) -> bool {
        self.expanded >= self.positions
    }

    /// Accounts for one more position.
    ///
    /// # Errors
    /// The budget is spent: [`StopReason::Positions`] or [`StopReason::Time`].
    #[inline(always)]
    pub fn spend(&mut self) -> Result<(), StopReason> {
        if self.expanded >= self.positions {
            return Err(StopReason::Positions);
        }
        let is_poll = self.expanded & (POLL_INTERVAL - 1) == 0;
        if is_poll && self.used() >= 1.0 || self.is_over {
            return Err(StopReason::Time);
        }
        self.expanded += 1;
        Ok(())
    }

    /// Accounts for many positions at once, which have been visited already: the search goes over
    /// its limit by what it visits between two calls.
    ///
    /// # Errors
    /// The budget is spent, as in [`spend`](Budget::spend).
    pub fn spend_many(&mut self, positions: u64) -> Result<(), StopReason> {
        let before = self.expanded;
        self.expanded = before.saturating_add(positions);
        if self.expanded >= self.positions {
            return Err(StopReason::Positions);
        }
        let is_poll = before == 0 || before / POLL_INTERVAL != self.expanded / POLL_INTERVAL;
        if is_poll && self.used() >= 1.0 || self.is_over {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// Whether the budget is spent.
    ///
    /// # Errors
    /// It is, as in [`spend`](Budget::spend).
    pub fn check(&mut self) -> Result<(), StopReason> {
        if self.used() < 1.0 && !self.is_out_of_positions() {
            return Ok(());
        }
        Err(self.limit())
    }

    /// The limit that ends a search which has used up the budget.
    pub fn limit(&self) -> StopReason {
        if self.is_out_of_positions() {
            StopReason::Positions
        } else {
            StopReason::Time
        }
    }

    /// The number of positions that can still be expanded before the limit of positions.
    pub fn positions_left(&self) -> u64 {
        self.positions.saturating_sub(self.expanded)
    }

    /// The fraction of the budget that is used, in time or in positions, whichever is more;
    /// from 1 on, it is spent.
    pub fn used(&mut self) -> f64 {
        let time = self.clock.as_mut().map_or(0.0, |clock| clock()) / self.deadline;
        self.is_over |= time >= 1.0;
        time.max(self.expanded as f64 / self.positions as f64)
    }

    /// The number of positions that can still be expanded, at the recent rate (log: "width by the
    /// recent rate"), until a fraction of the budget is used.
    pub fn positions_until(&mut self, fraction: f64) -> f64 {
        let used = self.used();
        let positions = self.expanded - self.sampled.1;
        if positions >= LEAST_SAMPLE || self.recent.0 == 0.0 {
            self.recent.0 = self.recent.0 / 2.0 + (used - self.sampled.0);
            self.recent.1 = self.recent.1 / 2.0 + positions as f64;
        }
        self.sampled = (used, self.expanded);
        // The rate is unknown if nothing has been expanded yet.
        let rate = if self.recent.0 > 0.0 {
            self.recent.1 / self.recent.0
        } else {
            self.positions as f64
        };
        (fraction - used).max(0.0) * rate
    }
}
