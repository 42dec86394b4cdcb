//! Moves: the two characters that name a move, `26`, `1a`, `b3`, `4h`.
//!
//! A [`Move`] has the form of a move. Whether it is legal on a table, and which
//! cards it moves there, depends on the table and the ruleset: see
//! [`crate::rules`] and, with code of its own, [`crate::referee`].

use std::fmt::{self, Write as _};
use std::iter::Copied;
use std::slice;
use std::str::FromStr;

/// A place a move can name.
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

/// One move of a line: a move from a cascade or a cell to another place. Never
/// from the foundations, from a cell to a cell, or from a place to itself. One
/// byte: the numbers of the two places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u8);

impl Move {
    /// The move for that move, if there can be such a move.
    pub const fn new(from: Place, to: Place) -> Option<Move> {
        match (from, to) {
            (Place::Home, _) | (Place::Cell(_), Place::Cell(_)) => None,
            _ if from.code() == to.code() => None,
            _ => Some(Move::unchecked(from, to)),
        }
    }

    /// The move for a move that is known to be one.
    pub(crate) const fn unchecked(from: Place, to: Place) -> Move {
        Move(from.code() << 4 | to.code())
    }

    /// The move to write where none is meant.
    pub(crate) const fn none() -> Move {
        Move(0)
    }

    /// Where the cards come from: a cascade or a cell.
    pub const fn from(self) -> Place {
        Place::of_code(self.0 >> 4)
    }

    /// Where the cards go.
    pub const fn to(self) -> Place {
        Place::of_code(self.0 & 15)
    }

    /// All moves there are.
    pub fn every() -> impl Iterator<Item = Move> {
        let codes = (0..12).flat_map(|from| (0..13).map(move |to| (from, to)));
        codes.filter_map(|(from, to)| Move::new(Place::of_code(from), Place::of_code(to)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.from().to_char())?;
        f.write_char(self.to().to_char())
    }
}

/// The text is not a move: two characters, from `1`–`8` or `a`–`d` to `1`–`8`,
/// `a`–`d` or `h`, naming a move that can exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let mut places = text.chars().map(Place::from_char);
        match (places.next(), places.next(), places.next()) {
            (Some(Some(from)), Some(Some(to)), None) => Move::new(from, to).ok_or(ParseMoveError),
            _ => Err(ParseMoveError),
        }
    }
}

/// A line: moves to be played one after the other, whether or not they are legal
/// and whether or not they win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<Move>);

impl Line {
    /// The number of moves.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves, the first to be played first.
    pub fn iter(&self) -> Copied<slice::Iter<'_, Move>> {
        self.0.iter().copied()
    }

    /// The moves as a slice.
    pub fn as_slice(&self) -> &[Move] {
        &self.0
    }

    /// Adds a move at the end.
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Puts the moves into the opposite order, for lines that are collected from
    /// their end.
    pub fn reverse(&mut self) {
        self.0.reverse();
    }

    /// The first `count` moves.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Line {
        Line(self.0[..count].to_vec())
    }

    /// What follows the first `count` moves.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    pub fn suffix(&self, count: usize) -> Line {
        Line(self.0[count..].to_vec())
    }
}

impl FromIterator<Move> for Line {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Line {
        Line(moves.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Line {
    type Item = Move;
    type IntoIter = Copied<slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut blank = "";
        for mv in self {
            f.write_str(blank)?;
            fmt::Display::fmt(&mv, f)?;
            blank = " ";
        }
        Ok(())
    }
}

impl FromStr for Line {
    type Err = ParseMoveError;

    /// Reads moves separated by blanks; no move is an empty line.
    fn from_str(text: &str) -> Result<Line, ParseMoveError> {
        text.split_whitespace().map(str::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_from_its_own_text() {
        for mv in Move::every() {
            assert_eq!(mv.to_string().parse(), Ok(mv));
            assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
        }
        assert_eq!(Move::every().count(), 8 * 12 + 4 * 9);
    }

    #[test]
    fn what_is_no_move_is_no_move() {
        for text in ["", "1", "11", "ab", "h1", "hh", "9a", "1e", "123", "1é"] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text:?}");
        }
    }

    #[test]
    fn a_line_is_its_moves_with_blanks_between() {
        let line: Line = " 26  1A\t4h ".parse().unwrap();
        assert_eq!(line.to_string(), "26 1a 4h");
    }
}
