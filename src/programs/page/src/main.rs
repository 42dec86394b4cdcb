//! The module inside the page that `cargo lab page` writes: this crate, compiled to
//! WebAssembly, behind an interface of requests and responses in plain text.
//!
//! The page's scripts draw cards and know no rules. Whatever has to do with rules, deals, formats
//! or solutions they request from this module, with a verb and a text ([`interface`]). [`pasted`]
//! reads whatever people paste; [`address`] is a game as one short text, which the page's address
//! ends in; [`rules`] are those that can be chosen; [`game`] has the referee play it; [`words`]
//! says why a move is illegal, [`engine`] analyses a game slice by slice, [`lengths`] has what was
//! proved before, [`cells`] has games with fewer cells. `exports` has the functions for
//! WebAssembly, the only place where the word `unsafe` is needed.
//!
//! The page itself, its markup, style and scripts, is beside this file: `play/` has
//! the page to play on, `replay/` the one that plays a line, `common/` what both
//! share. The lab puts each into one file.
//!
//! Run natively, the program handles the same requests: each line of standard input
//! is one, as a JSON text, and each line of standard output its response. So tests and
//! measurements need no browser.

#![deny(unsafe_code)]

mod address;
mod cells;
mod engine;
#[cfg(target_family = "wasm")]
mod exports;
mod game;
mod interface;
mod lengths;
mod pasted;
mod rules;
mod words;

use std::io::{stdin, stdout, BufRead as _, ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use interface::Interface;

fn main() -> ExitCode {
    match respond_to_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn respond_to_all() -> Result<()> {
    let mut interface = Interface::default();
    let mut out = stdout().lock();
    for (index, line) in stdin().lock().lines().enumerate() {
        let request: String = serde_json::from_str(&line?)
            .with_context(|| format!("line {}: expected a JSON text", index + 1))?;
        writeln!(out, "{}", interface.respond(&request))?;
    }
    Ok(())
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
