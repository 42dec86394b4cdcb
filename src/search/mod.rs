//! The searches, and how they work together.
//!
//! * [`budget`] is what a search may spend: positions, bytes, time.
//! * [`transposition`] holds the nodes of a search, each position once.
//! * [`open_list`] orders those still to be expanded by f.
//! * [`path`] follows a search's last step back to the root: the line.
//! * [`weights`] are the tuned weights of all searches.
//! * [`astar`] is the search for a first line, for one set of weights.
//! * [`portfolio`] runs several sets of weights in time slices until one finds a line, or
//!   all that can be reached has been seen: a proof that there is none.
//! * [`beam`] keeps the best positions of each depth, to find shorter lines.
//! * [`relaxed`] is A* on the relaxed game, for a lower bound.
//! * [`both`] proves that no line wins under two rulesets.
//! * [`prove`] is A* with an admissible heuristic, to prove lines shortest.
//! * `factored`, for the tools only, proves deals unsolvable by searching two factors of the
//!   game, coupled through the room that they share.
//!
//! No search here allocates in its inner loop but to grow its arena, and none goes on once
//! its budget is spent. What is prepared before a proof (pattern databases) is not counted.
//!
#![doc = include_str!("README.md")]

pub mod astar;
pub mod beam;
pub mod both;
pub mod budget;
#[cfg(feature = "factored")]
pub mod factored;
pub mod open_list;
pub mod path;
pub mod portfolio;
pub mod prove;
pub mod relaxed;
pub mod transposition;
pub mod weights;
