//! The page to play on: the module's requests and responses, and what a person can do
//! on the page in a real browser.
//!
//! The browser's tests need the module, built by `.ci/wasm` or by Cargo, and named by
//! `FREECELL_WASM`; without it or without Chromium they are skipped.

mod counts;
mod expected;
mod faults;
mod figures;
mod firefox;
mod knows;
mod looks;
mod messages;
mod module;
mod motion;
mod play;
mod scripts;
mod table;
