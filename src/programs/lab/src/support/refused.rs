//! Rows of files that do not hold, with the reason and the place of each.

use std::io::Write as _;

use anyhow::{ensure, Context, Error, Result};
use cli::pluralize::pluralize;
use cli::{remark, stdout};
use freecell::deal;
use freecell::moves::{self, Line, Move};
use freecell::referee::{self, judge, Verdict};
use serde_json::{json, Value};
use shared::commands::Outcome;
use shared::row_file::Place;

use crate::support::programs::Choice;

/// The most rows that are named one by one.
const MOST_NAMED: usize = 20;

/// The rows that are refused.
#[derive(Default)]
pub struct Refused {
    first: Vec<(Place, u64, String)>,
    count: usize,
}

impl Refused {
    /// Adds a row, with its deal and the reason.
    pub fn add(&mut self, place: Place, deal: u64, why: &Error) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push((place, deal, format!("{why:#}")));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Says which rows are refused and why: the answer to the whole command is no.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub fn report(&self, as_json: bool) -> Result<Outcome> {
        if as_json {
            writeln!(stdout(), "{:#}", json!({ "refused": self.in_json() }))?;
        }
        for (place, deal, why) in &self.first {
            remark(format_args!("error: {place}, deal {deal}: {why}"));
        }
        if self.count > self.first.len() {
            let more = pluralize(self.count - self.first.len(), "row");
            remark(format_args!("error: and {more} more: nothing is counted"));
        }
        Ok(Outcome::No)
    }

    fn in_json(&self) -> Value {
        let rows = self.first.iter().map(|(place, deal, why)| {
            let file = place.file.to_string_lossy();
            json!({ "file": file, "row": place.row, "deal": deal, "why": why })
        });
        json!({ "count": self.count, "rows": rows.collect::<Vec<_>>() })
    }
}

/// Has the referee replay the line of a row, by all the rules chosen.
///
/// # Errors
/// The line does not win the deal, or not in that number of moves.
pub fn replay(deal: u64, choice: Choice, moves: usize, line: &str) -> Result<()> {
    let table = deal::microsoft(deal).with_context(|| no_such_deal(deal))?;
    let read = as_rows_have_it(line);
    let words = (read.as_ref()).map_or_else(|| line.split_whitespace().count(), Line::len);
    ensure!(
        words == moves,
        "its line has {}, not {moves}",
        pluralize(words, "move")
    );
    for rules in choice.judges() {
        let (table, ruleset) = (rules.begin(&table), rules.ruleset);
        let verdict = match &read {
            Some(line) => referee::replay(&table, ruleset, line),
            None => judge(&table, ruleset, line),
        };
        // By the rules of some programs a line may win before its last move.
        let is_won = match (verdict, choice) {
            (Verdict::Won { .. }, Choice::AnyProgram) => true,
            (verdict, _) => verdict == Verdict::Won { moves },
        };
        ensure!(is_won, "its line does not win under {rules}: {verdict}");
    }
    Ok(())
}

/// Reads a line with a single blank between moves, in a fraction of the time that any other takes.
fn as_rows_have_it(line: &str) -> Option<Line> {
    let place = |name: u8| moves::Place::from_char(name.into());
    let words = line.as_bytes().chunks(3);
    let moves = words.map(|word| match *word {
        [from, to] | [from, to, b' '] => Move::new(place(from)?, place(to)?),
        _ => None,
    });
    moves.collect()
}

/// Checks figures that every row has.
///
/// # Errors
/// There is no such deal, or no search has these figures.
pub fn check_figures(deal: u64, cpu_ms: f64, positions: u64) -> Result<()> {
    /// Thirty years, in milliseconds.
    const LONGEST_MS: f64 = 1e12;
    /// A thousand times what a machine visits in a millisecond.
    const MOST_POSITIONS_A_MS: f64 = 1e6;
    /// Clocks of some systems tick this seldom.
    const TICK_MS: f64 = 100.0;
    ensure!(
        (1..=deal::LAST_DEAL).contains(&deal),
        "{}",
        no_such_deal(deal)
    );
    ensure!(
        (0.0..=LONGEST_MS).contains(&cpu_ms),
        "no search takes {cpu_ms:?} ms of CPU time"
    );
    ensure!(
        positions as f64 <= (cpu_ms + TICK_MS) * MOST_POSITIONS_A_MS,
        "no search visits {positions} positions in {cpu_ms:?} ms"
    );
    Ok(())
}

fn no_such_deal(deal: u64) -> String {
    format!("there is no deal {deal}")
}
