//! The lab as a user runs it: arguments and files in, output and exit status
//! out.

#![cfg(feature = "tools")]

mod answers;
#[allow(dead_code, reason = "some of it serves the page's tests")]
mod browser;
mod conventions;
mod diagnose;
mod faults;
mod heineman;
mod interrupts;
mod play;
mod prove;
mod replay;
mod shards;
mod solve;
mod tables;
#[path = "../tools/mod.rs"]
#[allow(dead_code, reason = "the record is read elsewhere")]
mod tools;
mod tune;
mod verify;
