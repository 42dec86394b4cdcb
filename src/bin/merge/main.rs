//! `merge`: prints the bot as the one source file that CodinGame takes.
//!
//! From the crate's own sources and the dependencies that `Cargo.lock` pins to
//! a file that plain `rustc --edition 2021` compiles, in five steps, a room
//! each: [`packages`] finds the crates, [`sources`] reads them with their
//! modules in place, [`prune`] drops what `main` cannot reach, [`page`] lays
//! the rest out, and [`report`] says how long it came out.
//!
//! The same sources give the same bytes, under the same compiler, which is asked
//! what is dead; nothing else counts, neither clock nor machine. What cannot be
//! merged soundly is refused with its file and line, before a character is
//! printed.

mod licence;
mod packages;
mod page;
mod prune;
mod report;
mod root;
mod sources;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

/// Prints the bot, its modules and its dependencies as one source file.
#[derive(Parser)]
#[command(name = "freecell-merge", version)]
struct Arguments {
    /// The bot's manifest; by default that of the package around the current
    /// directory
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
}

fn main() -> ExitCode {
    match merge(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("merge: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn merge(arguments: &Arguments) -> Result<()> {
    let bot = packages::find(arguments.manifest_path.as_deref())?;
    let mut program = sources::read(&bot)?;
    prune::prune(&mut program)?;
    let page = page::lay_out(&bot, &program)?;
    report::check_length(&page)?;
    io::stdout()
        .write_all(page.text().as_bytes())
        .context("standard output")?;
    report::shares(&page);
    Ok(())
}
