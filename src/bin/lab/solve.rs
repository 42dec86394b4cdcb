//! `lab solve`: a line for one table, and what is known of it.

use std::io::{stdout, Write as _};
use std::time::Duration;

use anyhow::Result;
use freecell::reading::Reading;
use freecell::search::first::Answer;
use serde_json::{json, Value};

use crate::duration::{self, milliseconds};
use crate::memory::Bytes;
use crate::readings::{Choice, WhichAutoplay};
use crate::solver::{Found, Solver, Task};
use crate::source::Source;
use crate::watch;
use crate::Outcome;

/// The time for a table if nothing else is asked for.
const TIME: Duration = Duration::from_millis(500);

const EXAMPLES: &str = "\
Examples:
  lab solve 10913                        the shortest line of half a second
  lab solve 10913 --reading both         one that wins under both autoplay rules
  lab solve 11982 --first                the first line, or a proof that there is none
  lab solve --input turn.txt --time 10s --json
  lab deal 5 --format fc-solve | lab solve -
  lab solve 1 --watch                    the line, played in the terminal

The line is all there is on standard output. Exit status: 0 there is a line,
1 there is none, or none was found.";

/// Find a line of words that wins
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: WhichAutoplay,
    /// The CPU time to spend [default: 500ms, or with --first no end]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,
    /// Stop at the first line
    #[arg(long)]
    first: bool,
    /// The memory that a search may hold
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    memory: Bytes,
    /// Print all that is known as JSON
    #[arg(long)]
    json: bool,
    /// Play the line in the terminal instead of printing it
    #[arg(long, conflicts_with = "json")]
    watch: bool,
}

/// Searches, and prints the line.
pub fn run(args: &Args) -> Result<Outcome> {
    let table = args.source.table()?;
    let choice = args.reading.choice;
    let task = Task {
        choice,
        first: args.first,
        time: args.time.or((!args.first).then_some(TIME)),
        memory: args.memory,
    };
    let found = Solver::default().solve(&table, task)?;
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{:#}", in_json(&found, choice))?;
    } else {
        match &found.answer {
            Answer::Won { line, .. } if args.watch => {
                drop(out);
                watch::watch(&table, Reading::of(choice.autoplays()[0]), line)?;
            }
            Answer::Won { line, .. } => writeln!(out, "{line}")?,
            _ => {}
        }
        let cpu = milliseconds(found.cpu);
        eprintln!("{}", answer(&found.answer, choice));
        eprintln!("{} positions, {cpu:.1} ms of CPU time", found.positions);
    }
    Ok(matches!(found.answer, Answer::Won { .. }).into())
}

fn answer(answer: &Answer, choice: Choice) -> String {
    let reading = choice.in_words();
    match answer {
        Answer::Won { line, certain } => {
            let supermoves = if *certain {
                "under every reading of supermoves"
            } else {
                "with pow, partial supermoves only"
            };
            let words = line.0.len();
            format!("won in {words} words under {reading}, {supermoves}: replayed by the referee")
        }
        Answer::Impossible => format!("proved: no line wins under {reading}"),
        Answer::GaveUp(cut) => format!("given up: no line found under {reading}: {cut}"),
    }
}

fn in_json(found: &Found, choice: Choice) -> Value {
    let (result, line, certain) = match &found.answer {
        Answer::Won { line, certain } => ("won", Some(line), Some(certain)),
        Answer::Impossible => ("unsolvable", None, None),
        Answer::GaveUp(_) => ("given up", None, None),
    };
    json!({
        "result": result,
        "reading": choice.name(),
        "line": line.map(ToString::to_string),
        "words": line.map(|line| line.0.len()),
        "every_supermove_reading": certain,
        "positions": found.positions,
        "cpu_ms": milliseconds(found.cpu),
    })
}
