//! The other patiences as a user runs them.

#[cfg(feature = "tools")]
mod lucie;
mod shuffling;
