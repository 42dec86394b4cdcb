//! Code that the programs under `src/bin/` share and the bot never needs: arguments and exit
//! statuses, remarks and progress, work on several threads, tables of results.
//!
//! It is here rather than beside the programs since each of them is a crate of its own, and the
//! library is what they have in common. The feature `cli` brings in what every program with a
//! command line has. `work` adds what long work needs: threads, progress and Ctrl-C. `commands`
//! adds the rest, for programs of several subcommands, with the crates that it needs.

pub mod cli;
#[cfg(feature = "work")]
pub mod clock;
#[cfg(feature = "commands")]
pub mod commands;
#[cfg(feature = "commands")]
pub mod deals;
#[cfg(feature = "commands")]
pub mod duration;
#[cfg(feature = "commands")]
pub mod generate;
#[cfg(feature = "work")]
pub mod interrupt;
#[cfg(feature = "work")]
pub mod jobs;
#[cfg(feature = "commands")]
pub mod lock;
#[cfg(feature = "work")]
pub mod memory;
#[cfg(feature = "work")]
pub mod note;
#[cfg(any(feature = "commands", feature = "merge"))]
pub mod output;
pub mod pluralize;
#[cfg(feature = "work")]
pub mod progress;
#[cfg(feature = "commands")]
pub mod row_file;
#[cfg(feature = "commands")]
pub mod table_file;
