//! `lab page`: a web page on which FreeCell is played, which knows whether the game
//! can still be won.
//!
//! The page is a package of its own, [`page`], which has its module compiled and puts all into one
//! HTML file, or into a folder with what a server adds.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::support::replay::page_file;
use cli::output::Overwrite;
use shared::commands::Outcome;
use shared::row_file::summary_output;

const EXAMPLES: &str = "\
Examples:
  freecell-lab page -o freecell.html
  freecell-lab page --wasm freecell.wasm      with a module built before
  freecell-lab page --folder site             for a web server, to install from there

Then open it in a browser, or at a game: freecell.html#617:26-76";

/// Write a web page to play FreeCell on, solver included
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Take this module instead of compiling one
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
    /// Where to write the page; - is standard output [default: freecell.html, where an earlier
    /// page is replaced]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a folder for a web server instead: index.html, and the service worker with which
    /// an installed page runs without a network
    #[arg(long, value_name = "FOLDER", conflicts_with = "output")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub fn run(args: &Args) -> Result<Outcome> {
    if let Some(folder) = &args.folder {
        return write_folder(args, folder);
    }
    let (output, overwrite) = page_file(args.output.as_deref(), "freecell.html", args.overwrite);
    overwrite.check(&output)?;
    let page = page::play::page(&module(args)?)?;
    overwrite.write(&output, &page)?;
    let (name, size) = (output.display(), page.len() / 1000);
    writeln!(summary_output(Some(&output)), "{name}: {size} kB")?;
    Ok(Outcome::Yes)
}

fn module(args: &Args) -> Result<Vec<u8>> {
    match &args.wasm {
        Some(path) => page::module::read(path),
        None => page::module::build(),
    }
}

fn write_folder(args: &Args, folder: &Path) -> Result<Outcome> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for name in page::play::FILES {
        args.overwrite.check(&folder.join(name))?;
    }
    for (name, text) in page::play::folder(&module(args)?)? {
        let path = folder.join(name);
        args.overwrite.write(&path, &text)?;
        let (name, size) = (path.display(), text.len().div_ceil(1000));
        writeln!(summary_output(Some(&path)), "{name}: {size} kB")?;
    }
    Ok(Outcome::Yes)
}
