//! Search.
pub mod astar;
