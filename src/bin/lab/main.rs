#![doc = include_str!("README.md")]
//!
//! # For contributors
//!
//! This file picks the subcommand and turns its [`Outcome`] into the exit status.
//! To add a subcommand, write a module with `pub struct Args` (a [`clap::Args`]) and
//! `pub fn run(args: &Args) -> anyhow::Result<Outcome>`, then add its `mod`, its
//! variant and its arm here.
//!
//! What several subcommands need lies beside this file. For their arguments:
//! [`deals`] reads lists of deals, [`source`] one table, which [`table_text`] understands, [`rulesets`] rulesets,
//! [`duration`] and [`memory`] amounts of time and memory. For their work:
//! [`solver`] runs the library's searches, [`jobs`] many pieces of work at a time,
//! [`clock`] measures CPU time, [`interrupt`] notices Ctrl-C. For their output:
//! [`pretty`], [`fc_solve`] and [`rows`] print tables, [`figures`] sums measurements up,
//! [`counted`] says how many moves, [`progress`] draws bars, [`web`] has what web pages share. Results go to standard output with
//! `writeln!(out, ...)?`, so that a closed pipe does not end in a panic; everything
//! else goes to standard error with `note!(...)` of [`note`]. [`cli`] has what the lab
//! shares with the other programs.

mod bench;
mod check;
mod curve;
mod deal;
mod diagnose;
mod fc_solve;
mod figures;
mod find;
mod hint;
mod judge;
mod page;
mod play;
mod pretty;
mod range;
mod replay;
mod rows;
mod rulesets;
mod solve;
mod solver;
mod source;
mod table_text;
mod tune;
mod verify;
mod watch;
mod web;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use freecell::tools::cli;
use freecell::tools::commands::{self, Outcome};
use freecell::tools::generate;

const EXAMPLES: &str = "\
Examples:
  freecell-lab deal 10913 --format pretty     look at a deal
  freecell-lab solve 10913                    find a line
  freecell-lab check 10913 --line \"26 76 72 72\"      judge a line
  freecell-lab play 1..=100                   have the bot play games
  freecell-lab range 1..=32000                solve many deals

Exit status: 0 done, 1 the answer is no, 2 wrong usage or input.
Each subcommand's --help has examples of its own.";

const GENERATE: &str = "\
Examples:
  freecell-lab generate bash > ~/.local/share/bash-completion/completions/freecell-lab
  freecell-lab generate zsh > _freecell-lab                 into a folder of $fpath
  freecell-lab generate fish > ~/.config/fish/completions/freecell-lab.fish
  freecell-lab generate man -o ~/.local/share/man/man1      a page for each subcommand";

/// Tools around a FreeCell bot
#[derive(Parser)]
#[command(name = "freecell-lab", version = cli::version(), after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: commands::Common,
}

#[derive(Subcommand)]
enum Command {
    Deal(deal::Args),
    Solve(solve::Args),
    Range(range::Args),
    Check(check::Args),
    Verify(verify::Args),
    Play(play::Args),
    Bench(bench::Args),
    Replay(replay::Args),
    Page(page::Args),
    Curve(curve::Args),
    Tune(tune::Args),
    Hint(hint::Args),
    Diagnose(diagnose::Args),
    Find(find::Args),
    #[command(hide = true, after_help = GENERATE)]
    Generate(generate::Args),
}

impl Command {
    fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Command::Deal(args) => deal::run(args),
            Command::Solve(args) => solve::run(args),
            Command::Range(args) => range::run(args),
            Command::Check(args) => check::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Play(args) => play::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Replay(args) => replay::run(args),
            Command::Page(args) => page::run(args),
            Command::Curve(args) => curve::run(args),
            Command::Tune(args) => tune::run(args),
            Command::Diagnose(args) => diagnose::run(args),
            Command::Hint(args) => hint::run(args),
            Command::Find(args) => find::run(args),
            Command::Generate(args) => generate::run(args, Cli::command()),
        }
    }
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            cli.common.apply();
            commands::exit_code(cli.command.run())
        }
        Err(error) => cli::refuse(&error),
    }
}
