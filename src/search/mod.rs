//! Search.
pub mod astar;
pub mod beam;
