//! Code that the tests of the programs share.

pub mod browser;
pub mod lab;
pub mod motion;
pub mod record;
pub mod skipped;
