//! Solutions in the notations of other programs, read into the moves they mean.
//!
//! * fc-solve's `-sn` writes `26`, `1a` and `a7` as the puzzle does, but takes any cell and
//!   sends every card home itself; `-snx` adds how many cards go into an empty column
//!   (`37v3`, in hexadecimal digits). Its prose counts from zero: `Move 3 cards from stack 1
//!   to stack 4`.
//! * macroxue's writes `6r` for a card to the cells, which close up when one leaves, and all
//!   moves in one word, also in links (`...?deal=1:6r6r7r76`). Cards go home by themselves.
//!
//! What the moves come to on a table, and how the puzzle writes them, is
//! [`translation`](super::translation)'s.

use crate::moves::Place;
use crate::ruleset::Autoplay;

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
}

/// The way in which moves are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// The rule by which cards go home by themselves.
    pub autoplay: Autoplay,
    /// Whether the cards in the cells close up when one leaves.
    pub closes_up: bool,
}

/// Finds the moves in a text: those of its sentences; or else those after each `Move:`, which
/// fc-solve writes between tables; or else the rows that consist of moves.
pub fn read(text: &str) -> Vec<OtherMove> {
    let rows: Vec<String> = text.lines().map(str::to_lowercase).collect();
    let prose: Vec<OtherMove> = rows.iter().filter_map(|row| read_prose(row)).collect();
    if !prose.is_empty() {
        return prose;
    }
    let labelled: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.strip_prefix("move:"))
        .collect();
    // Tables without moves between them: there, `8H 4C` are cards.
    let is_rule = |row: &String| row.trim().starts_with("====");
    if labelled.is_empty() && rows.iter().any(is_rule) {
        Vec::new()
    } else if labelled.is_empty() {
        rows.iter().flat_map(|row| read_row(row)).collect()
    } else {
        labelled.into_iter().flat_map(read_row).collect()
    }
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

fn read_row(row: &str) -> Vec<OtherMove> {
    let row = row.trim_start_matches(['>', ' ']);
    let (label, moves) = row.split_once(' ').unwrap_or_default();
    let name = label.trim_end_matches(['.', ')', ':']);
    let is_name = name.chars().all(char::is_alphabetic) && moves.split(' ').nth(2).is_some();
    let is_label = name != label && (name.parse::<u8>().is_ok() || is_name);
    let row = if is_label { moves } else { row };
    let is_between = |c: char| c.is_whitespace() || ",;:=".contains(c);
    let words = row.split(is_between).filter(|word| !word.is_empty());
    let read: Vec<Vec<OtherMove>> = words.map(read_word).collect();
    // Beside a whole solution, as in a link, a short word is the deal's number.
    let is_whole = |moves: &&Vec<OtherMove>| moves.len() > 2;
    match read.iter().find(is_whole) {
        Some(solution) => solution.clone(),
        None if read.iter().all(|moves| !moves.is_empty()) => read.concat(),
        None => Vec::new(),
    }
}

/// The moves of a word: one, or many without anything between them.
fn read_word(word: &str) -> Vec<OtherMove> {
    let word = word.trim_matches(|c: char| ".()[]\"'".contains(c));
    if let Some(mv) = read_move(word) {
        return vec![mv];
    }
    let is_glued = word.is_ascii() && word.len() % 2 == 0 && word.contains(char::is_alphabetic);
    let pairs = (0..word.len() / 2).map(|index| word.get(2 * index..2 * index + 2));
    let moves: Option<Vec<OtherMove>> = pairs.map(|pair| read_move(pair?)).collect();
    moves.filter(|_| is_glued).unwrap_or_default()
}

fn read_move(word: &str) -> Option<OtherMove> {
    let (places, cards) = match word.split_once('v') {
        Some((places, digits)) => (places, Some(usize::from_str_radix(digits, 16).ok()?)),
        None => (word, None),
    };
    let mut places = places.chars();
    let from = Place::from_char(places.next()?).filter(|&from| from != Place::Home)?;
    let to = match places.next()? {
        'r' => None,
        name => Some(Place::from_char(name)?),
    };
    let is_move = places.next().is_none() && Some(from) != to;
    is_move.then(|| OtherMove {
        text: word.to_owned(),
        from,
        to,
        cards,
    })
}

/// Reads a sentence of fc-solve's.
fn read_prose(row: &str) -> Option<OtherMove> {
    let (_, sentence) = row.split_once("move ")?;
    let (cards, places) = sentence.split_once(" from ")?;
    let (from, to) = places.split_once(" to ")?;
    let (number, _) = cards.split_once(" card")?;
    Some(OtherMove {
        text: row.trim().to_owned(),
        from: read_place(from)?,
        to: Some(read_place(to)?),
        cards: Some(number.parse().unwrap_or(1)),
    })
}

fn read_place(text: &str) -> Option<Place> {
    if text == "the foundations" {
        return Some(Place::Home);
    }
    let (kind, number) = text.split_once(' ')?;
    match (kind, number.parse().ok()?) {
        ("stack", number @ 0..8) => Some(Place::Cascade(number)),
        ("freecell", number @ 0..4) => Some(Place::Cell(number)),
        _ => None,
    }
}
