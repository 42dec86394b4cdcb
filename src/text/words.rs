//! Words of a row of text, and the marks around them: the first step of reading a line of moves.
//!
//! Which of them are moves is not known here.

use std::iter;

use crate::ruleset::Autoplay;

/// A word of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word without the marks that enclose it or end a sentence.
    pub text: &'a str,
    /// Where it begins in the row, in bytes.
    pub start: usize,
    /// Whether a colon follows it, as after `answer`.
    pub is_label: bool,
    /// Whether a bracket, a quotation mark or an equals sign stands before it.
    pub is_apart: bool,
    /// Whether it stands alone between quotation marks or brackets.
    pub is_quoted: bool,
}

impl Token<'_> {
    /// Where the word ends in the row, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// A piece of a row: a word with its marks, except those that separate words.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// Its text.
    pub text: &'a str,
    /// Where it begins in the row, in bytes.
    pub start: usize,
    is_apart: bool,
    is_quoted: bool,
}

/// The pieces of a row, in order.
pub fn pieces(row: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut is_apart) = (0, false);
    let ends = row.char_indices().filter(|&(_, c)| is_between(c));
    let ends = ends.map(|(at, c)| (at, Some(c)));
    for (end, mark) in ends.chain(iter::once((row.len(), None))) {
        let before = row[..start].chars().next_back();
        let mut is_closing = false;
        for (offset, text) in parts(&row[start..end]) {
            let is_whole = text.len() == end - start;
            let last = text.chars().next_back().filter(|&c| encloses(c));
            let is_quoted = [before, last.or(mark)].map(|it| it.is_some_and(encloses));
            is_closing = is_whole && is_quoted == [true, true];
            pieces.push(Piece {
                text,
                start: start + offset,
                is_apart,
                is_quoted: is_closing,
            });
            is_apart = last.is_some() && !is_closing;
        }
        // The mark that closes around a single word says nothing about the next.
        is_apart |= !is_closing && mark.is_some_and(|mark| encloses(mark) || mark == '=');
        start = end + mark.map_or(0, char::len_utf8);
    }
    pieces
}

impl<'a> Piece<'a> {
    /// The piece without its first bytes.
    pub fn without(self, bytes: usize) -> Piece<'a> {
        Piece {
            text: &self.text[bytes..],
            start: self.start + bytes,
            ..self
        }
    }

    /// The word in it; `None` if it has only marks.
    pub fn token(self) -> Option<Token<'a>> {
        let is_mark = |c: char| ".:!?*/)…-•·".contains(c);
        let begin = self.text.trim_start_matches(is_mark);
        let text = begin.trim_end_matches(is_mark);
        (!text.is_empty()).then(|| Token {
            text,
            start: self.start + self.text.len() - begin.len(),
            is_label: begin[text.len()..].contains(':'),
            is_apart: self.is_apart,
            is_quoted: self.is_quoted,
        })
    }
}

/// What stands between blanks, in two parts if it begins with a label, and in several if dashes
/// join moves. Each part has its place.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let is_label = |(label, _): &(&str, &str)| label.ends_with(char::is_alphabetic);
    let (label, rest) = match text.split_once(':').filter(is_label) {
        Some((label, rest)) => (&text[..=label.len()], rest),
        None => ("", text),
    };
    let mut parts = vec![(0, label)];
    let mut at = label.len();
    let is_joined = rest.len() >= 5 && rest.split('-').all(may_be_joined);
    for part in rest.split(|c| is_joined && c == '-') {
        parts.push((at, part));
        at += part.len() + 1;
    }
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// Whether dashes may join a word to others: a move, or the name of a rule in the page's address.
fn may_be_joined(word: &str) -> bool {
    word.len() == 2 || word.parse::<Autoplay>().is_ok()
}

/// Whether a character separates words.
fn is_between(c: char) -> bool {
    c.is_whitespace() || encloses(c) && c != ')' || ",;|>=，、；→–—\u{feff}".contains(c)
}

/// Whether a character is a bracket or a quotation mark.
fn encloses(c: char) -> bool {
    "()[]{}<\"'`“”‘’".contains(c)
}
