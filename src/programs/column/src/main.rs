#![doc = include_str!("../README.md")]
//!
//! # For contributors
//!
//! The column has rules of its own: nothing moves home by itself, and a
//! supermove can carry one card for each free place. So this program has cards and deals
//! in common with the rest of the crate, but no move code. [`packed`] has the board, its
//! moves and keys, which every search uses; [`autoplay`] the moves home that may be added;
//! and [`freecell::referee::column`] has the same rules once more, to judge them all.
//! [`deal`] and [`shape`] say what is dealt, and [`many`] goes through many deals. On these stand
//! the experiments, a module each.

mod autoplay;
mod cells;
mod count;
mod deal;
mod many;
mod packed;
mod reach;
mod shape;
mod solution;
mod staged;
mod stored;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use shared::commands::{self, Outcome};
use shared::generate;

use self::stored::search::Strategy;

const EXAMPLES: &str = "\
Examples:
  freecell-heineman staged 1 --moves
  freecell-heineman reach 11982
  freecell-heineman cells 1 11982

Exit status: 0 done, 1 the answer is no, 2 wrong usage or input.
Each subcommand's --help has examples of its own.";

const GENERATE: &str = "\
Examples:
  freecell-heineman generate bash > ~/.local/share/bash-completion/completions/freecell-heineman
  freecell-heineman generate man -o ~/.local/share/man/man1      a page for each subcommand";

/// Run the searches of George Heineman's column
#[derive(Parser)]
#[command(name = "freecell-heineman", version = cli::version(), after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    experiment: Experiment,
    #[command(flatten)]
    common: commands::Common,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    /// Breadth-first search: the shortest solution, if memory lasts
    Bfs(stored::Args),
    /// Depth-first search, best with a bound on the depth
    Dfs(stored::Args),
    /// A* with the column's score
    Astar(stored::Args),
    Count(count::Args),
    Reach(reach::Args),
    Staged(staged::Args),
    Cells(cells::Args),
    #[command(hide = true, after_help = GENERATE)]
    Generate(generate::Args),
}

impl Experiment {
    fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Experiment::Bfs(args) => stored::run(args, Strategy::Breadth),
            Experiment::Dfs(args) => stored::run(args, Strategy::Depth),
            Experiment::Astar(args) => stored::run(args, Strategy::Best),
            Experiment::Count(args) => count::run(args),
            Experiment::Reach(args) => reach::run(args),
            Experiment::Staged(args) => staged::run(args),
            Experiment::Cells(args) => cells::run(args),
            Experiment::Generate(args) => generate::run(args, Cli::command()),
        }
    }
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            let applied = cli.common.apply();
            commands::exit_code(applied.and_then(|()| cli.experiment.run()))
        }
        Err(error) => cli::refuse(&error),
    }
}
