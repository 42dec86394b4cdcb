//! Positions to look at, the most promising first.

/// A queue by worth, a whole number: the least comes first, and of equals the last
/// that came. (A bucket queue.)
#[derive(Default)]
pub struct Queue {
    buckets: Vec<Vec<u32>>,
    /// No bucket before this one holds anything.
    best: usize,
}

impl Queue {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.best = 0;
    }

    /// Adds the place of a position.
    pub fn push(&mut self, worth: usize, place: u32) {
        if worth >= self.buckets.len() {
            self.buckets.resize(worth + 1, Vec::new());
        }
        self.buckets[worth].push(place);
        self.best = self.best.min(worth);
    }

    /// Takes the one that comes first.
    pub fn pop(&mut self) -> Option<u32> {
        let mut buckets = self.buckets.iter_mut().enumerate().skip(self.best);
        let (worth, place) = buckets.find_map(|(worth, bucket)| Some((worth, bucket.pop()?)))?;
        self.best = worth;
        Some(place)
    }
}
