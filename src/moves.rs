//! Moves in their notation: `26`, `1a`, `b3`, `4h`, and lines and lists of them.
//!
//! A [`Move`] names the place that cards leave and the place to which they go,
//! and nothing more: a text that names no such pair is not a move
//! ([`ParseMoveError`]). Whether a move is legal, and which cards it moves,
//! depends on a table and a ruleset and is not known here: see
//! [`crate::referee`] for games on tables and [`crate::rules`] for the search's
//! packed boards.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::iter::Copied;
use std::slice;
use std::str::FromStr;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::card::Card;
use crate::table::{Cascade, Table, CASCADES, CELLS};

/// A place that a move can name. A number out of its range is no place: [`Place::cascade`] and
/// [`Place::cell`] check it, no [`Move`] takes it, and it has no name.
///
/// ```
/// use freecell::moves::{Move, Place};
///
/// assert_eq!("B".parse(), Ok(Place::Cell(1)));
/// assert_eq!(Place::Cell(1).to_string(), "b");
/// assert_eq!(Place::cascade(7), Some(Place::Cascade(7)));
/// assert_eq!(Place::cell(4), None);
/// assert_eq!(Move::new(Place::Cascade(9), Place::Home), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// The cascade of a number from 0, if there is one.
    pub const fn cascade(index: u8) -> Option<Place> {
        Place::Cascade(index).if_in_range()
    }

    /// The cell of a number from 0, if there is one.
    pub const fn cell(index: u8) -> Option<Place> {
        Place::Cell(index).if_in_range()
    }

    const fn if_in_range(self) -> Option<Place> {
        match self {
            Place::Cascade(index) if index as usize >= CASCADES => None,
            Place::Cell(index) if index as usize >= CELLS => None,
            place => Some(place),
        }
    }

    /// The place in which a card lies on a table.
    pub fn find(table: &Table, card: Card) -> Place {
        let is_in = |cascade: &Cascade| cascade.contains(&card);
        let cascade = table.cascades.iter().position(is_in);
        let cell = table.cells.iter().position(|&cell| cell == Some(card));
        let cell = cell.map(|cell| Place::Cell(cell as u8));
        let cascade = cascade.map(|cascade| Place::Cascade(cascade as u8));
        cascade.or(cell).unwrap_or(Place::Home)
    }

    /// The place that a character names, in either case.
    pub fn from_char(name: char) -> Option<Place> {
        let is_name = |each: &u8| (*each as char).eq_ignore_ascii_case(&name);
        let code = NAMES.iter().position(is_name)?;
        Some(Place::from_code(code as u8))
    }

    /// The character that names the place.
    ///
    /// # Panics
    /// Its number is out of range.
    pub const fn to_char(self) -> char {
        match self.if_in_range() {
            Some(place) => NAMES[place.code() as usize] as char,
            None => panic!("a place whose number is out of range"),
        }
    }

    /// The place's number: cascades 0 to 7, cells 8 to 11, home 12. It must be in range.
    const fn code(self) -> u8 {
        match self {
            Place::Cascade(index) => {
                debug_assert!(index < 8);
                index
            }
            Place::Cell(index) => {
                debug_assert!(index < 4);
                8 + index
            }
            Place::Home => 12,
        }
    }

    const fn from_code(code: u8) -> Place {
        match code {
            0..=7 => Place::Cascade(code),
            8..=11 => Place::Cell(code - 8),
            _ => Place::Home,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.to_char())
    }
}

/// A text is not a place: `1` to `8`, `a` to `d` or `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePlaceError;

impl fmt::Display for ParsePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a place: 1 to 8, a to d or h expected")
    }
}

impl Error for ParsePlaceError {}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let mut names = text.chars();
        let (Some(name), None) = (names.next(), names.next()) else {
            return Err(ParsePlaceError);
        };
        Place::from_char(name).ok_or(ParsePlaceError)
    }
}

/// A move: from a cascade or a cell to another place, and never from the
/// foundations, from a cell to a cell, or from a place to itself. It takes one
/// byte, the numbers of the two places.
///
/// ```
/// use freecell::moves::{Move, ParseMoveError, Place};
///
/// let mv: Move = "2a".parse().unwrap();
/// assert_eq!((mv.from(), mv.to()), (Place::Cascade(1), Place::Cell(0)));
/// assert_eq!(mv.to_string(), "2a");
/// assert_eq!("2x".parse::<Move>(), Err(ParseMoveError::Place('x')));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

impl Move {
    /// The number of moves that can be written: from each cascade to the others, the
    /// cells and home, and from each cell to the cascades and home.
    pub const COUNT: usize = CASCADES * (CASCADES - 1 + CELLS + 1) + CELLS * (CASCADES + 1);

    /// The move between those places, if there can be one.
    pub const fn new(from: Place, to: Place) -> Option<Move> {
        match (from, to) {
            (Place::Home, _) | (Place::Cell(_), Place::Cell(_)) => None,
            _ if from.if_in_range().is_none() || to.if_in_range().is_none() => None,
            _ if from.code() == to.code() => None,
            _ => Some(Move::unchecked(from, to)),
        }
    }

    /// The same for places that are known to allow a move.
    pub(crate) const fn unchecked(from: Place, to: Place) -> Move {
        let (from, to) = (from.code(), to.code());
        debug_assert!(from < 12 && from != to);
        Move(from << 4 | to)
    }

    /// The source of the cards: a cascade or a cell.
    pub const fn from(self) -> Place {
        Place::from_code(self.0 >> 4)
    }

    /// Returns `true` if the move takes cards from the same place as another.
    #[inline(always)]
    pub(crate) const fn has_source_of(self, other: Move) -> bool {
        self.0 >> 4 == other.0 >> 4
    }

    /// The target of the cards.
    pub const fn to(self) -> Place {
        Place::from_code(self.0 & 15)
    }

    /// All moves that can be written, in the order of the numbers of their places.
    pub fn all() -> impl Iterator<Item = Move> {
        let codes = (0..12).flat_map(|from| (0..13).map(move |to| (from, to)));
        codes.filter_map(|(from, to)| Move::new(Place::from_code(from), Place::from_code(to)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.from().to_char())?;
        f.write_char(self.to().to_char())
    }
}

/// Why a text is not a move. A move that is not legal on some table is another
/// matter: see [`crate::referee::Illegal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text does not have two characters.
    Length,
    /// The character names no place.
    Place(char),
    /// No move goes from the first place to the second.
    Pair(Place, Place),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Length => f.write_str("a move has two characters"),
            ParseMoveError::Place(name) => {
                write!(f, "{name:?} is not a place: 1 to 8, a to d or h expected")
            }
            ParseMoveError::Pair(from, to) => {
                let (from, to) = (from.to_char(), to.to_char());
                write!(f, "no move goes from {from} to {to}")
            }
        }
    }
}

impl Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let mut names = text.chars();
        let (Some(from), Some(to), None) = (names.next(), names.next(), names.next()) else {
            return Err(ParseMoveError::Length);
        };
        let place = |name| Place::from_char(name).ok_or(ParseMoveError::Place(name));
        let (from, to) = (place(from)?, place(to)?);
        Move::new(from, to).ok_or(ParseMoveError::Pair(from, to))
    }
}

/// A list of moves without repetition, such as those that are legal on a table: there is
/// room for every move that can be written.
pub type MoveList = ArrayVec<Move, { Move::COUNT }>;

/// A line: moves to be played one after the other, whether or not they are legal
/// and whether or not they win. One that wins is a solution.
///
/// ```
/// use freecell::moves::Line;
///
/// let line: Line = "26 1a 4h".parse().unwrap();
/// assert_eq!(line.len(), 3);
/// assert_eq!(line.prefix(2).to_string(), "26 1a");
/// assert_eq!(line.iter().rev().collect::<Line>().to_string(), "4h 1a 26");
///
/// assert_eq!(format!("{line:?}"), "Line(26 1a 4h)");
///
/// let error = "26 1x".parse::<Line>().unwrap_err();
/// let expected = "move 2, \"1x\": 'x' is not a place: 1 to 8, a to d or h expected";
/// assert_eq!(error.to_string(), expected);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line(Moves);

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line({self})")
    }
}

/// Nearly every solution is shorter than this and needs no memory of its own.
type Moves = SmallVec<[Move; 64]>;

impl Line {
    /// The number of moves.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the line has no move.
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
        self.0[..count].iter().copied().collect()
    }

    /// The moves after the first `count`.
    ///
    /// # Panics
    /// There are fewer.
    #[must_use]
    pub fn suffix(&self, count: usize) -> Line {
        self.0[count..].iter().copied().collect()
    }
}

impl FromIterator<Move> for Line {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Line {
        Line(moves.into_iter().collect())
    }
}

impl Extend<Move> for Line {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl AsRef<[Move]> for Line {
    fn as_ref(&self) -> &[Move] {
        &self.0
    }
}

impl IntoIterator for Line {
    type Item = Move;
    type IntoIter = smallvec::IntoIter<[Move; 64]>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
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

/// Why a text is not a line: one of the words between its blanks is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLineError {
    /// The word's number, from 1.
    pub number: usize,
    /// The word.
    pub word: String,
    /// Why it is not a move.
    pub error: ParseMoveError,
}

impl fmt::Display for ParseLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {:?}: {}", self.number, self.word, self.error)
    }
}

impl Error for ParseLineError {}

impl FromStr for Line {
    type Err = ParseLineError;

    /// Reads moves separated by blanks; a text without any is an empty line.
    fn from_str(text: &str) -> Result<Line, ParseLineError> {
        let words = text.split_whitespace().enumerate();
        let moves = words.map(|(index, word)| {
            word.parse().map_err(|error| ParseLineError {
                number: index + 1,
                word: word.to_owned(),
                error,
            })
        });
        moves.collect()
    }
}
