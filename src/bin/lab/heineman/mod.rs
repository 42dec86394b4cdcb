//! George Heineman's column on search, made to run: "Algorithm to Solve FreeCell
//! Solitaire Games" (O'Reilly's *Algorithms in a Nutshell* blog, January 2009).
//!
//! The column has rules of its own: nothing moves home by itself, and a
//! supermove is worth one card for each free place. So this folder shares cards
//! and deals with the rest of the crate, but no move code: [`position`] knows
//! where cards lie, [`moves`] what the column allows, [`autoplay`] what may be
//! added, [`arranged`] how the column's program distinguished positions, [`score`]
//! which ones it preferred; [`packed`] is all of that once more for the searches
//! that must be fast, and [`mod@line`] once more to judge them all. [`deal`] and
//! [`shape`] say what is dealt, [`resume`] keeps results. On these stand the
//! experiments, a module each.

mod arranged;
mod autoplay;
mod cells;
mod compare;
mod count;
pub mod deal;
pub mod judge;
pub mod line;
mod moves;
mod packed;
mod position;
mod reach;
mod resume;
mod score;
mod shape;
mod solution;
pub mod staged;
mod stored;

use anyhow::Result;
use clap::Subcommand;

use self::stored::search::Strategy;
use crate::Outcome;

const EXAMPLES: &str = "\
Examples:
  freecell-lab heineman staged 1 --moves
  freecell-lab heineman reach 11982
  freecell-lab heineman compare random:10@7";

/// Run the searches of George Heineman's column
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
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
    Compare(compare::Args),
    Cells(cells::Args),
}

/// Runs the experiment asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    match &args.experiment {
        Experiment::Bfs(args) => stored::run(args, Strategy::Breadth),
        Experiment::Dfs(args) => stored::run(args, Strategy::Depth),
        Experiment::Astar(args) => stored::run(args, Strategy::Best),
        Experiment::Count(args) => count::run(args),
        Experiment::Reach(args) => reach::run(args),
        Experiment::Staged(args) => staged::run(args),
        Experiment::Compare(args) => compare::run(args),
        Experiment::Cells(args) => cells::run(args),
    }
}
