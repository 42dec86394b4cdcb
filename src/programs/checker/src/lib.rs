//! Claims about a table, checked by the referee's rules alone.
//!
//! A solver that says "no solution" asks to be believed: its boards, its hashes, the moves it
//! leaves out and the bound it cuts by must all be right. This checker asks for less. It shares
//! with the library what a table is ([`freecell::card`], [`freecell::table`]), what a deal is
//! ([`freecell::deal`]), and the plain rules ([`freecell::referee`], [`freecell::ruleset`]); it has
//! no estimate, no bound and no pruning, and hashes decide nothing. The modules that search are
//! closed to it: this package does not ask for the library's feature `internals`, and is built by
//! itself in `.ci/run`, so the compiler sees to that. What has to be believed, apart from the
//! referee, is in this package: `key` packs tables without loss, `store` is a set of keys,
//! [`claimed_game`] asks the referee for what follows a table, and [`search`] visits everything
//! that can be reached. [`limits`] says when to stop.

pub mod claimed_game;
mod key;
pub mod limits;
pub mod search;
mod store;
