//! Words: the two characters that name a move, `26`, `1a`, `b3`, `4h`.
//!
//! A [`Word`] has the form of a move. Whether it is legal on a table, and which
//! cards it moves there, depends on the table and the reading: see
//! [`crate::rules`] and, with code of its own, [`crate::referee`].

use std::fmt::{self, Write as _};
use std::str::FromStr;

/// A place a word can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cascade, 0 to 7, written `1` to `8`.
    Cascade(u8),
    /// A cell, 0 to 3, written `a` to `d`.
    Cell(u8),
    /// The foundations, written `h`.
    Home,
}

/// The characters that name the places, in the order of their numbers.
const NAMES: &[u8] = b"12345678abcdh";

impl Place {
    /// The place that a character of either case names.
    pub fn from_char(name: char) -> Option<Place> {
        let is_name = |each: &u8| (*each as char).eq_ignore_ascii_case(&name);
        let code = NAMES.iter().position(is_name)?;
        Some(Place::of_code(code as u8))
    }

    /// The character that names the place.
    pub const fn to_char(self) -> char {
        NAMES[self.code() as usize] as char
    }

    /// The place's number: cascades 0 to 7, cells 8 to 11, home 12.
    const fn code(self) -> u8 {
        match self {
            Place::Cascade(index) => index,
            Place::Cell(index) => 8 + index,
            Place::Home => 12,
        }
    }

    const fn of_code(code: u8) -> Place {
        match code {
            0..=7 => Place::Cascade(code),
            8..=11 => Place::Cell(code - 8),
            _ => Place::Home,
        }
    }
}

/// One word of a line: a move from a cascade or a cell to another place. Never
/// from the foundations, from a cell to a cell, or from a place to itself. One
/// byte: the numbers of the two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(u8);

impl Word {
    /// The word for that move, if there can be such a move.
    pub const fn new(from: Place, to: Place) -> Option<Word> {
        match (from, to) {
            (Place::Home, _) | (Place::Cell(_), Place::Cell(_)) => None,
            _ if from.code() == to.code() => None,
            _ => Some(Word::unchecked(from, to)),
        }
    }

    /// The word for a move that is known to be one.
    pub(crate) const fn unchecked(from: Place, to: Place) -> Word {
        Word(from.code() << 4 | to.code())
    }

    /// The word to write where none is meant.
    pub(crate) const fn none() -> Word {
        Word(0)
    }

    /// Where the cards come from: a cascade or a cell.
    pub const fn from(self) -> Place {
        Place::of_code(self.0 >> 4)
    }

    /// Where the cards go.
    pub const fn to(self) -> Place {
        Place::of_code(self.0 & 15)
    }

    /// All words there are.
    pub fn every() -> impl Iterator<Item = Word> {
        let codes = (0..12).flat_map(|from| (0..13).map(move |to| (from, to)));
        codes.filter_map(|(from, to)| Word::new(Place::of_code(from), Place::of_code(to)))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.from().to_char())?;
        f.write_char(self.to().to_char())
    }
}

/// The text is not a word: two characters, from `1`–`8` or `a`–`d` to `1`–`8`,
/// `a`–`d` or `h`, naming a move that can exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAWord;

impl FromStr for Word {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Word, NotAWord> {
        let mut places = text.chars().map(Place::from_char);
        match (places.next(), places.next(), places.next()) {
            (Some(Some(from)), Some(Some(to)), None) => Word::new(from, to).ok_or(NotAWord),
            _ => Err(NotAWord),
        }
    }
}

/// A line of words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Word>);

impl Line {
    /// The words from the one of that number, counted from 0, on.
    #[must_use]
    pub fn from(&self, number: usize) -> Line {
        Line(self.0[number..].to_vec())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut blank = "";
        for word in &self.0 {
            f.write_str(blank)?;
            fmt::Display::fmt(word, f)?;
            blank = " ";
        }
        Ok(())
    }
}

impl FromStr for Line {
    type Err = NotAWord;

    /// Reads words separated by blanks; no word is an empty line.
    fn from_str(text: &str) -> Result<Line, NotAWord> {
        let mut line = Line::default();
        for word in text.split_whitespace() {
            line.0.push(word.parse()?);
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_from_its_own_text() {
        for word in Word::every() {
            assert_eq!(word.to_string().parse(), Ok(word));
            assert_eq!(word.to_string().to_uppercase().parse(), Ok(word));
        }
        assert_eq!(Word::every().count(), 8 * 12 + 4 * 9);
    }

    #[test]
    fn what_is_no_move_is_no_word() {
        for text in ["", "1", "11", "ab", "h1", "hh", "9a", "1e", "123", "1é"] {
            assert_eq!(text.parse::<Word>(), Err(NotAWord), "{text:?}");
        }
    }

    #[test]
    fn a_line_is_its_words_with_blanks_between() {
        let line: Line = " 26  1A\t4h ".parse().unwrap();
        assert_eq!(line.to_string(), "26 1a 4h");
    }
}
