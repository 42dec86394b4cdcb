//! `heineman compare`: the column's searches and the bot's, on the same deals
//! and with the same limit of positions.
//!
//! To add a search, add a row to [`ROWS`].

use std::array;
use std::io::{stdout, Write};
use std::time::Duration;

use anyhow::Result;
use freecell::moves::MoveList;
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::search::portfolio::{self, Portfolio};
use indicatif::HumanCount;
use serde_json::{json, Value};

use super::autoplay::Autoplay;
use super::moves::Rules;
use super::shape::Shape;
use super::staged::search::{End as StagedEnd, Method, Searcher};
use super::stored::search::{End as StoredEnd, Plan, Search as Stored, Strategy};
use freecell::tools::deals::Deals;
use freecell::tools::{clock, commands::Outcome, interrupt, jobs, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman compare random:10@7
  freecell-heineman compare 1..=1000 --limit 100000";

/// Compare the column's searches with each other and with the bot's
///
/// Moves are the column's but in the bot's row, where they are words, whose
/// autoplay is the safe one; and in the automatic row, where cards that move
/// home by themselves are no moves either. Positions are those stored, visited
/// (staged) or expanded (the bot's). Exit status 0 if all deals were compared.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    deals: Deals,
    #[command(flatten)]
    shape: Shape,
    /// How many positions each search may look at in each deal
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Compare on so many deals at a time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Print the results as JSON
    #[arg(long)]
    json: bool,
}

/// The searches to compare, by name.
const ROWS: [(&str, Kind); 11] = [
    ("breadth-first", Kind::Stored(Strategy::Breadth, EVERY_PATH)),
    (
        "breadth-first, distinct",
        Kind::Stored(Strategy::Breadth, DISTINCT),
    ),
    ("depth-first", Kind::Stored(Strategy::Depth, EVERY_PATH)),
    (
        "depth-first, distinct",
        Kind::Stored(Strategy::Depth, DISTINCT),
    ),
    ("A*", Kind::Stored(Strategy::Best, EVERY_PATH)),
    ("A*, distinct", Kind::Stored(Strategy::Best, DISTINCT)),
    ("staged, as published", Kind::Staged(PUBLISHED)),
    ("staged, automatic moves", Kind::Staged(AUTOMATIC)),
    ("staged, sort fixed", Kind::Staged(SORTED)),
    ("staged, fixed", Kind::Staged(FIXED)),
    ("the bot's first line", Kind::Bot),
];

/// A search that can be compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One that stores every position, duplicates removed or not.
    Stored(Strategy, bool),
    Staged(Method),
    /// The bot's search for a first line, under its default reading.
    Bot,
}

const EVERY_PATH: bool = false;
const DISTINCT: bool = true;
const PUBLISHED: Method = Method::PUBLISHED;
const AUTOMATIC: Method = Method {
    autoplay: Autoplay::Author,
    ..PUBLISHED
};
const SORTED: Method = Method {
    sorted: true,
    ..PUBLISHED
};
const FIXED: Method = Method {
    equals_kept: true,
    ..SORTED
};

/// What a search found.
struct Found {
    /// The number of moves, if it solved the deal.
    moves: Option<usize>,
    positions: u64,
}

impl Kind {
    /// Whether the search can play games of that shape.
    fn plays(self, shape: Shape) -> bool {
        self != Kind::Bot || !shape.differs()
    }

    fn search(self, number: u64, shape: Shape, limit: u32) -> Result<Found> {
        match self {
            Kind::Stored(strategy, distinct) => stored(number, shape, limit, strategy, distinct),
            Kind::Staged(method) => Ok(staged(number, shape, limit, method)),
            Kind::Bot => Ok(bot(number, limit)),
        }
    }
}

fn stored(
    number: u64,
    shape: Shape,
    limit: u32,
    strategy: Strategy,
    distinct: bool,
) -> Result<Found> {
    let plan = Plan {
        strategy,
        distinct,
        rules: Rules {
            cells: shape.cells(),
            ..Rules::default()
        },
        depth: None,
        most: limit as usize,
    };
    let mut search = Stored::new(shape.position(number), plan)?;
    let moves = match search.run(|_| ()) {
        StoredEnd::Solved(moves) => Some(moves.len()),
        _ => None,
    };
    Ok(Found {
        moves,
        positions: search.stored() as u64,
    })
}

fn staged(number: u64, shape: Shape, limit: u32, method: Method) -> Found {
    let mut search = Searcher::new(Method {
        cells: shape.cells() as u32,
        ..method
    });
    let moves = match search.search(&shape.deal(number), limit.into()) {
        StagedEnd::Solved(moves) => Some(moves.len()),
        _ => None,
    };
    Found {
        moves,
        positions: search.visited(),
    }
}

fn bot(number: u64, limit: u32) -> Found {
    let mut budget = Budget::unlimited();
    budget.limit_positions(limit.into());
    let table = freecell::deal::microsoft(number).expect("the number was checked");
    let rulesets = [Ruleset::default()];
    let outcome = Portfolio::default().run(&table, rulesets, &MoveList::new(), &mut budget);
    let moves = match outcome {
        portfolio::Outcome::Solved { line, .. } => Some(line.len()),
        portfolio::Outcome::Unsolvable | portfolio::Outcome::Stopped(_) => None,
    };
    Found {
        moves,
        positions: budget.expanded(),
    }
}

/// What each search did.
type Totals = [Total; ROWS.len()];

/// What a search did over all deals.
#[derive(Clone, Copy, Default)]
struct Total {
    solved: u64,
    moves: usize,
    positions: u64,
    time: Duration,
}

/// Compares and prints the table.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::watch();
    let bar = progress::bar(args.deals.count(), "deals");
    let (mut compared, mut totals) = (0, [Total::default(); ROWS.len()]);
    let take = |deal: Result<Option<Totals>>| {
        if let Some(deal) = deal? {
            bar.inc(1);
            compared += 1;
            totals = array::from_fn(|row| totals[row].plus(deal[row]));
        }
        Ok(())
    };
    let deals = args.deals.iter().take_while(|_| !interrupt::asked());
    let work = |(): &mut (), deal| args.compare(deal);
    jobs::run(args.jobs.into(), deals, || (), work, take)?;
    bar.finish_and_clear();
    let out = &mut stdout().lock();
    if args.json {
        writeln!(out, "{:#}", args.in_json(&totals, compared))?;
        return Ok((compared == args.deals.count()).into());
    }
    args.print(out, &totals, compared)?;
    if compared < args.deals.count() {
        writeln!(
            out,
            "Interrupted after {compared} of {} deals.",
            args.deals.count()
        )?;
    }
    Ok((compared == args.deals.count()).into())
}

impl Args {
    /// Every search on one deal; none if someone pressed Ctrl-C meanwhile.
    fn compare(&self, deal: u64) -> Result<Option<Totals>> {
        let mut totals = [Total::default(); ROWS.len()];
        for (total, (_, search)) in totals.iter_mut().zip(ROWS) {
            if !search.plays(self.shape) {
                continue;
            }
            let start = clock::thread_cpu();
            let found = search.search(deal, self.shape, self.limit)?;
            if interrupt::asked() {
                return Ok(None);
            }
            *total = Total {
                solved: found.moves.is_some().into(),
                moves: found.moves.unwrap_or(0),
                positions: found.positions,
                time: clock::thread_cpu().saturating_sub(start),
            };
        }
        Ok(Some(totals))
    }

    /// The table for programs.
    fn in_json(&self, totals: &Totals, deals: u64) -> Value {
        let rows = ROWS
            .iter()
            .zip(totals)
            .filter(|((_, search), _)| search.plays(self.shape));
        let rows = rows.map(|((name, _), total)| {
            json!({
                "search": name,
                "solved": total.solved,
                "moves": total.moves,
                "positions": total.positions,
                "cpu_ms": total.time.as_secs_f64() * 1000.0,
            })
        });
        let asked = self.deals.count();
        json!({ "deals": deals, "asked": asked, "limit": self.limit, "searches": rows.collect::<Vec<_>>() })
    }

    fn print(&self, out: &mut impl Write, totals: &Totals, deals: u64) -> Result<()> {
        let (count, limit) = (HumanCount(deals), HumanCount(self.limit.into()));
        write!(out, "{count} deals, at most {limit} positions each")?;
        if self.shape.differs() {
            write!(out, ", {}", self.shape)?;
        }
        writeln!(out, ":")?;
        writeln!(
            out,
            "{:<24} {:>7} {:>11} {:>15} {:>11}",
            "", "solved", "mean moves", "mean positions", "CPU ms each"
        )?;
        for ((name, search), total) in ROWS.iter().zip(totals) {
            if search.plays(self.shape) {
                total.print(out, name, deals)?;
            }
        }
        Ok(())
    }
}

impl Total {
    fn plus(self, other: Total) -> Total {
        Total {
            solved: self.solved + other.solved,
            moves: self.moves + other.moves,
            positions: self.positions + other.positions,
            time: self.time + other.time,
        }
    }

    fn print(self, out: &mut impl Write, name: &str, deals: u64) -> Result<()> {
        let deals = deals.max(1) as f64;
        let moves = match self.solved {
            0 => "-".into(),
            solved => format!("{:.1}", self.moves as f64 / solved as f64),
        };
        let positions = HumanCount((self.positions as f64 / deals) as u64).to_string();
        let time = self.time.as_secs_f64() * 1000.0 / deals;
        writeln!(
            out,
            "{name:<24} {:>7} {moves:>11} {positions:>15} {time:>11.2}",
            self.solved
        )?;
        Ok(())
    }
}
