//! The one reader of tables: finds every table in a text, in all the forms in which people and
//! programs write them, whatever stands around it.
//!
//! A table is read as it stands there, or it is refused: where the text leaves in doubt which
//! cascade or cell a card is in, the error says where and shows the possibilities. `kind` says what
//! a row may be to a table, `block` takes the rows that are one table together, `places` reads
//! foundations and cells, `columns` says which cascade the cards of a board by rows are in, and
//! `turns` reads a turn's 14 lines by way of [`protocol`](crate::protocol).

mod block;
mod columns;
mod kind;
mod places;
mod turns;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use self::block::{Block, Reading};
use self::kind::Kind;
use super::named;
use super::spelling::{Row, Word};
use crate::card::Card;
use crate::deal;
use crate::moves::Line;
use crate::table::{Cascade, Table, CELLS};

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
    fn new(row: usize, text: &str) -> Remark {
        Remark {
            line: row + 1,
            text: text.to_owned(),
        }
    }

    /// The remark that fc-solve would not read these cells as they are drawn.
    fn closing_up(row: usize, cells: [Option<Card>; CELLS]) -> Remark {
        let name = |(cell, name)| match cell {
            Some(card) => format!("{name} {card}"),
            None => format!("{name} -"),
        };
        let cells: Vec<String> = cells.into_iter().zip('a'..='d').map(name).collect();
        let text = format!(
            "the cells are read by their columns: {}; fc-solve itself, which prints such gaps, \
             would read the cards as the first cells",
            cells.join(", ")
        );
        Remark::new(row, &text)
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
        let line = self.line.or(other.line);
        Flaw {
            line,
            reason,
            ..self
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
        let pairs = one.0.iter().zip(&other.0).zip(1..);
        let differing = pairs.into_iter().find(|((one, other), _)| one != other);
        let ((first, second), number) = differing.expect("two readings that differ");
        let cards = |cascade: &Cascade| {
            let cards: Vec<String> = cascade.iter().map(ToString::to_string).collect();
            if cards.is_empty() {
                "empty".to_owned()
            } else {
                cards.join(" ")
            }
        };
        Flaw::new(format!(
            "the cards can be read in two ways: cascade {number} is {} if this is {}, and {} if it \
             is {}; expected a colon before each cascade, or -- for each gap in a row",
            cards(first),
            one.1.name(),
            cards(second),
            other.1.name()
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
    let rows: Vec<Row> = text.lines().map(Row::new).collect();
    let kinds: Vec<Kind> = rows.iter().map(Kind::of).collect();
    if let Some(log) = search_log(&rows) {
        return vec![Err(log)];
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let result = turns::read(&rows, &kinds, at).or_else(|| read_block(&rows, &kinds, at));
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
    let block = Block::new(kinds, at);
    let (end, is_meant) = (block.end, block.is_meant());
    // The row may be one of moves before a table, which then begins with the next.
    let may_be_moves = matches!(&kinds[at], Kind::Cards(words) if kind::may_be_moves(words));
    match block.read(rows) {
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
    if let [_, second, ..] = deals[..] {
        let (one, other) = (first.number, second.number);
        return refuse(format!("found the deals {one} and {other}, expected one"));
    }
    let number = first.number;
    if let Some(program) = first.other {
        return refuse(format!(
            "{program} deals number {number} by another generator than Microsoft's, which is not \
             known here; expected a table"
        ));
    }
    let table = deal::microsoft(number)?;
    Some(Ok(FoundTable {
        table,
        form: Form::Number,
        rows: row..row,
        listed: None,
        remarks: Vec::new(),
    }))
}

/// A table read from text in any [`Form`]. Of several, the first; what is left out stands in the
/// remarks.
///
/// ```
/// use freecell::text::{print_board, print_rows, Form, ParsedTable};
/// use freecell::{deal, Table};
///
/// let table = deal::microsoft(617).unwrap();
/// let read: ParsedTable = print_rows(&table).parse().unwrap();
/// assert_eq!((read.table, read.form), (table.clone(), Form::Rows));
///
/// let board = print_board(&table).replace("AC", "AX");
/// let error = board.parse::<ParsedTable>().unwrap_err().to_string();
/// assert!(error.contains("AX"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedTable {
    /// The table; of several, the first one.
    pub table: Table,
    /// The form that the text was read in.
    pub form: Form,
    /// What was left out of the text, and what is odd about it.
    pub remarks: Vec<Remark>,
}

impl FromStr for ParsedTable {
    type Err = TableError;

    fn from_str(text: &str) -> Result<ParsedTable, TableError> {
        let mut found = find_tables(text).into_iter();
        let first = found.next().unwrap_or_else(|| Err(no_table(text)))?;
        let mut remarks = first.remarks;
        if first.form != Form::Number {
            let lines: Vec<&str> = text.lines().collect();
            let others = found.count();
            remarks.extend(left_out(&lines, 0..first.rows.start, 0));
            remarks.extend(left_out(&lines, first.rows.end..lines.len(), others));
        }
        Ok(ParsedTable {
            table: first.table,
            form: first.form,
            remarks,
        })
    }
}

/// The remark that some rows are left out, among which are so many tables, unless there is nothing
/// in them.
fn left_out(lines: &[&str], rows: Range<usize>, tables: usize) -> Option<Remark> {
    let is_text = |&row: &usize| lines[row].contains(char::is_alphanumeric);
    let mut used = rows.filter(is_text);
    let first = used.next()?;
    let last = used.next_back().unwrap_or(first);
    let quoted: String = lines[first].trim().chars().take(40).collect();
    let tables = match tables {
        0 => String::new(),
        1 => "another table, ".to_owned(),
        _ => format!("{tables} more tables, "),
    };
    let text = if last == first {
        format!("left out: {tables}{quoted:?}")
    } else {
        format!("left out up to line {}: {tables}{quoted:?} ...", last + 1)
    };
    Some(Remark::new(first, &text))
}

/// The reason why a text has nothing like a table.
fn no_table(text: &str) -> TableError {
    let mut lines = text.lines().enumerate();
    let is_text = |line: &str| line.contains(char::is_alphanumeric);
    let Some((row, line)) = lines.find(|(_, line)| is_text(line)) else {
        return Flaw::new("found nothing, expected a table").into_error(0..0);
    };
    // A few cards are no table in prose, but they are meant as one where nothing else is there.
    let rows: Vec<Row> = text.lines().map(Row::new).collect();
    let kinds: Vec<Kind> = rows.iter().map(Kind::of).collect();
    if let Kind::Cascade(_) | Kind::Cards(_) = kinds[row] {
        let block = Block::new(&kinds, row);
        let end = block.end;
        if let Err(flaw) = block.read(&rows) {
            return flaw.into_error(row..end);
        }
    }
    let label = line.split_once(':').map(|(label, _)| label.trim());
    let label = label.filter(|label| label.chars().all(char::is_alphabetic));
    let reason = if let Some(label) = label {
        let label = label.to_lowercase();
        format!("found the label {label:?}, expected Foundations, Freecells or a cascade's cards")
    } else {
        let quoted: String = line.trim().chars().take(40).collect();
        format!("found {quoted:?}, expected a table")
    };
    Flaw::new(reason).at(row).into_error(0..0)
}
