//! Numbers of things in words: `1 move`, `12 moves`.

/// A number of things: an `s` is added to the name unless there is exactly one.
pub fn pluralize(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}
