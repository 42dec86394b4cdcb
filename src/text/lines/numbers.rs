//! The numbers of a list: `1. 26`, `2) 76`, `(3) 5a`, `#4 72` and `Turn 5: 27`.
//!
//! A number is a list's if it counts: the items, or the moves. One that does not may be a move
//! with a typing error, and is a word like any other.

use crate::moves::Move;
use crate::text::words::{tokens, Token};

/// Words that may precede the number of an item.
const LABELS: [&str; 3] = ["turn", "move", "step"];

/// A list, as far as it has been read.
#[derive(Clone, Copy, Debug, Default)]
pub struct List {
    last: Option<Number>,
    /// The number of moves so far.
    pub moves: usize,
}

/// A number that may be a list's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    value: usize,
    style: (bool, Option<char>),
}

/// The meaning of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It counts the items or the moves.
    Counts,
    /// It begins a list that does not go on, or the part of one whose beginning is missing.
    Alone,
}

impl List {
    /// The meaning of a word as a number of the list, if it is one. It follows so many words of
    /// its row; `later` are those after it, and `next` is the row after that.
    pub fn count(
        &mut self,
        token: &Token,
        is_start: bool,
        words: usize,
        later: &[Token],
        next: &str,
    ) -> Option<Meaning> {
        let number = Number::of(token).filter(|number| is_start || number.style.1.is_some())?;
        let value = number.value;
        let goes_on = |last: Number| {
            let is_next = [last.value + 1, self.moves + words + 1].contains(&value);
            last.style == number.style && is_next
        };
        let is_followed = || {
            // A number without a mark may be a move, unless it begins its row.
            let is_marked = number.style.1.is_some();
            let second = |other: Number| other == Number { value: 2, ..number };
            let after_moves = Number {
                value: 1 + later.len(),
                ..number
            };
            let next = first_number(next);
            next.is_some_and(second)
                || is_marked && next == Some(after_moves)
                || is_marked && later.iter().filter_map(Number::of).any(second)
        };
        if self.last.is_some_and(goes_on) {
            self.last = Some(number);
            return Some(Meaning::Counts);
        }
        let meaning = match value {
            1 if is_followed() => Meaning::Counts,
            1 if is_start && number.style.1.is_some() => Meaning::Alone,
            2.. if is_start && number.is_part(token, next) => Meaning::Alone,
            _ => return None,
        };
        self.last = Some(number);
        self.moves = value - 1;
        Some(meaning)
    }
}

impl Number {
    fn of(token: &Token) -> Option<Number> {
        let digits = token.text.trim_start_matches('#');
        let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
        let mark = token.after.chars().next();
        Some(Number {
            value: digits.parse().ok().filter(|_| are_digits)?,
            style: (
                digits.len() < token.text.len(),
                mark.filter(|&mark| ".):".contains(mark)),
            ),
        })
    }

    /// Whether it begins the part of a list: it cannot be a move, and the next row goes on.
    fn is_part(self, token: &Token, next: &str) -> bool {
        let goes_on = first_number(next)
            .is_some_and(|next| next.style == self.style && next.value == self.value + 1);
        let is_marked = matches!(self.style.1, Some('.' | ')'));
        is_marked && goes_on && token.text.parse::<Move>().is_err()
    }
}

/// Whether a word may precede the number of an item.
pub fn is_label(word: &str) -> bool {
    LABELS.contains(&&*word.to_lowercase())
}

/// The first word after the number with which a row begins.
pub fn first_of_item(row: &str) -> Option<&str> {
    let tokens = tokens(row.trim_start_matches(['>', ' ']));
    let number = Number::of(tokens.first()?)?;
    number.style.1?;
    Some(tokens.get(1)?.text)
}

fn first_number(row: &str) -> Option<Number> {
    let tokens = tokens(row.trim_start_matches(['>', ' ']));
    let number = tokens.iter().find(|token| !is_label(token.text));
    number.filter(|_| tokens.len() > 1).and_then(Number::of)
}
