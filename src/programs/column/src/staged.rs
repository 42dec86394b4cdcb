//! `heineman staged`: staged deepening over one deal or many.

mod frontier;
pub mod score;
pub mod search;
pub mod seen;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{ensure, Result};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};

use self::search::{Method, Searcher};
use super::autoplay::Autoplay;
use super::shape::Shape;
use super::solution;
use crate::judge::Game;
use cli::pluralize::pluralize;
use shared::clock;
use shared::many::{self, write_lines, Answer, ManyDeals};

/// More positions than any search visits: so many take thousands of years.
const MOST_POSITIONS: u64 = 1 << 60;

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
pub struct Args {
    #[command(flatten)]
    many: ManyDeals,
    #[command(flatten)]
    shape: Shape,
    /// The column's K: a stage looks K + 1 moves ahead
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = clap::value_parser!(u8).range(0..=30))]
    k: u8,
    /// As published, with its flaws (the default)
    #[arg(long, conflicts_with = "fixed")]
    as_published: bool,
    /// With its flaws fixed [default: all of them]
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "all", require_equals = true)]
    fixed: Option<Fixed>,
    /// Cards that no other needs move home by themselves, as the column's author
    /// tried later
    #[arg(long)]
    automatic: bool,
    /// "Took too long": give a deal up after this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Forget all positions when more than this many are remembered: the column's
    /// `MAX_SIZE`
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    max_size: u32,
    /// Search this many deals at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fixed {
    /// Only the sorting of cascades
    Sort,
    /// That, and all positions of a score are kept, first in, first out
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

    /// The search as a row names it: the options that change its result.
    fn search(&self) -> String {
        let mut search = format!("staged{}", self.shape.options());
        for (option, value, default) in [
            ("k", self.k.into(), 6),
            ("max-size", self.max_size, 200_000),
        ] {
            if value != default {
                let _ = write!(search, " --{option} {value}");
            }
        }
        match self.fixed {
            Some(Fixed::Sort) => search += " --fixed=sort",
            Some(Fixed::All) => search += " --fixed",
            None => {}
        }
        if self.automatic {
            search += " --automatic";
        }
        search
    }

    /// Searches a deal, unless it is interrupted.
    fn try_deal(
        &self,
        searcher: &mut Searcher,
        number: u64,
        search: &str,
    ) -> Result<Option<Attempt>> {
        let deal = self.shape.deal(&self.many.table(number))?;
        let (mut moves, mut line) = (None, None);
        let result = match searcher.search(&deal, self.limit) {
            search::Outcome::Solved(found) => {
                moves = Some(found.len());
                if self.many.moves {
                    let all = searcher.with_autoplay(searcher.board(&deal), &found);
                    let game = Game::new(&deal, self.shape.cells())?;
                    line = Some(solution::line(game, all)?);
                }
                Outcome::Solved
            }
            search::Outcome::Dry => Outcome::None,
            search::Outcome::TooLong => Outcome::Long,
            search::Outcome::Interrupted => return Ok(None),
        };
        let row = Row {
            deal: number,
            search: search.to_owned(),
            result,
            moves,
            positions: searcher.visited(),
        };
        let by_row = false;
        Ok(Some(Attempt { row, line, by_row }))
    }

    /// Whether an earlier run's row answers what this one would search for.
    fn is_answered(&self, row: &Row) -> bool {
        match row.result {
            Outcome::Solved => !self.many.moves,
            Outcome::None => true,
            Outcome::Long => row.positions > self.limit,
        }
    }
}

/// The result for a deal. The fields are the file's columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    deal: u64,
    search: String,
    result: Outcome,
    moves: Option<usize>,
    positions: u64,
}

type Attempt = many::Attempt<Row>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Solved,
    /// With no position left.
    None,
    Long,
}

impl Answer for Row {
    fn deal(&self) -> u64 {
        self.deal
    }

    /// The search does the same every time, apart from the limit at which it ends.
    fn check(&self, later: Option<&Row>) -> Result<()> {
        let is_solved = self.result == Outcome::Solved;
        ensure!(
            is_solved == self.moves.is_some(),
            "a deal has moves if it is solved, and only then"
        );
        let positions = |moves| moves as u64;
        let fewest = self.moves.map_or(1, positions);
        ensure!(
            (fewest..=MOST_POSITIONS).contains(&self.positions),
            "no search visits {} positions",
            self.positions
        );
        let Some(later) = later else { return Ok(()) };
        let (shorter, longer) = if self.positions <= later.positions {
            (self, later)
        } else {
            (later, self)
        };
        ensure!(
            shorter.result == Outcome::Long
                || (shorter.result, shorter.moves, shorter.positions)
                    == (longer.result, longer.moves, longer.positions),
            "they contradict each other after {} and {} positions",
            self.positions,
            later.positions
        );
        Ok(())
    }
}

pub fn run(args: &Args) -> Result<shared::commands::Outcome> {
    let search = args.search();
    for table in args.many.inputs() {
        // Before the other deals are searched in vain.
        args.shape.deal(table)?;
    }
    let mut attempts = args.many.run(
        &search,
        args.jobs,
        |row| args.is_answered(row),
        || Searcher::new(args.method()),
        |searcher, deal, _| args.try_deal(searcher, deal, &search),
    )?;
    // An earlier run may have had more time: what it found counts within this limit.
    for Attempt { row, .. } in attempts.values_mut() {
        if row.positions > args.limit {
            (row.result, row.moves) = (Outcome::Long, None);
        }
    }
    let count = args.many.count();
    args.many
        .report(&attempts, |out| match attempts.values().next() {
            None => Ok(()),
            Some(attempt) if count == 1 => one(out, attempt),
            Some(_) => {
                write_lines(out, &attempts)?;
                let rows: Vec<&Row> = attempts.values().map(|each| &each.row).collect();
                table(out, &rows)
            }
        })?;
    let is_solved = |attempt: &&Attempt| attempt.row.result == Outcome::Solved;
    let solved = attempts.values().filter(is_solved).count();
    Ok((solved as u64 == count).into())
}

fn one(out: &mut dyn Write, attempt: &Attempt) -> Result<()> {
    let &Row {
        deal,
        result,
        moves,
        positions,
        ..
    } = &attempt.row;
    let verdict = match result {
        Outcome::Solved => format!("solved in {}", pluralize(moves.unwrap_or(0), "move")),
        Outcome::None => "no solution found, and no position left to go on from".into(),
        Outcome::Long => "took too long".into(),
    };
    let visited = HumanCount(positions);
    writeln!(out, "Deal {deal}: {verdict}; {visited} positions visited.")?;
    if let Some(line) = &attempt.line {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn table(out: &mut dyn Write, rows: &[&Row]) -> Result<()> {
    writeln!(out, "{:<22} {:>7} {:>10}", "Result", "Number", "Percentage")?;
    for (name, outcome) in [
        ("Solved", Outcome::Solved),
        ("No solution found", Outcome::None),
        ("Search took too long", Outcome::Long),
    ] {
        let those = rows.iter().filter(|row| row.result == outcome);
        let deals: Vec<u64> = those.map(|row| row.deal).collect();
        let count = deals.len();
        let percentage = 100.0 * count as f64 / rows.len() as f64;
        let unsolved = match outcome {
            Outcome::Solved => String::new(),
            _ => some_of(&deals),
        };
        let row = format!("{name:<22} {count:>7} {percentage:>9.1}%  {unsolved}");
        writeln!(out, "{}", row.trim_end())?;
    }
    lengths(out, rows)?;
    let visited = HumanCount(rows.iter().map(|row| row.positions).sum());
    let seconds = clock::process_cpu().as_secs_f64();
    writeln!(
        out,
        "{visited} positions visited in {seconds:.1} s of CPU time."
    )?;
    Ok(())
}

/// Prints the mean, the fewest and the most moves of the solutions, with their deals.
fn lengths(out: &mut dyn Write, rows: &[&Row]) -> Result<()> {
    let solved = rows.iter().filter_map(|row| Some((row.moves?, row.deal)));
    let solved: Vec<(usize, u64)> = solved.collect();
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
