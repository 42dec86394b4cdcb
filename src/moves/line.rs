//! Lines of moves, and their notation: `26 1a 4h`.

use std::error::Error;
use std::fmt;
use std::iter::Copied;
use std::slice;
use std::str::FromStr;

use smallvec::SmallVec;

use super::{Move, ParseMoveError};

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
