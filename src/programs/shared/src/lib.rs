//! Code that the programs share which work long or on many deals: subcommands and lists of deals,
//! remarks and progress, work on several threads, tables of results. What every program with a
//! command line needs is in the crate `cli`.

pub mod clock;
pub mod commands;
pub mod deals;
pub mod duration;
pub mod generate;
pub mod interrupt;
pub mod jobs;
pub mod lock;
pub mod many;
pub mod memory;
pub mod note;
pub mod progress;
pub mod row_file;
pub mod table_file;
