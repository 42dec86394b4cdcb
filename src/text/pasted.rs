//! Reports: whatever a player can copy from a game or a program, with its headings, quotes and
//! remarks. `diagnose`, the page, and all that reads solutions with tables between their moves read
//! them here.
//!
//! Tables are found first ([`find_tables`]). The other rows may be rows of lines
//! ([`lines`](super::lines)): those that follow one another are one line. What is neither is
//! left out, and said to be.

use std::ops::Range;

use super::lines::{FoundLine, Reader, Row, Skipped, Word};
use super::notation;
use super::tables::{find_tables, Form, FoundTable, TableError};
use crate::deal;
use crate::moves::Move;

/// The fewest rows of a text in which tables are looked for, if it is meant to be a line.
const FEWEST_ROWS: usize = 7;

/// The beginnings of the rows that fc-solve prints below a solution.
const REMARKS: [&str; 3] = [
    "This game is solveable",
    "Total number of states checked is",
    "This scan generated",
];

/// What a report holds.
#[derive(Clone, Debug, Default)]
pub struct Pasted {
    /// The tables, in the order of the text.
    pub tables: Vec<FoundTable>,
    /// What seems to be a table and is none.
    pub errors: Vec<TableError>,
    /// The lines of moves, in the order of the text.
    pub lines: Vec<PastedLine>,
    /// What is neither table nor line.
    pub skipped: Vec<Skipped>,
}

/// A line of moves in a report.
#[derive(Clone, Debug)]
pub struct PastedLine {
    /// The line. Its words need not all be moves.
    pub line: FoundLine,
    /// The number of tables that stand before it.
    pub tables: usize,
}

impl Pasted {
    /// Reads a report.
    pub fn read(text: &str) -> Pasted {
        let rows: Vec<&str> = text.lines().collect();
        Pasted::with_tables(Rest::new(&rows, in_lists(&rows)), find_tables(text))
    }

    /// Reads a text that is meant to be a line, with tables between its moves or without.
    pub fn of_a_line(text: &str) -> Pasted {
        let rows: Vec<&str> = text.lines().collect();
        let mut tables = Vec::new();
        if rows.len() >= FEWEST_ROWS {
            tables = find_tables(text);
            tables.retain(|found| !matches!(found, Ok(table) if table.form == Form::Number));
        }
        Pasted::with_tables(Rest::new(&rows, vec![true; rows.len()]), tables)
    }

    /// Reads the rows around these tables.
    fn with_tables(mut rest: Rest, tables: Vec<Result<FoundTable, TableError>>) -> Pasted {
        let mut pasted = Pasted::default();
        for found in tables {
            let rows = match &found {
                Ok(table) => table.rows.clone(),
                Err(error) => error.rows.clone(),
            };
            // A deal is named somewhere in the text, and what it is named for may stand before.
            let is_named = matches!(&found, Ok(table) if table.form == Form::Number);
            if is_named {
                rest.named = Some(rows.start);
            } else {
                pasted.read_lines(&mut rest, rows.start);
                rest.begin_after(&found, rows);
            }
            match found {
                Ok(table) => pasted.tables.push(table),
                Err(error) => pasted.errors.push(error),
            }
        }
        let end = rest.rows.len();
        pasted.read_lines(&mut rest, end);
        pasted.drop_cards(rest.rows);
        pasted
    }

    /// Between fc-solve's rules, where no move is told, `8H 4C` are cards.
    fn drop_cards(&mut self, rows: &[&str]) {
        let is_rule = |row: &&str| row.trim().starts_with("====");
        let tells = |row: &&str| {
            row.to_lowercase().starts_with("move:") || notation::read_sentence(row).is_some()
        };
        if rows.iter().any(is_rule) && !rows.iter().any(tells) {
            for dropped in self.lines.drain(..) {
                let texts = dropped.line.words.into_iter();
                let texts = texts.map(|word| Skipped::new(word.row, &word.text));
                self.skipped.extend(texts);
            }
        }
    }

    /// All lines as one, for a text that is meant to have only one. Its sentences, if it has some,
    /// are the moves. A row that only names a deal says what the line is for.
    pub fn into_line(self) -> FoundLine {
        let mut all = FoundLine::default();
        for line in self.lines {
            all.deal = all.deal.or(line.line.deal);
            all.words.extend(line.line.words);
        }
        let is_sentence = |word: &Word| notation::read_sentence(&word.text).is_some();
        if all.words.iter().any(is_sentence) {
            let (sentences, others) = all.words.into_iter().partition(is_sentence);
            all.words = sentences;
            let others: Vec<Word> = others;
            let texts = others.iter().map(|word| Skipped::new(word.row, &word.text));
            all.skipped.extend(texts);
        }
        for skipped in self.skipped {
            let named = deal::read_number(&skipped.text);
            let is_name = |&(number, rest): &(u64, &str)| {
                let is_bare = skipped.text.starts_with(|c: char| c.is_ascii_digit());
                (number > 99 || !is_bare) && rest.trim_matches([':', '.', ' ']).is_empty()
            };
            match named.filter(is_name) {
                Some((number, _)) if all.deal.is_none() => all.deal = Some(number),
                _ => all.skipped.push(skipped),
            }
        }
        all.skipped.sort_by_key(|skipped| skipped.row);
        all
    }

    /// Reads the rows up to one as lines and prose.
    fn read_lines(&mut self, rest: &mut Rest, end: usize) {
        for index in rest.next..end {
            self.read_row(rest, index);
        }
        rest.next = rest.next.max(end);
    }

    fn read_row(&mut self, rest: &mut Rest, index: usize) {
        let (number, row) = (index + 1, rest.rows[index]);
        let next = rest.rows.get(index + 1).copied().unwrap_or_default();
        let is_number = without_quotes(row).parse::<u8>().is_ok();
        let may_be_move = rest.is_listed[index] || rest.goes_on || rest.is_answer;
        let found = if is_number && !may_be_move {
            Row::Prose
        } else {
            rest.reader.read_row(number, row, next)
        };
        let Row::Moves(moves) = found else {
            rest.goes_on = false;
            let is_text = row.contains(char::is_alphanumeric) && !is_remark(row);
            if is_text && rest.named != Some(index) {
                self.skipped.push(Skipped::new(number, row));
            }
            return;
        };
        rest.is_answer = false;
        if !std::mem::replace(&mut rest.goes_on, true) {
            let (line, tables) = (FoundLine::default(), self.tables.len());
            self.lines.push(PastedLine { line, tables });
        }
        self.skipped.extend(moves.skipped.iter().cloned());
        let last = self.lines.last_mut().expect("pushed when the line began");
        last.line.push(moves);
    }
}

/// The rows that are in no table.
struct Rest<'a> {
    rows: &'a [&'a str],
    /// The first that has not been read.
    next: usize,
    /// Whether each is one of a list with a move in each row. Elsewhere, a number alone in a row
    /// is not a move.
    is_listed: Vec<bool>,
    /// The row that names the deal of a text without a table.
    named: Option<usize>,
    reader: Reader,
    /// Whether the row before was one of a line.
    goes_on: bool,
    /// Whether the line that was sent for a turn may come.
    is_answer: bool,
}

impl<'a> Rest<'a> {
    fn new(rows: &'a [&'a str], is_listed: Vec<bool>) -> Rest<'a> {
        Rest {
            rows,
            next: 0,
            is_listed,
            named: None,
            reader: Reader::default(),
            goes_on: false,
            is_answer: false,
        }
    }

    /// Goes on after the rows of a table.
    fn begin_after(&mut self, found: &Result<FoundTable, TableError>, rows: Range<usize>) {
        self.next = self.next.max(rows.end);
        self.goes_on = false;
        self.is_answer = matches!(found, Ok(table) if table.listed.is_some());
    }
}

/// Whether each row is one of a list with a move in each row: three or more that follow one
/// another.
fn in_lists(rows: &[&str]) -> Vec<bool> {
    let is_move = |row: &str| without_quotes(row).parse::<Move>().is_ok();
    let runs = rows.chunk_by(|row, next| is_move(row) == is_move(next));
    runs.flat_map(|run| vec![run.len() >= 3 && is_move(run[0]); run.len()])
        .collect()
}

/// Whether a row is one that fc-solve prints below a solution.
fn is_remark(row: &str) -> bool {
    let row = row.trim_start_matches(['>', ' ']);
    REMARKS.iter().any(|remark| row.starts_with(remark))
}

/// A row without quotes and the marks of cited text.
fn without_quotes(row: &str) -> &str {
    let is_mark = |mark: char| mark.is_whitespace() || ">|`\"',".contains(mark);
    row.trim_matches(is_mark)
}
