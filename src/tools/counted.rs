//! Counted things in words: `1 move`, `12 moves`.

/// So many things of that name, which takes an s where there is more than one or none.
pub fn counted(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}
