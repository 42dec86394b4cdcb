//! La Belle Lucie: finds the best line of a deal, and proves it best.
//!
//! Rooms, downwards: [`tableau`] is what lies on the table and [`entry`] how it
//! is typed in; [`rules`] says what moves there are; [`position`] and [`search`]
//! find the best of a deal, and [`mod@line`] plays it out; [`game`] goes from deal
//! to deal; [`report`] and [`stats`] print. This file reads the arguments and
//! sets the exit status. Of the library, only cards are used.

mod entry;
mod game;
mod line;
#[cfg(test)]
mod oracle;
mod position;
mod report;
mod rules;
mod search;
mod stats;
mod tableau;

use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{ensure, Context, Result};
use clap::Parser;

use crate::game::{Course, Game};
use crate::tableau::Tableau;

/// The exit status of a game not solved.
const NOT_SOLVED: u8 = 1;
/// The exit status of invalid input.
const INVALID: u8 = 255;

/// Solves La Belle Lucie: reads a tableau on standard input, a fan a line with
/// its top card last, and prints a best line: most cards home, then fewest
/// blocking moves and mercis.
#[derive(Parser)]
#[command(
    name = "lucie",
    after_help = "Exit status: 0 solved (or --stats done), 1 not solved, 2 wrong usage, \
                  255 invalid input."
)]
struct Arguments {
    /// Solve a random deal instead of reading a tableau
    #[arg(long)]
    shuffle: bool,
    /// What the shuffle and the redeals are drawn from [default: at random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Which deal of its game the tableau is
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    deal: u32,
    /// Redeal until the game is solved or the last deal has been played
    #[arg(long)]
    redeal: bool,
    /// With --redeal, the number of the last deal
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    max_deal: u32,
    /// On the last deal, allow to draw one buried card that can be played at
    /// once
    #[arg(long)]
    merci: bool,
    /// Play that many random games and print how many are solved; game 0 is the
    /// one that --shuffle plays with the same seed, game 1 with the next one
    #[arg(long, value_name = "N", conflicts_with_all = ["shuffle", "deal"], value_parser = clap::value_parser!(u64).range(1..))]
    stats: Option<u64>,
    /// With --stats, the number of threads [default: one a core]
    #[arg(long, value_name = "J", requires = "stats")]
    jobs: Option<NonZeroUsize>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(status) => status,
        // Whoever reads the output has seen enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lucie: {error:#}");
            ExitCode::from(INVALID)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let course = arguments.course()?;
    let seed = arguments
        .seed
        .unwrap_or_else(|| rand::random::<u32>().into());
    let out = &mut io::stdout().lock();
    if let Some(games) = arguments.stats {
        stats::run(out, games, arguments.jobs, seed, course)?;
        return Ok(ExitCode::SUCCESS);
    }
    let game = if arguments.shuffle {
        Game::shuffled(seed, course)
    } else {
        Game::of(read_tableau()?, seed, course)
    };
    if arguments.shuffle || arguments.redeal {
        writeln!(out, "Shuffling with --seed {seed}.\n")?;
    }
    play(out, game)
}

impl Arguments {
    fn course(&self) -> Result<Course> {
        let last = if self.redeal {
            self.max_deal
        } else {
            self.deal
        };
        ensure!(
            self.deal <= last,
            "--deal {} comes after the last deal, --max-deal {last}",
            self.deal
        );
        Ok(Course {
            first: self.deal,
            last,
            merci: self.merci,
        })
    }
}

fn read_tableau() -> Result<Tableau> {
    if io::stdin().is_terminal() {
        eprintln!("{}", entry::HELP);
    }
    let mut bytes = Vec::new();
    let read = io::stdin().read_to_end(&mut bytes);
    read.context("cannot read standard input")?;
    // What is not UTF-8 is in no card either, and is refused with its line.
    Ok(entry::parse(&String::from_utf8_lossy(&bytes))?)
}

fn play(out: &mut impl Write, game: Game) -> Result<ExitCode> {
    let begin = Instant::now();
    let mut last = None;
    for deal in game {
        report::deal(out, &deal)?;
        last = Some(deal);
    }
    let last = last.expect("a game has a deal");
    report::summary(out, &last, begin.elapsed())?;
    Ok(if last.is_solved() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_SOLVED)
    })
}
