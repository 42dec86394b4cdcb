//! A line of words as a page to look at: cards that move, word by word.
//!
//! [`story`] has the referee play the line and keeps what moved; [`page`] wraps
//! that, with the style and the scripts beside this file, into one HTML file
//! that needs nothing else, no network and no fonts. Drawing and moving cards
//! is the business of those scripts: `cards.js` draws faces, `player.js` knows
//! where cards lie and glides them, `controls.js` is what people touch.

mod page;
mod story;

use std::fs;
use std::io::{stdout, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use freecell::deal;
use freecell::reading::{Autoplay, Reading};

use crate::{deals, Outcome};
use story::Story;

/// Write a page that plays a line of words
///
/// Exit status: 0 the line wins, 1 it does not (the page is written all the
/// same), 2 wrong usage or input.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of a Microsoft deal
    #[arg(value_parser = deals::number)]
    deal: u64,
    /// The words to play, separated by blanks
    #[arg(long, value_name = "WORDS")]
    line: String,
    /// Which cards the game plays home by itself
    #[arg(long, value_name = "RULE", default_value = "safe")]
    reading: Rule,
    /// Where to write the page
    #[arg(short, long, value_name = "FILE", default_value = "replay.html")]
    output: PathBuf,
}

/// An autoplay rule by its name.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Rule {
    Safe,
    All,
}

/// Writes the page and says what became of the line.
pub fn run(args: &Args) -> Result<Outcome> {
    let table = deal::microsoft(args.deal).expect("a deal's number");
    let reading = Reading::of(match args.reading {
        Rule::Safe => Autoplay::Safe,
        Rule::All => Autoplay::All,
    });
    let story = Story::new(format!("Deal {}", args.deal), &table, reading, &args.line);
    let output = args.output.display();
    fs::write(&args.output, page::page(&story)?)
        .with_context(|| format!("cannot write {output}"))?;
    writeln!(
        stdout().lock(),
        "{output}: {}, {}",
        story.title,
        story.outcome()
    )?;
    Ok(story.won.into())
}
