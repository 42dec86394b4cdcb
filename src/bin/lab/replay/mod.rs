//! `lab replay`: a web page that plays a line, move by move.
//!
//! [`story`] has the referee play the line and records what moves; [`page`] puts
//! that, with the style and the scripts beside this file, into one HTML file that
//! needs nothing else, no network and no fonts. The scripts draw and move the cards:
//! `cards.js` draws their faces, `player.js` knows where they lie and glides them,
//! `controls.js` handles keys, clicks and swipes.

mod page;
mod story;

use std::fs;
use std::io::{stdout, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use freecell::belief::Belief;
use freecell::plan::{self, Plan, Planner};
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::table::Table;

use crate::rulesets::OneRuleset;
use crate::source::Source;
use crate::{solver, Outcome};
use story::Story;

/// The budget of the search if no line is given: positions rather than time, so that
/// the same deal always gets the same line, and memory that any desktop has.
const POSITIONS: u64 = 400_000;
const BYTES: usize = 512 << 20;

const EXAMPLES: &str = "\
Examples:
  freecell-lab replay 10913                            the line that the bot's search finds
  freecell-lab replay 617 --autoplay all -o 617.html
  freecell-lab replay --input turn.txt --line \"4h 41\"

Exit status: 0 the line wins, 1 it does not (the page is written all the same, and
stops at the move that fails), 2 wrong usage or input.";

/// Write a web page that plays a line of moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moves to play, in one argument [default: the bot's search finds a
    /// line]
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,
    #[command(flatten)]
    ruleset: OneRuleset,
    /// Where to write the page
    #[arg(short, long, value_name = "FILE", default_value = "replay.html")]
    output: PathBuf,
}

/// Writes the page and prints the line's verdict.
pub fn run(args: &Args) -> Result<Outcome> {
    let table = args.source.table()?;
    let ruleset = args.ruleset.ruleset();
    let line = match &args.line {
        Some(line) => line.clone(),
        None => found(&table, ruleset),
    };
    let story = Story::new(args.source.name(), &table, ruleset, &line);
    let output = args.output.display();
    let page = page::page(&story)?;
    fs::write(&args.output, page).with_context(|| format!("cannot write {output}"))?;
    let outcome = story.outcome();
    writeln!(stdout().lock(), "{output}: {}, {outcome}", story.title)?;
    Ok(story.won.into())
}

/// The line that the bot's search finds. If none wins, standard error says so, and
/// the line brings cards home.
fn found(table: &Table, ruleset: Ruleset) -> String {
    let plan = |budget: &mut Budget| Planner::default().plan(table, Belief::only(ruleset), budget);
    let Plan { line, outcome } = solver::within(POSITIONS, BYTES, plan);
    match outcome {
        plan::Outcome::Wins { .. } => {}
        plan::Outcome::Impossible => eprintln!("{outcome}"),
        plan::Outcome::Unsolved(_) => {
            eprintln!("no winning line found among {POSITIONS} positions");
        }
    }
    line.to_string()
}
