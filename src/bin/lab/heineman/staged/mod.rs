//! `lab heineman staged`: staged deepening over one deal or many.

pub mod board;
mod frontier;
pub mod moves;
mod order;
mod score;
pub mod search;
mod seen;

use std::fs::File;
use std::io::{stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use freecell::table::CASCADES;
use indicatif::HumanCount;

use self::search::{End, Method, Searcher};
use super::autoplay::Autoplay;
use super::deal::Deal;
use crate::deals::Deals;
use crate::{clock, interrupt, jobs, progress, Outcome};

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
    /// With its flaws mended; all unless said
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    mended: Option<Mended>,
    /// Cards that no other needs move home by themselves, as the column's author
    /// tried later
    #[arg(long)]
    automatic: bool,
    /// "Took too long": give a deal up after this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000)]
    limit: u64,
    /// Write each deal's result to this file as soon as it is known
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Search so many deals at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Mended {
    /// The sorting of cascades alone
    Sort,
    /// That, and all positions of a score wait, the first to come first
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
            remembered: 200_000,
            cells: 4,
        }
    }

    fn try_deal(&self, searcher: &mut Searcher, number: u64) -> Attempt {
        let end = searcher.search(&Deal::new(number, CASCADES), self.limit);
        Attempt {
            deal: number,
            visited: searcher.visited(),
            end,
        }
    }
}

/// A file of results.
type Csv = csv::Writer<File>;

/// What became of one deal.
struct Attempt {
    deal: u64,
    visited: u64,
    end: End,
}

/// Searches the deals and prints the three-line table.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    let mut csv = args.csv.as_deref().map(open).transpose()?;
    let bar = progress::bar(args.deals.len(), "deals");
    let mut attempts = Vec::new();
    let take = |attempt: Attempt| {
        if attempt.end != End::Interrupted {
            bar.inc(1);
            csv.as_mut().map_or(Ok(()), |csv| attempt.write(csv))?;
            attempts.push(attempt);
        }
        Ok(())
    };
    let deals = args.deals.iter().take_while(|_| !interrupt::asked());
    let searcher = || Searcher::new(args.method());
    let work = |searcher: &mut Searcher, deal| args.try_deal(searcher, deal);
    jobs::run(args.jobs.into(), deals, searcher, work, take)?;
    bar.finish_and_clear();
    attempts.sort_by_key(|attempt| attempt.deal);
    print(&mut stdout().lock(), &attempts, args.deals.len())?;
    let solved = attempts
        .iter()
        .filter(|each| matches!(each.end, End::Solved(_)));
    Ok((solved.count() as u64 == args.deals.len()).into())
}

/// Begins a file of results.
fn open(path: &Path) -> Result<Csv> {
    let csv = csv::Writer::from_path(path);
    let mut csv = csv.with_context(|| format!("cannot write {}", path.display()))?;
    csv.write_record(["deal", "result", "moves", "positions"])?;
    Ok(csv)
}

impl Attempt {
    /// Writes the result to disk, now.
    fn write(&self, csv: &mut Csv) -> Result<()> {
        let (result, moves) = match &self.end {
            End::Solved(moves) => ("solved", moves.len().to_string()),
            End::Dry => ("no solution found", String::new()),
            End::TooLong | End::Interrupted => ("took too long", String::new()),
        };
        let (deal, visited) = (self.deal.to_string(), self.visited.to_string());
        csv.write_record([&deal, result, &moves, &visited])?;
        csv.flush()?;
        Ok(())
    }
}

fn print(out: &mut impl Write, attempts: &[Attempt], asked: u64) -> Result<()> {
    match attempts {
        [] => {}
        [attempt] if asked == 1 => one(out, attempt)?,
        attempts => table(out, attempts)?,
    }
    if (attempts.len() as u64) < asked {
        writeln!(
            out,
            "Interrupted after {} of {asked} deals.",
            attempts.len()
        )?;
    }
    Ok(())
}

fn one(out: &mut impl Write, attempt: &Attempt) -> Result<()> {
    let verdict = match &attempt.end {
        End::Solved(moves) => format!("solved in {} moves", moves.len()),
        End::Dry => "no solution found, and no position left to go on from".into(),
        End::TooLong | End::Interrupted => "took too long".into(),
    };
    let (deal, visited) = (attempt.deal, HumanCount(attempt.visited));
    writeln!(out, "Deal {deal}: {verdict}; {visited} positions visited.")?;
    Ok(())
}

fn table(out: &mut impl Write, attempts: &[Attempt]) -> Result<()> {
    let solved = attempts.iter().filter_map(|each| match &each.end {
        End::Solved(moves) => Some((moves.len(), each.deal)),
        _ => None,
    });
    let solved: Vec<(usize, u64)> = solved.collect();
    let of = |number: usize| 100.0 * number as f64 / attempts.len() as f64;
    writeln!(out, "{:<22} {:>7} {:>10}", "Result", "Number", "Percentage")?;
    writeln!(
        out,
        "{:<22} {:>7} {:>9.1}%",
        "Solved",
        solved.len(),
        of(solved.len())
    )?;
    for (name, end) in [
        ("No solution found", End::Dry),
        ("Search took too long", End::TooLong),
    ] {
        let deals = deals_that(attempts, &end);
        let row = format!(
            "{name:<22} {:>7} {:>9.1}%  {}",
            deals.len(),
            of(deals.len()),
            some_of(&deals)
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    lengths(out, &solved)?;
    let visited = HumanCount(attempts.iter().map(|each| each.visited).sum());
    let seconds = clock::process_cpu().as_secs_f64();
    writeln!(
        out,
        "{visited} positions visited in {seconds:.1} s of CPU time."
    )?;
    Ok(())
}

/// Prints what is to be said of solutions' numbers of moves, each with its deal.
fn lengths(out: &mut impl Write, solved: &[(usize, u64)]) -> Result<()> {
    if let (Some((fewest, best)), Some((most, worst))) = (solved.iter().min(), solved.iter().max())
    {
        let sum: usize = solved.iter().map(|each| each.0).sum();
        let mean = sum as f64 / solved.len() as f64;
        writeln!(
            out,
            "Moves: {mean:.1} on average, {fewest} (deal {best}) to {most} (deal {worst})."
        )?;
    }
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
