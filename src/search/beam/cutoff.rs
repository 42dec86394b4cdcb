//! The cut-off score of a beam: which candidates are among the best.

/// Which scores are among the best `width` of a depth; the less the better.
#[derive(Default)]
pub struct Cutoff {
    width: u32,
    /// How many candidates have each score, up to the worst that still counts.
    counts: Vec<u32>,
    total: u32,
    /// Whether enough are known to refuse scores beyond those counted.
    is_full: bool,
}

impl Cutoff {
    /// Forgets all candidates, for a beam of a width.
    pub fn begin(&mut self, width: usize) {
        self.width = width as u32;
        self.counts.clear();
        self.total = 0;
        self.is_full = false;
    }

    /// How many candidates are kept.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Whether candidates were left out, or would be.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether there are enough better ones already.
    pub fn refuses(&self, score: u16) -> bool {
        self.is_full && score as usize >= self.counts.len()
    }

    /// Counts a candidate that is not refused.
    pub fn count(&mut self, score: u16) {
        let score = score as usize;
        if score >= self.counts.len() {
            self.counts.resize(score + 1, 0);
        }
        self.counts[score] += 1;
        self.total += 1;
        while self.total - self.counts[self.counts.len() - 1] >= self.width {
            self.total -= self.counts[self.counts.len() - 1];
            self.counts.pop();
            self.is_full = true;
        }
    }

    /// Takes a candidate into the beam: any that scores better than the worst counted, and
    /// of those that score as it does as many as there is room for.
    pub fn takes(&mut self, score: u16) -> bool {
        let worst = self.counts.len() - 1;
        // Those of the worst score that are too many go first.
        if score as usize == worst && self.total > self.width {
            self.total -= 1;
            return false;
        }
        score as usize <= worst
    }
}
