//! Code that several subcommands need; nothing here knows a subcommand.
//!
//! For their arguments: [`source`] reads one table, [`mod@line`] a line of moves, [`rulesets`]
//! rulesets, [`programs`] the programs that people play in. For their work: [`solver`] runs the
//! library's searches, in [`mod@free_memory`]. For their output: [`statistics`] sums up
//! measurements, [`mod@row`] is what `range` finds out about a deal, [`refused`] what is wrong with
//! rows, [`remarks`] what was left out of a file, [`replay`] a line as its page plays it, [`steps`]
//! a line in words.

pub mod free_memory;
pub mod line;
pub mod programs;
pub mod refused;
pub mod remarks;
pub mod replay;
pub mod row;
pub mod rulesets;
pub mod solver;
pub mod source;
pub mod statistics;
pub mod steps;
