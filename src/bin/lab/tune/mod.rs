//! `lab tune`: where the library's weights come from, on deals that nothing is
//! reported on.
//!
//! [`hill_climb`] tries lists of weights by whole searches: [`steps`] draws the next
//! list, [`trial`] tells what it is worth. [`fit`] looks inside of searches
//! instead: [`comparisons`] sets positions on short lines against others of their
//! depths, [`regression`] finds the weights that tell them apart best. In both,
//! weights are the list of [`numbers`], and what is given (deals, positions, seed)
//! alone decides what is found, not time.

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
use freecell::plan::{ALL, BOTH, SAFE};
use freecell::position::Position;
use freecell::ruleset::Ruleset;
use freecell::search::astar::{Problem, SearchResult};
use freecell::search::beam::BeamSearch;
use freecell::search::budget::Budget;
use freecell::table::Table;

use crate::rulesets::{AutoplayChoice, WhichAutoplay};
use crate::{deals, solver, Outcome};

/// Tune the weights of a search
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    way: Way,
}

#[derive(Debug, Subcommand)]
enum Way {
    /// Climb to weights for few positions to the first line
    First(hill_climb::FirstArgs),
    /// Climb to weights for few moves within some positions
    Beam(hill_climb::Args),
    /// Fit weights for few moves to the positions on short lines
    Fit(fit::Args),
}

/// What all ways need to know.
#[derive(Debug, clap::Args)]
struct Task {
    #[command(flatten)]
    autoplay: WhichAutoplay,
    /// The deals to tune on, none of 1..=1000000
    #[arg(long, value_name = "A..=B", default_value = "2000001..=2001000", value_parser = unreported)]
    deals: RangeInclusive<u64>,
}

/// Tunes the way that was asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    match &args.way {
        Way::First(args) => hill_climb::first_lines(args),
        Way::Beam(args) => hill_climb::beam(args),
        Way::Fit(args) => fit::run(args),
    }
}

impl Task {
    /// The rulesets, one or two: no move's effect depends on how supermoves are
    /// counted.
    fn rulesets<const N: usize>(&self) -> [Ruleset; N] {
        let autoplays = self.autoplay.choice.autoplays();
        std::array::from_fn(|index| Ruleset::strict(autoplays[index]))
    }

    /// The library's weights for short lines.
    fn weights_of_beam(&self) -> Weights {
        match self.autoplay.choice {
            AutoplayChoice::Safe => SAFE,
            AutoplayChoice::All => ALL,
            AutoplayChoice::Both => BOTH,
        }
    }

    /// The rulesets and the deals, in a sentence.
    fn in_english(&self) -> String {
        let ruleset = self.autoplay.choice.in_english();
        let (first, last) = (self.deals.start(), self.deals.end());
        format!("under {ruleset}, deals {first}..={last}")
    }
}

/// The deals that are reported on.
const REPORTED: RangeInclusive<u64> = 1..=1_000_000;

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

/// The bytes that a search may hold.
const MEMORY: usize = 1 << 30;

/// A deal's table.
fn table(number: u64) -> Table {
    deal::microsoft(number).expect("a deal's number")
}

/// What a search is given of a deal.
fn problem<const N: usize>(number: u64, rulesets: [Ruleset; N]) -> Problem<N> {
    Problem::new(&table(number), rulesets, Position::hash)
}

/// Searches with a budget of positions.
fn within<T>(positions: u64, search: impl FnOnce(&mut Budget) -> T) -> T {
    solver::within(positions, MEMORY, search)
}

/// Searches by beam search for a line of at most so many moves.
fn search_beam<const N: usize>(
    beam: &mut BeamSearch<N>,
    problem: &Problem<N>,
    weights: Weights,
    longest: usize,
    budget: &mut Budget,
) -> SearchResult {
    // The rate so far is what the width is reckoned from.
    budget.expanded = 1;
    beam.search(problem, weights, longest, 1.0, budget)
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
