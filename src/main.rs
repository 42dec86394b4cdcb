//! The bot as a program: arguments, standard input, output and error, the exit
//! status.
//!
//! With `FREECELL_POSITIONS=N` it expands N positions a turn instead of watching
//! the clock, so that its answers are the same on every machine.

use std::env;
use std::error::Error;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use freecell::bot::{self, TurnLimits};

/// The package's version, which the merged file has no Cargo to ask for.
const VERSION: &str = "0.1.0";

const HELP: &str = "\
Plays CodinGame's FreeCell puzzle: answers turns of 14 lines with lines of moves.

Usage: freecell [--help | --version] < turn.txt

FREECELL_POSITIONS=N limits the positions searched in a turn instead of the time.
Exit status: 0 the input has ended, 2 wrong usage or input.
";

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
    if let Some(argument) = env::args_os().nth(1) {
        return answer(&argument.to_string_lossy());
    }
    let (mut input, mut typed) = (io::stdin().lock(), Vec::new());
    if input.is_terminal() {
        let _ = writeln!(
            io::stderr(),
            "waiting for a turn's 14 lines; see freecell --help"
        );
        // A turn that is typed takes long. Its clock starts when all of it is there.
        for _ in 0..14 {
            input.read_until(b'\n', &mut typed)?;
        }
    }
    let limits = TurnLimits {
        positions: positions()?,
        ..TurnLimits::default()
    };
    bot::play(
        typed.chain(input),
        io::stdout().lock(),
        io::stderr(),
        &limits,
        &|| start.elapsed(),
    )
}

/// Responds to an argument instead of playing.
fn answer(argument: &str) -> Result<(), Box<dyn Error>> {
    let text = match argument {
        "-h" | "--help" => HELP.to_owned(),
        "-V" | "--version" => {
            let (arch, system) = (env::consts::ARCH, env::consts::OS);
            format!("freecell {VERSION} ({arch}-{system})\n")
        }
        _ => return Err(format!("unexpected argument {argument:?}; freecell --help").into()),
    };
    match io::stdout().write_all(text.as_bytes()) {
        // A reader who closes the pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

fn positions() -> Result<Option<u64>, String> {
    let Some(text) = env::var_os("FREECELL_POSITIONS") else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let error = |_| format!("FREECELL_POSITIONS: found {text:?}, expected a number of positions");
    text.parse().map(Some).map_err(error)
}
