//! `lab tune fit`: weights for short lines, from the difference between positions on
//! such lines and others at the same depth.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{ensure, Result};
use serde_json::json;

use super::comparisons::{Comparison, Comparisons, OTHERS};
use super::numbers::Numbers;
use super::regression::{fit, fraction_ahead};
use super::Task;
use cli::stdout;
use shared::note;
use shared::{commands::Outcome, deals, interrupt, jobs, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-lab tune fit --autoplay all --jobs 2
  freecell-lab tune fit --autoplay all --deals 2800001..=2801500 --jobs 2    as the library's were

For each deal the bot's search finds a short line, and a beam search goes as deep,
each with the same number of positions. At each depth that keeps 200 positions or
more, a softmax regression compares the position on the line with 60 others. So
every depth of every deal counts, where hill climbing has one number per deal.
Ctrl-C fits the weights to the deals done so far.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// The positions to expand for each deal's line, and again for its beam search
    #[arg(long, value_name = "N", default_value = "300000")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Search this many deals at a time
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// The weights of the beam search [default: the library's]
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<Numbers>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    match args.task.autoplay.choice.autoplays() {
        [_] => args.fit::<1>(),
        _ => args.fit::<2>(),
    }
}

impl Args {
    fn fit<const N: usize>(&self) -> Result<Outcome> {
        let json = self.task.json;
        if !json {
            let (task, positions) = (self.task.in_english(), self.positions);
            writeln!(stdout(), "a fit {task}, {positions} positions a deal")?;
        }
        let before = self
            .from
            .unwrap_or_else(|| Numbers::from_weights(self.task.weights_of_beam()));
        interrupt::install_handler();
        let (deals, comparisons) = self.comparisons::<N>(before)?;
        let count = comparisons.len();
        if interrupt::interrupted() {
            if count == 0 {
                note!("interrupted before any deal was done");
                return Ok(Outcome::No);
            }
            note!("interrupted: the weights are fitted to the deals so far");
        }
        ensure!(
            count > 0,
            "no line was found, or no depth is wide enough to learn from"
        );
        if !json {
            writeln!(
                stdout(),
                "{count} depths of {deals} deals, {OTHERS} others of each"
            )?;
        }
        let fitted = fit(&comparisons, N)?;
        let percent_ahead = |numbers: &Numbers| fraction_ahead(&comparisons, numbers) * 100.0;
        if json {
            let json = json!({
                "deals": deals,
                "depths": count,
                "percent_ahead_before": percent_ahead(&before),
                "percent_ahead": percent_ahead(&fitted),
                "best": fitted.0,
            });
            writeln!(stdout(), "{json:#}")?;
            return Ok(Outcome::Yes);
        }
        for (name, numbers) in [("before", before), ("fitted", fitted)] {
            let ahead = percent_ahead(&numbers);
            writeln!(stdout(), "{name}: {ahead:.2} % of the others score better")?;
        }
        writeln!(stdout(), "best: {fitted}")?;
        Ok(Outcome::Yes)
    }

    /// The number of deals that have comparisons, and these in the order of deals.
    fn comparisons<const N: usize>(&self, kept_by: Numbers) -> Result<(usize, Vec<Comparison>)> {
        let bar = progress::bar(deals::count(&self.task.deals), "deals");
        let worker =
            || Comparisons::<N>::new(self.task.rulesets(), kept_by.weights(), self.positions);
        let work = |comparisons: &mut Comparisons<N>, deal| (deal, comparisons.compare(deal));
        let mut by_deal = BTreeMap::new();
        let take = |(deal, comparisons): (u64, Vec<Comparison>)| {
            if !comparisons.is_empty() {
                by_deal.insert(deal, comparisons);
            }
            bar.inc(1);
            Ok(())
        };
        let deals = self.task.deals.clone();
        jobs::run(usize::from(self.jobs), deals, worker, work, take)?;
        bar.finish_and_clear();
        Ok((by_deal.len(), by_deal.into_values().flatten().collect()))
    }
}
