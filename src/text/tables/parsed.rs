//! The table of a text that should show one.

use std::ops::Range;
use std::str::FromStr;

use super::block::Block;
use super::kind::Kind;
use super::{find_tables, Flaw, Form, Remark, TableError};
use crate::table::Table;
use crate::text::lines::FoundLine;
use crate::text::spelling::Row;

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
        if first.form == Form::Number {
            remarks.extend(moves_left_out(text));
        } else {
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

/// The remark that the moves after a deal's name are left out, if there are some.
fn moves_left_out(text: &str) -> Option<Remark> {
    let words = FoundLine::find(text)?.words;
    let row = words.first()?.row;
    let moves: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let text = format!("left out: the moves {:?}", moves.join(" "));
    Some(Remark::new(row, &text))
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
        let block = Block::new(&rows, &kinds, row);
        let end = block.end;
        if let Err(flaw) = block.read() {
            return flaw.into_error(row..end);
        }
    }
    // Short words after a card are meant as cards.
    let words = rows[row].words();
    let are_cards = words.first().is_some_and(|first| first.card().is_some())
        && words.iter().all(|word| word.text.len() <= 3);
    if let Some(wrong) = words.iter().find(|word| word.card().is_none() && are_cards) {
        return Flaw::not_a_card(wrong).at(row).into_error(0..0);
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
