//! The door for WebAssembly: a question comes in as bytes, an answer goes out.
//!
//! The page asks for room of so many bytes, writes the question there, has it
//! answered, and reads the answer from where it lies. Both sides take turns on one
//! thread, so one buffer does for both.

// A function that WebAssembly exports must keep its name, and an attribute that says
// so counts as unsafe: two items of one name would be linked as one. These three names
// stand nowhere else. Apart from them, all here is safe code.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::interface::Interface;

#[derive(Default)]
struct Door {
    interface: Interface,
    bytes: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// Makes room for a question of that many bytes, and says where.
#[no_mangle]
extern "C" fn room(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.bytes.clear();
        door.bytes.resize(length, 0);
        door.bytes.as_mut_ptr()
    })
}

/// Answers the question that was written there; the answer's length in bytes.
#[no_mangle]
extern "C" fn answer() -> usize {
    DOOR.with_borrow_mut(|door| {
        let question = String::from_utf8_lossy(&door.bytes);
        door.bytes = door.interface.answer(&question).into_bytes();
        door.bytes.len()
    })
}

/// Where the answer lies, until the next question.
#[no_mangle]
extern "C" fn place() -> *const u8 {
    DOOR.with_borrow(|door| door.bytes.as_ptr())
}
