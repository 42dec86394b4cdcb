//! Errors in a turn: one variant for each field.

use std::fmt;

/// The most characters of the input that a message quotes.
const LONGEST_QUOTE: usize = 40;

/// Something wrong with the input, and where. Its message is one line of ASCII.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line that is wrong, or is missing.
    pub at: Location,
    /// The error there.
    pub cause: FieldError,
}

/// A line of the input. All numbers count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The line's number in the whole input.
    pub line: usize,
    /// The turn's number.
    pub turn: usize,
    /// The line's number within the turn, up to 14.
    pub line_of_turn: usize,
}

/// A field that is not as expected, and what was found there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field.
    pub field: Field,
    /// The text found, fit for printing.
    pub found: String,
}

/// A field of the input, by what can be wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Line 1 is not a number from 1 to 5.
    FoundationCount,
    /// Line 2 is not eight numbers from 1 to 53.
    CascadeCounts,
    /// Line 3 does not begin with its label.
    FoundationsLabel,
    /// An entry of line 3 is not a suit, a dash and a rank.
    Foundation,
    /// Line 3 has two entries of a suit.
    FoundationTwice,
    /// Line 3 does not have the number of foundations that line 1 announces.
    FoundationsStarted,
    /// Line 4 has a label that is not one of the known ones.
    CellsLabel,
    /// A cell holds something that is neither a card nor the sign for an empty
    /// cell.
    Cell,
    /// Line 4 has more than four cells.
    CellCount,
    /// Something precedes the colon of a cascade's line.
    CascadeLabel,
    /// A cascade holds something that is not a card.
    CascadeCard,
    /// A cascade does not have the number of cards that line 2 announces.
    CascadeLength,
    /// A card is in two places; home is one.
    CardTwice,
    /// A card is neither in a cell nor in a cascade, and cannot be home.
    CardMissing,
    /// Line 13 is not a number.
    MoveCount,
    /// Line 14 does not have the number of moves that line 13 announces.
    MovesOffered,
    /// The input ends inside a turn.
    Ended,
    /// The line is too long.
    TooLong,
    /// The line is not text: a byte is not part of any UTF-8 character.
    NotText,
    /// The input cannot be read.
    Unreadable,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location {
            line,
            turn,
            line_of_turn,
        } = self.at;
        write!(f, "line {line}")?;
        if line != line_of_turn {
            write!(f, " (line {line_of_turn} of turn {turn})")?;
        }
        let FieldError { field, found } = &self.cause;
        write!(f, ": found {found}, expected {}", field.expected())
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The error as a warning, if it is that the input has ended.
    ///
    /// # Errors
    /// The error itself, if it is another one.
    pub(super) fn unless_ended<T>(self) -> Result<Result<T, Error>, Error> {
        if self.cause.field == Field::Ended {
            Ok(Err(self))
        } else {
            Err(self)
        }
    }
}

impl Field {
    /// The error that something else was found there, given its description.
    pub fn found(self, found: impl Into<String>) -> FieldError {
        FieldError {
            field: self,
            found: found.into(),
        }
    }

    /// The error that this text was found there. The message quotes the text in
    /// ASCII, and shortens it.
    pub fn quoting(self, text: &str) -> FieldError {
        let text = text.trim_ascii();
        let end = text.char_indices().nth(LONGEST_QUOTE);
        self.found(match end {
            Some((end, _)) => format!("\"{}...\"", text[..end].escape_default()),
            None => format!("\"{}\"", text.escape_default()),
        })
    }

    /// Checks the number of things found against the number announced.
    ///
    /// # Errors
    /// The numbers differ.
    pub fn check_count(
        self,
        found: usize,
        thing: &str,
        announced: usize,
    ) -> Result<(), FieldError> {
        if found == announced {
            return Ok(());
        }
        let ending = if found == 1 { "" } else { "s" };
        Err(self.found(format!("{found} {thing}{ending} instead of {announced}")))
    }

    fn expected(self) -> &'static str {
        match self {
            Field::FoundationCount => "the number of started foundations plus 1, 1 to 5",
            Field::CascadeCounts => "each cascade's number of cards plus 1, eight of 1 to 53",
            Field::FoundationsLabel => "the label \"Foundations:\"",
            Field::Foundation => "a foundation's suit, dash and top rank, such as H-3",
            Field::FoundationTwice => "at most one for each suit",
            Field::FoundationsStarted => "one less than line 1 says",
            Field::CellsLabel => "the label \"Freecells:\", \"Freecell:\", \"FC:\" or none",
            Field::Cell => "a card such as TH, or - for an empty cell",
            Field::CellCount => "no more than there are",
            Field::CascadeLabel => "a cascade's cards, with nothing but a colon before them",
            Field::CascadeCard => "a card such as TH",
            Field::CascadeLength => "one less than line 2 says",
            Field::CardTwice => "every card once: in a cascade, in a cell or home",
            Field::CardMissing => "every card in a cascade, in a cell or home",
            Field::MoveCount => "the number of possible moves",
            Field::MovesOffered => "as many as line 13 says",
            Field::Ended => "the 14 lines of a turn",
            Field::NotText => "UTF-8 text",
            Field::TooLong | Field::Unreadable => "a line of a turn",
        }
    }
}
