//! The page to play on: the module's requests and responses, and what a person can do
//! on the page in a real browser.
//!
//! The browser's tests need the module, built by `.ci/wasm` or by Cargo, and named by
//! `FREECELL_WASM`; without it or without Chromium they are skipped.

mod after;
mod cells;
mod counts;
mod daily;
mod expected;
mod faults;
mod figures;
mod firefox;
mod install;
mod knows;
mod languages;
mod looks;
mod messages;
mod module;
mod motion;
mod play;
mod player;
mod programs;
mod rules;
mod scripts;
mod settings;
mod table;
