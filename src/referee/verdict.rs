//! The referee's verdicts: why a move is illegal, and how a line ends.

use std::error::Error;
use std::fmt;

use super::Game;
use crate::card::Card;
use crate::moves::{Line, Move, ParseMoveError, Place};
use crate::ruleset::Ruleset;
use crate::table::Table;

/// Why a move is illegal on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegal {
    /// There is no card in the place to move from.
    NoCard(Place),
    /// The card is not the one that its foundation takes next.
    NotNextHome(Card),
    /// There is a card in the cell to move to.
    CellTaken(Place),
    /// The game does not have that cell.
    NoSuchCell(Place),
    /// The first cell is free, but so is the second, a lower one.
    LowerCellFree(Place, Place),
    /// Neither the first card, the last of its place, nor a longer run ending
    /// in it fits on the second.
    DoesNotFit(Card, Card),
    /// The run is longer than the free cells and empty cascades can carry.
    TooMany {
        /// The cards that would have to move.
        cards: usize,
        /// The most that can.
        capacity: usize,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NoCard(place) => write!(f, "{} is empty", Named(*place)),
            Illegal::NotNextHome(card) => write!(f, "{card} is not the next card of its suit"),
            Illegal::CellTaken(place) => write!(f, "{} is taken", Named(*place)),
            Illegal::NoSuchCell(place) => write!(f, "there is no {}", Named(*place)),
            Illegal::LowerCellFree(place, lower) => {
                let (place, lower) = (Named(*place), Named(*lower));
                write!(f, "{place} is not the lowest free cell: {lower} is")
            }
            Illegal::DoesNotFit(card, on) => {
                write!(f, "no run ending in {card} fits on {on}")
            }
            Illegal::TooMany { cards, capacity } => {
                write!(
                    f,
                    "{cards} cards would have to move, and at most {capacity} can"
                )
            }
        }
    }
}

impl Error for Illegal {}

/// A place in a sentence.
struct Named(Place);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Cascade(_) => write!(f, "cascade {}", self.0.to_char()),
            Place::Cell(_) => write!(f, "cell {}", self.0.to_char()),
            Place::Home => f.write_str("home"),
        }
    }
}

/// The verdict on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is won.
    Won {
        /// The number of moves it took; any that follow are ignored.
        moves: usize,
    },
    /// Every move is legal, and the game is not won.
    Open,
    /// A move fails.
    Failed {
        /// The move's number, from 1.
        mv: usize,
        /// The error in it.
        why: MoveError,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Won { moves } => write!(f, "won after {moves} moves"),
            Verdict::Open => f.write_str("all moves legal, not won"),
            Verdict::Failed { mv, why } => write!(f, "move {mv} fails: {why}"),
        }
    }
}

/// The error in a move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not a move on any table.
    NotAMove(ParseMoveError),
    /// It is a move, but not legal here.
    Illegal(Illegal),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove(ParseMoveError::Pair(Place::Cell(_), Place::Cell(_))) => {
                f.write_str("no card moves from cell to cell")
            }
            MoveError::NotAMove(ParseMoveError::Pair(from, to)) if from == to => {
                f.write_str("its two places are the same")
            }
            // Other games have more cells.
            MoveError::NotAMove(ParseMoveError::Place('e' | 'E')) => {
                f.write_str("there is no fifth cell: the cells are a to d")
            }
            MoveError::NotAMove(_) => f.write_str("not a move"),
            MoveError::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

impl From<ParseMoveError> for MoveError {
    fn from(error: ParseMoveError) -> MoveError {
        MoveError::NotAMove(error)
    }
}

impl From<Illegal> for MoveError {
    fn from(error: Illegal) -> MoveError {
        MoveError::Illegal(error)
    }
}

/// Plays a line, moves separated by blanks, on the table as given. The game
/// ends with the win: what follows it is not judged.
///
/// ```
/// use freecell::referee::{judge, Verdict};
/// use freecell::{deal, ruleset::Ruleset};
///
/// let line = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
/// let judged = |line| judge(&deal::microsoft(10913).unwrap(), Ruleset::default(), line);
/// assert_eq!(judged(line), Verdict::Won { moves: 19 });
/// assert_eq!(judged("26 76"), Verdict::Open);
/// assert_eq!(judged("26 99").to_string(), "move 2 fails: not a move");
/// let not_lowest = "move 2 fails: cell b is not the lowest free cell: cell a is";
/// assert_eq!(judged("26 2b").to_string(), not_lowest);
/// ```
pub fn judge(table: &Table, ruleset: Ruleset, line: &str) -> Verdict {
    play_all(table, ruleset, line.split_whitespace().map(str::parse))
}

/// The same for a line that has been parsed.
pub fn replay(table: &Table, ruleset: Ruleset, line: &Line) -> Verdict {
    play_all(table, ruleset, line.iter().map(Ok))
}

fn play_all(
    table: &Table,
    ruleset: Ruleset,
    mut line: impl Iterator<Item = Result<Move, ParseMoveError>>,
) -> Verdict {
    let mut game = Game::new(table.clone(), ruleset);
    let mut moves = 0;
    while !game.is_won() {
        let Some(mv) = line.next() else {
            return Verdict::Open;
        };
        moves += 1;
        if let Err(why) = play(&mut game, mv) {
            return Verdict::Failed { mv: moves, why };
        }
    }
    Verdict::Won { moves }
}

fn play(game: &mut Game, mv: Result<Move, ParseMoveError>) -> Result<(), MoveError> {
    game.play(mv?)?;
    Ok(())
}
