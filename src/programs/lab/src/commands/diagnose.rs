//! `lab diagnose`: what went wrong in a test case, from what a player can paste.
//!
//! [`input`] finds tables and lines in the text, [`report`] the rulesets that lead from
//! one to the other, and [`words`] says it, to people and to programs.
//! The judge is the referee; the belief is the bot's own.

mod input;
mod report;
mod words;

use std::io::{stdin, IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::{ensure, Result};

use cli::output::Overwrite;
use cli::pluralize::pluralize;
use input::Input;
use report::Report;
use shared::note;
use shared::row_file::summary_output;
use shared::{commands::Outcome, table_file};
use words::Words;

/// The most problems that are named one by one.
const MOST_PROBLEMS: usize = 5;

const EXAMPLES: &str = "\
Examples:
  freecell-lab diagnose < pasted.txt
  freecell-lab diagnose --input pasted.txt -o what-happened.html
  freecell-lab diagnose        then paste, and end with Ctrl-D

Paste the game's input (the first turn's 14 lines, or just Deal 617), the line that the
bot sent and the table that came back, or what you have of these, in any order; the
site's own text around them does no harm. The answer: which rulesets explain what
happened, where the line broke and why, what to send instead, and a page that plays the
line.
Exit status: 0 there is an explanation, 1 there is none.";

/// Explain a failed test case from what the site shows
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Read the text from a file instead of standard input
    #[arg(
        long,
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    input: PathBuf,
    /// Where to write the page; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "replay.html")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the explanation as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    if table_file::is_standard_input(&args.input) && stdin().is_terminal() {
        note!("paste the game's input, the line sent and the table that came back; Ctrl-D ends it");
    }
    let input = Input::read(&table_file::read_text(&args.input, table_file::LONGEST)?);
    // Where no table was found, the problems may say why.
    if input.tables.is_empty() {
        note_problems(&input);
    }
    ensure!(
        !input.tables.is_empty(),
        "no table found: expected a line \"Foundations:\", one of cells, and eight cascades, a colon before each"
    );
    let report = Report::new(&input);
    let words = Words::new(&input, &report);
    // The rows of another program's solution are not the bot's lines, so they are no problem.
    if words.translated.is_none() {
        note_problems(&input);
    }
    let out = &mut summary_output(Some(&args.output));
    // The explanation comes first, so that it is printed even if no page can be written.
    if args.json {
        writeln!(out, "{:#}", words.in_json(&report, &args.output))?;
    } else {
        write!(out, "{words}")?;
    }
    let page = words.write_page(&args.output, args.overwrite)?;
    if !args.json {
        writeln!(out, "{}: {page}", args.output.display())?;
    }
    Ok(words.is_explained.into())
}

/// Prints which parts of the input are left out; of a long list, the first few.
fn note_problems(input: &Input) {
    for problem in input.problems.iter().take(MOST_PROBLEMS) {
        note!("{problem}");
    }
    if let more @ 1.. = input.problems.len().saturating_sub(MOST_PROBLEMS) {
        note!("and {} like these", pluralize(more, "problem"));
    }
}
