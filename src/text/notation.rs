//! What the words of a line mean in the notations of other programs.
//!
//! * fc-solve's `-sn` writes `26`, `1a` and `a7` as the puzzle does, but takes any cell and
//!   sends every card home itself; `-snx` adds how many cards go into an empty column
//!   (`37v3`, in hexadecimal digits). Its prose counts from zero: `Move 3 cards from stack 1
//!   to stack 4`.
//! * patsolve names cards: `QH to KC`, `2S to temp`, `AH out`. Shirl Hart's solver writes rows of a
//!   table, `12|35|QH-JC|e|AS`.
//! * macroxue's writes `6r` for a card to the cells, which close up when one leaves, and all
//!   moves in one word, also in links (`...?deal=1:6r6r7r76`). Cards go home by themselves.
//!
//! Which words are a line's is decided by [`lines`](super::lines). What the moves come to on a
//! table, and how the puzzle writes them, is [`translation`](super::translation)'s.

use std::error::Error;
use std::fmt;

use super::lines::{has_home, Word};
use crate::card::Card;
use crate::moves::Place;
use crate::ruleset::Autoplay;
use crate::table::Table;

/// A move as another program writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherMove {
    /// Its text.
    pub text: String,
    /// The place that cards leave.
    pub from: Place,
    /// The place to which they go; `None` is whichever cell is free.
    pub to: Option<Place>,
    /// The number of cards that move, if it is given.
    pub cards: Option<usize>,
    /// What is said instead of places, which are then known only on a table ([`OtherMove::on`]).
    pub by_card: Option<ByCard>,
}

/// A move that names cards, as patsolve writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCard {
    /// The card that moves.
    pub card: Card,
    /// Where it goes.
    pub to: Onto,
}

/// Where a card goes that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onto {
    /// Onto another card.
    Card(Card),
    /// Into a cell.
    Cell,
    /// Into an empty cascade.
    EmptyCascade,
    /// Home.
    Home,
}

impl OtherMove {
    fn new(text: String, from: Place, to: Option<Place>, cards: Option<usize>) -> OtherMove {
        OtherMove {
            text,
            from,
            to,
            cards,
            by_card: None,
        }
    }

    /// The move with its places on a table; `None` if there are none such.
    pub fn on(&self, table: &Table) -> Option<OtherMove> {
        let Some(ByCard { card, to }) = self.by_card else {
            return Some(self.clone());
        };
        let empty = || (0..8).find(|&cascade| table.cascades[usize::from(cascade)].is_empty());
        let free = || (0..4).find(|&cell| table.cells[usize::from(cell)].is_none());
        let to = match to {
            Onto::Card(card) => Place::find(table, card),
            Onto::Cell => Place::Cell(free()?),
            Onto::EmptyCascade => Place::Cascade(empty()?),
            Onto::Home => Place::Home,
        };
        let from = Place::find(table, card);
        Some(OtherMove::new(self.text.clone(), from, Some(to), Some(1)))
    }
}

/// The way in which moves are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The rule by which cards go home by themselves.
    pub autoplay: Autoplay,
    /// Whether the cards in the cells close up when one leaves.
    pub closes_up: bool,
}

/// The moves that the words of a line mean.
///
/// # Errors
/// A word that is no move in any of these notations.
pub fn moves(words: &[Word]) -> Result<Vec<OtherMove>, NotationError> {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let has_home = has_home(&texts);
    let mut moves = Vec::new();
    for text in texts {
        let read = match read_sentence(text) {
            Some(sentence) => sentence.map(|mv| vec![mv]),
            None => read_word(text),
        };
        match read {
            Ok(read) if has_home && text.len() == 2 && text.ends_with(['f', 'F']) => {
                let reason = WordError::Cell('f');
                return Err(NotationError::new(moves.len() + read.len(), text, reason));
            }
            Ok(read) => moves.extend(read),
            Err(reason) => return Err(NotationError::new(moves.len() + 1, text, reason)),
        }
    }
    Ok(moves)
}

/// The ways in which these moves may be meant, the likeliest first.
pub fn conventions(moves: &[OtherMove]) -> Vec<Convention> {
    let home = moves.iter().filter(|mv| mv.to == Some(Place::Home)).count();
    // As macroxue's page plays a solution.
    let by_home_moves = match home {
        0 => Autoplay::All,
        1..52 => Autoplay::Safe,
        _ => Autoplay::None,
    };
    let closes_up = moves.iter().any(|mv| mv.to.is_none());
    let others = [Autoplay::None, Autoplay::Safe, Autoplay::All];
    let rules = if closes_up {
        vec![by_home_moves]
    } else {
        others.to_vec()
    };
    let convention = |autoplay| Convention {
        autoplay,
        closes_up,
    };
    rules.into_iter().map(convention).collect()
}

/// The notation that moves are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Places alone, as the puzzle and many programs write them.
    Standard,
    /// The same with the number of cards that go into an empty column. Where none go, it cannot
    /// be told from the standard one.
    WithCounts,
    /// Sentences.
    Sentences,
    /// patsolve's, which names cards.
    ByCards,
    /// macroxue's.
    Macroxue,
}

impl Notation {
    /// The notation of these moves.
    pub fn of(moves: &[OtherMove]) -> Notation {
        if moves.iter().any(|mv| mv.by_card.is_some()) {
            Notation::ByCards
        } else if moves.iter().any(|mv| mv.text.contains(' ')) {
            Notation::Sentences
        } else if moves.iter().any(|mv| mv.to.is_none()) {
            Notation::Macroxue
        } else if moves.iter().any(|mv| mv.cards.is_some()) {
            Notation::WithCounts
        } else {
            Notation::Standard
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Standard => "the notation of other programs (fc-solve's -sn or -snx)",
            Notation::WithCounts => "fc-solve's notation with counts (-snx)",
            Notation::Sentences => "fc-solve's sentences",
            Notation::ByCards => "patsolve's notation by cards",
            Notation::Macroxue => "macroxue's notation",
        }
    }
}

/// Reads a word: one move, or many without anything between them.
///
/// # Errors
/// It is not a move in any of these notations.
pub fn read_word(word: &str) -> Result<Vec<OtherMove>, WordError> {
    let word = word.to_lowercase();
    let is_glued = word.is_ascii() && word.len() > 4 && word.len().is_multiple_of(2);
    let is_mixed =
        word.contains(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic);
    if !(is_glued && is_mixed) || word.contains('v') {
        return Ok(vec![read_move(&word)?]);
    }
    let pairs = (0..word.len()).step_by(2);
    pairs.map(|at| read_move(&word[at..at + 2])).collect()
}

fn read_move(word: &str) -> Result<OtherMove, WordError> {
    let (places, cards) = match word.split_once('v') {
        Some((places, digits)) => {
            let cards = usize::from_str_radix(digits, 16);
            (places, Some(cards.map_err(|_| WordError::NotAMove)?))
        }
        None => (word, None),
    };
    let mut names = places.chars();
    let (Some(from), Some(to), None) = (names.next(), names.next(), names.next()) else {
        return Err(WordError::NotAMove);
    };
    let place = |name| match Place::from_char(name) {
        Some(place) => Ok(place),
        None if ('e'..='g').contains(&name) => Err(WordError::Cell(name)),
        None => Err(WordError::NotAMove),
    };
    let to_place = || match to {
        'r' => Ok(None),
        'f' => Ok(Some(Place::Home)),
        to => place(to).map(Some),
    };
    let from = place(from)?;
    let to = to_place()?;
    if from == Place::Home || Some(from) == to {
        return Err(WordError::NotAMove);
    }
    Ok(OtherMove::new(word.to_owned(), from, to, cards))
}

/// Reads a row of patsolve's: `QH to KC`, `2S to temp`, `KH to empty pile` or `AH out`.
fn read_by_card(row: &str) -> Option<OtherMove> {
    let row = row.trim_matches(['>', ' ', '\t', '\r']);
    let (card, to) = if let Some(card) = row.strip_suffix(" out") {
        (card, Onto::Home)
    } else {
        let (card, to) = row.split_once(" to ")?;
        let to = match to {
            "temp" => Onto::Cell,
            "empty pile" => Onto::EmptyCascade,
            other => Onto::Card(other.parse().ok()?),
        };
        (card, to)
    };
    let card = card.parse().ok()?;
    let by_card = Some(ByCard { card, to });
    // The places stand for none: they are known on a table.
    let mv = OtherMove::new(row.to_owned(), Place::Home, Some(Place::Home), Some(1));
    Some(OtherMove { by_card, ..mv })
}

/// The move in a row of Shirl Hart's tables, as the puzzle or fc-solve's `-snx` writes it: the
/// number, the move, its cards, where they go, and what goes home by itself, as in
/// `12|35|QH-JC|e|AS;2H-3H`.
pub fn read_table_row(row: &str) -> Option<String> {
    let fields: Vec<&str> = row
        .trim_matches(['>', ' ', '\t', '\r'])
        .split('|')
        .collect();
    let [number, word, cards, onto, _] = fields[..] else {
        return None;
    };
    number.parse::<u16>().ok()?;
    let rank = |card: &str| Some(card.parse::<Card>().ok()?.rank().number());
    let (first, last) = cards.split_once('-').unwrap_or((cards, cards));
    let count = rank(first)?.checked_sub(rank(last)?)? + 1;
    let is_onto = ["f", "e", "h"].contains(&onto) || rank(onto).is_some();
    let is_run = onto == "e" && word.bytes().all(|byte| byte.is_ascii_digit());
    let count = if is_run {
        format!("v{count:x}")
    } else {
        String::new()
    };
    let moves = read_word(word)
        .ok()
        .filter(|moves| moves.len() == 1 && is_onto);
    moves.map(|_| format!("{word}{count}"))
}

/// Reads a sentence of fc-solve's, or a row of patsolve's; `None` if a row has none.
///
/// # Errors
/// The sentence names a place that the puzzle does not have.
pub fn read_sentence(row: &str) -> Option<Result<OtherMove, WordError>> {
    if let Some(by_card) = read_by_card(row) {
        return Some(Ok(by_card));
    }
    let row = row.to_lowercase();
    let (before, sentence) = row.split_once("move ")?;
    let (cards, places) = sentence.split_once(" from ")?;
    let (from, to) = places.trim_end().trim_end_matches('.').split_once(" to ")?;
    let (number, _) = cards.split_once(" card")?;
    let is_place = |text: &str| {
        ["stack ", "freecell ", "the foundations"]
            .iter()
            .any(|it| text.starts_with(it))
    };
    let is_sentence = is_place(from) && is_place(to) && !before.contains(char::is_alphanumeric);
    is_sentence.then(|| {
        let text = format!("move {}", sentence.trim());
        let (from, to) = (read_place(from)?, read_place(to)?);
        let cards = number.parse().unwrap_or(1);
        Ok(OtherMove::new(text, from, Some(to), Some(cards)))
    })
}

fn read_place(text: &str) -> Result<Place, WordError> {
    if text == "the foundations" {
        return Ok(Place::Home);
    }
    let (kind, number) = text.split_once(' ').ok_or(WordError::NotAMove)?;
    match (kind, number.parse()) {
        ("stack", Ok(number @ 0..8)) => Ok(Place::Cascade(number)),
        ("freecell", Ok(number @ 0..4)) => Ok(Place::Cell(number)),
        // Counted from zero.
        ("freecell", Ok(number @ 4..7)) => Err(WordError::Cell((b'a' + number) as char)),
        _ => Err(WordError::NotAMove),
    }
}

/// Why a word is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordError {
    /// It names a cell beyond the fourth: `e`, `f` or `g`.
    Cell(char),
    /// It is not a move in any of these notations.
    NotAMove,
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordError::Cell(name) => {
                let number = match name {
                    'e' => "fifth",
                    'f' => "sixth",
                    _ => "seventh",
                };
                write!(
                    f,
                    "there is no {number} cell, {name}: the puzzle has four, a to d"
                )
            }
            WordError::NotAMove => f.write_str("not a move in any notation that is known here"),
        }
    }
}

/// A word of a solution that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The word.
    pub text: String,
    /// Why it is not a move.
    pub reason: WordError,
}

impl NotationError {
    fn new(number: usize, text: &str, reason: WordError) -> NotationError {
        let text = text.to_owned();
        NotationError {
            number,
            text,
            reason,
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, text, reason) = (self.number, &self.text, &self.reason);
        write!(f, "move {number} ({text}) cannot be translated: {reason}")
    }
}

impl Error for NotationError {}
