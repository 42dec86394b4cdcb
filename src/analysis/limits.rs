//! What an analysis may spend.

use std::fmt;
use std::time::{Duration, Instant};

/// What a run of an [`Analysis`](crate::Analysis) may spend: positions, memory, time. It ends at
/// the limit that is reached first.
///
/// ```
/// use std::time::Duration;
/// use freecell::Limits;
///
/// let limits = Limits::positions(1_000_000)
///     .bytes(100 << 20)
///     .time(Duration::from_secs(2));
/// # let _ = limits;
/// ```
#[derive(Clone, Copy)]
#[must_use]
pub struct Limits<'a> {
    pub(super) positions: u64,
    pub(super) bytes: usize,
    pub(super) deadline: Option<Instant>,
    pub(super) is_interrupted: Option<&'a dyn Fn() -> bool>,
}

/// The bytes that each search may hold if no other limit is given.
const BYTES: usize = 512 << 20;

impl<'a> Limits<'a> {
    /// At most so many positions. Without a limit of time, the same runs give the same answers on
    /// every machine.
    pub const fn positions(positions: u64) -> Limits<'a> {
        Limits {
            positions,
            bytes: BYTES,
            deadline: None,
            is_interrupted: None,
        }
    }

    /// No limit but that of memory. Most tables are settled sooner or later.
    pub const fn unlimited() -> Limits<'a> {
        Limits::positions(u64::MAX)
    }

    /// The most bytes that each search may hold; there are a few. The default is 512 MiB.
    pub const fn bytes(self, bytes: usize) -> Limits<'a> {
        Limits { bytes, ..self }
    }

    /// At most so much time, from now on. (The preparation of a proof, about a tenth of a second,
    /// is not interrupted.)
    pub fn time(self, time: Duration) -> Limits<'a> {
        let deadline = Instant::now().checked_add(time);
        Limits { deadline, ..self }
    }

    /// No longer than until this moment.
    pub const fn until(self, deadline: Instant) -> Limits<'a> {
        Limits {
            deadline: Some(deadline),
            ..self
        }
    }

    /// No longer than until the function, which is called every few dozen positions, says that
    /// the run is interrupted.
    pub const fn interrupted_by(self, is_interrupted: &'a dyn Fn() -> bool) -> Limits<'a> {
        Limits {
            is_interrupted: Some(is_interrupted),
            ..self
        }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("positions", &self.positions)
            .field("bytes", &self.bytes)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
