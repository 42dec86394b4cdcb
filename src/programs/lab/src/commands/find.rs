//! `lab find`: the number of a deal from its table, and deals that meet
//! criteria, from the rows that `lab range` wrote.

use std::fmt;
use std::io::{self, stdout, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Error, Result};
use freecell::card::Suit;
use freecell::deal;
use freecell::difficulty::Difficulty;
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use freecell::text::numbering::{
    self, Exchange, NumberedDeal, PYSOL_CARDS_SEARCHED, PYSOL_FC_SEARCHED,
};
use serde_json::{json, Value};
use shared::note;

use crate::support::refused;
use crate::support::remarks::with_remarks;
use crate::support::row::{self, Evidence, Row};
use cli::pluralize::pluralize;
use cli::{self, is_broken_pipe};
use shared::commands::{Outcome, Untrue};
use shared::{deals, row_file, table_file};

const EXAMPLES: &str = "\
Examples:
  freecell-lab find --input board.txt               which deal is this?
  freecell-lab deal 617 | freecell-lab find -
  freecell-lab range 1..=32000 --csv first.csv
  freecell-lab find --moves ..=30 --from first.csv  deals with short lines
  freecell-lab find --difficulty 9.. --from first.csv  deals that are hard to win
  freecell-lab find --result unsolved --from first.csv | freecell-lab range --deals-from - --time 60s

Exit status: 0 found, 1 there is none.";

/// Find a deal's number from its table, or deals by criteria
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// - to read a table from standard input
    #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "from")]
    standard_input: Option<String>,
    /// Read the table from a file, or several decks, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "standard_input"])]
    #[arg(required_unless_present_any = ["from", "standard_input"])]
    input: Option<PathBuf>,
    /// Take deals from the rows in these files, which `range --csv` wrote; - is
    /// standard input
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
}

/// The criteria for a row.
#[derive(Debug, clap::Args)]
struct Filter {
    /// Lines of this many moves: 30, ..=30, 28..=30 or 50..
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = range)]
    moves: Option<RangeInclusive<u64>>,
    /// Searches of this many positions: a number or a range
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = range)]
    positions: Option<RangeInclusive<u64>>,
    /// Deals of this difficulty, from 1 to 10: a number or a range
    #[arg(long, value_name = "RANGE", requires = "from", value_parser = difficulty)]
    difficulty: Option<RangeInclusive<u64>>,
    /// Deals with this result
    #[arg(long, requires = "from")]
    result: Option<row::DealResult>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let mut found = Found {
        as_json: args.json,
        ..Found::default()
    };
    let searched = args.search(&mut found);
    match searched {
        // The answer is known, and nobody reads the rest.
        Err(error) if is_broken_pipe(&error) => return Ok(Outcome::Yes),
        searched => searched?,
    }
    if args.json {
        if !found.decks.is_empty() {
            let json = json!({ "decks": found.decks });
            writeln!(cli::stdout(), "{:#}", with_remarks(json))?;
            return Ok((found.count > 0).into());
        }
        let mut json = json!({ "deals": found.deals });
        if args.from.is_empty() && found.deals.is_empty() {
            json["others"] = found.others.into();
            json["exchanged"] = found.exchanged.into();
        }
        if !args.from.is_empty() {
            json["claimed"] = found.claimed.into();
        }
        writeln!(cli::stdout(), "{:#}", with_remarks(json))?;
    }
    if found.claimed > 0 {
        let deals = pluralize(found.claimed, "deal");
        note!("{deals} by the word of rows without a line or a proof");
    }
    Ok((found.count > 0).into())
}

/// The deals found so far.
#[derive(Default)]
struct Found {
    count: usize,
    /// Those that rows name without a line that could be replayed.
    claimed: usize,
    as_json: bool,
    /// The line of the deck that the deals are looked for.
    line: Option<usize>,
    /// What was found of each of several decks, as JSON.
    decks: Vec<Value>,
    /// All of them, if they are printed together, as JSON.
    deals: Vec<u64>,
    /// The same for those of other programs' own, and those with suits exchanged.
    others: Vec<String>,
    exchanged: Vec<Value>,
}

impl Found {
    fn show(&mut self, deal: u64) -> io::Result<()> {
        self.count += 1;
        if self.as_json {
            self.deals.push(deal);
            return Ok(());
        }
        self.write(deal)
    }

    fn write(&self, deal: impl fmt::Display) -> io::Result<()> {
        match self.line {
            Some(line) => writeln!(stdout(), "line {line}: {deal}"),
            None => writeln!(stdout(), "{deal}"),
        }
    }

    /// What was found of a deck.
    fn in_json(self) -> Value {
        json!({
            "line": self.line,
            "deals": self.deals,
            "others": self.others,
            "exchanged": self.exchanged,
        })
    }

    fn show_other(&mut self, deal: &NumberedDeal) -> io::Result<()> {
        self.count += 1;
        if self.as_json {
            self.others.push(deal.to_string());
            return Ok(());
        }
        self.write(deal)
    }

    fn show_exchange(&mut self, exchange: &Exchange) -> io::Result<()> {
        self.count += 1;
        let Exchange { number, suits } = exchange;
        if self.as_json {
            let suits = suits.map(|suit| suit.letter().to_string()).concat();
            self.exchanged
                .push(json!({ "deal": number, "suits": suits }));
            return Ok(());
        }
        let suits = in_words(*suits);
        self.write(format_args!("{number} with suits exchanged: {suits}"))
    }
}

/// What an exchange makes of the suits that it changes.
fn in_words(suits: [Suit; 4]) -> String {
    let name = |suit: Suit| format!("{suit:?}").to_lowercase();
    let pairs = Suit::ALL.into_iter().zip(suits);
    let changed = pairs.filter(|(before, after)| before != after);
    let words = changed.map(|(before, after)| format!("{} are {}", name(before), name(after)));
    words.collect::<Vec<_>>().join(", ")
}

impl Args {
    fn search(&self, found: &mut Found) -> Result<()> {
        if self.from.is_empty() {
            self.by_table(found)?;
        }
        let mut files = self.from.iter();
        files.try_for_each(|path| self.filter.each_deal(path, found))
    }

    /// Shows the deals that have the table in a file, or for each of several decks a line with the
    /// number of its line in the file.
    fn by_table(&self, found: &mut Found) -> Result<()> {
        let path = self.input.as_deref().unwrap_or(Path::new("-"));
        let tables = table_file::read_all(path)?;
        if let [(_, table)] = &tables[..] {
            return Args::of_table(table, found);
        }
        for (line, table) in &tables {
            let mut of_deck = Found {
                line: Some(*line),
                as_json: self.json,
                ..Found::default()
            };
            Args::of_table(table, &mut of_deck)?;
            found.count += of_deck.count;
            if self.json {
                found.decks.push(of_deck.in_json());
            } else if of_deck.count == 0 {
                writeln!(stdout(), "line {line}: none")?;
            }
        }
        Ok(())
    }

    /// Shows the deals that have a table: Microsoft's, or else those of other programs, or else
    /// Microsoft's with suits exchanged.
    fn of_table(table: &Table, found: &mut Found) -> Result<()> {
        ensure!(
            deal::is_new(table),
            "the table is not a new deal, with 7 cards in the cascades 1 to 4 and 6 in the others"
        );
        for deal in deal::numbers(table) {
            found.show(deal)?;
        }
        if found.count > 0 {
            return Ok(());
        }
        for deal in numbering::find(table) {
            found.show_other(&deal)?;
        }
        if found.count > 0 {
            return Ok(());
        }
        for exchange in Exchange::find(table) {
            found.show_exchange(&exchange)?;
        }
        if found.count == 0 && found.line.is_none() {
            note!(
                "no deal from 1 to {} has this table, with its suits or with others of the same \
                 colours, nor one of PySolFC's own up to {} or pysol-cards' up to {}",
                deal::LAST_DEAL,
                PYSOL_FC_SEARCHED.end(),
                PYSOL_CARDS_SEARCHED.end()
            );
        }
        Ok(())
    }
}

impl Filter {
    /// Shows the deals of a file that meet the criteria, once the referee has replayed their
    /// lines.
    fn each_deal(&self, path: &Path, found: &mut Found) -> Result<()> {
        let name = || path.display().to_string();
        let input = table_file::open(path).with_context(name)?;
        for row in row_file::rows::<Row>(input) {
            let (number, row) = row.with_context(name)?;
            let untrue = |why: Error| {
                let (name, deal) = (name(), row.deal);
                Untrue(format!("{name}: row {number}, deal {deal}: {why:#}"))
            };
            refused::check_figures(row.deal, row.cpu_ms, row.positions).map_err(untrue)?;
            if self.matches(&row) && self.has_difficulty(&row)? {
                let choice = row.rules().with_context(name)?;
                let evidence = row.check(choice).map_err(untrue)?;
                found.claimed += usize::from(evidence == Evidence::Missing);
                found.show(row.deal)?;
            }
        }
        Ok(())
    }

    fn has_difficulty(&self, row: &Row) -> Result<bool> {
        let Some(range) = &self.difficulty else {
            return Ok(true);
        };
        let table = deal::microsoft(row.deal).context("a row's deal has no such number")?;
        let level = Difficulty::new(&table, Ruleset::default()).level();
        Ok(range.contains(&level.into()))
    }

    fn matches(&self, row: &Row) -> bool {
        let moves = row.moves.map(|moves| moves as u64);
        let is_in = |range: &Option<RangeInclusive<u64>>, value: Option<u64>| match range {
            Some(range) => value.is_some_and(|value| range.contains(&value)),
            None => true,
        };
        is_in(&self.moves, moves)
            && is_in(&self.positions, Some(row.positions))
            && self.result.is_none_or(|result| result == row.result)
    }
}

/// Reads a range of numbers, either end of which may be missing, or one number.
fn range(text: &str) -> Result<RangeInclusive<u64>> {
    let reason = |text: &str| format!("{text:?} is neither a number nor a range such as ..=30");
    ensure!(!text.is_empty(), reason(text));
    deals::read_range(text, |end| match end {
        "" => Ok(None),
        _ => end.parse().map(Some).with_context(|| reason(end)),
    })
}

/// Reads a range of difficulties; an end that is missing is the easiest or the hardest.
fn difficulty(text: &str) -> Result<RangeInclusive<u64>> {
    let range = range(text)?;
    let levels = Difficulty::LEVELS;
    let (easiest, hardest) = (u64::from(*levels.start()), u64::from(*levels.end()));
    let is_level = |end: u64, missing: u64| end == missing || (easiest..=hardest).contains(&end);
    ensure!(
        is_level(*range.start(), 0) && is_level(*range.end(), u64::MAX),
        "there is no difficulty {text}: they are {easiest} to {hardest}"
    );
    Ok(range)
}
