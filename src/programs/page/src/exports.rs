//! The functions that WebAssembly exports: a request comes in as bytes, a response
//! goes out.
//!
//! The page allocates a buffer, writes its request there, calls `respond` and reads
//! the response from the buffer. Both sides take turns on one thread, so one buffer
//! serves both.

// A function that WebAssembly exports must keep its name. The attribute for that counts as unsafe,
// because two items of one name would be linked as one; no other item has one of these three names.
// Everything else here is safe code.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::interface::Interface;

#[derive(Default)]
struct State {
    interface: Interface,
    bytes: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Allocates a buffer of that many bytes for a request and returns its address.
#[no_mangle]
extern "C" fn allocate(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.bytes.clear();
        state.bytes.resize(length, 0);
        state.bytes.as_mut_ptr()
    })
}

/// Handles the request in the buffer and returns the response's length in bytes.
#[no_mangle]
extern "C" fn respond() -> usize {
    STATE.with_borrow_mut(|state| {
        let request = String::from_utf8_lossy(&state.bytes);
        state.bytes = state.interface.respond(&request).into_bytes();
        state.bytes.len()
    })
}

/// Returns the response's address, which is valid until the next request.
#[no_mangle]
extern "C" fn response() -> *const u8 {
    STATE.with_borrow(|state| state.bytes.as_ptr())
}
