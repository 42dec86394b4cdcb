//! `lab tune`: the hill climber behind the library's weights.
//!
//! [`numbers`] is the weights as a list of numbers, [`trial`] what a list is
//! worth on the deals it is tuned on, [`climb`] the climb from one list to a
//! better one. Deals, positions, seed and tries alone decide what is found; time
//! only when it ends.

mod climb;
mod numbers;
mod trial;

use std::io::{stdout, Write as _};
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{bail, ensure, Result};
use clap::ValueEnum;
use freecell::heuristic::{Weights, WEIGHTS};
use freecell::plan::{ALL, BOTH, SAFE};
use freecell::reading::Reading;
use freecell::search::astar::AStar;
use freecell::search::first::FIRST;
use freecell::search::layers::Layers;

use crate::clock::thread_cpu;
use crate::readings::{Choice, WhichAutoplay};
use crate::{deals, duration, interrupt, Outcome};
use climb::Climb;
use numbers::Numbers;
use trial::{Search, Tally, Trial};

const EXAMPLES: &str = "\
Examples:
  lab tune first                              for fewer positions to the first line
  lab tune layers --reading both --time 60m   for fewer words within some positions
  lab tune first --deals 2300001..=2300500 --tries 0      what the weights are worth
  lab tune layers --reading all --seed 7 --from \"0 15 62 24 15 132 57 29 24 25 9 0 146 0 30\"

The score of first lines is the mean of positions expanded, 1.5 times the limit
for a deal without a line, and a tenth more for each word of the mean beyond 45.3;
that of layers is the mean of words, 50 for a deal without a line.";

/// The deals that are reported on.
const REPORTED: RangeInclusive<u64> = 1..=1_000_000;

/// Tune the weights of a search
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to tune: the search for a first line, or that for short lines
    #[arg(value_enum)]
    search: What,
    #[command(flatten)]
    reading: WhichAutoplay,
    /// The deals to tune on, none of 1..=1000000
    #[arg(long, value_name = "A..=B", default_value = "2000001..=2001000", value_parser = unreported)]
    deals: RangeInclusive<u64>,
    /// The positions to expand for each deal [default: 4000, for layers 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The CPU time to spend
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration::parse)]
    time: Duration,
    /// End after so many tries
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    tries: u64,
    /// What the changes are drawn from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The fifteen weights to begin with [default: the library's]
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<Numbers>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// For few positions to the first line
    First,
    /// For few words within some positions
    Layers,
}

/// Reads a range of deals that are not reported on.
fn unreported(text: &str) -> Result<RangeInclusive<u64>> {
    let deals = deals::range(text)?;
    ensure!(
        deals.start() > REPORTED.end(),
        "deals {} to {} are those reported on: tune on others, such as 2000001..=2001000",
        REPORTED.start(),
        REPORTED.end()
    );
    Ok(deals)
}

/// Climbs, and prints each list of weights that is better than all before.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    match (args.search, args.reading.choice.autoplays()) {
        (What::First, [_]) => args.climb::<AStar<1>, 1>(),
        (What::First, _) => args.climb::<AStar<2>, 2>(),
        (What::Layers, [_]) => args.climb::<Layers<1>, 1>(),
        (What::Layers, _) => args.climb::<Layers<2>, 2>(),
    }
}

impl Args {
    fn climb<S: Search<N>, const N: usize>(&self) -> Result<Outcome> {
        let autoplays = self.reading.choice.autoplays();
        let readings = std::array::from_fn(|index| Reading::strict(autoplays[index]));
        let mut trial = Trial::<S, N>::new(self.deals.clone(), readings, self.positions());
        let start = thread_cpu();
        let mut stop = || interrupt::asked() || thread_cpu().saturating_sub(start) >= self.time;
        self.tell_task()?;
        let Some(mut tally) = trial.tally(&self.start(), None, &mut stop) else {
            bail!("stopped before the weights to begin with were tried on every deal");
        };
        let mut climb = Climb::new(self.start(), self.open(), self.seed);
        tell::<S, N>(0, &tally, climb.best())?;
        for tries in 1..=self.tries {
            let numbers = climb.next();
            if let Some(better) = trial.tally(&numbers, Some(&tally), &mut stop) {
                climb.accept(numbers);
                // Of equals the newest is kept, to wander about, without a word.
                if S::score(&better) < S::score(&tally) {
                    tell::<S, N>(tries, &better, &numbers)?;
                }
                tally = better;
            }
            if stop() {
                eprintln!("stopped at try {tries}");
                break;
            }
        }
        writeln!(stdout(), "best: {}", climb.best())?;
        Ok(Outcome::Yes)
    }

    fn positions(&self) -> u64 {
        let usual = match self.search {
            What::First => 4000,
            What::Layers => 20_000,
        };
        self.positions.unwrap_or(usual)
    }

    /// The weights to begin with.
    fn start(&self) -> Numbers {
        let library = match (self.search, self.reading.choice) {
            (What::First, _) => Weights::of(&FIRST),
            (What::Layers, Choice::Safe) => SAFE,
            (What::Layers, Choice::All) => ALL,
            (What::Layers, Choice::Both) => BOTH,
        };
        self.from.unwrap_or_else(|| Numbers::of(library))
    }

    /// How many of the weights are climbed on. The last is that of lifts, whose
    /// tables cost a first line more time than all its positions.
    fn open(&self) -> usize {
        match self.search {
            What::First => WEIGHTS - 1,
            What::Layers => WEIGHTS,
        }
    }

    fn tell_task(&self) -> Result<()> {
        let search = match self.search {
            What::First => "first lines",
            What::Layers => "lines by layers",
        };
        let reading = self.reading.choice.in_words();
        let (first, last) = (self.deals.start(), self.deals.end());
        writeln!(
            stdout(),
            "{search} under {reading}, deals {first}..={last}, {} positions a deal, seed {}",
            self.positions(),
            self.seed
        )?;
        let columns = ["try", "score", "positions", "words", "unsolved"];
        let [tries, score, positions, words, unsolved] = columns;
        writeln!(
            stdout(),
            "{tries:>6}{score:>10}{positions:>11}{words:>8}{unsolved:>10}  weights"
        )?;
        Ok(())
    }
}

/// Prints what a list of weights came to.
fn tell<S: Search<N>, const N: usize>(tries: u64, tally: &Tally, numbers: &Numbers) -> Result<()> {
    writeln!(
        stdout(),
        "{tries:>6}{:>10.3}{:>11.1}{:>8.3}{:>10}  {numbers}",
        S::score(tally),
        tally.mean_positions(),
        tally.mean_words(),
        tally.unsolved
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_reported_on_are_refused() {
        assert_eq!(unreported("1000001..=1000002").unwrap().count(), 2);
        for text in ["1..=200", "1000000..=2000000"] {
            let reason = unreported(text).unwrap_err().to_string();
            assert!(reason.starts_with("deals 1 to 1000000 are those reported on"));
        }
    }
}
