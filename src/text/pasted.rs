//! Reports: whatever a player can copy from a game or a program, with its headings, quotes and
//! remarks. `diagnose`, the page, and all that reads solutions with tables between their moves read
//! them here.
//!
//! Tables are found first ([`find_tables`]). The other rows may be rows of lines
//! ([`lines`](super::lines)): those between two tables are one line, with all that stands between
//! them, unless only blank rows or the site's own part them. What is before and after a line is
//! left out, and said to be.

use std::ops::Range;

use super::json::{self, Found};
use super::kpat::{self, SavedGame};
use super::lines::{is_cascade, Beside, FoundLine, Reader, Row, RowWords, Skipped, Word};
use super::named;
use super::notation;
use super::tables::{find_tables, Form, FoundTable, TableError};
use crate::card::Card;
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

/// The beginnings of the rows that the site prints around what a bot writes.
const HEADINGS: [&str; 3] = [
    "Standard Output Stream:",
    "Standard Error Stream:",
    "Game information:",
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
    /// Reads a report. If nothing of it is a table, it is the name of a deal with a line.
    pub fn read(text: &str) -> Pasted {
        if kpat::is_saved_game(text) {
            return Pasted::of_saved_game(text);
        }
        if let Some(json) = json::read(text) {
            return Pasted::of_json(text, &json);
        }
        let rows: Vec<&str> = text.lines().collect();
        let tables = find_tables(text);
        let is_table = |found: &Result<FoundTable, _>| !matches!(found, Ok(table) if table.form == Form::Number);
        let may_be_moves = if tables.iter().any(is_table) {
            beside_moves(&rows)
        } else {
            vec![true; rows.len()]
        };
        Pasted::with_tables(Rest::new(&rows, may_be_moves), tables)
    }

    /// Reads a text that is meant to be a line, with tables between its moves or without.
    pub fn of_a_line(text: &str) -> Pasted {
        if kpat::is_saved_game(text) {
            return Pasted {
                tables: Vec::new(),
                ..Pasted::of_saved_game(text)
            };
        }
        if let Some(json) = json::read(text).filter(|json| json.line.is_some()) {
            let mut pasted = Pasted::of_a_line(json.line.as_deref().unwrap_or_default());
            pasted.skipped.extend(json.left_out());
            return pasted;
        }
        let rows: Vec<&str> = text.lines().collect();
        let mut tables = Vec::new();
        if rows.len() >= FEWEST_ROWS {
            tables = find_tables(text);
            tables.retain(|found| !matches!(found, Ok(table) if table.form == Form::Number));
        }
        let mut rest = Rest::new(&rows, vec![true; rows.len()]);
        rest.is_one_line = true;
        Pasted::with_tables(rest, tables)
    }

    /// JSON: its table or the deal that it names, and its line.
    fn of_json(text: &str, json: &Found) -> Pasted {
        let line = json.line.as_deref().unwrap_or_default();
        let mut pasted = Pasted::of_a_line(line);
        match json.table_of_text(text.lines().count()) {
            Some(Ok(table)) => pasted.tables.push(table),
            Some(Err(error)) => pasted.errors.push(error),
            None => {}
        }
        pasted
    }

    /// A saved game: the table before its first move, and the moves that were made.
    fn of_saved_game(text: &str) -> Pasted {
        let saved = match SavedGame::read(text) {
            Ok(saved) => saved,
            Err(error) => {
                let errors = vec![error];
                return Pasted {
                    errors,
                    ..Pasted::default()
                };
            }
        };
        let line = saved.line();
        let (skipped, is_line) = (line.skipped.clone(), !line.is_empty());
        let line = FoundLine {
            skipped: Vec::new(),
            ..line
        };
        let start = FoundTable {
            table: saved.start.clone(),
            ..saved.into_table()
        };
        Pasted {
            tables: vec![FoundTable {
                remarks: Vec::new(),
                ..start
            }],
            lines: is_line
                .then_some(PastedLine { line, tables: 1 })
                .into_iter()
                .collect(),
            skipped,
            ..Pasted::default()
        }
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
                pasted.begin_after(&mut rest, &found, rows);
            }
            match found {
                Ok(table) => pasted.tables.push(table),
                Err(error) => pasted.errors.push(error),
            }
        }
        let end = rest.rows.len();
        pasted.read_lines(&mut rest, end);
        pasted.leave_out(&mut rest);
        pasted.drop_cards(&rest);
        pasted.skipped.sort_by_key(|skipped| skipped.row);
        pasted
    }

    /// Goes on after the rows of a table.
    fn begin_after(
        &mut self,
        rest: &mut Rest,
        found: &Result<FoundTable, TableError>,
        rows: Range<usize>,
    ) {
        rest.next = rest.next.max(rows.end);
        rest.line = rest.line.min(Progress::Begun);
        rest.is_answer = matches!(found, Ok(table) if table.listed.is_some());
        if !rest.is_one_line {
            self.leave_out(rest);
            rest.reader.restart();
            rest.line = Progress::None;
        }
    }

    /// Leaves out what stands behind the last move of a line.
    fn leave_out(&mut self, rest: &mut Rest) {
        for beside in rest.pending.drain(..) {
            self.skip(beside);
        }
    }

    fn skip(&mut self, beside: Beside) {
        if !beside.text.is_empty() {
            self.skipped.push(beside.into());
        }
    }

    /// Between fc-solve's rules, where no move is told, `8H 4C` are cards.
    fn drop_cards(&mut self, rest: &Rest) {
        let is_rule = |row: &&str| row.trim().starts_with("====");
        if rest.is_told || !rest.rows.iter().any(is_rule) {
            return;
        }
        let is_card = |word: &Word| word.text.parse::<Card>().is_ok();
        let (cards, lines) = (self.lines.drain(..))
            .partition(|line: &PastedLine| line.line.words.iter().all(is_card));
        self.lines = lines;
        let cards: Vec<PastedLine> = cards;
        let words = cards.into_iter().flat_map(|line| line.line.words);
        let skipped = words.map(|Word { row, text, .. }| Skipped { row, text });
        self.skipped.extend(skipped);
    }

    /// All lines as one, for a text that is meant to have only one. A row that only names a deal
    /// says what the line is for.
    pub fn into_line(self) -> FoundLine {
        let mut all = FoundLine::default();
        for line in self.lines {
            all.deal = all.deal.or(line.line.deal);
            all.words.extend(line.line.words);
        }
        for skipped in self.skipped {
            let named = deal::read_number(&skipped.text);
            let is_name = |&(number, rest): &(u64, &str)| {
                let is_bare = skipped
                    .text
                    .starts_with(|c: char| c.is_ascii_digit() || c == '#');
                (number > 99 || !is_bare) && rest.trim_matches([':', '.', ' ']).is_empty()
            };
            match named.filter(is_name) {
                Some((number, _)) if all.deal.is_none() => {
                    all.deal = Some(named::of_number(number, &skipped.text));
                }
                _ => all.skipped.push(skipped),
            }
        }
        let tables = self.errors.iter().map(|error| Skipped {
            row: error.rows.start + 1,
            text: error.to_string(),
        });
        all.skipped.extend(tables);
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
        let may_be_move =
            rest.may_be_moves[index] || rest.line == Progress::GoesOn || rest.is_answer;
        let found = if is_number && !may_be_move {
            Row::Prose(Beside::of_row(number, row))
        } else {
            rest.reader.read_row(number, row, next)
        };
        let line = rest.line;
        rest.line = line.min(Progress::Begun);
        match found {
            Row::Blank => {}
            Row::Prose(_) if starts_with(row, &REMARKS) || rest.named == Some(index) => {}
            Row::Prose(prose) if is_of_the_site(row) || rest.is_told && is_cascade(row) => {
                self.skip(prose);
            }
            Row::Prose(prose) => rest.pending.push(prose),
            Row::Moves(moves) => {
                rest.is_answer = false;
                self.push(rest, moves, line);
            }
        }
    }

    /// Adds a row of a line. What stands between two rows of one is the line's, too.
    fn push(&mut self, rest: &mut Rest, row: RowWords, line: Progress) {
        let mut words = Vec::new();
        let is_begun = line != Progress::None;
        let goes_on = line == Progress::GoesOn || is_begun && !rest.pending.is_empty();
        if is_begun {
            let between = rest.pending.drain(..).chain([row.before]);
            words.extend(between.flat_map(|beside| beside.words));
        } else {
            rest.pending.push(row.before);
            self.leave_out(rest);
        }
        words.extend(row.words);
        if row.has_remark {
            self.skip(row.after);
        } else if !row.after.words.is_empty() {
            rest.pending.push(row.after);
        }
        match self.lines.last_mut() {
            Some(last) if goes_on => last.line.words.extend(words),
            _ => self.lines.push(PastedLine {
                line: FoundLine {
                    words,
                    deal: row.deal.filter(|_| !is_begun),
                    ..FoundLine::default()
                },
                tables: self.tables.len(),
            }),
        }
        rest.line = Progress::GoesOn;
    }
}

/// How far a line has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Progress {
    /// None has begun since the last table.
    None,
    /// One has begun.
    Begun,
    /// The row before was one of it.
    GoesOn,
}

/// The rows that are in no table.
struct Rest<'a> {
    rows: &'a [&'a str],
    /// The first that has not been read.
    next: usize,
    /// Whether a number that stands alone in each may be a move.
    may_be_moves: Vec<bool>,
    /// Whether moves are told between tables, as fc-solve does.
    is_told: bool,
    /// The row that names the deal of a text without a table.
    named: Option<usize>,
    reader: Reader,
    /// Whether the whole text is one line.
    is_one_line: bool,
    line: Progress,
    /// What stands since the last row of a line.
    pending: Vec<Beside>,
    /// Whether the line that was sent for a turn may come.
    is_answer: bool,
}

impl<'a> Rest<'a> {
    fn new(rows: &'a [&'a str], may_be_moves: Vec<bool>) -> Rest<'a> {
        let tells = |row: &&str| {
            row.to_lowercase().starts_with("move:") || notation::read_sentence(row).is_some()
        };
        Rest {
            rows,
            is_told: rows.iter().any(tells),
            next: 0,
            may_be_moves,
            named: None,
            reader: Reader::default(),
            is_one_line: false,
            line: Progress::None,
            pending: Vec::new(),
            is_answer: false,
        }
    }
}

/// Whether each row stands beside a row that begins with a move, without a blank row or a heading
/// between them. Elsewhere, a number that stands alone is not a move.
fn beside_moves(rows: &[&str]) -> Vec<bool> {
    let ends = |row: &str| without_quotes(row).is_empty() || row.trim_end().ends_with(':');
    let begins = |row: &&&str| {
        let first = without_quotes(row).split_whitespace().next();
        first.is_some_and(|word| word.parse::<Move>().is_ok())
    };
    let parts = rows.chunk_by(|row, next| !ends(row) && !ends(next));
    parts
        .flat_map(|part| vec![part.iter().filter(begins).count() >= 2; part.len()])
        .collect()
}

/// Whether a row is one that the site prints around what a bot writes, or the bot's own remark on
/// a turn.
fn is_of_the_site(row: &str) -> bool {
    let is_remark = || {
        let number = row.trim_start_matches(['>', ' ']).strip_prefix("turn ");
        let (number, remark) = number.and_then(|row| row.split_once(": "))?;
        let is_number = number.parse::<usize>().is_ok();
        (is_number && remark.contains(" moves")).then_some(())
    };
    starts_with(row, &HEADINGS) || is_remark().is_some()
}

fn starts_with(row: &str, beginnings: &[&str]) -> bool {
    let row = row.trim_start_matches(['>', ' ']);
    beginnings.iter().any(|begin| row.starts_with(begin))
}

/// A row without quotes and the marks of cited text.
fn without_quotes(row: &str) -> &str {
    let is_mark = |mark: char| mark.is_whitespace() || ">|`\"',".contains(mark);
    row.trim_matches(is_mark)
}
