//! `lab play`: the referee around any bot.
//!
//! [`process`] runs a bot, [`game`] plays one game with it by [`rules`], and
//! [`summary`] sums many games up. The loop over the deals is here.

mod game;
mod process;
mod rules;
mod summary;

use std::env;
use std::io::{stdout, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{ensure, Context, Result};
use freecell::deal;
use freecell::ruleset::Ruleset;
use indicatif::ProgressBar;

use crate::deals::Deals;
use crate::pretty::Pretty;
use crate::rulesets::EachAutoplay;
use crate::{interrupt, jobs, progress, Outcome};
use game::{play, Report};
use rules::{Habits, Limits, Rules};
use summary::{Played, Summary};

/// How long `--watch` shows each table.
const WATCHED: Duration = Duration::from_millis(250);

const EXAMPLES: &str = "\
Examples:
  freecell-lab play 10913 --watch                        one game, every table
  freecell-lab play 1..=100 random:50@7                  150 games with this crate's bot
  freecell-lab play 1..=100 --bot ./bot --autoplay all   the same with another program
  freecell-lab play 5 --bot 'python3 my_bot.py'          whatever a shell can start
  freecell-lab play 1..=100 --one-move-a-turn            a referee that plays one move a turn

Games are timed by the wall clock, so do not use the machine meanwhile, and leave
--jobs at 1 where time is tight. Exit status: 0 all games won, 1 a game lost.";

/// Referee games of a bot as the puzzle's referee would
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    /// The bot, a command for the shell [default: this crate's bot]
    #[arg(long, value_name = "CMD")]
    bot: Option<String>,
    #[command(flatten)]
    rulesets: EachAutoplay,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    habits: Habits,
    /// Show the table after each move
    #[arg(long)]
    watch: bool,
    /// Show the bot's standard error
    #[arg(long)]
    stderr: bool,
    /// Play this many games at a time
    #[arg(long, value_name = "N", default_value = "1", conflicts_with = "watch")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// Plays the games, a line each, and sums up.
pub fn run(args: &Args) -> Result<Outcome> {
    let rulesets = args.rulesets.rulesets();
    args.command()?;
    interrupt::watch();
    let bar = if args.watch {
        ProgressBar::hidden()
    } else {
        progress::bar(args.deals.len() * rulesets.len() as u64, "games")
    };
    let games = args.deals.iter().flat_map(|deal| {
        let rulesets = rulesets.iter();
        rulesets.map(move |&ruleset| (deal, ruleset))
    });
    let games = games.take_while(|_| !interrupt::asked());
    let mut summary = Summary::default();
    let take = |played: Result<Played>| {
        let played = played?;
        bar.suspend(|| writeln!(stdout(), "{played}"))?;
        summary.add(played);
        bar.set_message(format!("{} lost", summary.lost()));
        bar.inc(1);
        Ok(())
    };
    let work = |(): &mut (), (deal, ruleset)| args.play(deal, ruleset);
    jobs::run(usize::from(args.jobs), games, || (), work, take)?;
    bar.finish_and_clear();
    write!(stdout(), "{summary}")?;
    if interrupt::asked() {
        note!("interrupted before all games were played");
    }
    Ok((summary.lost() == 0 && !interrupt::asked()).into())
}

impl Args {
    fn play(&self, deal: u64, ruleset: Ruleset) -> Result<Played> {
        let table = deal::microsoft(deal).expect("a deal's number");
        let rules = Rules {
            ruleset,
            limits: self.limits,
            habits: self.habits,
        };
        let report = if self.watch {
            let mut out = anstream::stdout();
            play(self.command()?, table, &rules, |mv, game| {
                let mv = mv.map_or(format!("deal {deal}"), |mv| mv.to_string());
                // A closed pipe is noticed when the result is written.
                let _ = writeln!(out, "{mv}\n{}", Pretty(game.table()));
                if out.is_terminal() {
                    thread::sleep(WATCHED);
                }
            })
        } else {
            play(self.command()?, table, &rules, |_, _| ())
        };
        let report: Report = report.context("the bot cannot be started")?;
        Ok(Played {
            deal,
            ruleset,
            report,
        })
    }

    fn command(&self) -> Result<Command> {
        let mut command = match &self.bot {
            Some(text) => {
                let mut command = Command::new("sh");
                command.args(["-c", text]);
                command
            }
            None => Command::new(own_bot()?),
        };
        if !self.stderr {
            command.stderr(Stdio::null());
        }
        Ok(command)
    }
}

/// This crate's bot, which was built into the same folder as this program.
fn own_bot() -> Result<PathBuf> {
    let lab = env::current_exe().context("cannot find the folder of this program")?;
    let bot = lab
        .with_file_name("freecell")
        .with_extension(env::consts::EXE_EXTENSION);
    ensure!(
        bot.exists(),
        "there is no bot at {}: build it (cargo build --release) or name one (--bot CMD)",
        bot.display()
    );
    Ok(bot)
}
