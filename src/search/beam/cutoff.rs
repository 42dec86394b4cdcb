//! The cutoff of a beam: the score up to which candidates are kept.

/// The scores of the best `width` candidates of a depth; lower is better.
#[derive(Default)]
pub struct Cutoff {
    width: u32,
    /// The number of candidates with each score, up to the worst that is kept.
    counts: Vec<u32>,
    total: u32,
    /// Whether scores beyond those counted are refused.
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

    /// The number of candidates that are kept.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Whether candidates were left out, or would be.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether there are `width` better candidates already.
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
        // As soon as the candidates with better scores fill the beam, those with the worst are
        // not needed.
        while self.total - self.counts[self.counts.len() - 1] >= self.width {
            self.total -= self.counts[self.counts.len() - 1];
            self.counts.pop();
            self.is_full = true;
        }
    }

    /// Whether a candidate is kept: if its score is better than the worst one counted, or if
    /// it has that score and the beam is not full of better ones and of earlier ones.
    pub fn takes(&mut self, score: u16) -> bool {
        let worst = self.counts.len() - 1;
        // Of the candidates with the worst score, those in excess are refused first.
        if score as usize == worst && self.total > self.width {
            self.total -= 1;
            return false;
        }
        score as usize <= worst
    }
}
