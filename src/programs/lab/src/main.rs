#![doc = include_str!("../README.md")]
//!
//! # For contributors
//!
//! This file picks the subcommand and turns its [`Outcome`] into the exit status.
//! [`commands`] has a module for each, [`support`] what several of them need; what
//! they share with other programs is in the crate [`shared`].
//!
//! To add a subcommand, write a module with `pub struct Args` (a [`clap::Args`]) and
//! `pub fn run(args: &Args) -> anyhow::Result<Outcome>`, then add its `mod`, its
//! variant and its arm. Results go to standard output with `writeln!(out, ...)?`, so
//! that a closed pipe does not end in a panic; everything else goes to standard error
//! with [`shared::note!`].

mod commands;
mod support;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use shared::commands::{exit_code, Common, Outcome};
use shared::generate;

use self::commands::{
    bench, cells, check, curve, deal, diagnose, find, hint, page, play, range, replay, shortest,
    solve, translate, tune, verify,
};

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
    common: Common,
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
    Translate(translate::Args),
    Page(page::Args),
    Curve(curve::Args),
    Tune(tune::Args),
    Hint(hint::Args),
    Diagnose(diagnose::Args),
    Find(find::Args),
    Shortest(shortest::Args),
    Cells(cells::Args),
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
            Command::Translate(args) => translate::run(args),
            Command::Page(args) => page::run(args),
            Command::Curve(args) => curve::run(args),
            Command::Tune(args) => tune::run(args),
            Command::Diagnose(args) => diagnose::run(args),
            Command::Hint(args) => hint::run(args),
            Command::Find(args) => find::run(args),
            Command::Shortest(args) => shortest::run(args),
            Command::Cells(args) => cells::run(args),
            Command::Generate(args) => generate::run(args, Cli::command()),
        }
    }
}

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            let applied = cli.common.apply();
            support::line::say_what_was_understood();
            exit_code(applied.and_then(|()| cli.command.run()))
        }
        Err(error) => cli::refuse(&error),
    }
}
