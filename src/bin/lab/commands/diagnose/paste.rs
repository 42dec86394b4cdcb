//! Tables and lines in a text that holds much else: what a player can copy from the
//! site, with its headings, quotes and remarks.
//!
//! A table begins with its foundations, or with its first cascade; then lines count
//! that look like cells or cascades, and others are passed over. A number and moves
//! right after the last cascade are the moves that the turn lists; moves anywhere
//! else are a line that was sent.

use freecell::card::Card;
use freecell::moves::{Line, Move};
use freecell::table::{Cascade, Table, CASCADES, CELLS};
use freecell::text::fc_solve::{parse_cells, parse_foundations};

/// What was found in a text.
#[derive(Debug, Default)]
pub struct Paste {
    /// The tables, in the order of the text.
    pub tables: Vec<Pasted>,
    /// The lines of moves, in the order of the text.
    pub lines: Vec<Line>,
    /// What is wrong with a table.
    pub problems: Vec<String>,
}

/// A table and the moves listed below it.
#[derive(Debug)]
pub struct Pasted {
    pub table: Table,
    pub listed: Option<Line>,
}

/// A table of which not all lines have come.
struct Draft {
    /// The number of its first line.
    at: usize,
    foundations: Option<[u8; 4]>,
    cells: Option<[Option<Card>; CELLS]>,
    cascades: Vec<Cascade>,
}

/// What may follow a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Nothing,
    Count,
    Listed,
}

impl Paste {
    /// Finds what there is.
    pub fn read(text: &str) -> Paste {
        let mut paste = Paste::default();
        let mut draft: Option<Draft> = None;
        let mut expected = Expected::Nothing;
        for (index, line) in text.lines().enumerate() {
            let line = bare(line);
            if line.is_empty() {
                continue;
            }
            if let Some(foundations) = foundations(line) {
                paste.drop_draft(draft.replace(Draft::new(index + 1, Some(foundations))));
                expected = Expected::Nothing;
            } else if draft.as_mut().is_some_and(|draft| draft.takes(line)) {
                let is_whole = |draft: &Draft| draft.cascades.len() == CASCADES;
                if let Some(whole) = draft.take_if(|draft| is_whole(draft)) {
                    expected = paste.finish(whole);
                }
            } else if let (None, Some(first)) = (&draft, cascade(line, true)) {
                let mut new = Draft::new(index + 1, None);
                new.cascades.push(first);
                draft = Some(new);
            } else {
                expected = paste.take_moves(line, expected);
            }
        }
        paste.drop_draft(draft);
        paste
    }

    /// Takes what is no part of a table, and says what may come next.
    fn take_moves(&mut self, line: &str, expected: Expected) -> Expected {
        if expected == Expected::Count && line.parse::<u8>().is_ok() {
            return Expected::Listed;
        }
        let Some(line) = moves(line) else {
            return expected;
        };
        match (expected, self.tables.last_mut()) {
            (Expected::Listed, Some(table)) => table.listed = Some(line),
            _ => self.lines.push(line),
        }
        Expected::Nothing
    }

    /// Adds a table, if it is one.
    fn finish(&mut self, draft: Draft) -> Expected {
        let at = draft.at;
        let mut table = Table {
            cells: draft.cells.unwrap_or_default(),
            ..Table::default()
        };
        for (cascade, cards) in table.cascades.iter_mut().zip(draft.cascades) {
            *cascade = cards;
        }
        let by_cards = table.foundations_of_the_rest();
        table.foundations = *by_cards.as_ref().unwrap_or(&[0; 4]);
        if let Err(flaw) = by_cards.and(table.validate()) {
            self.problems
                .push(format!("the table in line {at} is left out: {flaw}"));
            return Expected::Nothing;
        }
        if draft
            .foundations
            .is_some_and(|said| said != table.foundations)
        {
            let problem = "its foundations do not fit its cards, which count";
            self.problems
                .push(format!("the table in line {at}: {problem}"));
        }
        let listed = None;
        self.tables.push(Pasted { table, listed });
        Expected::Count
    }

    fn drop_draft(&mut self, draft: Option<Draft>) {
        if let Some(Draft { at, cascades, .. }) = draft {
            let found = cascades.len();
            self.problems.push(format!(
                "the table in line {at} is left out: {found} of its {CASCADES} cascades found"
            ));
        }
    }
}

impl Draft {
    fn new(at: usize, foundations: Option<[u8; 4]>) -> Draft {
        Draft {
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

/// A line without quotes and the marks of cited text.
fn bare(line: &str) -> &str {
    let is_mark = |mark: char| mark.is_whitespace() || ">|`\"',".contains(mark);
    line.trim_matches(is_mark)
}

/// What follows one of the labels, wherever that stands.
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
    let labels = ["freecells:", "freecell:", "fc:"];
    parse_cells(after_label(line, &labels).unwrap_or(line)).ok()
}

/// A cascade: cards after a colon before which there is no word, or cards alone. A
/// table may begin with one only if it has several cards, as of a new deal.
fn cascade(line: &str, is_first: bool) -> Option<Cascade> {
    let (before, cards) = line.rsplit_once(':').unwrap_or(("", line));
    if before.chars().any(char::is_alphabetic) {
        return None;
    }
    let cards: Option<Vec<Card>> = cards
        .split_whitespace()
        .map(|card| card.parse().ok())
        .collect();
    let cards = cards.filter(|cards| !is_first || cards.len() >= 6)?;
    cards[..].try_into().ok()
}

/// The moves in a line of text: nothing but moves, or at least three in a row.
fn moves(line: &str) -> Option<Line> {
    let is_between = |mark: char| mark.is_whitespace() || ",;\"'`".contains(mark);
    let tokens: Vec<&str> = line.split(is_between).filter(|it| !it.is_empty()).collect();
    let parsed: Vec<Option<Move>> = tokens.iter().map(|token| token.parse().ok()).collect();
    let runs = parsed.split(Option::is_none);
    let longest = runs.max_by_key(|run| run.len())?;
    let has_letter = || line.chars().any(char::is_alphabetic);
    let is_all = longest.len() == tokens.len() && (longest.len() > 1 || has_letter());
    let line: Line = longest.iter().flatten().copied().collect();
    (!line.is_empty() && (is_all || line.len() >= 3)).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::deal;
    use freecell::protocol::print;

    fn turn() -> String {
        let listed: Line = "1a 26 4h".parse().unwrap();
        print(&deal::microsoft(10913).unwrap(), listed.as_slice())
    }

    #[test]
    fn a_turn_is_found_among_noise() {
        let noise = turn().replace('\n', "\nStandard Error Stream: 12 ms\n> ");
        let text = format!("Game information:\n> {noise}\nanswer: 26 5a 76 72\n");
        let paste = Paste::read(&text);
        assert_eq!(paste.problems, [""; 0]);
        assert_eq!(paste.tables.len(), 1);
        assert_eq!(paste.tables[0].table, deal::microsoft(10913).unwrap());
        assert_eq!(
            paste.tables[0].listed.as_ref().unwrap().to_string(),
            "1a 26 4h"
        );
        assert_eq!(paste.lines.len(), 1);
        assert_eq!(paste.lines[0].to_string(), "26 5a 76 72");
    }

    #[test]
    fn numbers_and_words_are_no_moves() {
        for text in [
            "12",
            "8 8 8 8 7 7 7 7",
            "turn 1: 20 moves",
            "Frame 12",
            "36 moves",
        ] {
            assert_eq!(moves(text), None, "{text}");
        }
        for text in ["4h", "26 12", "line: 26 5a 76,", "\"26\", \"5a\", \"76\""] {
            assert!(moves(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_is_no_table_is_left_out_with_its_reason() {
        let whole = turn();
        let short = whole.lines().take(9).collect::<Vec<_>>().join("\n");
        let paste = Paste::read(&short);
        let problem = "the table in line 3 is left out: 5 of its 8 cascades found";
        assert_eq!(paste.problems, [problem]);
        let paste = Paste::read(&turn().replace("AS", "AC"));
        assert!(paste.problems[0].starts_with("the table in line 3 is left out: the card A"));
        let paste = Paste::read(&turn().replace("Foundations:", "Foundations: H-3"));
        assert_eq!((paste.tables.len(), paste.problems.len()), (1, 1));
    }
}
