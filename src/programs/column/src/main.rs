#![doc = include_str!("../README.md")]

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::bail;
use clap::{CommandFactory as _, Parser, Subcommand};
use shared::commands::{self, Outcome};
use shared::generate;

use column::stored::search::Strategy;
use column::{count, reach, staged, stored};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman staged 1 --moves
  freecell-heineman reach 11982

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
    /// Was here; what is given is of no use
    #[command(hide = true)]
    Cells {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        given: Vec<OsString>,
    },
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
            Experiment::Cells { .. } => bail!("cells is a command of the lab: freecell-lab cells"),
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
