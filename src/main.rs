//! The bot as a program: standard input, output and error, the exit status.
//!
//! `FREECELL_POSITIONS=N` makes it expand N positions a turn instead of watching
//! the clock, for answers that are the same on every machine.

use std::env::{self, VarError};
use std::io::{self, Write};
use std::process::ExitCode;

use freecell::bot::{self, Limits};

fn main() -> ExitCode {
    match limits().and_then(|limits| play(&limits)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Where standard error takes nothing, the status has to say it all.
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

fn limits() -> Result<Limits, String> {
    let positions = match env::var("FREECELL_POSITIONS") {
        Err(VarError::NotPresent) => None,
        Ok(text) => Some(text.parse().map_err(|_| not_positions(&text))?),
        Err(VarError::NotUnicode(text)) => return Err(not_positions(&text.to_string_lossy())),
    };
    Ok(Limits {
        positions,
        ..Limits::default()
    })
}

fn not_positions(text: &str) -> String {
    format!("FREECELL_POSITIONS: found {text:?}, expected a number of positions")
}

fn play(limits: &Limits) -> Result<(), String> {
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    bot::play(input, output, io::stderr(), limits).map_err(|error| error.to_string())
}
