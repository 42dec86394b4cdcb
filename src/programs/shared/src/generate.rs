//! The subcommand `generate`: shell completions and man pages, from what clap knows of the
//! arguments. Packagers call it, so the help does not list it.

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Command, ValueEnum};
use clap_complete::Shell;

use super::commands::Outcome;
use crate::note;
use cli::output::{is_standard_output, Overwrite};
use cli::stdout;

/// Print a shell's completions, or write the man pages
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to generate
    #[arg(value_enum)]
    what: What,
    /// The folder for the man pages; - prints them all
    #[arg(short, long, value_name = "FOLDER", required_if_eq("what", "man"))]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
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
            let folder = args.output.as_deref().unwrap_or(Path::new("-"));
            return man_pages(command, folder, args.overwrite);
        }
    };
    stdout().write_all(script(shell, &mut command).as_bytes())?;
    Ok(Outcome::Yes)
}

/// Writes the man pages into a folder, all or none of them.
fn man_pages(command: Command, folder: &Path, overwrite: Overwrite) -> Result<Outcome> {
    let beside = tempfile::tempdir()?;
    clap_mangen::generate_to(command, &beside)?;
    let pages = fs::read_dir(&beside)?.map(|page| Ok(page?.file_name()));
    let mut pages: Vec<OsString> = pages.collect::<Result<_>>()?;
    pages.sort();
    let target = |page: &OsString| {
        if is_standard_output(folder) {
            folder.to_owned()
        } else {
            folder.join(page)
        }
    };
    if !is_standard_output(folder) {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for page in &pages {
        overwrite.check(&target(page))?;
    }
    for page in &pages {
        overwrite.write(&target(page), fs::read(beside.path().join(page))?)?;
    }
    if !is_standard_output(folder) {
        note!("{}: {} pages", folder.display(), pages.len());
    }
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
