//! The bot as a program: standard input, output and error, the exit status.
//!
//! `FREECELL_POSITIONS=N` makes it expand N positions a turn instead of watching
//! the clock, for answers that are the same on every machine.

use std::io;
use std::process::ExitCode;

use freecell::bot::{self, Limits};

fn main() -> ExitCode {
    let mut limits = Limits::default();
    if let Ok(text) = std::env::var("FREECELL_POSITIONS") {
        limits.positions = text.parse().ok();
        if limits.positions.is_none() {
            eprintln!("FREECELL_POSITIONS: found {text:?}, expected a number of positions");
            return ExitCode::from(2);
        }
    }
    match bot::play(
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr(),
        &limits,
    ) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
