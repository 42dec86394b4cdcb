//! `lab diagnose`: what went wrong in a test case, from what a player can paste.
//!
//! [`Pasted`] has the tables and lines of the text, [`mod@left_out`] says what else there is.
//! [`report`] finds the rulesets that lead from one to the other, [`translated`] what another
//! program's solution comes to, and [`words`] says it, to people and to programs.
//! The judge is the referee; the belief is the bot's own.

mod left_out;
mod report;
mod saved;
mod translated;
mod words;

use std::io::{stdin, IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::{bail, Result};

use crate::support::line::GivenLine;
use crate::support::replay::destination;
use cli::output::Overwrite;
use cli::pluralize::pluralize;
use freecell::text::pasted::Pasted;
use freecell::text::ParsedTable;
use report::Report;
use shared::row_file::summary_output;
use shared::{commands::Outcome, note, table_file};
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
    /// Where to write the page; - is standard output [default: replay.html, where an earlier
    /// page is replaced]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the explanation as JSON
    #[arg(long)]
    json: bool,
    /// The most positions of each search for a line to send: rather than a time, so that the same
    /// text gets the same answer
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    positions: u64,
}

pub fn run(args: &Args) -> Result<Outcome> {
    if table_file::is_standard_input(&args.input) && stdin().is_terminal() {
        note!("paste the game's input, the line sent and the table that came back; Ctrl-D ends it");
    }
    let text = table_file::read_text(&args.input, table_file::LONGEST)?;
    let line = GivenLine::read(&text);
    if let Some(saved) = line.saved() {
        return saved::run(args, &line, saved);
    }
    let input = Pasted::read(&text);
    if input.tables.is_empty() {
        let parsed = text.parse::<ParsedTable>();
        let why = parsed.err().map_or(String::new(), |why| why.to_string());
        bail!("no table found: {why}");
    }
    check_deals(&input)?;
    let report = Report::new(&input);
    let words = Words::new(&input, &report, args.positions);
    for problem in problems(&input, words.translated.is_some()) {
        // Even quietly, nothing is left out in silence.
        cli::remark(format_args!("{problem}"));
    }
    let (output, overwrite) = destination(args.output.as_deref(), args.overwrite);
    let out = &mut summary_output(Some(&output));
    // The explanation comes first, so that it is printed even if no page can be written.
    if args.json {
        writeln!(out, "{:#}", words.in_json(&report, &output))?;
    } else {
        write!(out, "{words}")?;
    }
    let page = words.write_page(&output, overwrite)?;
    if !args.json {
        writeln!(out, "{}: {page}", output.display())?;
    }
    Ok(words.is_explained.into())
}

/// Checks that a line which says for which deal it is stands beside that deal.
fn check_deals(input: &Pasted) -> Result<()> {
    let table = &input.tables[0].table;
    for line in &input.lines {
        let Some(deal) = &line.line.deal else {
            continue;
        };
        let row = line.line.words[0].row;
        match deal {
            Err(why) => bail!("line {row}: the moves are for another deal: {why}"),
            Ok(deal) if deal.table() != *table => {
                bail!("line {row}: the moves are for deal {deal}, and the first table is another")
            }
            Ok(_) => {}
        }
    }
    Ok(())
}

/// What is odd about the tables, and what seems to be one and is none; of a long list, the first
/// few. Between the moves of another program, only the latter matters.
fn problems(input: &Pasted, is_translated: bool) -> Vec<String> {
    let errors = input.errors.iter().map(|error| {
        let (row, reason) = (error.rows.start + 1, &error.reason);
        (
            row,
            format!("the table in line {row} is left out: {reason}"),
        )
    });
    let tables = input.tables.iter().filter(|_| !is_translated);
    let remarks = tables.flat_map(|table| &table.remarks);
    let remarks = remarks.map(|remark| (remark.line, remark.to_string()));
    let mut problems: Vec<(usize, String)> = errors.chain(remarks).collect();
    problems.sort();
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    problems.truncate(MOST_PROBLEMS);
    let mut texts: Vec<String> = problems.into_iter().map(|(_, text)| text).collect();
    if more > 0 {
        texts.push(format!("and {} like these", pluralize(more, "problem")));
    }
    texts
}
