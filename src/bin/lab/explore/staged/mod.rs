//! `lab explore staged`: staged deepening over one deal or many.

pub mod search;

use std::io::{stdout, Write};

use anyhow::Result;
use indicatif::ProgressBar;
use rayon::prelude::*;

use self::search::{End, Method, Search};
use super::autoplay::Autoplay;
use super::deal;
use crate::deals::Deals;
use crate::{clock, interrupt, progress, Outcome};

/// Staged deepening, as published or mended
///
/// Searches some plies deep from the deal, then from the best position found,
/// and so on. Exit status 0 if every deal was solved.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    /// The column's K: a stage looks K + 1 moves ahead
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=30))]
    k: u8,
    /// As published, with its flaws (the default)
    #[arg(long, conflicts_with = "mended")]
    faithful: bool,
    /// With its flaws mended: sort cascades properly, or that and keep all
    /// positions of equal score
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    mended: Option<Mended>,
    /// Cards that no other needs move home by themselves, as the column's author
    /// tried later
    #[arg(long)]
    automatic: bool,
    /// "Took too long": give a deal up after this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000)]
    limit: u64,
    /// Threads; 0 is one for each processor
    #[arg(long, value_name = "J", default_value_t = 0)]
    jobs: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mended {
    Sort,
    All,
}

impl Args {
    fn method(&self) -> Method {
        Method {
            k: self.k.into(),
            sorted: self.mended.is_some(),
            equals_kept: self.mended == Some(Mended::All),
            autoplay: if self.automatic {
                Autoplay::Author
            } else {
                Autoplay::None
            },
        }
    }

    fn try_deal(&self, number: u64) -> Attempt {
        let mut search = Search::new(deal(number), self.method());
        let end = search.run(self.limit);
        Attempt {
            deal: number,
            visited: search.visited(),
            end,
        }
    }
}

/// What became of one deal.
struct Attempt {
    deal: u64,
    visited: u64,
    end: End,
}

/// Searches the deals and prints the three-line table.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    let bar = progress::bar(args.deals.len(), "deals");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs)
        .build()?;
    let numbers: Vec<u64> = args.deals.iter().collect();
    let attempts: Vec<Attempt> = pool.install(|| {
        let numbers = numbers.par_iter().with_max_len(1);
        numbers
            .filter_map(|&number| attempt(args, number, &bar))
            .collect()
    });
    bar.finish_and_clear();
    let out = &mut stdout().lock();
    if let [attempt] = attempts.as_slice() {
        one(out, attempt)?;
    } else {
        table(out, &attempts)?;
    }
    if attempts.len() < numbers.len() {
        writeln!(
            out,
            "Interrupted after {} of {} deals.",
            attempts.len(),
            numbers.len()
        )?;
    }
    let solved = attempts
        .iter()
        .filter(|each| matches!(each.end, End::Solved(_)));
    Ok((solved.count() == numbers.len()).into())
}

/// Searches one deal, unless someone pressed Ctrl-C meanwhile.
fn attempt(args: &Args, number: u64, bar: &ProgressBar) -> Option<Attempt> {
    if interrupt::asked() {
        return None;
    }
    let attempt = args.try_deal(number);
    bar.inc(1);
    (attempt.end != End::Interrupted).then_some(attempt)
}

fn one(out: &mut impl Write, attempt: &Attempt) -> Result<()> {
    let verdict = match &attempt.end {
        End::Solved(moves) => format!("solved in {} moves", moves.len()),
        End::Dry => "no solution found, and no position left to go on from".into(),
        End::TooLong | End::Interrupted => "took too long".into(),
    };
    let (deal, visited) = (attempt.deal, attempt.visited);
    writeln!(out, "Deal {deal}: {verdict}; {visited} positions visited.")?;
    Ok(())
}

fn table(out: &mut impl Write, attempts: &[Attempt]) -> Result<()> {
    let lengths: Vec<(usize, u64)> = attempts
        .iter()
        .filter_map(|each| match &each.end {
            End::Solved(moves) => Some((moves.len(), each.deal)),
            _ => None,
        })
        .collect();
    let dry = deals_that(attempts, &End::Dry);
    let too_long = deals_that(attempts, &End::TooLong);
    writeln!(
        out,
        "{:<22} {:>7} {:>10}  Deals",
        "Result", "Number", "Percentage"
    )?;
    let row = |out: &mut dyn Write, name, number: usize, deals: String| {
        let share = 100.0 * number as f64 / attempts.len().max(1) as f64;
        writeln!(
            out,
            "{}",
            format!("{name:<22} {number:>7} {share:>9.1}%  {deals}").trim_end()
        )
    };
    row(out, "Solved", lengths.len(), String::new())?;
    row(out, "No solution found", dry.len(), some_of(&dry))?;
    row(
        out,
        "Search took too long",
        too_long.len(),
        some_of(&too_long),
    )?;
    if let (Some(shortest), Some(longest)) = (lengths.iter().min(), lengths.iter().max()) {
        let mean = lengths.iter().map(|each| each.0).sum::<usize>() as f64 / lengths.len() as f64;
        writeln!(
            out,
            "Moves: mean {mean:.1}, fewest {} (deal {}), most {} (deal {})",
            shortest.0, shortest.1, longest.0, longest.1
        )?;
    }
    let visited: u64 = attempts.iter().map(|each| each.visited).sum();
    let seconds = clock::process_cpu().as_secs_f64();
    writeln!(
        out,
        "{visited} positions visited in {seconds:.1} s of CPU time"
    )?;
    Ok(())
}

fn deals_that(attempts: &[Attempt], end: &End) -> Vec<u64> {
    let those = attempts.iter().filter(|each| each.end == *end);
    those.map(|each| each.deal).collect()
}

/// The first few of the deals, and how many more there are.
fn some_of(deals: &[u64]) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = deals.iter().take(SHOWN).map(u64::to_string).collect();
    let more = deals.len().saturating_sub(SHOWN);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(" ") + &more
}
