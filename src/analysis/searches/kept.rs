//! What searches keep for the last table.

/// What is kept for the last `K` alone.
pub(super) struct Kept<K, T>(Option<Box<(K, T)>>);

impl<K: PartialEq, T: Default> Kept<K, T> {
    /// What is kept for this one: nothing yet, if the last one was another.
    pub(super) fn of(&mut self, this: K) -> &mut T {
        let last = self.0.take().filter(|last| last.0 == this);
        let kept = last.unwrap_or_else(|| Box::new((this, T::default())));
        &mut self.0.insert(kept).1
    }
}

impl<K, T> Default for Kept<K, T> {
    fn default() -> Kept<K, T> {
        Kept(None)
    }
}
