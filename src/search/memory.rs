//! Memory that the system may refuse, as it does under `ulimit -v`.
//!
//! A search asks before a table grows. If the memory is not to be had, that ends the search as any
//! other limit does, with what is known by then; the allocation itself would end the program.

use std::hint::black_box;
use std::mem::size_of;

use crate::search::outcome::StopReason;

/// What must be left for all that nobody asks for in advance: pattern databases, the first slots
/// of other searches, the answer's text. (On WebAssembly a request is never given back, and every
/// allocation counts.)
const SPARE: usize = if cfg!(target_family = "wasm") {
    0
} else {
    40 << 20
};

/// No question is asked about less than this, which is spared.
const LITTLE: usize = 1 << 20;

/// Whether the system grants this many bytes more.
pub fn is_available(bytes: usize) -> bool {
    if bytes < LITTLE {
        return true;
    }
    is_granted(bytes.saturating_add(SPARE))
}

/// Whether the system would not refuse another search.
pub fn is_left() -> bool {
    is_granted(SPARE.max(LITTLE))
}

/// The most bytes up to a limit that the system grants, to about a tenth.
pub fn available(limit: usize) -> usize {
    let mut bytes = limit;
    while bytes > LITTLE && !is_granted(bytes.saturating_add(SPARE)) {
        bytes -= bytes / 8;
    }
    bytes
}

fn is_granted(bytes: usize) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    let is_granted = probe.try_reserve_exact(bytes).is_ok();
    // Else the compiler may leave the allocation out, as nothing is stored there.
    black_box(&probe);
    is_granted
}

/// Reserves room for `more` items, so that pushing them allocates nothing.
///
/// # Errors
/// The system refuses the memory.
#[inline(always)]
pub fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
    if items.capacity() - items.len() >= more {
        return Ok(());
    }
    grow(items, more)
}

#[cold]
fn grow<T>(items: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
    // While the items are moved, the old allocation is held as well.
    let capacity = (2 * items.capacity()).max(items.len() + more);
    if !is_available(capacity * size_of::<T>()) {
        return Err(StopReason::Bytes);
    }
    // Another search may have taken what was available.
    items.try_reserve(more).map_err(|_| StopReason::Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused() {
        assert!(is_available(LITTLE));
        assert!(!is_available(usize::MAX / 2));
        assert!(available(usize::MAX / 2) < usize::MAX / 2);
        let mut items = vec![0_u64];
        assert_eq!(reserve(&mut items, usize::MAX >> 5), Err(StopReason::Bytes));
        assert_eq!(reserve(&mut items, 100), Ok(()));
        assert!(items.capacity() > 100);
    }
}
