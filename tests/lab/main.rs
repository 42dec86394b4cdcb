//! The lab as a user runs it: arguments and files in, output and exit status
//! out.

#![cfg(feature = "tools")]

mod browser;
mod play;
mod replay;
mod solve;
mod tables;
mod tune;
