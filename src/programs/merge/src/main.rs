#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! Each step from the sources to the merged file is a module. [`packages`] finds the crate and the
//! dependencies that `Cargo.lock` pins, [`sources`] puts them into one text, [`prune`] drops what
//! `main` does not need, [`printed`] writes out the names that the program prints, [`flatten`]
//! dissolves the modules, [`rename`] makes the names short, and [`layout`] lays out the rest below
//! its [`licence`]s.
//!
//! The program passes from step to step as a [`text`], and the [`compiler`] decides what may be
//! done to it: it points out what is dead, and rejects what cannot go or be renamed. In the end the
//! [`bodies`] of the functions show that it compiles the merged file to the same functions as the
//! sources. The merger itself resolves no names and knows no types.
//!
//! The same sources give the same bytes, under the same compiler; nothing else counts, neither
//! clock nor machine. What cannot be merged soundly is refused, with its file and line where it has
//! one, before a character is printed.

mod bodies;
mod compiler;
mod flatten;
mod layout;
mod licence;
mod packages;
mod printed;
mod prune;
mod rename;
mod sources;
mod text;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{ensure, Result};
use clap::Parser;
use cli::output::Overwrite;

use bodies::Pairs;
use compiler::Compiler;
use layout::LIMIT;
use packages::Bot;

const EXAMPLE: &str = "Examples:
  freecell-merge > bot.rs
  freecell-merge -o bot.rs --watch      merge again whenever a source changes\n
Exit status: 0 merged, 2 wrong usage or sources that cannot be merged.";

/// Prints the bot, its modules and its dependencies as one source file.
#[derive(Parser)]
#[command(name = "freecell-merge", version = cli::version(), after_help = EXAMPLE)]
struct Arguments {
    /// The bot's manifest [default: that of the package around this folder]
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,
    /// Keep the names and modules of the sources and format the code, for
    /// reading; the file may come out too long to submit
    #[arg(long)]
    keep_names: bool,
    /// Write into a file; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Merge again whenever a source changes, until interrupted
    #[arg(long, requires = "output")]
    watch: bool,
}

fn main() -> ExitCode {
    match Arguments::try_parse().map(|arguments| run(&arguments)) {
        Err(error) => cli::refuse(&error),
        // All is done, or the reader of the output has seen enough.
        Ok(Err(error)) if !cli::is_broken_pipe(&error) => {
            remark_error(&error);
            ExitCode::from(cli::WRONG)
        }
        Ok(_) => ExitCode::SUCCESS,
    }
}

fn remark_error(error: &anyhow::Error) {
    cli::remark(format_args!("freecell-merge: {error:#}"));
}

fn run(arguments: &Arguments) -> Result<()> {
    let bot = packages::find(arguments.manifest_path.as_deref())?;
    let mut overwrite = arguments.overwrite;
    overwrite.check(&arguments.output)?;
    let folder = bot.binary.folder();
    let mut changed = watch::last_change(folder)?;
    loop {
        let merged = merge(&bot, arguments.keep_names);
        let written = merged.and_then(|text| overwrite.write(&arguments.output, text));
        if !arguments.watch {
            return written;
        }
        if let Err(error) = &written {
            remark_error(error);
        }
        // From now on the file is the merger's own.
        overwrite = Overwrite::FORCED;
        changed = watch::wait(folder, changed);
    }
}

fn merge(bot: &Bot, keep_names: bool) -> Result<String> {
    let mut compiler = Compiler::new();
    compiler.step("reading".to_owned());
    let text = sources::read(bot)?;
    let pruned = prune::prune(&text, &mut compiler)?;
    let mut bodies = compiler.check_with_bodies(&pruned.text)?.bodies;
    let (program, names) = if keep_names {
        (pruned.text.clone(), Pairs::new())
    } else {
        let program = printed::write_out(pruned.clone(), &bodies, &mut compiler)?;
        bodies = compiler.check_with_bodies(&program.text)?.accepted()?;
        let (flat, names) = flatten::flatten(&program, &mut compiler)?;
        let without_modules = compiler.check_with_bodies(&flat)?.accepted()?;
        bodies::check_same(&bodies, &without_modules, &names)?;
        bodies = without_modules;
        rename::rename(&flat, &bodies, &mut compiler)?
    };
    let text = layout::lay_out(bot, &pruned.text, &program, keep_names)?;
    let report = layout::report(&text);
    let is_fine = keep_names || text.len() <= LIMIT;
    ensure!(is_fine, "the merged file is {report}");
    compiler.step("comparing".to_owned());
    let (merged, newer) = compiler::compile_in_both_editions(&text)?;
    newer.accepted()?;
    bodies::check_same(&bodies, &merged.accepted()?, &names)?;
    drop(compiler);
    cli::remark(format_args!("{report}"));
    Ok(text)
}
