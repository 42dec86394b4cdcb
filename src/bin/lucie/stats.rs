//! Many random games, and how many of them are solved.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Result;
use freecell::card::Card;
use indicatif::{ProgressBar, ProgressStyle};
use nix::time::ClockId;
use rayon::prelude::*;

use crate::game::{Course, Game};

/// The standard normal distribution's 97.5 % quantile, for 95 % intervals.
const QUANTILE: f64 = 1.959_964;

/// Plays that many games and prints how many were solved, by deal. The figures
/// depend on the seed, not on the number of threads.
///
/// # Errors
/// The threads cannot be started, or the output not written.
pub fn run(
    out: &mut impl Write,
    games: u64,
    jobs: Option<NonZeroUsize>,
    seed: u64,
    course: Course,
) -> Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.map_or(0, NonZeroUsize::get));
    let bar = ProgressBar::new(games).with_style(style());
    let before = process_cpu();
    let tally = threads.build()?.install(|| {
        (0..games)
            .into_par_iter()
            .map(|game| {
                bar.inc(1);
                Tally::of(Game::shuffled(seed.wrapping_add(game), course), course)
            })
            .reduce(|| Tally::none(course), Tally::and)
    });
    bar.finish_and_clear();
    print(out, games, seed, course, &tally)?;
    let time = process_cpu().saturating_sub(before);
    eprintln!("{}", speed(games, tally.positions, time));
    Ok(())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {human_pos}/{human_len} games, {eta} left")
        .expect("the template is well formed")
}

/// What some games came to.
struct Tally {
    /// How many were solved on each deal of the course.
    solved: Vec<u64>,
    home: u64,
    positions: u64,
}

impl Tally {
    fn none(course: Course) -> Tally {
        Tally {
            solved: vec![0; (course.last - course.first + 1) as usize],
            home: 0,
            positions: 0,
        }
    }

    /// Plays a game; of its last deal, only the number of cards matters.
    fn of(mut game: Game, course: Course) -> Tally {
        let mut tally = Tally::none(course);
        for solved in 0..tally.solved.len() {
            let (home, positions) = if game.is_last() {
                let most = game.most();
                (most.home, most.positions)
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

    fn and(mut self, other: Tally) -> Tally {
        for (mine, others) in self.solved.iter_mut().zip(other.solved) {
            *mine += others;
        }
        self.home += other.home;
        self.positions += other.positions;
        self
    }
}

fn print(out: &mut impl Write, games: u64, seed: u64, course: Course, tally: &Tally) -> Result<()> {
    let merci = match (course.merci, course.first == course.last) {
        (false, _) => "without merci",
        (true, true) => "with merci",
        (true, false) => "with merci on the last",
    };
    let deals = course.last - course.first + 1;
    writeln!(
        out,
        "{games} games of {deals} deal(s) {merci}, --seed {seed}"
    )?;
    let mut solved = 0;
    for (number, more) in (course.first..).zip(&tally.solved) {
        solved += more;
        let (low, high) = wilson(solved, games);
        writeln!(
            out,
            "solved by deal {number}: {solved}, {:.2} % (95 % interval {:.2} % to {:.2} %)",
            100.0 * solved as f64 / games as f64,
            100.0 * low,
            100.0 * high
        )?;
    }
    let home = tally.home as f64 / games as f64;
    writeln!(out, "cards home in the end: {home:.2} on average")?;
    Ok(())
}

/// Wilson's interval for a proportion (E. B. Wilson, 1927), as fractions.
fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    let (count, rate) = (trials as f64, successes as f64 / trials as f64);
    let square = QUANTILE * QUANTILE / count;
    let middle = (rate + square / 2.0) / (1.0 + square);
    let half = (square * (rate * (1.0 - rate) + square / 4.0)).sqrt() / (1.0 + square);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The CPU time that all threads of this process have used.
fn process_cpu() -> Duration {
    let clock = ClockId::CLOCK_PROCESS_CPUTIME_ID.now();
    clock.expect("every Unix has a clock of CPU time").into()
}

fn speed(games: u64, positions: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    format!(
        "{positions} positions in {seconds:.2} s of CPU time, {:.0} games a second",
        games as f64 / seconds
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the figures of a table: Newcombe, Statistics in Medicine 17
    /// (1998), method 3.
    #[test]
    fn intervals_are_those_of_the_literature() {
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
