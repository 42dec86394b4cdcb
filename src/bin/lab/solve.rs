//! `lab solve`: a line for one table, and what is known about it.

use std::io::{stdout, Write as _};
use std::time::Duration;

use anyhow::Result;
use freecell::moves::Line;
use freecell::ruleset::Ruleset;
use freecell::search::portfolio::Answer;
use freecell::table::Table;
use serde_json::{json, Value};

use crate::duration::{self, milliseconds};
use crate::memory::Bytes;
use crate::rulesets::{AutoplayChoice, WhichAutoplay};
use crate::solver::{Found, Solver, Task};
use crate::source::Source;
use crate::{watch, Outcome};

/// The time for a table if no other is given.
const TIME: Duration = Duration::from_millis(500);

const EXAMPLES: &str = "\
Examples:
  freecell-lab solve 10913                         the shortest line found in half a second
  freecell-lab solve 10913 --autoplay both         one that wins under both autoplay rules
  freecell-lab solve 11982 --first                 the first line, or a proof that there is none
  freecell-lab solve --input turn.txt --time 10s --json
  freecell-lab solve 10 --autoplay all --prove     with a proof of how short a line can be
  freecell-lab solve 1 --time 1s --prove=60s       the same, with more time for the proof
  freecell-lab solve 617 --watch                   a line, played in the terminal
  freecell-lab deal 5 --format fc-solve | freecell-lab solve -

Standard output has the line and nothing else, unless --json or --watch is given.
Exit status: 0 a line was found, 1 none was found or none exists.";

/// Find a line of moves that wins
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    autoplay: WhichAutoplay,
    /// The CPU time to spend [default: 500ms, or with --first no end]
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,
    /// Stop at the first line
    #[arg(long)]
    first: bool,
    /// Prove how many moves any line needs, in the same time again or in TIME
    #[arg(
        long,
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        value_parser = duration::parse
    )]
    #[expect(
        clippy::option_option,
        reason = "clap's type for an option that may have a value"
    )]
    prove: Option<Option<Duration>>,
    /// The memory that a search may use
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    memory: Bytes,
    /// Print all that is known as JSON
    #[arg(long, conflicts_with = "watch")]
    json: bool,
    /// Play the line in the terminal instead of printing it
    #[arg(long)]
    watch: bool,
}

/// Searches, and prints the line.
pub fn run(args: &Args) -> Result<Outcome> {
    let table = args.source.table()?;
    let choice = args.autoplay.choice;
    let task = Task {
        choice,
        first: args.first,
        time: args.time.or((!args.first).then_some(TIME)),
        memory: args.memory,
    };
    let mut found = Solver::default().solve(&table, task)?;
    let at_least = match args.prove {
        Some(time) => {
            let time = time.or(task.time);
            let proved = found.prove(&table, Task { time, ..task })?;
            (proved.at_least < usize::MAX).then_some(proved.at_least)
        }
        None => None,
    };
    if args.json {
        writeln!(stdout(), "{:#}", in_json(&found, choice, at_least))?;
    } else {
        let cpu = milliseconds(found.cpu);
        if let Answer::Won { line, .. } = &found.answer {
            args.show(&table, line)?;
        }
        eprintln!("{}", answer(&found.answer, choice));
        if let Some(at_least) = at_least {
            eprintln!("{}", bound(&found.answer, at_least));
        }
        eprintln!("{} positions, {cpu:.1} ms of CPU time", found.positions);
    }
    Ok(matches!(found.answer, Answer::Won { .. }).into())
}

impl Args {
    fn show(&self, table: &Table, line: &Line) -> Result<()> {
        if self.watch {
            let autoplay = self.autoplay.choice.autoplays()[0];
            watch::watch(table, Ruleset::of(autoplay), line)?;
        } else {
            writeln!(stdout(), "{line}")?;
        }
        Ok(())
    }
}

fn answer(answer: &Answer, choice: AutoplayChoice) -> String {
    let autoplay = choice.in_english();
    match answer {
        Answer::Won { line, unambiguous } => {
            let supermoves = if *unambiguous {
                "under every supermove rule"
            } else {
                "only with supermoves pow, partial"
            };
            let moves = line.len();
            format!("won in {moves} moves under {autoplay} autoplay, {supermoves}: replayed by the referee")
        }
        Answer::Impossible => format!("proved: no line wins under {autoplay} autoplay"),
        Answer::Unsolved(stop) => {
            format!("unsolved: no line found under {autoplay} autoplay: {stop}")
        }
    }
}

/// What a proof says about a line, or about any that might still be found.
fn bound(answer: &Answer, at_least: usize) -> String {
    match answer {
        Answer::Won { line, .. } if line.len() == at_least => {
            format!("proved: {at_least} moves, shortest")
        }
        Answer::Won { line, .. } => format!("proved: {} moves, at least {at_least}", line.len()),
        _ => format!("proved: a line has at least {at_least} moves"),
    }
}

fn in_json(found: &Found, choice: AutoplayChoice, at_least: Option<usize>) -> Value {
    let (result, line, unambiguous) = match &found.answer {
        Answer::Won { line, unambiguous } => ("won", Some(line), Some(unambiguous)),
        Answer::Impossible => ("unsolvable", None, None),
        Answer::Unsolved(_) => ("unsolved", None, None),
    };
    json!({
        "result": result,
        "autoplay": choice.name(),
        "line": line.map(ToString::to_string),
        "moves": line.map(Line::len),
        "at_least": at_least,
        "every_supermove_rule": unambiguous,
        "positions": found.positions,
        "cpu_ms": milliseconds(found.cpu),
    })
}
