//! The subcommand `generate`: shell completions and man pages, from what clap knows of the
//! arguments. Packagers call it, so the help does not list it.

use std::fs;
use std::io::{stdout, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Command, ValueEnum};
use clap_complete::Shell;

use crate::tools::commands::Outcome;

/// Print a shell's completions, or write the man pages
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to generate
    #[arg(value_enum)]
    what: What,
    /// The folder for the man pages
    #[arg(short, long, value_name = "FOLDER", default_value = ".")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
    /// Man pages, one for each subcommand
    Man,
}

/// Generates completions or man pages for a command.
///
/// # Errors
/// The output cannot be written.
pub fn run(args: &Args, mut command: Command) -> Result<Outcome> {
    let shell = match args.what {
        What::Bash => {
            stdout().write_all(bash(command).as_bytes())?;
            return Ok(Outcome::Yes);
        }
        What::Elvish => Shell::Elvish,
        What::Fish => Shell::Fish,
        What::Powershell => Shell::PowerShell,
        What::Zsh => Shell::Zsh,
        What::Man => {
            let folder = || args.output.display().to_string();
            fs::create_dir_all(&args.output).with_context(folder)?;
            clap_mangen::generate_to(command, &args.output).with_context(folder)?;
            return Ok(Outcome::Yes);
        }
    };
    stdout().write_all(script(shell, &mut command).as_bytes())?;
    Ok(Outcome::Yes)
}

/// A shell's completions.
fn script(shell: Shell, command: &mut Command) -> String {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Bash's completions. Where a program has a hyphen in its name, clap's have no options
/// of subcommands (clap-rs/clap issue 6421); so these are made for a name without one,
/// and only the commands at the end, which put them to use, are given the real one.
fn bash(command: Command) -> String {
    let name = command.get_name().to_owned();
    let other = name.replace('-', "_");
    let script = script(Shell::Bash, &mut command.name(other.clone()));
    script.replace(&format!(" {other}\n"), &format!(" {name}\n"))
}
