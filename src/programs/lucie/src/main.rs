//! La Belle Lucie: finds the best line of a deal, and proves it best.
//!
//! From the bottom up: [`tableau`] is what lies on the table and [`entry`] how it
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

use std::io::{self, BufRead, IsTerminal, Read as _, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;

use crate::entry::Entry;
use crate::game::{Game, Settings};
use crate::line::Cost;
use crate::tableau::{show_cards, Tableau};

const NOT_SOLVED: u8 = 1;
/// No tableau. As in lblsolve if there is no card at all; it has [`NOT_SOLVED`] for other faults.
const INVALID: u8 = 255;

const EXAMPLES: &str = "\
Examples:
  la-belle-lucie < tableau.txt
  la-belle-lucie --deal 3 --merci < tableau.txt     the last deal of a game
  la-belle-lucie --shuffle --seed 7 --redeal        a whole random game
  la-belle-lucie --stats 10000 --redeal --merci     how many games can be solved

Exit status: 0 solved (or --stats done), 1 not solved (or --stats interrupted), 2 wrong
usage, 255 no cards, as lblsolve has it, or cards that are not a tableau.";

/// Solves La Belle Lucie: reads a tableau on standard input, a fan on each line with
/// its top card last, and prints a best line: most cards home, then fewest
/// blocking moves and mercis.
#[derive(Parser)]
#[command(
    name = "la-belle-lucie",
    version = cli::version(),
    after_help = EXAMPLES
)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
struct Options {
    /// Solve a random deal instead of reading a tableau
    #[arg(long)]
    shuffle: bool,
    /// The seed of the shuffle and the redeals [default: random]
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
    /// On the last deal, allow drawing one buried card that can be played at once
    #[arg(long)]
    merci: bool,
    /// Play N random games and print how many are solved; game 0 is the
    /// one that --shuffle plays with the same seed, game 1 with the next one
    #[arg(long, value_name = "N", conflicts_with_all = ["shuffle", "deal"], value_parser = clap::value_parser!(u64).range(1..))]
    stats: Option<u64>,
    /// With --stats, the number of threads [default: one a core]
    #[arg(long, value_name = "J", requires = "stats")]
    jobs: Option<NonZeroUsize>,
    /// With --stats, print the figures as JSON
    #[arg(long, requires = "stats")]
    json: bool,
}

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => return cli::refuse(&error),
    };
    match run(&options) {
        Ok(status) => status,
        Err(error) => {
            cli::remark(format_args!("la-belle-lucie: {error:#}"));
            let is_output = error.downcast_ref::<io::Error>().is_some();
            ExitCode::from(if is_output { cli::WRONG } else { INVALID })
        }
    }
}

fn run(arguments: &Options) -> Result<ExitCode> {
    let settings = match arguments.settings() {
        Ok(settings) => settings,
        Err(why) => {
            cli::remark(format_args!("la-belle-lucie: {why}"));
            return Ok(ExitCode::from(cli::WRONG));
        }
    };
    let seed = arguments
        .seed
        .unwrap_or_else(|| rand::random::<u32>().into());
    if let Some(games) = arguments.stats {
        let sample = stats::Sample {
            games,
            seed,
            settings,
        };
        let complete = stats::run(sample, arguments.jobs, arguments.json)?;
        return Ok(ExitCode::from(if complete { 0 } else { NOT_SOLVED }));
    }
    let out = &mut cli::stdout().lock();
    let game = if arguments.shuffle {
        Game::shuffled(seed, settings)
    } else {
        let input = io::stdin();
        let echo = input.is_terminal();
        if echo {
            cli::remark(format_args!("{}", entry::HELP));
        }
        Game::from_tableau(read_tableau(input.lock(), out, echo)?, seed, settings)
    };
    if arguments.shuffle || arguments.redeal {
        writeln!(out, "Shuffling with --seed {seed}.\n")?;
    }
    play(out, game)
}

impl Options {
    /// The game that the options ask for, or an error message if they contradict each
    /// other.
    fn settings(&self) -> Result<Settings, String> {
        let last = if self.redeal {
            self.max_deal
        } else {
            self.deal
        };
        if self.deal > last {
            let deal = self.deal;
            return Err(format!(
                "--deal {deal} comes after the last deal, --max-deal {last}"
            ));
        }
        Ok(Settings {
            first: self.deal,
            last,
            merci: self.merci,
        })
    }
}

/// Reads a tableau to its end; someone at a terminal sees each fan as it was
/// read.
fn read_tableau(mut input: impl BufRead, out: &mut impl Write, echo: bool) -> Result<Tableau> {
    let mut entry = Entry::default();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let mut limited = input.by_ref().take(entry::LONGEST_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut bytes);
        if read.context("cannot read standard input")? == 0 {
            return entry.finish();
        }
        // A byte that is not UTF-8 is in no card either, and is refused with its line.
        if let Some((number, fan)) = entry.read_line(&String::from_utf8_lossy(&bytes))? {
            if echo {
                writeln!(out, "[Read fan {number:2}] {}", show_cards(fan, "  "))?;
            }
        }
    }
}

fn play(out: &mut impl Write, game: Game) -> Result<ExitCode> {
    let begin = Instant::now();
    let mut last = None;
    let mut cost = Cost::default();
    for deal in game {
        report::deal(out, &deal)?;
        cost = cost.plus(deal.line.cost());
        last = Some(deal);
    }
    let last = last.expect("a game has a deal");
    report::summary(out, &last, cost, begin.elapsed())?;
    Ok(if last.is_solved() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_SOLVED)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fan_is_echoed_at_a_terminal() {
        let text = "KH 2S 8S\n\n3S 5S 10H\n";
        for (echo, printed) in [
            (
                true,
                "[Read fan  0] K♥  2♠  8♠\n[Read fan  1] 3♠  5♠  10♥\n",
            ),
            (false, ""),
        ] {
            let mut out = Vec::new();
            // The tableau has gaps, which only its end shows.
            assert!(read_tableau(text.as_bytes(), &mut out, echo).is_err());
            assert_eq!(String::from_utf8(out).unwrap(), printed);
        }
    }
}
