//! A forecast of the memory that a proof's layer takes, from the layer before.
//!
//! A layer is the positions with the same f. Those that are open when it begins are expanded, and
//! so are their successors of the same f; all that comes of one of them takes about as much memory
//! in a layer as in the next (log: "memory of the next layer"). Where the length of a line is
//! known, the last layer that is stored takes much less, as the next is not.

/// What is known when a layer begins.
#[derive(Clone, Copy)]
pub(super) struct Start {
    /// The bytes that all positions take.
    pub(super) bytes: usize,
    /// The number of open nodes in the layer.
    pub(super) open: usize,
    /// Whether positions of the next layer are not stored.
    pub(super) is_last: bool,
}

/// The fewest nodes of a layer that tells of the next.
const LEAST_OPEN: usize = 1000;

/// What the last layer that is stored takes of what it would take otherwise, and a little more: of
/// nine proofs, 0.05 to 0.13 (log: "memory of the next layer").
const LAST: f64 = 0.15;

/// The layers that have begun.
#[derive(Default)]
pub(super) struct Forecast {
    last: Option<Start>,
    /// The bytes at the end of the last layer that has begun.
    end: Option<usize>,
}

impl Forecast {
    /// Learns that another layer begins.
    pub(super) fn begin(&mut self, now: Start) {
        let before = self.last.replace(now);
        let telling = before.filter(|before| before.open >= LEAST_OPEN);
        self.end = telling.map(|before| {
            let bytes = now.bytes.saturating_sub(before.bytes) as f64;
            let part = if now.is_last { LAST } else { 1.0 };
            now.bytes + (bytes * part * now.open as f64 / before.open as f64) as usize
        });
    }

    /// About the bytes at the end of that layer.
    pub(super) fn end(&self) -> Option<usize> {
        self.end
    }
}
