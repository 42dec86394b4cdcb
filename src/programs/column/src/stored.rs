//! `heineman bfs`, `dfs` and `astar`: the searches that store every position.

pub mod cost;
pub mod search;

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;
use serde_json::json;

use self::search::{Plan, Search, Strategy};
use super::packed::board::Board;
use super::shape::OneGame;
use super::solution;
use crate::judge::Game;
use cli::pluralize::pluralize;
use cli::stdout;
use shared::duration::milliseconds;
use shared::memory::some_memory;
use shared::memory::Bytes;
use shared::{clock, commands::Outcome, interrupt, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman bfs 1 --depth 6 --distinct
  freecell-heineman dfs 1 --depth 30
  freecell-heineman astar 1 --memory 2G --moves";

/// The options of the three searches. Their exit status is 0 if they solve the deal.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: OneGame,
    /// The longest path, in moves; no bound unless given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// How much memory the stored positions may take
    #[arg(long, default_value = "512M", value_parser = some_memory)]
    memory: Bytes,
    /// Skip positions seen before, whatever the order of their cascades; the column
    /// counts every path
    #[arg(long)]
    distinct: bool,
    /// Print the solution's moves
    #[arg(long)]
    moves: bool,
}

pub fn run(args: &Args, strategy: Strategy) -> Result<Outcome> {
    interrupt::install_handler();
    let deal = args.game.deal()?;
    let root = Board::new(&deal, false);
    let mut search = Search::new(root, args.plan(strategy))?;
    let bar = progress::counter("positions stored");
    let outcome = search.run(|stored| bar.set_position(stored as u64));
    bar.finish_and_clear();
    let solution = match &outcome {
        search::Outcome::Solved(moves) => Some(moves),
        _ => None,
    };
    let line = solution.map(|moves| {
        let game = Game::new(&deal, args.game.shape.cells())?;
        solution::line(game, moves.iter().copied())
    });
    let line = line.transpose()?;
    let moves_by_depth = search.layers().iter().skip(1).map(|layer| layer.moves);
    let moves_searched: u64 = moves_by_depth.clone().sum();
    let (result, sentence) = verdict(args, &outcome);
    let cpu_time = clock::process_cpu();
    let out = &mut stdout().lock();
    if args.game.json {
        let report = json!({
            "deal": args.game.number(),
            "result": result,
            "moves": solution.map(Vec::len),
            "line": line,
            "moves_searched": moves_searched,
            "positions_stored": search.stored(),
            "moves_by_depth": moves_by_depth.collect::<Vec<_>>(),
            "cpu_ms": milliseconds(cpu_time),
            "peak_memory_bytes": clock::peak_memory(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(solution.is_some().into());
    }
    let (number, manner) = (args.game.number(), args.manner(strategy));
    writeln!(out, "Deal {number}, {manner}:")?;
    if strategy == Strategy::Breadth {
        layers(out, search.layers(), args.distinct)?;
    }
    let moves = HumanCount(moves_searched);
    let stored = HumanCount(search.stored() as u64);
    writeln!(out, "{moves} moves searched, {stored} positions stored.")?;
    writeln!(out, "{sentence}")?;
    if let (Some(line), true) = (line, args.moves) {
        writeln!(out, "{line}")?;
    }
    let (seconds, peak) = (cpu_time.as_secs_f64(), clock::peak_memory_text());
    writeln!(out, "{seconds:.2} s of CPU time, {peak} at the peak.")?;
    Ok(solution.is_some().into())
}

impl Args {
    fn plan(&self, strategy: Strategy) -> Plan {
        let each = Plan::bytes_per_position(strategy, self.distinct);
        Plan {
            strategy,
            distinct: self.distinct,
            rules: self.game.rules(),
            depth: self.depth,
            most: (self.memory.0 / each as u64).min(u32::MAX.into()) as usize,
        }
    }

    fn manner(&self, strategy: Strategy) -> String {
        let name = match strategy {
            Strategy::Breadth => "breadth-first",
            Strategy::Depth => "depth-first",
            Strategy::Best => "A*",
            Strategy::Greedy(_) => "greedy best-first",
        };
        let bound = self
            .depth
            .map_or(String::new(), |depth| format!(" to depth {depth}"));
        let counted = if self.distinct {
            "duplicates removed"
        } else {
            "every path counted"
        };
        format!("{name}{bound}, {counted}")
    }
}

/// The result in a word, for programs, and in a sentence.
fn verdict(args: &Args, outcome: &search::Outcome) -> (&'static str, String) {
    match outcome {
        search::Outcome::Solved(moves) => (
            "solved",
            format!("Solved in {}.", pluralize(moves.len(), "move")),
        ),
        search::Outcome::Depth => {
            let depth = pluralize(args.depth.unwrap_or(u32::MAX) as usize, "move");
            (
                "depth",
                format!("Stopped by the bound on depth: no solution has at most {depth}."),
            )
        }
        search::Outcome::Exhausted => {
            let sentence = "No solution exists: every reachable position was expanded.".into();
            ("unsolvable", sentence)
        }
        search::Outcome::Memory => {
            let memory = args.memory;
            (
                "memory",
                format!("Stopped by the bound on memory, {memory}: solution unknown."),
            )
        }
        search::Outcome::Interrupted => ("interrupted", "Interrupted: solution unknown.".into()),
    }
}

fn layers(out: &mut impl Write, layers: &[search::Layer], distinct: bool) -> Result<()> {
    let positions = if distinct { "new positions" } else { "" };
    writeln!(
        out,
        "{}",
        format!("{:>5} {:>14} {positions:>14}", "depth", "moves").trim_end()
    )?;
    for (depth, layer) in layers.iter().enumerate().skip(1) {
        let moves = HumanCount(layer.moves).to_string();
        write!(out, "{depth:>5} {moves:>14}")?;
        if distinct {
            write!(out, " {:>14}", HumanCount(layer.positions).to_string())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
