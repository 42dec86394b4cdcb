//! `lab page`: a web page on which FreeCell is played, which knows whether the game
//! can still be won.
//!
//! The page is a package of its own, [`page`], which has its module compiled and puts all into one
//! HTML file.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;

use crate::support::replay::page_file;
use cli::output::Overwrite;
use shared::commands::Outcome;
use shared::row_file::summary_output;

const EXAMPLES: &str = "\
Examples:
  freecell-lab page -o freecell.html
  freecell-lab page --wasm freecell.wasm      with a module built before

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
    #[command(flatten)]
    overwrite: Overwrite,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let (output, overwrite) = page_file(args.output.as_deref(), "freecell.html", args.overwrite);
    overwrite.check(&output)?;
    let module = match &args.wasm {
        Some(path) => page::module::read(path)?,
        None => page::module::build()?,
    };
    let page = page::play::page(&module)?;
    overwrite.write(&output, &page)?;
    let (name, size) = (output.display(), page.len() / 1000);
    writeln!(summary_output(Some(&output)), "{name}: {size} kB")?;
    Ok(Outcome::Yes)
}
