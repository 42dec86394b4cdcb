//! The page to play on: the module's questions and answers, and what a person can do
//! on the page in a real browser.
//!
//! The browser's tests need the module, built by `.ci/wasm` or by Cargo, and named by
//! `FREECELL_WASM`; without it or without Chromium they are skipped.

mod figures;
mod knows;
mod module;
mod play;
mod table;
