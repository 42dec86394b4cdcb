//! `lab page`: a web page on which FreeCell is played, which knows whether the game
//! can still be won.
//!
//! [`module`] has the crate compiled to WebAssembly; this file puts it, deflated and
//! in base 64, with the parts that all pages share ([`crate::support::web`]) and the
//! scripts of `src/programs/page/play` into one HTML file.

mod module;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use base64::prelude::{Engine as _, BASE64_STANDARD};
use flate2::write::DeflateEncoder;
use flate2::Compression;

use crate::support::web;
use cli::output::Overwrite;
use shared::commands::Outcome;
use shared::row_file::summary_output;

const MARKUP: &str = include_str!("../../../page/play/page.html");
const STYLE: &str = include_str!("../../../page/play/page.css");
const SCRIPTS: [&str; 13] = [
    include_str!("../../../page/play/storage.js"),
    include_str!("../../../page/play/knowledge.js"),
    include_str!("../../../page/play/engine.js"),
    include_str!("../../../page/play/game.js"),
    include_str!("../../../page/play/statistics.js"),
    include_str!("../../../page/play/pointer.js"),
    include_str!("../../../page/play/keyboard.js"),
    include_str!("../../../page/play/verdict.js"),
    include_str!("../../../page/play/dialogs.js"),
    include_str!("../../../page/play/games.js"),
    include_str!("../../../page/play/options.js"),
    include_str!("../../../page/play/helper.js"),
    include_str!("../../../page/play/page.js"),
];

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
    /// Where to write the page; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "freecell.html")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub fn run(args: &Args) -> Result<Outcome> {
    args.overwrite.check(&args.output)?;
    let module = match &args.wasm {
        Some(path) => module::read(path)?,
        None => module::build()?,
    };
    let page = page(&module)?;
    args.overwrite.write(&args.output, &page)?;
    let (output, size) = (args.output.display(), page.len() / 1000);
    writeln!(summary_output(Some(&args.output)), "{output}: {size} kB")?;
    Ok(Outcome::Yes)
}

fn page(module: &[u8]) -> Result<String> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(module)?;
    let module = BASE64_STANDARD.encode(deflated.finish()?);
    Ok(web::page(MARKUP, STYLE, &SCRIPTS, &[("module", &module)]))
}
