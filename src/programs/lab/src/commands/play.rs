//! `lab play`: the referee around any bot.
//!
//! The rules of referees, as options, are in [`rules`]; the library's referee plays by
//! them. [`process`] runs a bot, [`game`] plays one game with it. [`summary`] sums up many
//! games, [`all_referees`] makes a table of those with every preset of a referee, and
//! [`record`] is a game's row in a file. The loop over the games is here.

mod all_referees;
mod game;
mod names;
mod process;
mod record;
mod rules;
mod summary;

use std::env;
use std::hint;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{ensure, Context, Result};
use indicatif::ProgressBar;
use shared::note;

use crate::support::remarks::with_remarks;
use all_referees::Table;
use cli::output::Overwrite;
use freecell::text::pretty::Pretty;
use game::{play, Event, Setting};
use record::Record;
use rules::{Limits, TurnFormat, TurnRules, VariantOptions};
use shared::deals::Deals;
use shared::row_file::summary_output;
use shared::{commands::Outcome, interrupt, jobs, progress};
use summary::{PlayedGame, Summary};

/// The time for which `--watch` shows each table.
const SHOWN_FOR: Duration = Duration::from_millis(250);

const EXAMPLES: &str = "\
Examples:
  freecell-lab play 10913 --watch                        one game, every table
  freecell-lab play 10913 --transcript --stderr          one game, all that passes
  freecell-lab play 1..=100 random:50@7                  150 games with this crate's bot
  freecell-lab play 1..=100 --bot ./bot --autoplay all   the same with another program
  freecell-lab play 5 --bot 'python3 my_bot.py'          whatever a shell can start
  freecell-lab play --input turn.txt                     a game from a table of your own
  freecell-lab play 1..=100 --one-move-a-turn            a referee that plays one move a turn
  freecell-lab play 1..=100 --autoplay all --autoplay-most 1 --illegal stops
  freecell-lab play 1..=20 --every-referee --csv games.csv   a table of every kind of referee
  freecell-lab play 1..=100 --json                       the summary, for programs
  freecell-lab play 1..=20 --one-move-a-turn --load 4 --turn 1s   later turns on a busy machine

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
    variants: VariantOptions,
    #[command(flatten)]
    turns: TurnRules,
    /// Play the deals with every kind of referee, and print a table: a row for each
    /// choice of rules, a column for each way to play a line
    #[arg(long, conflicts_with_all = ["autoplay", "autoplay_from", "autoplay_most", "autoplay_after"])]
    #[arg(conflicts_with_all = ["Supermoves", "one_card_into_empty", "cells", "program", "turn_rules"])]
    every_referee: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    format: TurnFormat,
    /// Keep this many threads busy meanwhile
    #[arg(long, value_name = "N", default_value = "0")]
    load: u16,
    #[command(flatten)]
    shown: Shown,
    /// Write a row for each game to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Print the summary as JSON, and no line for each game
    #[arg(long, conflicts_with_all = ["watch", "transcript"])]
    json: bool,
    /// Play this many games at a time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(conflicts_with_all = ["watch", "transcript"])]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

/// The details of a game that are shown besides its result.
#[derive(Debug, clap::Args)]
struct Shown {
    /// Show the table after each move
    #[arg(long, conflicts_with = "every_referee")]
    watch: bool,
    /// Show each turn that is sent, and each line that answers it
    #[arg(long, conflicts_with = "every_referee")]
    transcript: bool,
    /// Show the bot's standard error
    #[arg(long)]
    stderr: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    args.deals.ensure_told_apart()?;
    args.command()?;
    let rows = args.csv.as_deref().map(|path| args.overwrite.create(path));
    let mut rows = rows.transpose()?.map(csv::Writer::from_writer);
    let out = &mut summary_output(args.csv.as_deref());
    interrupt::install_handler();
    let referees = args.referees();
    let bar = if args.shown.watch || args.shown.transcript {
        ProgressBar::hidden()
    } else {
        progress::bar(args.deals.count() * referees.len() as u64, "games")
    };
    let (mut summary, mut table) = (Summary::default(), Table::new());
    let take = |(number, played): (usize, Result<Option<PlayedGame>>)| {
        let Some(played) = played? else { return Ok(()) };
        if let Some(rows) = &mut rows {
            rows.serialize(Record::new(&played))?;
            rows.flush()?;
        }
        if args.every_referee {
            table.add(number, &played.report);
        } else if !args.json {
            bar.suspend(|| writeln!(out, "{played}"))?;
        }
        summary.add(played);
        bar.set_message(format!("{} lost", summary.lost()));
        bar.inc(1);
        Ok(())
    };
    // These threads end with the program.
    for _ in 0..jobs::busy(args.load) {
        thread::spawn(|| loop {
            hint::spin_loop();
        });
    }
    let games = args.games(referees.len());
    let work = |(): &mut (), (number, deal): (usize, u64)| {
        let (name, setting) = &referees[number];
        (number, args.play(deal, name, setting))
    };
    jobs::run(usize::from(args.jobs), games, || (), work, take)?;
    bar.finish_and_clear();
    if args.json {
        let mut json = summary.in_json(interrupt::interrupted());
        if args.every_referee {
            json["referees"] = table.in_json();
        }
        writeln!(out, "{:#}", with_remarks(json))?;
    } else {
        if args.every_referee {
            writeln!(out, "{table}")?;
        }
        write!(out, "{summary}")?;
    }
    if interrupt::interrupted() {
        note!("interrupted before all games were played");
    }
    Ok((summary.lost() == 0).into())
}

impl Args {
    fn referees(&self) -> Vec<(String, Setting)> {
        if self.every_referee {
            return all_referees::settings(self.limits, self.format);
        }
        let mut format = self.format;
        format.autoplay_first |= self.variants.program.is_some_and(|it| it.autoplay_first);
        let settings = self.variants.each().into_iter().map(|variant| Setting {
            variant,
            turns: self.turns,
            limits: self.limits,
            format,
        });
        let name = |setting: &Setting| match self.variants.program {
            Some(program) => program.word.to_owned(),
            None => names::name(names::CARDS, &setting.variant.autoplay).to_owned(),
        };
        settings.map(|setting| (name(&setting), setting)).collect()
    }

    /// The games to play: the number of the referee, and the deal.
    fn games(&self, referees: usize) -> Box<dyn Iterator<Item = (usize, u64)> + Send + '_> {
        let numbers = 0..referees;
        if self.every_referee {
            Box::new(numbers.flat_map(|number| self.deals.iter().map(move |deal| (number, deal))))
        } else {
            let deals = self.deals.iter();
            Box::new(deals.flat_map(move |deal| numbers.clone().map(move |number| (number, deal))))
        }
    }

    /// Plays a game; `None` if it was interrupted.
    fn play(&self, deal: u64, referee: &str, setting: &Setting) -> Result<Option<PlayedGame>> {
        let table = self.deals.table(deal);
        let show = |event: Event| self.shown.show(deal, &event);
        let report = play(self.command()?, table, setting, show);
        let report = report.context("the bot cannot be started")?;
        Ok(report.map(|report| PlayedGame {
            deal,
            referee: referee.to_owned(),
            report,
        }))
    }

    fn command(&self) -> Result<Command> {
        let mut command = match &self.bot {
            Some(text) => process::shell(text),
            None => process::program(own_bot()?),
        };
        if !self.shown.stderr {
            command.stderr(Stdio::null());
        }
        Ok(command)
    }
}

impl Shown {
    /// Shows an event, if the options ask for it.
    fn show(&self, deal: u64, event: &Event) {
        let mut out = anstream::stdout();
        // A closed pipe is noticed when the result is written.
        let _ = match *event {
            Event::Begin(table) if self.watch => {
                writeln!(out, "deal {deal}\n{}", Pretty(table))
            }
            Event::Played(mv, table) if self.watch => writeln!(out, "{mv}\n{}", Pretty(table)),
            Event::Sent(turn) if self.transcript => write!(out, "{turn}"),
            Event::Answered(line) if self.transcript => writeln!(out, "> {line}"),
            _ => return,
        };
        let is_table = matches!(event, Event::Begin(_) | Event::Played(..));
        if is_table && out.is_terminal() {
            thread::sleep(SHOWN_FOR);
        }
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
