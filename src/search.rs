//! The searches, and how they work together.
//!
//! * [`problem`] is what a search is given, [`outcome`] what it returns, and [`budget`] what
//!   it may spend: positions, memory, time.
//! * [`memory`] asks the system before a table grows.
//! * [`transposition`] holds the nodes of a search, each position once.
//! * [`bucket_queue`] orders those still to be expanded by f, and a beam's candidates.
//! * [`path`] traces a line back from its last step.
//! * [`weights`] are the tuned weights of all searches.
//! * [`astar`] is the search for a first line, for one set of weights.
//! * [`portfolio`] runs several sets of weights in time slices until one finds a line, or
//!   until all reachable positions have been expanded: a proof that no line wins.
//! * [`beam`] keeps the best positions of each depth, to find shorter lines.
//! * [`lower_bound`] is A* on the counting relaxation.
//! * [`exhaustive`] proves that no line wins under two rulesets.
//! * [`factored`] proves that no line wins under any ruleset.
//! * [`prove`] is A* with an admissible heuristic, to prove lines shortest.
//!
//! No search here allocates in its inner loop, except to grow its arena, and none
//! goes on once its budget is spent. What is prepared before a proof (pattern databases) is not
//! counted.
//!
#![doc = include_str!("search/README.md")]

pub mod astar;
pub mod beam;
pub mod bucket_queue;
pub mod budget;
pub mod exhaustive;
pub mod factored;
pub mod lower_bound;
pub mod memory;
pub mod outcome;
pub mod path;
pub mod portfolio;
pub mod problem;
pub mod prove;
pub mod transposition;
pub mod weights;
