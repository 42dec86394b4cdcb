//! The library's modules through their public interfaces, in the order of the map in
//! `lib.rs`, and the bot as a program.

mod analysis;
mod belief;
mod bot;
mod bound;
mod budget;
mod downstream;
mod exhaustive;
mod factored;
#[cfg(feature = "text")]
mod foreign;
mod heuristic;
#[cfg(feature = "text")]
mod kpat;
#[cfg(feature = "text")]
mod lines;
#[cfg(feature = "text")]
mod numberings;
mod perft;
mod program;
mod protocol;
mod random_play;
mod random_tables;
mod referee;
mod rules;
mod serialization;
mod shortest;
mod small_tables;
mod solve;
mod tables;
mod text;
mod transposition;
mod values;
mod variants;
