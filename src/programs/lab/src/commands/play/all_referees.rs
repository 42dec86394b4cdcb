//! `--every-referee`: all presets of referees, and the table of a bot's results with them.
//!
//! A row stands for a variant of the table's rules, a column for the rules of a turn. Both
//! are named by their options, so every cell of the table can be played again alone.

use std::fmt;
use std::time::Duration;

use serde_json::{json, Value};

use super::game::{self, Report, Setting};
use super::rules::{Limits, Preset, TurnFormat};
use shared::duration::milliseconds;

/// The rows: first the rules that the puzzle is likely to have, then others.
const RULES: [&str; 18] = [
    "--autoplay safe",
    "--autoplay all",
    "--capacity product",
    "--long-run illegal",
    "--autoplay safe --autoplay-most 1",
    "--autoplay all --autoplay-most 1",
    "--autoplay-after turn",
    "--autoplay lowest+1",
    "--autoplay lowest+2",
    "--autoplay-from cascades",
    "--autoplay-from cells",
    "--autoplay twos",
    "--autoplay none",
    "--capacity free-cells",
    "--capacity one-card",
    "--one-card-into-empty",
    "--cells packed",
    "--cells sorted",
];

/// The columns.
const TURNS: [&str; 4] = [
    "--illegal loses",
    "--illegal stops",
    "--illegal skipped",
    "--one-move-a-turn",
];

/// The options of every referee, row by row.
fn names() -> impl Iterator<Item = String> {
    let row = |rules| TURNS.map(|turns| format!("{rules} {turns}"));
    RULES.into_iter().flat_map(row)
}

/// Every referee: its options, and the setting of a game with it.
pub fn settings(limits: Limits, format: TurnFormat) -> Vec<(String, Setting)> {
    names()
        .map(|name| {
            let preset = Preset::parse(&name).expect("options of this command");
            let setting = Setting {
                variant: preset.variants.each()[0],
                turns: preset.turns,
                limits,
                format,
            };
            (name, setting)
        })
        .collect()
}

/// The table, in Markdown.
pub struct Table {
    cells: Vec<Cell>,
}

impl Table {
    pub fn new() -> Table {
        let cells = vec![Cell::default(); RULES.len() * TURNS.len()];
        Table { cells }
    }

    /// Adds a game with the referee of that number in [`settings`].
    pub fn add(&mut self, referee: usize, report: &Report) {
        self.cells[referee].add(report);
    }

    /// A cell for each referee, for programs.
    pub fn in_json(&self) -> Value {
        let cells = names().zip(&self.cells).map(|(name, cell)| {
            json!({
                "referee": name,
                "games": cell.games,
                "won": cell.won,
                "most_turns": cell.most_turns,
                "slowest_later_ms": cell.slowest.map(milliseconds),
                "is_late": cell.is_late,
            })
        });
        cells.collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RULES.iter().map(|name| format!("`{name}`"));
        let rows = self.cells.chunks(TURNS.len()).map(<[Cell]>::to_vec);
        let mut all = vec![Cell::default(); TURNS.len()];
        for (number, cell) in self.cells.iter().enumerate() {
            all[number % TURNS.len()].merge(cell);
        }
        let heads = TURNS.map(|name| format!("`{name}`"));
        write_row(f, "won · most turns · slowest later", &heads)?;
        writeln!(f, "|---|{}", "---|".repeat(TURNS.len()))?;
        for (name, row) in names.zip(rows).chain([("all".to_owned(), all)]) {
            let texts: Vec<String> = row.iter().map(Cell::to_string).collect();
            write_row(f, &name, &texts)?;
        }
        Ok(())
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, texts: &[String]) -> fmt::Result {
    writeln!(f, "| {name} | {} |", texts.join(" | "))
}

/// The games with one referee.
#[derive(Clone, Debug, Default)]
struct Cell {
    games: usize,
    won: usize,
    /// The most turns that a game won took.
    most_turns: usize,
    /// The slowest turn but the first.
    slowest: Option<Duration>,
    /// Whether that turn was cut off at the limit.
    is_late: bool,
}

impl Cell {
    fn add(&mut self, report: &Report) {
        let is_won = report.loss.is_none();
        let later = report.times.iter().skip(1);
        self.merge(&Cell {
            games: 1,
            won: usize::from(is_won),
            most_turns: if is_won { report.times.len() } else { 0 },
            slowest: later.max().copied(),
            is_late: matches!(report.loss, Some(game::Error::Late(_))) && report.times.len() > 1,
        });
    }

    fn merge(&mut self, other: &Cell) {
        self.games += other.games;
        self.won += other.won;
        self.most_turns = self.most_turns.max(other.most_turns);
        self.slowest = self.slowest.max(other.slowest);
        self.is_late |= other.is_late;
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return f.write_str("-");
        }
        write!(f, "{}/{}", self.won, self.games)?;
        match self.won {
            0 => f.write_str(" · -")?,
            _ => write!(f, " · {}", self.most_turns)?,
        }
        match self.slowest.map(milliseconds) {
            None => f.write_str(" · -"),
            Some(time) if self.is_late => write!(f, " · over {time:.0} ms"),
            Some(time) => write!(f, " · {time:.0} ms"),
        }
    }
}
