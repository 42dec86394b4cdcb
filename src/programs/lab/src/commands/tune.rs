//! `lab tune`: finds the library's weights, on deals for which no figures are reported.
//!
//! [`hill_climb`] tries lists of weights in whole searches: [`steps`] draws the next
//! list, [`trial`] scores it. [`fit`] looks inside searches instead: [`comparisons`]
//! compares positions on short lines with others at the same depth, [`regression`]
//! finds the weights that separate the two best. Both write weights as the list of
//! [`numbers`], and both depend on the deals, the positions and the seed alone, not
//! on time.

mod comparisons;
mod fit;
mod hill_climb;
mod numbers;
mod regression;
mod steps;
mod trial;

use std::ops::RangeInclusive;

use anyhow::{ensure, Result};
use clap::Subcommand;
use freecell::deal;
use freecell::heuristic::Weights;
use freecell::ruleset::Ruleset;
use freecell::search::beam::BeamSearch;
use freecell::search::budget::Budget;
use freecell::search::outcome;
use freecell::search::problem::Problem;
use freecell::search::weights;
use freecell::table::Table;

use crate::support::rulesets::WhichAutoplay;
use shared::{commands::Outcome, deals, interrupt};

const EXAMPLES: &str = "\
Examples:
  freecell-lab tune first --tries 20
  freecell-lab tune beam --autoplay both --time 60m
  freecell-lab tune fit --autoplay all --jobs 2";

/// Tune the weights of a search
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    method: Method,
}

#[derive(Debug, Subcommand)]
enum Method {
    /// Hill climbing towards few positions to the first line
    First(hill_climb::FirstArgs),
    /// Hill climbing towards few moves within a number of positions
    Beam(hill_climb::Args),
    /// A regression on the positions of short lines, towards few moves
    Fit(fit::Args),
}

/// The arguments that all methods share.
#[derive(Debug, clap::Args)]
struct Task {
    #[command(flatten)]
    autoplay: WhichAutoplay,
    /// The deals to tune on, above 1000000
    #[arg(long, value_name = "A..=B", default_value = "2000001..=2001000", value_parser = unreported)]
    deals: RangeInclusive<u64>,
    /// Print the result as JSON, when all is done
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    match &args.method {
        Method::First(args) => hill_climb::first_lines(args),
        Method::Beam(args) => hill_climb::beam(args),
        Method::Fit(args) => fit::run(args),
    }
}

impl Task {
    /// The rulesets, one or two. They are the strict ones, under which the effect of
    /// no move depends on the supermove rules.
    fn rulesets<const N: usize>(&self) -> [Ruleset; N] {
        let autoplays = self.autoplay.choice.autoplays();
        std::array::from_fn(|index| Ruleset::strict(autoplays[index]))
    }

    /// The library's weights for short lines.
    fn weights_of_beam(&self) -> Weights {
        match self.autoplay.choice.autoplays() {
            &[autoplay] => weights::for_beam(autoplay),
            _ => weights::BEAM_BOTH,
        }
    }

    /// The rulesets and the deals, in a sentence.
    fn in_english(&self) -> String {
        let ruleset = self.autoplay.choice.in_english();
        let (first, last) = (self.deals.start(), self.deals.end());
        format!("under {ruleset}, deals {first}..={last}")
    }
}

/// The deals for which figures are reported.
const REPORTED: RangeInclusive<u64> = 1..=1_000_000;

/// Reads a range of deals for which no figures are reported.
fn unreported(text: &str) -> Result<RangeInclusive<u64>> {
    let deals = deals::range(text)?;
    ensure!(
        deals.start() > REPORTED.end(),
        "figures are reported for deals {} to {}: tune on others, such as 2000001..=2001000",
        REPORTED.start(),
        REPORTED.end()
    );
    Ok(deals)
}

/// The memory that a search may use, in bytes.
const MEMORY: usize = 1 << 30;

fn table(number: u64) -> Table {
    deal::microsoft(number).expect("a deal's number")
}

fn problem<const N: usize>(number: u64, rulesets: [Ruleset; N]) -> Problem<N> {
    Problem::new(&table(number), rulesets)
}

fn budget(positions: u64) -> Budget<'static> {
    Budget::limited(positions, MEMORY)
}

/// Runs a search with such a budget, which Ctrl-C ends.
fn until_interrupted<T>(positions: u64, search: impl FnOnce(&mut Budget) -> T) -> T {
    let mut clock = || f64::from(u8::from(interrupt::interrupted()));
    let mut budget = Budget::with_clock(&mut clock);
    budget.bytes = MEMORY;
    budget.limit_positions(positions);
    search(&mut budget)
}

/// Runs a beam search for a line of at most `longest` moves.
fn search_beam<const N: usize>(
    beam: &mut BeamSearch<N>,
    problem: &Problem<N>,
    weights: Weights,
    longest: usize,
    budget: &mut Budget,
) -> outcome::Outcome {
    // The search computes its width from the positions expanded so far.
    let _ = budget.spend();
    beam.search(problem, weights, longest, 1.0, budget)
}
