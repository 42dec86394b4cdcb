//! The search: A* over positions, f = g + w·h with g in moves, and the same by beam search.
//!
//! * [`budget`] is what a search may spend: positions, bytes, time.
//! * [`transposition`] keeps the positions met, each once, with how it was reached.
//! * [`open_list`] orders those still to be expanded by f.
//! * [`astar`] is the search itself, for one set of weights.
//! * [`portfolio`] takes several sets of weights in turns until one finds a line,
//!   or all that can be reached has been seen: a proof that there is none.
//! * [`beam`] keeps the best of each g, to find shorter lines.
//! * [`prove`] is A* with an admissible estimate, to prove lines shortest.
//!
//! No search here allocates in its inner loop but to grow its arena, and none
//! goes on once its budget is spent.

pub mod astar;
pub mod beam;
pub mod budget;
pub mod open_list;
pub mod portfolio;
pub mod prove;
pub mod transposition;
