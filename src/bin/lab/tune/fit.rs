//! `lab tune fit`: weights for short lines from what sets positions on such lines
//! off from others of their depths.

use std::collections::BTreeMap;
use std::io::{stdout, Write as _};

use anyhow::{ensure, Result};

use super::comparisons::{Comparison, Comparisons, OTHERS};
use super::numbers::Numbers;
use super::regression::{fitted, share_ahead};
use super::Task;
use crate::{deals, jobs, progress, Outcome};

const EXAMPLES: &str = "\
Examples:
  freecell-lab tune fit --autoplay all --jobs 2
  freecell-lab tune fit --autoplay all --deals 2800001..=2801500 --jobs 2    the library's again

For each deal a plan finds a short line, and a beam search goes as deep, both
with as many positions. In each depth that keeps 200 positions or more, the one on
the line is told from 60 others by a softmax regression. It works on every depth of
every deal, where a climb has one number a deal to go by.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// The positions to expand for each deal's line, and again for its depths
    #[arg(long, value_name = "N", default_value = "300000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Search so many deals at a time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The sixteen weights that depths are kept by [default: the library's]
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<Numbers>,
}

/// Fits, and prints the weights and what they are worth.
pub fn run(args: &Args) -> Result<Outcome> {
    match args.task.autoplay.choice.autoplays() {
        [_] => args.fit::<1>(),
        _ => args.fit::<2>(),
    }
}

impl Args {
    fn fit<const N: usize>(&self) -> Result<Outcome> {
        let task = self.task.in_english();
        writeln!(
            stdout(),
            "a fit {task}, {} positions a deal",
            self.positions
        )?;
        let before = self
            .from
            .unwrap_or_else(|| Numbers::of(self.task.weights_of_beam()));
        let (deals, comparisons) = self.comparisons::<N>(before)?;
        let count = comparisons.len();
        ensure!(count > 0, "no line, or no depth wide enough to learn from");
        writeln!(
            stdout(),
            "{count} depths of {deals} deals, {OTHERS} others of each"
        )?;
        let fitted = fitted(&comparisons, N)?;
        for (name, numbers) in [("before", before), ("fitted", fitted)] {
            let ahead = share_ahead(&comparisons, &numbers) * 100.0;
            writeln!(stdout(), "{name}: {ahead:.2} % of the others score better")?;
        }
        writeln!(stdout(), "best: {fitted}")?;
        Ok(Outcome::Yes)
    }

    /// How many deals have comparisons, and the comparisons in the order of the deals.
    fn comparisons<const N: usize>(&self, kept_by: Numbers) -> Result<(usize, Vec<Comparison>)> {
        let bar = progress::bar(deals::count(&self.task.deals), "deals");
        let tool =
            || Comparisons::<N>::new(self.task.rulesets(), kept_by.weights(), self.positions);
        let work = |comparisons: &mut Comparisons<N>, deal| (deal, comparisons.of(deal));
        let mut by_deal = BTreeMap::new();
        let take = |(deal, comparisons): (u64, Vec<Comparison>)| {
            if !comparisons.is_empty() {
                by_deal.insert(deal, comparisons);
            }
            bar.inc(1);
            Ok(())
        };
        let deals = self.task.deals.clone();
        jobs::run(usize::from(self.jobs), deals, tool, work, take)?;
        bar.finish_and_clear();
        Ok((by_deal.len(), by_deal.into_values().flatten().collect()))
    }
}
