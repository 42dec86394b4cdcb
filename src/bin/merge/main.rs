#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! From the crate's own sources and the dependencies that `Cargo.lock` pins to
//! a file that plain `rustc` compiles, in steps, a module each: [`packages`]
//! finds the crates, [`sources`] puts them into one text, [`prune`] drops what
//! `main` does not need, [`flatten`] dissolves the modules, [`rename`] makes the
//! names short, and [`page`] lays the rest out below its [`licence`]s.
//!
//! The program passes from step to step as a [`text`], and what may be done to
//! it is for the [`compiler`] to say: it points out what is dead, rejects what
//! cannot go or be renamed, and shows at the end that it makes of the merged
//! file the same functions as of the sources, by their [`bodies`]. The merger
//! itself resolves no names and knows no types.
//!
//! The same sources give the same bytes, under the same compiler; nothing else
//! counts, neither clock nor machine. What cannot be merged soundly is refused,
//! with its file and line where it has one, before a character is printed.

mod bodies;
mod compiler;
mod flatten;
mod licence;
mod packages;
mod page;
mod prune;
mod rename;
mod sources;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::{bail, Context, Result};
use clap::Parser;

use bodies::Pairs;
use compiler::Compiler;
use page::Program;

static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    let (arch, system) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("{version} ({arch}-{system})")
});

const EXAMPLES: &str = "\
Examples:
  freecell-merge > bot.rs
  freecell-merge --keep-names > bot.rs    for reading

Exit status: 0 merged, 2 wrong usage or sources that cannot be merged.";

/// Prints the bot, its modules and its dependencies as one source file.
#[derive(Parser)]
#[command(name = "freecell-merge", version = VERSION.as_str(), after_help = EXAMPLES)]
struct Arguments {
    /// The bot's manifest; by default that of the package around the current
    /// directory
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// Keep the names and modules of the sources and format the code, for
    /// reading; the file may come out too long to submit
    #[arg(long)]
    keep_names: bool,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            let message = error.render().to_string();
            let _ = writeln!(
                io::stderr(),
                "{}",
                message.lines().next().unwrap_or_default()
            );
            return ExitCode::from(2);
        }
        Err(help) => {
            // Whoever does not read the help does not miss it.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match merge(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A standard error that is closed or full costs the message alone.
            let _ = writeln!(io::stderr(), "freecell-merge: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn merge(arguments: &Arguments) -> Result<()> {
    let mut compiler = Compiler::new();
    compiler.step("reading".to_owned());
    let bot = packages::find(arguments.manifest_path.as_deref())?;
    let text = sources::read(&bot)?;
    let pruned = prune::prune(&text, &mut compiler)?;
    let bodies = compiler.ask(&pruned)?.bodies;
    let (program, names) = if arguments.keep_names {
        (Program::of_modules(pruned)?, Pairs::new())
    } else {
        let (flat, parted) = flatten::flatten(&pruned, &mut compiler)?;
        let (program, renamed) = rename::rename(flat, &bodies, &mut compiler)?;
        (program, bodies::through(&parted, renamed))
    };
    let page = page::lay_out(&bot, &program, arguments.keep_names)?;
    if !arguments.keep_names {
        page.check_length()?;
    }
    compiler.step("comparing".to_owned());
    let text = page.text();
    let merged = compiler::run(&text, "2021")?;
    let next = compiler::run(&text, "2024")?;
    if let Some(error) = merged.errors().chain(next.errors()).next() {
        bail!(
            "the compiler does not accept the merged file: {}",
            error.message
        );
    }
    bodies::check_same(&bodies, &merged.bodies, &names)?;
    compiler.finish();
    io::stdout()
        .write_all(text.as_bytes())
        .context("standard output")?;
    page.report();
    Ok(())
}
