//! Lines of moves as people paste them.
//!
//! The puzzle takes moves separated by blanks, and [`Line`] reads just that. People have
//! more on the clipboard: the statement's sentence with its commas and full stop, a list
//! that a solver has wrapped or numbered, a line in quotes, the words around it. [`read`]
//! finds the moves in all of these. A word that looks like a move but is not one is an error,
//! so that no typing error shortens a line silently.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::moves::{Line, Move, ParseMoveError};

/// Reads the line of moves in a text, whatever stands between and around the moves.
///
/// ```
/// use freecell::text::pasted_moves::read;
///
/// let sentence = "You may solve it with the following move sequence: 26, 76, 72, 5A.";
/// assert_eq!(read(sentence).unwrap().to_string(), "26 76 72 5a");
/// assert_eq!(read("1. 26\n2. 76").unwrap().to_string(), "26 76");
/// ```
///
/// # Errors
/// A word that looks like a move and is not, or a text without moves.
pub fn read(text: &str) -> Result<Line, PastedMovesError> {
    let mut reader = Reader::default();
    let mut line = Line::default();
    let mut stray = None;
    for row in text.lines() {
        let before = reader.words;
        let in_text = |error: PastedMovesError| PastedMovesError {
            position: before + error.position,
            ..error
        };
        match reader.read_row(row).map_err(in_text)? {
            Row::Moves(moves) => line.extend(moves),
            Row::Prose(word) => stray = stray.or(word.map(|(word, at)| (word, before + at))),
        }
    }
    match stray {
        Some((word, position)) if line.is_empty() => Err(not_a_move(&word, position)),
        _ => Ok(line),
    }
}

/// A reader of rows of text, which remembers how far a numbered list has come.
#[derive(Debug, Default)]
pub struct Reader {
    /// The last number of a numbered list, and the mark after it, if there is one.
    number: usize,
    mark: Option<char>,
    /// The words read so far.
    words: usize,
}

/// A row of text, as [`Reader::read_row`] understands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// The row's moves; other words stand before or after them.
    Moves(Line),
    /// The row is not a line of moves: the first word that is not a move, and its position
    /// in the row, from 1; `None` if the row is blank.
    Prose(Option<(String, usize)>),
}

impl Reader {
    /// Reads a row. It has moves if all its words are moves, if three moves follow one another, if
    /// moves are all that follows a label with a colon, or if the row is the next item of a
    /// numbered list and begins with a move. A single word in prose that could be a move, such as a
    /// number, does not count as one.
    ///
    /// # Errors
    /// A word between moves, or beside them, that looks like a move and is not.
    pub fn read_row(&mut self, row: &str) -> Result<Row, PastedMovesError> {
        let row = row.to_lowercase();
        let (words, is_item) = self.words_of(&row);
        let error = |index: usize| not_a_move(words[index], index + 1);
        let runs = runs_of_moves(&words);
        // Of several runs of the same length, the first.
        let longest = runs.iter().rev().max_by_key(|run| run.len()).cloned();
        let longest = longest.unwrap_or_default();
        let has_letter = words[longest.clone()]
            .iter()
            .any(|word| word.contains(char::is_alphabetic));
        let is_line = longest.len() >= 3
            || is_item && longest.start == 0
            || is_labelled(&row, &words, &longest) && (longest.len() == 2 || has_letter);
        if !is_line {
            let may_be_meant = |word: &&str| is_move(word) || looks_like_move(word);
            let stray = words.iter().position(|word| !is_move(word));
            return match stray {
                Some(index) if words.iter().all(may_be_meant) => Err(error(index)),
                Some(index) => Ok(Row::Prose(Some((words[index].to_owned(), index + 1)))),
                None if words.is_empty() => Ok(Row::Prose(None)),
                None => Ok(Row::Moves(moves(&words))),
            };
        }
        // Two groups of moves with something between them: a part of the line is misspelt.
        // Without a mark, only the first number of a list's item is told from a move.
        let least = if is_item && self.mark.is_none() { 1 } else { 2 };
        let is_other = |run: &&Range<usize>| run.len() >= least && **run != longest;
        if let Some(run) = runs.iter().find(is_other) {
            return Err(error(run.end.min(longest.end)));
        }
        let beside = [longest.start.wrapping_sub(1), longest.end];
        let is_misspelt =
            |&index: &usize| words.get(index).is_some_and(|word| looks_like_move(word));
        if let Some(index) = beside.into_iter().find(is_misspelt) {
            return Err(error(index));
        }
        Ok(Row::Moves(moves(&words[longest])))
    }

    /// The words of a row, without the marks around and between them, and whether the row is the
    /// next item of a numbered list.
    fn words_of<'a>(&mut self, row: &'a str) -> (Vec<&'a str>, bool) {
        let mut words = Vec::new();
        let (mut is_item, mut is_labelled) = (false, false);
        let rest = row.split(is_between).flat_map(after_label);
        let mut rest = rest.filter(|word| !word.is_empty()).peekable();
        while let Some(word) = rest.next() {
            let is_start = words.is_empty() || words.len() == 1 && ITEM_LABELS.contains(&words[0]);
            let moves = self.without_number(word, is_start && rest.peek().is_some());
            if is_start && moves.len() < word.len() {
                is_item = true;
                is_labelled = words.pop().is_some();
            }
            let word = without_punctuation(moves);
            words.extend(Some(word).filter(|word| !word.is_empty() && !JOINING.contains(word)));
        }
        self.words += words.len();
        // A bot's remark on a turn begins like such an item.
        let is_item = is_item && (!is_labelled || words.iter().all(|word| is_move(word)));
        (words, is_item)
    }

    /// A word without the number of a list item before it, as in `1.`, `1:26` and `#1`, and without
    /// a mark at the start of a row.
    fn without_number<'a>(&mut self, word: &'a str, is_start: bool) -> &'a str {
        let digits = word.trim_start_matches('#');
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (number, rest) = digits.split_at(end.unwrap_or(digits.len()));
        let mark = rest.chars().next();
        let is_mark = mark.map_or(is_start, |mark| ".):".contains(mark));
        match number.parse() {
            // A second list begins with 1 again.
            Ok(number)
                if is_mark && (number == 1 || (number, mark) == (self.number + 1, self.mark)) =>
            {
                (self.number, self.mark) = (number, mark);
                rest.trim_start_matches(['.', ')', ':'])
            }
            _ => word,
        }
    }
}

/// Words that may precede the number of an item.
const ITEM_LABELS: [&str; 3] = ["turn", "move", "step"];

/// Words that merely join moves.
const JOINING: [&str; 2] = ["and", "then"];

/// Whether a run of words is all that follows the row's last colon.
fn is_labelled(row: &str, words: &[&str], run: &Range<usize>) -> bool {
    let rest = row.rsplit_once(':').map(|(_, rest)| rest.split(is_between));
    let count = rest.map(|rest| {
        rest.filter(|word| !without_punctuation(word).is_empty())
            .count()
    });
    run.end == words.len() && count == Some(run.len())
}

/// Whether a character separates words.
fn is_between(c: char) -> bool {
    c.is_whitespace() || ",;|([]{}<>\"'`=，、；\u{feff}".contains(c)
}

/// A word, split in two if it begins with a label.
fn after_label(word: &str) -> impl Iterator<Item = &str> {
    let is_label = |(label, _): &(&str, &str)| label.ends_with(char::is_alphabetic);
    let (label, rest) = word.split_once(':').filter(is_label).unwrap_or(("", word));
    [label, rest].into_iter()
}

/// A word without the marks that enclose it or end a sentence.
fn without_punctuation(word: &str) -> &str {
    word.trim_matches(|c: char| ".:!?*/)“”‘’…-–—•·→".contains(c))
}

fn is_move(word: &str) -> bool {
    word.parse::<Move>().is_ok()
}

/// Whether a word could be a move with a typing error.
fn looks_like_move(word: &str) -> bool {
    word.len() == 2 && !is_move(word) && word.chars().any(|c| c.is_ascii_digit())
}

/// The longest stretches of words that are moves.
fn runs_of_moves(words: &[&str]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, _) in words.iter().enumerate().filter(|(_, word)| is_move(word)) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end += 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

fn moves(words: &[&str]) -> Line {
    words.iter().filter_map(|word| word.parse().ok()).collect()
}

/// A word in a pasted text that is not a move where one was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PastedMovesError {
    /// The word, in lower case.
    pub word: String,
    /// Its position among the words of the text, or of the row that was read, from 1.
    pub position: usize,
    /// The reason why it is not a move.
    pub reason: ParseMoveError,
}

fn not_a_move(word: &str, position: usize) -> PastedMovesError {
    PastedMovesError {
        word: word.to_owned(),
        position,
        reason: word.parse::<Move>().err().unwrap_or(ParseMoveError::Length),
    }
}

impl fmt::Display for PastedMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PastedMovesError {
            word,
            position,
            reason,
        } = self;
        write!(f, "word {position}, {word:?}, is not a move: {reason}")
    }
}

impl Error for PastedMovesError {}
