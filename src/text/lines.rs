//! Lines of moves as people write them: the one reader of all commands, of `diagnose` and of the
//! page.
//!
//! The puzzle takes moves separated by blanks, and [`Line`] reads just that. People have more on
//! the clipboard: the statement's sentence with its commas and full stop, a list that a solver has
//! wrapped or numbered, a line in quotes, the words around it. This module decides which words are
//! the line's and which are prose around it; a word of the line need not be a move. What the
//! words mean comes after that: as moves of the puzzle here, in other programs' notations in
//! [`notation`](super::notation). Whether moves are legal is the referee's business.
//!
//! A line goes from its first move to its last, over all rows, and every word between them is the
//! line's, whatever it is, so that no typing error shortens a line in silence. Only these are
//! something else:
//! * commas, brackets and quotation marks at a word; a mark that stands between all moves of a
//!   row, as in `26 -> 76 -> 72`; marks of quoted text and of lists at the beginning of rows;
//! * the numbers of a list, if they count its items or its moves: 1, 2, 3 ...;
//! * in a numbered list, prose after the move, which is left out;
//! * tables, rules, and the rows that fc-solve and the site print between moves.
//!
//! Before the first move and after the last, prose is left out: what a mark (a colon, a quotation
//! mark, a bracket) or the end of the row keeps apart, and what reads as prose, two words or more
//! with a proper one among them. Any other word beside a move is the line's.

mod candidate;
mod numbers;
mod rows;

use crate::moves::{Line, Move, ParseMoveError, Place};
pub use crate::text::named::DealName;
use crate::text::pasted::Pasted;

pub use self::rows::{deal_before, is_cascade, Reader, Row, RowWords};

/// A word of a line, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word as it was typed; a whole sentence if that tells a move.
    pub text: String,
    /// The number of its row, from 1.
    pub row: usize,
    /// The number of its first character in the row, from 1.
    pub column: usize,
}

/// Text that is not part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of its row, from 1.
    pub row: usize,
    /// The text, without blanks around it.
    pub text: String,
}

/// Text beside the moves of a line: left out before and after the line, words of it in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// The number of its row, from 1.
    pub row: usize,
    /// The text, without blanks around it.
    pub text: String,
    /// The words.
    pub words: Vec<Word>,
}

/// A line of moves that was found in a text, and what was left out.
///
/// ```
/// use freecell::text::lines::FoundLine;
///
/// let sentence = "You may solve it with the following move sequence: 26, 76, 72, 5A.";
/// let found = FoundLine::read(sentence);
/// assert_eq!(found.spelled(), "26 76 72 5a");
/// assert_eq!(found.skipped[0].text, "You may solve it with the following move sequence");
/// assert_eq!(FoundLine::read("1. 26\n2. 76").spelled(), "26 76");
/// // A word of the line need not be a move.
/// assert_eq!(FoundLine::read("26 zz 76").spelled(), "26 zz 76");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundLine {
    /// The words of the line, whether or not they are moves.
    pub words: Vec<Word>,
    /// The text beside them.
    pub skipped: Vec<Skipped>,
    /// The deal that the line says it is for, as in `617: 26 76`.
    pub deal: Option<DealName>,
}

impl FoundLine {
    /// Reads the line in a text that is meant to be one. If no row of it looks like a line, every
    /// word is one of the line.
    pub fn read(text: &str) -> FoundLine {
        FoundLine::find(text).unwrap_or_else(|| FoundLine::of_all_words(text))
    }

    fn of_all_words(text: &str) -> FoundLine {
        let rows = text.lines().enumerate();
        let words = rows.flat_map(|(index, row)| Beside::of_row(index + 1, row).words);
        FoundLine {
            words: words.collect(),
            ..FoundLine::default()
        }
    }

    /// The same for a text that may have a line, or tables instead of one, as solvers print them.
    ///
    /// # Errors
    /// There are tables and no line.
    pub fn try_read(text: &str) -> Result<FoundLine, String> {
        let pasted = Pasted::of_a_line(text);
        match (pasted.errors.first(), pasted.tables.len()) {
            _ if !pasted.lines.is_empty() => Ok(pasted.into_line()),
            (Some(error), _) => Err(error.to_string()),
            (None, 0) => Ok(FoundLine::of_all_words(text)),
            (None, 1) => Err("found a table and no moves, expected a line of them".to_owned()),
            (None, tables) => Err(format!(
                "found {tables} tables and no moves, expected a line of them"
            )),
        }
    }

    /// Finds the line in a text that may have none. Tables are no part of it.
    pub fn find(text: &str) -> Option<FoundLine> {
        let found = Pasted::of_a_line(text).into_line();
        (!found.is_empty()).then_some(found)
    }

    /// The words as the puzzle writes them, separated by blanks. What is no move stays as it was
    /// typed, for the referee to refuse.
    pub fn spelled(&self) -> String {
        let texts: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        let has_home = has_home(&texts);
        let spell = |word: &str| match as_move(word, has_home) {
            Ok(mv) => mv.to_string(),
            Err(_) => word.to_owned(),
        };
        let words: Vec<String> = texts.into_iter().map(spell).collect();
        words.join(" ")
    }

    /// The moves before the first word that is no move.
    pub fn moves(&self) -> Line {
        let spelled = self.spelled();
        let moves = spelled
            .split_whitespace()
            .map_while(|word| word.parse().ok());
        moves.collect()
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns `true` if the line has no word.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl From<Beside> for Skipped {
    fn from(Beside { row, text, .. }: Beside) -> Skipped {
        Skipped { row, text }
    }
}

/// Whether a line writes home as the puzzle does, `h`; if not, an `f` is home, the foundations.
/// In a line with cells beyond the fourth, an `f` is a cell.
pub fn has_home(words: &[&str]) -> bool {
    let is_target = |word: &&str| word.len() == 2 && word.ends_with(['h', 'H', 'e', 'E', 'g', 'G']);
    let is_source =
        |word: &&str| word.len() == 2 && word.starts_with(['e', 'E', 'f', 'F', 'g', 'G']);
    words.iter().any(|word| is_target(word) || is_source(word))
}

fn as_move(word: &str, has_home: bool) -> Result<Move, ParseMoveError> {
    let error = match word.parse() {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let from = match (word.len(), word.strip_suffix(['f', 'F'])) {
        (2, Some(from)) if !has_home => from.parse().ok(),
        _ => None,
    };
    let home = from.and_then(|from: Place| Move::new(from, Place::Home));
    home.ok_or(error)
}
