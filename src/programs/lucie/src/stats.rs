//! Many random games, and how many of them are solved.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use anyhow::Result;
use cli::pluralize::pluralize;
use cli::stdout;
use freecell::card::Card;
use serde::Serialize;
use shared::clock::process_cpu;
use shared::{interrupt, jobs, progress};

use crate::game::{Game, Settings};

/// The standard normal distribution's 97.5 % quantile, for 95 % intervals.
const QUANTILE: f64 = 1.959_964;

/// The games to play: the first one from this seed, each later one from the next seed.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The number of games.
    pub games: u64,
    /// The seed of the first.
    pub seed: u64,
    /// The settings of every game.
    pub settings: Settings,
}

/// Plays games and prints how many were solved, by deal. The figures depend on the seed, not on the
/// number of threads. After Ctrl-C, the games played so far count. Returns whether all games were
/// played.
pub fn run(sample: Sample, jobs: Option<NonZeroUsize>, json: bool) -> Result<bool> {
    interrupt::install_handler();
    let Sample {
        games,
        seed,
        settings,
    } = sample;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or(cores, NonZeroUsize::get);
    let bar = progress::bar(games, "games");
    let before = process_cpu();
    let mut tally = Tally::new(settings);
    let play = |(): &mut (), game| {
        Tally::from_game(Game::shuffled(seed.wrapping_add(game), settings), settings)
    };
    let take = |game| {
        bar.inc(1);
        tally.add(&game);
        Ok(())
    };
    jobs::run(jobs, 0..games, || (), play, take)?;
    bar.finish_and_clear();
    let seconds = process_cpu().saturating_sub(before).as_secs_f64();
    let out = &mut stdout().lock();
    let summary = summary(sample, &tally, seconds);
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
    } else {
        print(out, &summary)?;
        let (positions, rate) = (tally.positions, tally.games as f64 / seconds);
        cli::remark(format_args!(
            "{positions} positions in {seconds:.2} s of CPU time, {rate:.0} games a second"
        ));
    }
    Ok(tally.games == games)
}

/// The results of some games, added up.
struct Tally {
    /// The number of games.
    games: u64,
    /// The games solved on each deal, from the first one of the settings.
    solved: Vec<u64>,
    home: u64,
    positions: u64,
}

impl Tally {
    fn new(settings: Settings) -> Tally {
        Tally {
            games: 0,
            solved: vec![0; (settings.last - settings.first + 1) as usize],
            home: 0,
            positions: 0,
        }
    }

    /// Plays a game; of its last deal, only the number of cards matters.
    fn from_game(mut game: Game, settings: Settings) -> Tally {
        let mut tally = Tally::new(settings);
        tally.games = 1;
        for solved in 0..tally.solved.len() {
            let (home, positions) = if game.is_last() {
                game.most_home()
            } else {
                let deal = game.next().expect("the last deal is still to come");
                (deal.plan.home, deal.plan.positions)
            };
            tally.home = home as u64;
            tally.positions += positions;
            if home == Card::COUNT {
                tally.solved[solved] = 1;
                break;
            }
        }
        tally
    }

    fn add(&mut self, other: &Tally) {
        for (mine, others) in self.solved.iter_mut().zip(&other.solved) {
            *mine += others;
        }
        self.games += other.games;
        self.home += other.home;
        self.positions += other.positions;
    }
}

fn print(out: &mut impl Write, summary: &Summary) -> Result<()> {
    let deals = summary.solved_by.len();
    let merci = match (summary.merci, deals) {
        (false, _) => "without merci",
        (true, 1) => "with merci",
        (true, _) => "with merci on the last",
    };
    writeln!(
        out,
        "{} of {} {merci}, --seed {}",
        pluralize(summary.games as usize, "game"),
        pluralize(deals, "deal"),
        summary.seed
    )?;
    if summary.games < summary.asked {
        let asked = summary.asked;
        writeln!(out, "interrupted: {asked} games were asked for")?;
    }
    for rate in &summary.solved_by {
        writeln!(
            out,
            "solved by deal {}: {}, {:.2} % (95 % interval {:.2} % to {:.2} %)",
            rate.deal,
            rate.solved,
            100.0 * rate.fraction,
            100.0 * rate.low,
            100.0 * rate.high
        )?;
    }
    let home = summary.cards_home;
    writeln!(out, "cards home in the end: {home:.2} on average")?;
    Ok(())
}

/// The summary, as `--json` prints it.
#[derive(Serialize)]
struct Summary {
    games: u64,
    asked: u64,
    seed: u64,
    first_deal: u32,
    last_deal: u32,
    merci: bool,
    solved_by: Vec<Rate>,
    cards_home: f64,
    positions: u64,
    cpu_seconds: f64,
}

/// The rate of games that are solved by a deal, with a 95 % interval.
#[derive(Serialize)]
struct Rate {
    deal: u32,
    solved: u64,
    fraction: f64,
    low: f64,
    high: f64,
}

fn summary(sample: Sample, tally: &Tally, cpu_seconds: f64) -> Summary {
    Summary {
        games: tally.games,
        asked: sample.games,
        seed: sample.seed,
        first_deal: sample.settings.first,
        last_deal: sample.settings.last,
        merci: sample.settings.merci,
        solved_by: tally.rates(sample.settings),
        cards_home: tally.home as f64 / tally.games.max(1) as f64,
        positions: tally.positions,
        cpu_seconds,
    }
}

impl Tally {
    /// For each deal, the games solved by then.
    fn rates(&self, settings: Settings) -> Vec<Rate> {
        let games = self.games.max(1);
        let mut solved = 0;
        let rate = |(deal, more): (u32, &u64)| {
            solved += more;
            let (low, high) = wilson(solved, games);
            Rate {
                deal,
                solved,
                fraction: solved as f64 / games as f64,
                low,
                high,
            }
        };
        (settings.first..).zip(&self.solved).map(rate).collect()
    }
}

/// Wilson's interval for a proportion (E. B. Wilson, 1927), as fractions.
fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    let (count, rate) = (trials as f64, successes as f64 / trials as f64);
    let square = QUANTILE * QUANTILE / count;
    let middle = (rate + square / 2.0) / (1.0 + square);
    let half = (square * (rate * (1.0 - rate) + square / 4.0)).sqrt() / (1.0 + square);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the figures of a table: Newcombe, Statistics in Medicine 17
    /// (1998), method 3.
    #[test]
    fn wilson_intervals_agree_with_published_ones() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (below, above) = wilson(successes, trials);
            assert!(
                (below - low).abs() < 1e-4 && (above - high).abs() < 1e-4,
                "{successes}/{trials}"
            );
        }
    }
}
