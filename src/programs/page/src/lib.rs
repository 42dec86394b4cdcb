//! What whoever writes a page needs: [`play`] is the page to play on, around a module that
//! [`module`] has compiled, [`replay`] the page that plays a line, and [`steps`] what each move
//! moves, as both read it.

#[cfg(not(target_family = "wasm"))]
pub mod module;
#[cfg(not(target_family = "wasm"))]
pub mod play;
pub mod replay;
pub mod steps;
mod web;

pub use web::is_page;
