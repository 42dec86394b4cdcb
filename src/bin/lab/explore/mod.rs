//! George Heineman's column on search, made to run: "Algorithm to Solve FreeCell
//! Solitaire Games" (O'Reilly's *Algorithms in a Nutshell* blog, January 2009).
//!
//! The column has rules of its own: nothing moves home by itself, and a
//! supermove is worth one card for each free place. So this folder shares cards
//! and deals with the rest of the crate, but no move code: [`position`] knows
//! where cards lie, [`moves`] what the column allows. On these stand the
//! searches.

mod blind;
mod moves;
mod position;

use anyhow::Result;
use clap::Subcommand;

use crate::Outcome;

/// Run the searches of George Heineman's column
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    Dfs(blind::Args),
}

/// Runs the experiment asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    match &args.experiment {
        Experiment::Dfs(args) => blind::run(args),
    }
}
