//! Words of a row of text, and the marks around them: the first step of reading a line of moves.
//!
//! Blanks separate words; so do commas, brackets, quotation marks and the like, with or without
//! blanks. A mark that stands between blanks is kept as if it were a word, since one who splits
//! the row at its blanks, as the puzzle does, finds it there. Which words are moves is not known
//! here.

use crate::ruleset::Autoplay;

/// A word of a row, or a mark that stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word without the marks around it, or the mark.
    pub text: &'a str,
    /// Where it begins in the row, in bytes.
    pub start: usize,
    /// The marks directly before it.
    pub before: &'a str,
    /// The marks directly after it.
    pub after: &'a str,
}

impl Token<'_> {
    /// Where the word ends in the row, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is a mark.
    pub fn is_mark(&self) -> bool {
        !self.text.contains(char::is_alphanumeric)
    }

    /// Whether a colon follows it, as after `answer`.
    pub fn is_label(&self) -> bool {
        self.after.contains(':')
    }

    /// Whether it stands alone between quotation marks or brackets.
    pub fn is_quoted(&self) -> bool {
        self.before.ends_with(encloses) && self.after.starts_with(encloses)
    }
}

/// The words of a row and the marks that stand alone, in order.
pub fn tokens(row: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    for chunk in row.split(is_blank) {
        if chunk.contains(char::is_alphanumeric) {
            tokens.extend(words(row, start, chunk.len()));
        } else if !chunk.is_empty() {
            tokens.push(Token {
                text: chunk,
                start,
                before: "",
                after: "",
            });
        }
        start += chunk.len();
        start += row[start..].chars().next().map_or(0, char::len_utf8);
    }
    tokens
}

/// The words of a part of a row that has no blanks.
fn words(row: &str, start: usize, length: usize) -> Vec<Token<'_>> {
    let chunk = &row[start..start + length];
    let mut parts: Vec<(usize, &str)> = Vec::new();
    let mut begin = None;
    for (at, c) in chunk.char_indices() {
        let is_arrow = c == '-' && chunk[at..].starts_with("->");
        if is_arrow || separates(c) {
            parts.extend(begin.take().map(|begin| (begin, &chunk[begin..at])));
        } else {
            begin.get_or_insert(at);
        }
    }
    parts.extend(begin.map(|begin| (begin, &chunk[begin..])));
    let parts: Vec<(usize, &str)> = parts.into_iter().flat_map(apart_at_dashes).collect();
    let end = |index: usize| parts.get(index).map_or(0, |(at, text)| at + text.len());
    let word = |(index, &(at, text)): (usize, &(usize, _))| {
        let last = if index == 0 { 0 } else { end(index - 1) };
        let next = parts.get(index + 1).map_or(length, |(next, _)| *next);
        Token {
            text,
            start: start + at,
            before: &chunk[last..at],
            after: &chunk[end(index)..next],
        }
    };
    parts.iter().enumerate().map(word).collect()
}

/// A word with its place, and moves that dashes join one by one.
fn apart_at_dashes((start, text): (usize, &str)) -> Vec<(usize, &str)> {
    if text.len() < 5 || !text.split('-').all(may_be_joined) {
        return vec![(start, text)];
    }
    let mut at = start;
    let part = |part: &'_ str| {
        let place = at;
        at += part.len() + 1;
        place
    };
    let places: Vec<usize> = text.split('-').map(part).collect();
    places.into_iter().zip(text.split('-')).collect()
}

/// Whether dashes may join a word to others: a move, or the name of a rule in the page's address.
fn may_be_joined(word: &str) -> bool {
    word.len() == 2 || word.parse::<Autoplay>().is_ok()
}

/// Whether what stands between two words sets the second apart: a bracket, a quotation mark or an
/// equals sign that is no arrow's.
pub fn sets_apart(between: &str) -> bool {
    let marks = between.replace("->", "").replace("=>", "");
    marks.contains(|c| encloses(c) || c == '=')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Whether a character separates words without being one.
fn separates(c: char) -> bool {
    encloses(c) || ",;|=.:…，、；→⇒–—".contains(c)
}

/// Whether a character is a bracket or a quotation mark.
fn encloses(c: char) -> bool {
    "()[]{}<>\"'`“”‘’".contains(c)
}
