//! `lab solve`: a line for one table, and what is known about it.

use std::io::Write as _;
use std::time::Duration;

use anyhow::Result;
use freecell::analysis::known::Status;
use freecell::moves::Line;
use freecell::search::outcome::StopReason;
use freecell::table::Table;
use freecell::text::fc_solve;
use serde_json::{json, Value};
use shared::note;

use crate::support::free_memory::free_memory;
use crate::support::programs::{self, Choice, WhichRules};
use crate::support::remarks::with_remarks;
use crate::support::replay::Replay;
use crate::support::solver::{layer_memory, SearchResult, Solver, Task};
use crate::support::source::Source;
use crate::support::steps;
use cli::pluralize::pluralize;
use cli::stdout;
use shared::clock::Stopwatch;
use shared::duration::{self, milliseconds};
use shared::memory::Bytes;
use shared::{commands::Outcome, interrupt, progress};

/// The time for a table if no other is given.
const TIME: Duration = Duration::from_millis(500);
/// The memory for a search if no other is given.
const MEMORY: Bytes = Bytes(1 << 30);

const EXAMPLES: &str = "\
Examples:
  freecell-lab solve 10913                         the shortest line found in half a second
  freecell-lab solve 10913 --autoplay both         one that wins under both autoplay rules
  freecell-lab solve 10913 --for kpat              one to play in KPatience
  freecell-lab solve 10913 --for any               one that wins in every program
  freecell-lab solve 11982 --first                 the first line, or a proof that there is none
  freecell-lab solve --input turn.txt --time 10s --json
  freecell-lab solve 10 --autoplay all --prove     with a proof of how short a line can be
  freecell-lab solve 1 --time 1s --prove=60s       the same, with more time for the proof
  freecell-lab deal 5 --format fc-solve | freecell-lab solve -

Standard output has the line and nothing else, unless --json or --steps is given.
Ctrl-C ends the search: the best line so far is printed, with status 1.
Exit status: 0 a line was found, 1 none was found or none exists.";

/// Find a line of moves that wins
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rules: WhichRules,
    /// The CPU time to spend [default: 500ms, or no limit with --first]
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
    /// The memory that a search may use [default: 1G, for a proof what the machine has free]
    #[arg(long, value_name = "BYTES")]
    memory: Option<Bytes>,
    /// Print all that is known as JSON
    #[arg(long)]
    json: bool,
    /// How to write the line
    #[arg(long, value_enum, default_value = "puzzle", conflicts_with = "json")]
    notation: Notation,
    /// Print the moves in words, with what goes home by itself
    #[arg(long, conflicts_with = "notation")]
    steps: bool,
}

/// A way to write moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Notation {
    /// The puzzle's
    Puzzle,
    /// That of fc-solve's -snx, with the moves that the game makes by itself
    FcSolve,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let table = programs::begin(args.rules.choice().program(), args.source.table()?);
    interrupt::install_handler();
    let found = args.search(&table)?;
    let choice = args.rules.choice();
    if args.json {
        writeln!(
            stdout(),
            "{:#}",
            with_remarks(args.in_json(&table, &found)?)
        )?;
        return Ok(found.line().is_some().into());
    }
    if let Some(line) = found.line() {
        args.show(&table, line)?;
        if let Some(advice) = choice.advice() {
            note!("{advice}");
        }
    }
    note!("{}", answer(&found, choice));
    if let Some(bound) = bound(found.status()) {
        note!("{bound}");
    }
    match found.stopped {
        None if found.ended() == "searched-out" => {
            note!("searched out: no search had anything left to try");
        }
        Some(StopReason::Bytes) if found.line().is_some() => {
            note!("memory limit reached: with more memory, more can be found out");
            if let Some(memory) = found.layer.and_then(layer_memory) {
                note!("{memory}");
            }
        }
        Some(StopReason::Interrupted) if found.line().is_some() => {
            note!("interrupted: with more time, the line may become shorter");
        }
        _ => {}
    }
    let cpu = milliseconds(found.cpu);
    note!("{} positions, {cpu:.1} ms of CPU time", found.positions);
    Ok(found.line().is_some().into())
}

impl Args {
    /// Searches for a line and, if a proof is asked for and still missing, proves.
    fn search(&self, table: &Table) -> Result<SearchResult> {
        let task = Task {
            choice: self.rules.choice(),
            first: self.first,
            time: self.time.or((!self.first).then_some(TIME)),
            memory: self.memory.unwrap_or(MEMORY),
        };
        let bar = progress::timer(task.time, "searching");
        let mut solver = Solver::default();
        solver.bar = Some(bar.clone());
        let mut stopwatch = Stopwatch::start();
        let mut found = solver.solve(table.clone(), task, &mut stopwatch)?;
        bar.finish_and_clear();
        if let (Some(time), false) = (self.prove, found.is_final()) {
            let time = time.or(task.time);
            let bar = progress::timer(time, "proving");
            solver.bar = Some(bar.clone());
            let memory = self.memory.or_else(free_memory).unwrap_or(MEMORY);
            let task = Task {
                time,
                memory,
                ..task
            };
            solver.prove(&mut found, task, &mut stopwatch)?;
            bar.finish_and_clear();
        }
        Ok(found)
    }

    fn in_json(&self, table: &Table, found: &SearchResult) -> Result<Value> {
        let mut json = in_json(found, self.rules.choice());
        json["deal"] = self.source.deal(table).into();
        let choice = self.rules.choice();
        if let Some(advice) = choice.advice() {
            json["for"] = choice.name().into();
            json["advice"] = advice.into();
        }
        if let Some(line) = found.line().filter(|_| self.steps) {
            let title = self.source.name(table);
            let replay = Replay::new(
                title,
                table,
                self.rules.choice().ruleset(),
                &line.to_string(),
            );
            json["steps"] = serde_json::to_value(replay.moves)?;
        }
        Ok(json)
    }

    fn show(&self, table: &Table, line: &Line) -> Result<()> {
        let ruleset = self.rules.choice().ruleset();
        let text = if self.steps {
            steps::in_words(table, ruleset, &line.to_string())
        } else if self.notation == Notation::FcSolve {
            fc_solve::print_line(table, ruleset, line)? + "\n"
        } else {
            format!("{line}\n")
        };
        Ok(write!(stdout(), "{text}")?)
    }
}

fn answer(found: &SearchResult, choice: Choice) -> String {
    let by_rules = choice.in_english();
    match found.status() {
        Status::Solved {
            line, unambiguous, ..
        } => {
            // A program has only one rule for them.
            let supermoves = match choice {
                Choice::Program(_) | Choice::AnyProgram => "",
                Choice::Autoplay(_) if *unambiguous => ", under every supermove rule",
                Choice::Autoplay(_) => ", only with supermoves pow, partial",
            };
            let moves = pluralize(line.len(), "move");
            format!("won in {moves} {by_rules}{supermoves}: replayed by the referee")
        }
        Status::Unsolvable => format!("proved: no line wins {by_rules}"),
        Status::Unknown { .. } => {
            let why = match found.stopped {
                Some(stop) => stop.to_string(),
                None => "no search had anything left to try".to_owned(),
            };
            format!("unsolved: no line found {by_rules}: {why}")
        }
    }
}

/// The bound that a proof gives for a line, or for any that might still be found.
fn bound(status: &Status) -> Option<String> {
    let at_least = proved(status)?;
    let bound = pluralize(at_least, "move");
    Some(match status.moves() {
        Some(moves) if moves == at_least => format!("proved: {bound}, shortest"),
        Some(moves) => format!("proved: {}, at least {at_least}", pluralize(moves, "move")),
        None => format!("proved: a line has at least {bound}"),
    })
}

/// The moves that any line needs, if a proof says more than that at least one is needed.
fn proved(status: &Status) -> Option<usize> {
    let at_least = status.lower_bound().moves()?;
    (at_least > 1 || status.is_proved()).then_some(at_least)
}

fn in_json(found: &SearchResult, choice: Choice) -> Value {
    let status = found.status();
    let (result, unambiguous) = match status {
        Status::Solved { unambiguous, .. } => ("won", Some(unambiguous)),
        Status::Unsolvable => ("unsolvable", None),
        Status::Unknown { .. } => ("unsolved", None),
    };
    json!({
        "result": result,
        "autoplay": choice.autoplay(),
        "line": status.line(),
        "moves": status.moves(),
        "at_least": proved(status),
        "ended": found.ended(),
        "every_supermove_rule": unambiguous,
        "positions": found.positions,
        "cpu_ms": milliseconds(found.cpu),
        "layer": found.layer.map(|layer| json!({
            "moves": layer.moves,
            "bytes": layer.bytes,
            "forecast_bytes": layer.forecast,
        })),
    })
}
