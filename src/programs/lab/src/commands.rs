//! The subcommands, a module each; none of them knows another.

pub mod bench;
pub mod cells;
pub mod check;
pub mod curve;
pub mod deal;
pub mod diagnose;
pub mod find;
pub mod hint;
pub mod page;
pub mod play;
pub mod range;
pub mod replay;
pub mod shortest;
pub mod solve;
pub mod translate;
pub mod tune;
pub mod verify;
