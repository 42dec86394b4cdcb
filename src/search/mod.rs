//! The search: A* over positions, f = g + w·h with g in moves, and the same in layers.
//!
//! * [`budget`] is what a search may spend: positions, bytes, time.
//! * [`nodes`] keeps the positions met, each once, with how it was reached.
//! * [`open`] orders those still to be expanded by f.
//! * [`astar`] is the search itself, for one set of weights.
//! * [`first`] takes several sets of weights in turns until one finds a line,
//!   or all that can be reached has been seen: a proof that there is none.
//! * [`layers`] keeps the best of each g, to find shorter lines.
//! * [`prove`] is A* with an admissible estimate, to prove lines shortest.
//!
//! No search here allocates in its inner loop but to grow its arena, and none
//! goes on once its budget is spent.

pub mod astar;
pub mod budget;
pub mod first;
pub mod layers;
pub mod nodes;
pub mod open;
pub mod prove;
