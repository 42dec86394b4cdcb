//! The library's modules through their public interfaces, in the order of the map in
//! `lib.rs`, and the bot as a program.

mod architecture;
mod belief;
mod bot;
mod bound;
mod budget;
mod downstream;
mod exhaustive;
#[cfg(feature = "factored")]
mod factored;
mod heuristic;
mod perft;
mod protocol;
mod random_play;
mod random_tables;
mod referee;
mod rules;
#[cfg(feature = "work")]
mod serialization;
mod shortest;
mod small_tables;
mod solve;
#[cfg(feature = "text")]
mod text;
#[cfg(feature = "commands")]
mod tools;
mod transposition;
mod values;
mod variants;
