//! The code that programs of several subcommands share: the options that stand before or after each
//! subcommand, and the exit status.

use std::env;
use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ColorChoice;

use super::{clock, duration, interrupt, note};
use cli::{is_broken_pipe, remark, WRONG};

/// The variable with a time for [`clock::count_readings`].
const TICK: &str = "FREECELL_TICK";

/// The options that every subcommand of a program has.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Common {
    /// Print results and errors, but no remarks and no progress
    #[arg(short, long, global = true)]
    quiet: bool,
    /// When to use colours; auto: on a terminal, unless `NO_COLOR` is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value = "auto"
    )]
    color: ColorChoice,
}

impl Common {
    /// Applies the options to all that is printed from now on, and the variable `FREECELL_TICK` to
    /// all clocks.
    ///
    /// # Errors
    /// The variable has no length of time.
    pub fn apply(self) -> anyhow::Result<()> {
        let choice = match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        if self.quiet {
            note::be_quiet();
        }
        if let Some(tick) = env::var_os(TICK) {
            let tick = duration::positive(&tick.to_string_lossy()).context(TICK)?;
            clock::count_readings(tick);
        }
        Ok(())
    }
}

/// The outcome of a subcommand that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It did what it was asked to do: exit status 0.
    Yes,
    /// The answer is no (not solved, not legal, stopped at a limit): exit
    /// status 1.
    No,
}

impl From<bool> for Outcome {
    fn from(yes: bool) -> Outcome {
        if yes {
            Outcome::Yes
        } else {
            Outcome::No
        }
    }
}

/// An error that is an answer: what a file says is not true. The exit status is 1.
#[derive(Debug)]
pub struct Untrue(pub String);

impl fmt::Display for Untrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Untrue {}

/// The exit status for a subcommand's outcome; an error is printed.
pub fn exit_code(result: anyhow::Result<Outcome>) -> ExitCode {
    match result {
        // An interrupted subcommand has not done what it was asked to do.
        Ok(_) if interrupt::interrupted() => ExitCode::from(1),
        Ok(Outcome::Yes) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        // The reader of a stream of rows has seen enough, before all was done.
        Err(error) if is_broken_pipe(&error) => {
            note!("stopped: nobody reads the rows any more");
            ExitCode::from(1)
        }
        Err(error) => {
            remark(format_args!("error: {error:#}"));
            ExitCode::from(if error.is::<Untrue>() { 1 } else { WRONG })
        }
    }
}
