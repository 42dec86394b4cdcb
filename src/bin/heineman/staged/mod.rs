//! `heineman staged`: staged deepening over one deal or many.

mod frontier;
pub mod score;
pub mod search;
pub mod seen;

use std::collections::HashSet;
use std::io::{stdout, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use csv::StringRecord;
use indicatif::HumanCount;
use serde_json::{json, Value};

use self::search::{End, Method, Searcher};
use super::autoplay::Autoplay;
use super::shape::Shape;
use super::solution;
use freecell::referee::column::Game;
use freecell::tools::deals::Deals;
use freecell::tools::resume::Table as Results;
use freecell::tools::{clock, interrupt, jobs, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman staged 11853 --moves
  freecell-heineman staged 1..=32000 --csv staged.csv";

/// Staged deepening, as published or fixed
///
/// Searches some plies deep from the deal, then from the best position found,
/// and so on. Exit status 0 if every deal was solved.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    #[command(flatten)]
    shape: Shape,
    /// The column's K: a stage looks K + 1 moves ahead
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=30))]
    k: u8,
    /// As published, with its flaws (the default)
    #[arg(long, conflicts_with = "fixed")]
    as_published: bool,
    /// With its flaws fixed; all unless said
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    fixed: Option<Fixed>,
    /// Cards that no other needs move home by themselves, as the column's author
    /// tried later
    #[arg(long)]
    automatic: bool,
    /// Print each solution's moves; nothing goes home by itself in them, and 27/3
    /// moves three cards into an empty cascade
    #[arg(long)]
    moves: bool,
    /// "Took too long": give a deal up after this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Forget all positions when more than so many are remembered: the column's
    /// `MAX_SIZE`
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    max_size: u32,
    /// Write each deal's result to this file as soon as it is known; go on where an
    /// earlier run into it stopped
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Search so many deals at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fixed {
    /// The sorting of cascades alone
    Sort,
    /// That, and all positions of a score wait, the first to come first
    All,
}

impl Args {
    fn method(&self) -> Method {
        Method {
            k: self.k.into(),
            sorted: self.fixed.is_some(),
            equals_kept: self.fixed == Some(Fixed::All),
            autoplay: if self.automatic {
                Autoplay::Author
            } else {
                Autoplay::None
            },
            remembered: self.max_size as usize,
            cells: self.shape.cells() as u32,
        }
    }

    /// Searches a deal, unless it is interrupted.
    fn try_deal(&self, searcher: &mut Searcher, number: u64) -> Option<Result<Attempt>> {
        let deal = self.shape.deal(number);
        let mut line = Ok(None);
        let outcome = match searcher.search(&deal, self.limit) {
            End::Solved(moves) => {
                if self.moves {
                    let all = searcher.with_autoplay(searcher.board(&deal), &moves);
                    let game = Game::new(deal.cascades.clone(), self.shape.cells());
                    line = solution::line(game, all).map(Some);
                }
                Outcome::Solved(moves.len())
            }
            End::Dry => Outcome::None,
            End::TooLong => Outcome::Long,
            End::Interrupted => return None,
        };
        Some(line.map(|line| Attempt {
            deal: number,
            outcome,
            visited: searcher.visited(),
            line,
        }))
    }
}

/// What became of one deal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Attempt {
    deal: u64,
    outcome: Outcome,
    visited: u64,
    /// The solution's moves, if they were asked for.
    line: Option<String>,
}

/// How a deal's search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// In so many moves.
    Solved(usize),
    /// With no position left.
    None,
    /// At the limit.
    Long,
}

/// The columns of a table of results.
const HEADER: &[&str] = &["deal", "result", "moves", "positions"];

/// Searches the deals and prints the three-line table.
pub fn run(args: &Args) -> Result<crate::Outcome> {
    interrupt::watch();
    let (mut table, mut attempts) = args.open()?;
    let done: HashSet<u64> = attempts.iter().map(|attempt| attempt.deal).collect();
    let bar = progress::bar(args.deals.count(), "deals");
    bar.inc(done.len() as u64);
    let take = |attempt: Option<Result<Attempt>>| {
        if let Some(attempt) = attempt.transpose()? {
            bar.inc(1);
            if let Some(table) = &mut table {
                table.write(attempt.row())?;
            }
            attempts.push(attempt);
        }
        Ok(())
    };
    let deals = args.deals.iter().filter(|deal| !done.contains(deal));
    let deals = deals.take_while(|_| !interrupt::asked());
    let searcher = || Searcher::new(args.method());
    let work = |searcher: &mut Searcher, deal| args.try_deal(searcher, deal);
    jobs::run(args.jobs.into(), deals, searcher, work, take)?;
    bar.finish_and_clear();
    attempts.sort_by_key(|attempt| attempt.deal);
    if let Some(table) = &mut table {
        table.replace(attempts.iter().map(Attempt::row))?;
    }
    let asked: HashSet<u64> = args.deals.iter().collect();
    attempts.retain(|attempt| asked.contains(&attempt.deal));
    // An earlier run may have had more time: what it found counts within this limit.
    for attempt in attempts.iter_mut().filter(|each| each.visited > args.limit) {
        attempt.outcome = Outcome::Long;
    }
    if args.json {
        let all: Vec<Value> = attempts.iter().map(Attempt::in_json).collect();
        writeln!(stdout(), "{:#}", Value::from(all))?;
    } else {
        print(&mut stdout().lock(), &attempts, asked.len())?;
    }
    let solved = attempts
        .iter()
        .filter(|each| matches!(each.outcome, Outcome::Solved(_)));
    Ok((solved.count() == asked.len()).into())
}

impl Args {
    /// Opens the table of results, if there is to be one, and reads what an
    /// earlier run found, but for deals that now may be searched for longer.
    fn open(&self) -> Result<(Option<Results>, Vec<Attempt>)> {
        let Some(path) = &self.csv else {
            return Ok((None, Vec::new()));
        };
        let (mut table, rows) = Results::open(path, HEADER)?;
        let read = |row| {
            let bad = || format!("{}: no result: {row:?}", path.display());
            Attempt::read(&row).with_context(bad)
        };
        let mut attempts: Vec<Attempt> = rows.into_iter().map(read).collect::<Result<_>>()?;
        let count = attempts.len();
        attempts.retain(|each| each.outcome != Outcome::Long || each.visited > self.limit);
        if attempts.len() < count {
            table.replace(attempts.iter().map(Attempt::row))?;
        }
        Ok((Some(table), attempts))
    }
}

impl Attempt {
    fn in_json(&self) -> Value {
        let (result, moves) = match self.outcome {
            Outcome::Solved(moves) => ("solved", Some(moves)),
            Outcome::None => ("none", None),
            Outcome::Long => ("long", None),
        };
        let (deal, visited, line) = (self.deal, self.visited, &self.line);
        json!({ "deal": deal, "result": result, "moves": moves, "positions": visited, "line": line })
    }

    /// The row of a table.
    fn row(&self) -> Vec<String> {
        let (result, moves) = match self.outcome {
            Outcome::Solved(moves) => ("solved", moves.to_string()),
            Outcome::None => ("none", String::new()),
            Outcome::Long => ("long", String::new()),
        };
        vec![
            self.deal.to_string(),
            result.into(),
            moves,
            self.visited.to_string(),
        ]
    }

    /// Reads a row.
    fn read(row: &StringRecord) -> Option<Attempt> {
        let outcome = match &row[1] {
            "solved" => Outcome::Solved(row[2].parse().ok()?),
            "none" => Outcome::None,
            "long" => Outcome::Long,
            _ => return None,
        };
        Some(Attempt {
            deal: row[0].parse().ok()?,
            outcome,
            visited: row[3].parse().ok()?,
            line: None,
        })
    }
}

fn print(out: &mut impl Write, attempts: &[Attempt], asked: usize) -> Result<()> {
    match attempts {
        [] => {}
        [attempt] if asked == 1 => one(out, attempt)?,
        attempts => {
            for attempt in attempts {
                if let Some(line) = &attempt.line {
                    writeln!(out, "{}: {line}", attempt.deal)?;
                }
            }
            table(out, attempts)?;
        }
    }
    if attempts.len() < asked {
        writeln!(
            out,
            "Interrupted after {} of {asked} deals.",
            attempts.len()
        )?;
    }
    Ok(())
}

fn one(out: &mut impl Write, attempt: &Attempt) -> Result<()> {
    let verdict = match attempt.outcome {
        Outcome::Solved(moves) => format!("solved in {moves} moves"),
        Outcome::None => "no solution found, and no position left to go on from".into(),
        Outcome::Long => "took too long".into(),
    };
    let (deal, visited) = (attempt.deal, HumanCount(attempt.visited));
    writeln!(out, "Deal {deal}: {verdict}; {visited} positions visited.")?;
    if let Some(line) = &attempt.line {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn table(out: &mut impl Write, attempts: &[Attempt]) -> Result<()> {
    let solved = attempts.iter().filter_map(|each| match each.outcome {
        Outcome::Solved(moves) => Some((moves, each.deal)),
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
    for (name, outcome) in [
        ("No solution found", Outcome::None),
        ("Search took too long", Outcome::Long),
    ] {
        let deals = deals_that(attempts, outcome);
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

fn deals_that(attempts: &[Attempt], outcome: Outcome) -> Vec<u64> {
    let those = attempts.iter().filter(|each| each.outcome == outcome);
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
