//! The page to play on: the module's questions and answers, and what a person can do
//! on the page in a real browser.
//!
//! The browser's tests need the module, built by `.ci/wasm` or by Cargo, and named by
//! `FREECELL_WASM`; without it or without Chromium they are skipped.

#![cfg(all(feature = "tools", feature = "page"))]

#[path = "../lab/browser.rs"]
#[allow(dead_code, reason = "some of it serves the replay's tests")]
mod browser;
mod figures;
mod knows;
mod module;
mod play;
mod table;
#[path = "../tools/mod.rs"]
#[allow(dead_code, reason = "the record is read elsewhere")]
mod tools;
