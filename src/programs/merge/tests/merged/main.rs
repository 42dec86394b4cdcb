//! The merger, as a player would use it: on small sample crates for what it
//! refuses and resolves, and on the bot itself.

mod bot;
mod compilers;
mod files;
mod printed;
mod refusals;
mod sample;
mod samples;
