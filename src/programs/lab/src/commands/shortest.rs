//! `lab shortest`: lines that are proved shortest, from a table of them; nothing is searched.
//!
//! The table, in [`table`], is what `lab range --prove` found. Its lines are replayed; that none is
//! shorter is the table's word. The proofs are explained in `src/search/prove.rs`.

mod lengths;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use cli::output::Overwrite;
use cli::pluralize::pluralize;
use cli::stdout;
use freecell::moves::Line;
use freecell::program::Program;
use serde_json::json;
use shared::commands::Outcome;
use shared::deals::Deals;
use shared::note;

use crate::support::programs::{self, Choice};
use crate::support::remarks::with_remarks;
use lengths::Lengths;
use table::Proofs;

const EXAMPLES: &str = "\
Examples:
  freecell-lab shortest 617
  freecell-lab shortest 617 --autoplay safe
  freecell-lab shortest 1..=32000 --summary         how long shortest lines are
  freecell-lab shortest 1..=32000 --histogram lengths.svg

The program has a table: deals 1 to 32000 under all, and 1 to 1000 under safe.
Exit status: 0 if all deals are in the table, 1 if some are not.";

/// Print deals' shortest lines from a table of proofs, without searching
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    /// The autoplay rule under which no line is shorter
    #[arg(long, value_name = "RULE", default_value = "all", value_parser = ["all", "safe"])]
    autoplay: String,
    /// The rules of a program by which no line is shorter; it needs a table of its own, since the
    /// program here has none
    #[arg(long = "for", value_name = "PROGRAM", value_parser = programs::program())]
    #[arg(conflicts_with = "autoplay", requires = "table")]
    program: Option<&'static Program>,
    /// Another table than the program's own: rows of a deal, an autoplay rule, the number of
    /// moves and the line, plain or compressed by gzip
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Instead of the lines, print how many there are of each length
    #[arg(long, conflicts_with = "json")]
    summary: bool,
    /// Instead of the lines, draw how many there are of each length, as SVG
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "summary"])]
    histogram: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the lines as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    args.deals.ensure_told_apart()?;
    if let Some(path) = &args.histogram {
        args.overwrite.check(path)?;
    }
    let named = || Choice::try_from(args.autoplay.clone());
    let rules = args
        .program
        .map_or_else(named, |it| Ok(Choice::Program(it)))?;
    let deals = &args.deals;
    let proofs = table::read(args.table.as_deref(), rules, &deals.set())?;
    let lengths = Lengths::new(rules, &proofs, deals);
    if let Some(path) = &args.histogram {
        args.overwrite.write(path, lengths.draw()?)?;
    } else if args.summary {
        write!(stdout(), "{lengths}")?;
    } else if args.json {
        print_json(rules, &proofs, deals)?;
    } else {
        print_lines(&proofs, deals)?;
    }
    if lengths.missing > 0 {
        let missing = pluralize(lengths.missing, "deal");
        note!("{missing} not in the table: `lab solve` searches for a line");
    }
    Ok((lengths.missing == 0).into())
}

fn print_lines(proofs: &Proofs, deals: &Deals) -> io::Result<()> {
    let mut out = stdout().lock();
    for deal in deals.iter() {
        match proofs.get(&deal) {
            Some(Some(line)) => {
                let moves = pluralize(line.len(), "move");
                writeln!(out, "deal {deal}: {moves}, proved shortest\n{line}")?;
            }
            Some(None) => writeln!(out, "deal {deal}: proved to have no line")?,
            None => writeln!(out, "deal {deal}: not in the table")?,
        }
    }
    Ok(())
}

fn print_json(rules: Choice, proofs: &Proofs, deals: &Deals) -> Result<()> {
    let known = deals.iter().filter_map(|deal| {
        let line = proofs.get(&deal)?.as_ref();
        let moves = line.map(Line::len);
        Some(json!({ "deal": deal, "autoplay": rules.name(), "moves": moves, "line": line }))
    });
    let known: Vec<_> = known.collect();
    writeln!(stdout(), "{:#}", with_remarks(json!({ "proved": known })))?;
    Ok(())
}
