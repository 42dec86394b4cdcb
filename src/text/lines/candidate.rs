//! A row that may be one of a line: whether it is, and which of its words are the line's.

use std::ops::Range;

use super::numbers;
use crate::card::Card;
use crate::moves::Place;
use crate::text::notation;
use crate::text::words::{sets_apart, Token};

/// Words before which a number is no move, as in `36 moves`.
const COUNTED: [&str; 8] = [
    "moves",
    "move",
    "steps",
    "cards",
    "of",
    "ms",
    "seconds",
    "positions",
];

/// A row that may be one of a line, with what stands around it.
pub struct Candidate<'a> {
    /// The text of the row.
    pub row: &'a str,
    /// The words.
    pub words: &'a [Token<'a>],
    /// The number of words at its beginning that say what it is.
    pub lead: usize,
    /// Whether it is the next item of a numbered list.
    pub is_item: bool,
    /// Whether an item before it had a move.
    pub is_listing: bool,
    /// Whether it says that it tells a move, as fc-solve's rows do between tables.
    pub is_told: bool,
    /// The number of words that the row before gave to a line.
    pub words_before: usize,
    /// The row after it.
    pub next: &'a str,
}

impl Candidate<'_> {
    /// The words of the row that are the line's: from its first move to its last, and those beside
    /// them that are no prose. `None` if it is not a row of a line.
    pub fn span(&self) -> Option<Range<usize>> {
        let known: Vec<usize> = (self.lead..self.words.len())
            .filter(|&index| self.is_known(index))
            .collect();
        if self.lead < self.words.len() && self.is_misspelt(known.is_empty()) {
            return Some(self.lead..self.end(self.lead + 1));
        }
        let (&first, &last) = (known.first()?, known.last()?);
        let is_line = self.is_line(&known) && !self.are_cards();
        is_line.then(|| self.start(first)..self.end(last + 1))
    }

    fn is_known(&self, index: usize) -> bool {
        let word = &self.words[index];
        is_known(word.text) && !word.is_label()
    }

    /// Whether a word labels what follows. A move before a colon does not.
    fn is_label(&self, index: usize) -> bool {
        let word = &self.words[index];
        let is_numbered = index > 0 && numbers::is_label(self.words[index - 1].text);
        word.is_label() && index + 1 < self.words.len() && (!is_known(word.text) || is_numbered)
    }

    /// Whether the row is one of a list with a move in each row, and the word in it is no move.
    fn is_misspelt(&self, is_without_moves: bool) -> bool {
        let words = &self.words[self.lead..];
        let first = words[0].text;
        let is_alone = words.len() == 1;
        if self.is_known(self.lead) || self.is_label(self.lead) {
            return false;
        }
        let is_list = || self.is_listing || numbers::first_of_item(self.next).is_some_and(is_known);
        let is_numbered = self.is_item && (is_alone || is_short(first)) && is_list();
        let follows = self.words_before > 0 && words.iter().all(|word| is_short(word.text));
        let next = self.next.trim_matches(['>', ' ']).trim_end_matches(',');
        let is_between = is_alone && is_short(first) && is_known(next);
        is_numbered || is_between || follows && is_without_moves
    }

    /// Whether the words are cards, some of which could be moves, as in `KH 6H 8H`.
    fn are_cards(&self) -> bool {
        let mut words = self.words.iter().map(|word| word.text);
        let have_other = words.clone().any(|word| !is_known(word));
        self.words_before == 0 && have_other && words.all(|word| word.parse::<Card>().is_ok())
    }

    /// Whether a row that has these moves is a line's: all its words are moves or could be moves
    /// with a typing error; three moves follow one another, or more than half of its words are
    /// moves; moves are all that follows a label with a colon; or it begins with a move, and is the
    /// next item of a numbered list or stands beside another row of a line.
    fn is_line(&self, known: &[usize]) -> bool {
        let words = &self.words[self.lead..];
        let are_short = |words: &[Token]| words.iter().all(|word| is_short(word.text));
        let texts = || known.iter().map(|&index| self.words[index].text);
        let has_letter = texts().any(|word| word.contains(char::is_alphabetic));
        let runs = known.chunk_by(|one, other| one + 1 == *other);
        let longest = runs.map(<[usize]>::len).max();
        let label = (0..self.words.len()).rfind(|&index| self.is_label(index));
        let labelled = label.map_or(&[][..], |label| &self.words[label + 1..]);
        let is_labelled = labelled.len() >= 2 || has_letter && !labelled.is_empty();
        let follows = self.words_before > 0 || {
            let mut next = self.next.split_whitespace().peekable();
            next.peek().is_some() && next.all(is_known)
        };
        let is_many = known.len() >= 2 && 2 * known.len() > words.len();
        let counts = words
            .get(1)
            .is_some_and(|word| COUNTED.contains(&word.text));
        longest.is_some_and(|longest| longest >= 3)
            || words
                .iter()
                .all(|word| is_known(word.text) || looks_like_move(word.text))
            || (self.words_before > 0 || self.is_told) && are_short(words)
            || (self.is_item || follows && !counts) && known[0] == self.lead
            || is_labelled && are_short(labelled)
            || texts().any(|word| word.len() > 4)
            || is_many && (has_letter || known.len() > 2 || follows)
    }

    /// The first word of a line whose first move is that one: further words before it are the
    /// line's unless a mark keeps them apart or they are prose.
    fn start(&self, first: usize) -> usize {
        let label = (self.lead..first).rfind(|&index| self.is_label(index));
        let start = label.map_or(self.lead, |label| label + 1);
        let apart = (start..=first).rfind(|&index| self.is_apart(index));
        let start = apart.unwrap_or(start);
        if is_prose(&self.words[start..first]) {
            first
        } else {
            start
        }
    }

    /// The end of a line after whose last move that word follows.
    fn end(&self, last: usize) -> usize {
        let end = (last..self.words.len()).find(|&index| self.is_apart(index));
        let end = end.unwrap_or(self.words.len());
        if is_prose(&self.words[last..end]) {
            last
        } else {
            end
        }
    }

    /// Whether a mark keeps a word apart from the one before it. In a list of quoted words, none
    /// does, and one that closes around a single word says nothing about the next.
    fn is_apart(&self, index: usize) -> bool {
        let word = &self.words[index];
        let Some(before) = index.checked_sub(1).map(|before| &self.words[before]) else {
            return sets_apart(word.before);
        };
        let mut between = self.row[before.end()..word.start].chars();
        if before.is_quoted() {
            between.next();
        }
        !(before.is_quoted() && word.is_quoted()) && sets_apart(between.as_str())
    }
}

/// Whether a word is a move in some notation, or a whole line without anything between its moves.
pub fn is_known(word: &str) -> bool {
    let is_cell = |place| matches!(place, Some(Place::Cell(_)));
    match notation::read_word(word) {
        Ok(moves) => match &moves[..] {
            [mv] => !(is_cell(Some(mv.from)) && is_cell(mv.to)),
            _ => true,
        },
        Err(_) => false,
    }
}

/// Whether a word has two characters, as moves have, or is a move.
fn is_short(word: &str) -> bool {
    word.is_ascii() && word.len() == 2 || is_known(word)
}

/// Whether a word could be a move with a typing error.
fn looks_like_move(word: &str) -> bool {
    let is_place = |c: char| c.is_ascii_digit() || Place::from_char(c).is_some();
    word.is_ascii()
        && word.len() == 2
        && !is_known(word)
        && (word.chars().all(is_place) || word.contains(|c: char| c.is_ascii_digit()))
}

/// Whether words beside a line are prose: two or more, a proper one among them, and none that is a
/// move or could be one with a typing error.
fn is_prose(words: &[Token]) -> bool {
    let is_proper = |text: &str| text.chars().count() > 2 && text.chars().all(char::is_alphabetic);
    let may_be_move = |text: &str| is_known(text) || looks_like_move(text);
    words.len() >= 2
        && words.iter().any(|word| is_proper(word.text))
        && !words.iter().any(|word| may_be_move(word.text))
}
