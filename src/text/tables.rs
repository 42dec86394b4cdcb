//! The one reader of tables: finds every table in a text, in all the forms in which people and
//! programs write them, whatever stands around it.
//!
//! A table is read as it stands there, or it is refused: where the text leaves in doubt which
//! cascade or cell a card is in, the error says where and shows the possibilities. `kind` says what
//! a row may be to a table, `block` takes the rows that are one table together, `reading` has the
//! ways to read them, `places` reads foundations and `cells` the cells, `columns` says in which
//! cascade the cards of a board by rows are, `fields` which field of a row signs put a card in,
//! `soliterm` and `solvitaire` read those programs' tables, by `slots`, and `turns` a turn's 14
//! lines by way of [`protocol`](crate::protocol). `parsed` is for a text that should be a table and
//! nothing else.

mod below;
mod block;
mod cells;
mod columns;
mod fields;
mod kind;
mod parsed;
mod places;
mod reading;
mod slots;
mod soliterm;
mod solvitaire;
mod turns;

use std::fmt;
use std::ops::Range;

use self::block::Block;
use self::kind::Kind;
pub use self::parsed::ParsedTable;
use self::reading::Reading;
use super::json;
use super::kpat::{self, SavedGame};
use super::named;
use super::spelling::{Row, Word};
use crate::card::Card;
use crate::moves::Line;
use crate::table::{Table, CASCADES};

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The 14 lines that a bot reads.
    Turn,
    /// A board as fc-solve prints it, a cascade a line.
    Board,
    /// A board with a row of cards in each line.
    Rows,
    /// A table as fc-solve displays it without options.
    Display,
    /// A table as `lab deal --format pretty` prints it.
    Pretty,
    /// The 52 cards of a new deal in the order in which they are dealt: in one line, wrapped
    /// after more than eight, or one a line.
    Deck,
    /// The number of a deal, as in `Deal 617`.
    Number,
    /// A game that kpat has saved.
    SavedGame,
    /// JSON, of this project's programs or as Solvitaire reads it.
    Json,
    /// A board that soliterm prints.
    Soliterm,
    /// A table that Solvitaire prints.
    Solvitaire,
}

impl Form {
    /// The form's name, with its article.
    pub fn name(self) -> &'static str {
        match self {
            Form::Turn => "a turn",
            Form::Board => "a board of fc-solve's",
            Form::Rows => "a board by rows",
            Form::Display => "a table as fc-solve displays it",
            Form::Pretty => "a table for human readers",
            Form::Deck => "a deck, dealt row by row",
            Form::Number => "a deal's number",
            Form::SavedGame => "a saved game of kpat's",
            Form::Json => "JSON",
            Form::Soliterm => "a board of soliterm's",
            Form::Solvitaire => "a table of Solvitaire's",
        }
    }
}

/// A table that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundTable {
    /// The table.
    pub table: Table,
    /// The form in which it is written.
    pub form: Form,
    /// The rows of the text that it occupies, the first being 0; none of them if it is only named.
    pub rows: Range<usize>,
    /// The moves that a turn lists below its table.
    pub listed: Option<Line>,
    /// What is odd about it.
    pub remarks: Vec<Remark>,
}

/// Something odd in a text, or left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is to be said about it.
    pub text: String,
}

impl Remark {
    pub(super) fn new(row: usize, text: &str) -> Remark {
        Remark {
            line: row + 1,
            text: text.to_owned(),
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// Why a text, or a part of it, shows no table: what was found, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableError {
    /// The rows of the text that seem to be a table, the first being 0.
    pub rows: Range<usize>,
    /// The line in which the reason lies, from 1, if there is one such line.
    pub line: Option<usize>,
    /// The column of that line, from 1, if it matters.
    pub column: Option<usize>,
    /// The reason, without its place.
    pub reason: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TableError {}

/// Why rows are no table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Flaw {
    line: Option<usize>,
    column: Option<usize>,
    reason: String,
}

impl Flaw {
    fn new(reason: impl Into<String>) -> Flaw {
        Flaw {
            line: None,
            column: None,
            reason: reason.into(),
        }
    }

    fn at(self, line: usize) -> Flaw {
        let line = self.line.or(Some(line));
        Flaw { line, ..self }
    }

    fn in_column(self, word: &Word) -> Flaw {
        Flaw {
            column: Some(word.columns.start),
            ..self
        }
    }

    /// That the rows are neither cascades nor rows of a board.
    fn or(self, other: &Flaw) -> Flaw {
        let reason = format!(
            "read by cascades: {}; read by rows: {}",
            self.reason, other.reason
        );
        let place = if self.line.is_some() { &self } else { other };
        Flaw {
            line: place.line,
            column: place.column,
            reason,
        }
    }

    fn found(word: &Word, expected: &str) -> Flaw {
        Flaw::new(format!("found {:?}, expected {expected}", word.text))
    }

    fn not_a_card(word: &Word) -> Flaw {
        Flaw::found(word, "a card such as TH")
    }

    /// That the text can be read in two ways: the first cascade in which they differ.
    fn two_readings(one: &Reading, other: &Reading) -> Flaw {
        let differs = |&cascade: &usize| one.0[cascade] != other.0[cascade];
        let cascade = (0..CASCADES).find(differs).unwrap_or(0);
        let cards = |reading: &Reading| {
            let cards: Vec<String> = reading.0[cascade].iter().map(Card::to_string).collect();
            if cards.is_empty() {
                "empty".to_owned()
            } else {
                cards.join(" ")
            }
        };
        let name = |reading: &Reading| match reading.1 {
            Form::Rows => {
                let first = reading.0.iter().position(|cascade| !cascade.is_empty());
                format!(
                    "a board by rows that begins with cascade {}",
                    first.unwrap_or(0) + 1
                )
            }
            form => form.name().to_owned(),
        };
        Flaw::new(format!(
            "the cards can be read in two ways: cascade {} is {} if this is {}, and {} if it is \
             {}; expected a colon before each cascade, or -- for each gap in a row",
            cascade + 1,
            cards(one),
            name(one),
            cards(other),
            name(other)
        ))
    }

    fn into_error(self, rows: Range<usize>) -> TableError {
        TableError {
            rows,
            line: self.line.map(|line| line + 1),
            column: self.column.map(|column| column + 1),
            reason: self.reason,
        }
    }
}

/// Finds the tables in a text, in its order. Where there is none, a deal that the text names, as
/// `Deal 617` does, counts as one.
///
/// What is in no table's rows was not understood here, and may be a line of moves or prose.
///
/// ```
/// use freecell::text::{find_tables, print_board};
/// use freecell::deal;
///
/// let table = deal::microsoft(617).unwrap();
/// let text = format!("I lost this one:\n\n{}\nWhat now?\n", print_board(&table));
/// let found = find_tables(&text);
/// let found = found[0].as_ref().unwrap();
/// assert_eq!((&found.table, found.rows.clone()), (&table, 2..12));
/// ```
pub fn find_tables(text: &str) -> Vec<Result<FoundTable, TableError>> {
    if kpat::is_saved_game(text) {
        return vec![SavedGame::read(text).map(SavedGame::into_table)];
    }
    if let Some(json) = json::read(text) {
        return json
            .table_of_text(text.lines().count())
            .into_iter()
            .collect();
    }
    let rows: Vec<Row> = text.lines().map(Row::new).collect();
    let kinds: Vec<Kind> = rows.iter().map(Kind::of).collect();
    if let Some(log) = search_log(&rows) {
        return vec![Err(log)];
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let result = soliterm::read(&rows, at)
            .or_else(|| solvitaire::read(&rows, at))
            .or_else(|| turns::read(&rows, &kinds, at))
            .or_else(|| read_block(&rows, &kinds, at));
        let end = match &result {
            Some(Ok(table)) => table.rows.end,
            Some(Err(error)) => error.rows.end,
            None => at + 1,
        };
        found.extend(result);
        at = end.max(at + 1);
    }
    if found.is_empty() {
        found.extend(named_deal(text));
    }
    found
}

/// The table whose first row this is, if it is one.
fn read_block(rows: &[Row], kinds: &[Kind], at: usize) -> Option<Result<FoundTable, TableError>> {
    if matches!(kinds[at], Kind::Blank | Kind::Other) {
        return None;
    }
    let block = Block::new(rows, kinds, at);
    let (end, is_meant) = (block.end, block.is_meant());
    // The row may be one of moves before a table, which then begins with the next.
    let may_be_moves = matches!(&kinds[at], Kind::Cards(words) if kind::may_be_moves(words));
    match block.read() {
        Ok((table, form, mut remarks)) => {
            let listed = turns::listed(rows, kinds, end, &mut remarks);
            Some(Ok(FoundTable {
                table,
                form,
                rows: at..listed.end,
                listed: listed.moves,
                remarks,
            }))
        }
        Err(_) if !is_meant || may_be_moves => None,
        Err(flaw) => Some(Err(flaw.into_error(at..end))),
    }
}

/// What fc-solve prints about its search instead of a solution.
fn search_log(rows: &[Row]) -> Option<TableError> {
    let begins = |label: &str| {
        let label: Vec<char> = label.chars().collect();
        rows.iter()
            .filter(move |row| row.characters.starts_with(&label))
            .count()
    };
    let tables = begins("Iteration: ");
    if tables == 0 || begins("Stored-States: ") == 0 {
        return None;
    }
    let reason = format!(
        "found the log of a search, as fc-solve -s -i prints it: most of its {tables} tables are \
         not on the way to a solution, and their cascades are sorted; expected a table, or a \
         solution as fc-solve prints it without -s -i"
    );
    Some(Flaw::new(reason).into_error(0..rows.len()))
}

/// The table of the deal that a text names, as `Deal 617` and `#617: 26 76` do.
fn named_deal(text: &str) -> Option<Result<FoundTable, TableError>> {
    let deals = named::deals(text);
    let first = deals.first()?;
    let row = first.row;
    let refuse = |reason: String| Some(Err(Flaw::new(reason).at(row).into_error(row..row)));
    if let [_, second, ..] = &deals[..] {
        let (one, other) = (&first.digits, &second.digits);
        return refuse(format!("found the deals {one} and {other}, expected one"));
    }
    let table = match &first.deal {
        Ok(deal) => deal.table(),
        Err(reason) => return refuse(reason.clone()),
    };
    Some(Ok(FoundTable {
        table,
        form: Form::Number,
        rows: row..row,
        listed: None,
        remarks: Vec::new(),
    }))
}
