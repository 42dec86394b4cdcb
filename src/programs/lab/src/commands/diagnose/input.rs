//! Finds tables and lines in a text that holds much else: whatever a player can copy from the site,
//! with its headings, quotes and remarks.
//!
//! A table begins with its foundations, or with its first cascade. After that, lines that look like
//! cells or cascades count, and others are skipped. A number and moves right after the last cascade
//! are the moves that the turn lists. Moves anywhere else, in one row or in several that follow one
//! another, are a line that was sent.

use freecell::card::Card;
use freecell::deal;
use freecell::moves::{Line, Move};
use freecell::table::{Cascade, Table, CASCADES, CELLS};
use freecell::text::fc_solve::{parse_cells, parse_foundations};
use freecell::text::pasted_moves::{Reader, Row};
use freecell::text::{with_plain_cards, Form, ParsedTable};

/// The most rows of a table: its headings, and a card in each.
const MOST_ROWS: usize = 2 + Card::COUNT;

/// What may stand before the cells.
const CELLS_LABELS: [&str; 3] = ["freecells:", "freecell:", "fc:"];

#[derive(Debug, Default)]
pub struct Input {
    /// The tables, in the order of the text.
    pub tables: Vec<Pasted>,
    /// The lines of moves, in the order of the text.
    pub lines: Vec<Sent>,
    /// The rows that are not part of a turn, among which may be another program's moves.
    pub rest: String,
    pub problems: Vec<String>,
}

/// A table and the moves listed below it.
#[derive(Debug)]
pub struct Pasted {
    pub table: Table,
    pub listed: Option<Line>,
}

#[derive(Debug)]
pub struct Sent {
    pub line: Line,
    /// The number of tables that stand before it.
    pub tables: usize,
}

/// A table whose lines have not all been read.
struct PartialTable {
    /// The number of its first line.
    at: usize,
    foundations: Option<[u8; 4]>,
    cells: Option<[Option<Card>; CELLS]>,
    cascades: Vec<Cascade>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Anything,
    /// The number of moves that a turn lists.
    Count,
    /// This many moves that a turn lists.
    Listed(u8),
    /// The line that was sent for a turn.
    Answer,
    /// The rest of a line that is wrapped.
    MoreMoves,
}

impl Input {
    pub fn read(text: &str) -> Input {
        let mut input = Input::default();
        let mut partial: Option<PartialTable> = None;
        let mut expected = Expected::Anything;
        let mut rows = Reader::default();
        let texts: Vec<&str> = text.lines().collect();
        let mut by_rows = 0;
        for ((index, row), is_listed) in texts.iter().enumerate().zip(in_lists(&texts)) {
            let is_first = index == 0 || !may_be_in_table(texts[index - 1]);
            if let (true, Some((table, length))) = (is_first, table_by_rows(&texts[index..])) {
                input.drop_partial(partial.take());
                let listed = None;
                input.tables.push(Pasted { table, listed });
                expected = Expected::Count;
                by_rows = index + length;
            }
            if index < by_rows {
                continue;
            }
            let (at, line) = (index + 1, with_plain_cards(row));
            let line = line.trim();
            if line.is_empty() {
                if expected == Expected::MoreMoves {
                    expected = Expected::Anything;
                }
            } else if let Some(foundations) = foundations(line) {
                input.drop_partial(partial.replace(PartialTable::new(at, Some(foundations))));
                expected = Expected::Anything;
            } else if partial.as_mut().is_some_and(|partial| partial.takes(line)) {
                let is_whole = |partial: &PartialTable| partial.cascades.len() == CASCADES;
                if let Some(whole) = partial.take_if(|partial| is_whole(partial)) {
                    expected = input.finish(whole);
                }
            } else if let (None, Some(first)) = (&partial, cascade(line, true)) {
                let mut new = PartialTable::new(at, None);
                new.cascades.push(first);
                partial = Some(new);
            } else {
                expected = input.take_moves(row, at, expected, is_listed, &mut rows);
            }
        }
        input.drop_partial(partial);
        if input.tables.is_empty() {
            let named = texts.iter().find_map(|row| named_deal(row));
            input.tables.extend(named);
        }
        input
    }

    /// Takes a row that is not part of a table (it may be one of a list), and says what may come
    /// next.
    fn take_moves(
        &mut self,
        row: &str,
        at: usize,
        expected: Expected,
        is_listed: bool,
        rows: &mut Reader,
    ) -> Expected {
        let line = without_quotes(row);
        match (expected, line.parse()) {
            _ if is_listed => {}
            (Expected::Count, Ok(0)) => return Expected::Anything,
            (Expected::Count, Ok(count)) => return Expected::Listed(count),
            _ => {}
        }
        let words = line.split_whitespace();
        if expected == Expected::Listed(words.clone().count().try_into().unwrap_or(0)) {
            // A word of another notation says nothing about the others.
            let listed: Line = words.filter_map(|word| word.parse().ok()).collect();
            self.tables.last_mut().expect("a table").listed = Some(listed);
            return Expected::Answer;
        }
        self.rest += row;
        self.rest.push('\n');
        let is_answer = is_listed || [Expected::Answer, Expected::MoreMoves].contains(&expected);
        if !is_answer && line.parse::<u8>().is_ok() {
            return Expected::Anything;
        }
        let moves = match rows.read_row(row) {
            Ok(Row::Moves(moves)) => moves,
            Ok(Row::Prose(_)) if expected == Expected::MoreMoves => return Expected::Anything,
            Ok(Row::Prose(_)) => return expected,
            Err(error) => {
                self.problems
                    .push(format!("line {at} is left out: {error}"));
                return Expected::Anything;
            }
        };
        match self.lines.last_mut() {
            Some(sent) if expected == Expected::MoreMoves => sent.line.extend(moves),
            _ => self.lines.push(Sent {
                line: moves,
                tables: self.tables.len(),
            }),
        }
        Expected::MoreMoves
    }

    /// Adds a table, if it is one.
    fn finish(&mut self, partial: PartialTable) -> Expected {
        let at = partial.at;
        let mut table = Table {
            cells: partial.cells.unwrap_or_default(),
            ..Table::default()
        };
        for (cascade, cards) in table.cascades.iter_mut().zip(partial.cascades) {
            *cascade = cards;
        }
        let by_cards = table.foundations_of_the_rest();
        table.foundations = *by_cards.as_ref().unwrap_or(&[0; 4]);
        if let Err(error) = by_cards.and(table.validate()) {
            self.problems
                .push(format!("the table in line {at} is left out: {error}"));
            return Expected::Anything;
        }
        if partial
            .foundations
            .is_some_and(|said| said != table.foundations)
        {
            let problem = "its foundations contradict its cards, and the cards are taken as right";
            self.problems
                .push(format!("the table in line {at}: {problem}"));
        }
        let listed = None;
        self.tables.push(Pasted { table, listed });
        Expected::Count
    }

    fn drop_partial(&mut self, partial: Option<PartialTable>) {
        if let Some(PartialTable { at, cascades, .. }) = partial {
            let found = cascades.len();
            self.problems.push(format!(
                "the table in line {at} is left out: {found} of its {CASCADES} cascades found"
            ));
        }
    }
}

impl PartialTable {
    fn new(at: usize, foundations: Option<[u8; 4]>) -> PartialTable {
        PartialTable {
            at,
            foundations,
            cells: None,
            cascades: Vec::new(),
        }
    }

    /// Takes a line, if it is one of the table's.
    fn takes(&mut self, line: &str) -> bool {
        if self.cascades.is_empty() && self.cells.is_none() {
            if let Some(cells) = cells(line) {
                self.cells = Some(cells);
                return true;
            }
        }
        let cascade = cascade(line, false);
        let is_taken = cascade.is_some();
        self.cascades.extend(cascade);
        is_taken
    }
}

/// The table of a deal that a row names, as `Deal 617` and `#617: 26 76` do. Without a word, a
/// small number may be one of a list.
fn named_deal(row: &str) -> Option<Pasted> {
    let row = without_quotes(row);
    let (number, rest) = deal::read_number(row)?;
    let is_number = row.starts_with(char::is_alphabetic) || row.starts_with('#') && number > 99;
    let is_whole = rest.is_empty() || rest.starts_with([':', ',', '.', ' ']);
    let table = deal::microsoft(number).filter(|_| is_number && is_whole)?;
    let listed = None;
    Some(Pasted { table, listed })
}

/// A table by rows, for human readers or as a deck, at the start of some rows, and the number
/// of these that it takes. The other forms are found among noise as well.
fn table_by_rows(rows: &[&str]) -> Option<(Table, usize)> {
    let rows = rows.iter().take(MOST_ROWS).copied();
    let rows: Vec<&str> = rows.take_while(|row| may_be_in_table(row)).collect();
    let text = rows.join("\n");
    let parsed: ParsedTable = text.parse().ok()?;
    let is_other = !matches!(parsed.form, Form::Turn | Form::Board | Form::Number);
    is_other.then_some((parsed.table, rows.len()))
}

/// Whether a row may stand in such a table: cards, or what stands above them.
fn may_be_in_table(row: &str) -> bool {
    let row = with_plain_cards(row);
    let row = row.trim();
    let is_heading = row.starts_with("a ") && row.contains(" h ");
    let numbers = row.split_whitespace().map(str::parse);
    let mut words = row.split_whitespace();
    let are_cards = words.all(|word| word == "--" || word.parse::<Card>().is_ok());
    !row.is_empty() && (are_cards || is_heading || numbers.eq((1..=CASCADES).map(Ok)))
        || after_label(row, &["foundations:"]).is_some()
        || after_label(row, &CELLS_LABELS).is_some()
}

/// Whether each row is one of a list with a move in each row: three or more that follow one
/// another. Elsewhere, a number alone in a row is not a move.
fn in_lists(rows: &[&str]) -> Vec<bool> {
    let is_move = |row: &str| without_quotes(row).parse::<Move>().is_ok();
    let runs = rows.chunk_by(|row, next| is_move(row) == is_move(next));
    runs.flat_map(|run| vec![run.len() >= 3 && is_move(run[0]); run.len()])
        .collect()
}

/// A line without quotes and the marks of cited text.
fn without_quotes(line: &str) -> &str {
    let is_mark = |mark: char| mark.is_whitespace() || ">|`\"',".contains(mark);
    line.trim_matches(is_mark)
}

/// The text after one of the labels, wherever the label stands.
fn after_label<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let lower = line.to_ascii_lowercase();
    labels.iter().find_map(|label| {
        let at = lower.find(label)?;
        Some(&line[at + label.len()..])
    })
}

fn foundations(line: &str) -> Option<[u8; 4]> {
    parse_foundations(after_label(line, &["foundations:"])?).ok()
}

/// A line of cells, with its label or without.
fn cells(line: &str) -> Option<[Option<Card>; CELLS]> {
    parse_cells(after_label(line, &CELLS_LABELS).unwrap_or(line)).ok()
}

/// A cascade: cards after a colon with no word before it, or cards alone. A table may begin with
/// one only if it has several cards, as a new deal does.
fn cascade(line: &str, is_first: bool) -> Option<Cascade> {
    let (before, cards) = line.rsplit_once(':').unwrap_or(("", line));
    if before.chars().any(char::is_alphabetic) {
        return None;
    }
    let cards: Option<Vec<Card>> = cards
        .split_whitespace()
        .map(|card| card.parse().ok())
        .collect();
    let cards = cards.filter(|cards| !is_first || cards.len() >= 6 && !are_moves(line))?;
    cards[..].try_into().ok()
}

/// Whether the words of a row that could be cards are moves, as in `6h 8h 5h 4h`: if all of them
/// could be moves and are in lower case, or if one of them is repeated.
fn are_moves(row: &str) -> bool {
    let mut words: Vec<&str> = row.split_whitespace().collect();
    words.sort_unstable();
    let comes_twice = words.windows(2).any(|pair| pair[0] == pair[1]);
    let is_lower_case = row == row.to_lowercase();
    comes_twice || is_lower_case && words.iter().all(|word| word.parse::<Move>().is_ok())
}
