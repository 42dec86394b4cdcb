//! The bot as a program: standard input, output and error, the exit status.
//!
//! With `FREECELL_POSITIONS=N` it expands N positions a turn instead of watching
//! the clock, so that its answers are the same on every machine.

use std::env;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use freecell::bot::{self, Limits};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error cannot be written to, only the status reports the failure.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let limits = Limits {
        positions: positions()?,
        ..Limits::default()
    };
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    bot::play(input, output, io::stderr(), &limits, &|| start.elapsed())
}

fn positions() -> Result<Option<u64>, String> {
    let Some(text) = env::var_os("FREECELL_POSITIONS") else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let refusal = |_| format!("FREECELL_POSITIONS: found {text:?}, expected a number of positions");
    text.parse().map(Some).map_err(refusal)
}
