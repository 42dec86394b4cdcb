//! Moves in their notation: `26`, `1a`, `b3`, `4h`, and lines and lists of them.
//!
//! A [`Move`] names the place that cards leave and the place to which they go,
//! and nothing more: a text that names no such pair is not a move
//! ([`ParseMoveError`]). Whether a move is legal, and which cards it moves,
//! depends on a table and a ruleset and is not known here: see
//! [`crate::referee`] for games on tables and [`crate::rules`] for the search's
//! packed boards.

mod line;

pub use line::{Line, ParseLineError};

use std::error::Error;
use std::fmt::{self, Write as _};
use std::str::FromStr;

use arrayvec::ArrayVec;

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
        match name.to_ascii_lowercase() {
            digit @ '1'..='8' => Some(Place::Cascade(digit as u8 - b'1')),
            letter @ 'a'..='d' => Some(Place::Cell(letter as u8 - b'a')),
            'h' => Some(Place::Home),
            _ => None,
        }
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
    #[inline(always)]
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
    #[inline(always)]
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
