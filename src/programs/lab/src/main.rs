#![doc = include_str!("../README.md")]
//!
//! # For contributors
//!
//! This file picks the subcommand and turns its [`Outcome`] into the exit status.
//! [`commands`] has a module for each, [`support`] what several of them need; what
//! they share with other programs is in the crate [`shared`].
//!
//! To add a subcommand, write a module with `pub struct Args` (a [`clap::Args`]) and
//! `pub fn run(args: &Args) -> anyhow::Result<Outcome>`, and name it twice in
//! `commands.rs`. Results go to standard output with `writeln!(out, ...)?`, so
//! that a closed pipe does not end in a panic; everything else goes to standard error
//! with [`shared::note!`].

mod commands;
mod support;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use shared::commands::{exit_code, Common, Outcome};
use shared::generate;

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
#[expect(clippy::large_enum_variant, reason = "there is only one")]
enum Command {
    #[command(flatten)]
    Own(commands::Command),
    #[command(hide = true, after_help = GENERATE)]
    Generate(generate::Args),
}

impl Command {
    fn run(&self) -> anyhow::Result<Outcome> {
        match self {
            Command::Own(command) => command.run(),
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
