//! The packed board of all searches.
//!
//! [`delta`] encodes how the cards lie, [`change`] says what a move is, [`board`] makes
//! and unmakes moves, [`key`] the keys, [`order`] the order in which the column's program
//! has its cascades, [`moves`] the column's moves, [`storage`] how positions are kept. The
//! column's judge, [`crate::judge`], has plainer positions and shares nothing
//! with this.

pub mod board;
pub mod change;
pub mod delta;
mod key;
pub mod moves;
mod order;
pub mod storage;
#[cfg(test)]
mod tests;
