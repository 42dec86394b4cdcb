//! Words and cards as people write them, with the columns in which they stand.
//!
//! A table drawn on a screen says by columns which card lies where. So a row of text is cut into
//! words that know their columns, counted as a terminal draws them: a tab goes on to the next
//! multiple of eight, and signs without a width have none.

use crate::card::{Card, Rank, Suit};
use std::ops::Range;

/// Signs that enclose or separate words.
const PUNCTUATION: &str = ",;|[](){}\"'`>";

/// The width between two stops of a tab.
pub const TAB: usize = 8;

/// A word and its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub columns: Range<usize>,
    pub text: String,
}

impl Word {
    pub fn card(&self) -> Option<Card> {
        card(&self.text)
    }

    /// Whether the word marks a place without a card.
    pub fn is_gap(&self) -> bool {
        is_gap(&self.text)
    }

    /// Whether the word is a card or marks a place without one.
    pub fn is_place(&self) -> bool {
        self.is_gap() || self.card().is_some()
    }
}

fn is_gap(text: &str) -> bool {
    let length = text.chars().count();
    length <= 3 && text.chars().all(|c| "-–—*._·".contains(c)) && text != "."
}

/// A row of text, a character for each column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub characters: Vec<char>,
}

impl Row {
    /// The row with letters for the symbols of suits. A tab is followed by the blanks that it
    /// stands for.
    pub fn new(text: &str) -> Row {
        let mut characters = Vec::new();
        for c in text.chars().filter(|c| !has_no_width(*c)) {
            characters.push(in_letters(c));
            while c == '\t' && characters.len() % TAB != 0 {
                characters.push(' ');
            }
        }
        Row { characters }
    }

    /// The words, and the cards that are written without blanks between them one by one.
    pub fn words(&self) -> Vec<Word> {
        self.words_from(0)
    }

    /// The words from a column on.
    pub fn words_from(&self, start: usize) -> Vec<Word> {
        let mut words = Vec::new();
        let mut column = start;
        let is_between = |c: &char| c.is_whitespace() || PUNCTUATION.contains(*c);
        for part in self.characters[start..].split(is_between) {
            if !part.is_empty() {
                words.extend(cards_apart(part, column));
            }
            column += part.len() + 1;
        }
        words
    }

    /// The text of some columns.
    pub fn text(&self, columns: Range<usize>) -> String {
        self.characters[columns].iter().collect()
    }
}

fn has_no_width(c: char) -> bool {
    // Variation selectors, by which a symbol is drawn as text or in colour, joiners and marks.
    [
        '\u{fe0e}', '\u{fe0f}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}',
    ]
    .contains(&c)
}

/// A suit's symbol as its letter, and one kind of upright line; others unchanged.
pub fn in_letters(c: char) -> char {
    const SYMBOLS: [&str; 4] = ["♣♧", "♦♢", "♥♡", "♠♤"];
    match SYMBOLS.iter().position(|suit| suit.contains(c)) {
        Some(suit) => Suit::ALL[suit].letter(),
        None if "│┃║".contains(c) => '|',
        None => c,
    }
}

/// A word of several cards as its cards, any other as it is.
fn cards_apart(word: &[char], start: usize) -> Vec<Word> {
    let word_at = |range: Range<usize>| Word {
        columns: start + range.start..start + range.end,
        text: word[range].iter().collect(),
    };
    let (mut at, mut cards) = (0, Vec::new());
    while at < word.len() {
        // Three characters are a ten; one is a playing card's own.
        let length = [3, 2, 1]
            .into_iter()
            .find(|length| at + length <= word.len() && word_at(at..at + length).card().is_some());
        let Some(length) = length else {
            return vec![word_at(0..word.len())];
        };
        cards.push(word_at(at..at + length));
        at += length;
    }
    cards
}

/// Reads a card in any spelling: the rank or the suit first (`4C`, `C4`), `10`, `T` or `0` for a
/// ten, `A` or `1` for an ace, or one of Unicode's playing cards.
pub fn card(text: &str) -> Option<Card> {
    let card = |rank: &str, suit: &str| Some(Card::new(read_rank(rank)?, suit.parse().ok()?));
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    if first == last && text.len() == first.len_utf8() {
        return playing_card(first);
    }
    let (rank, suit) = text.split_at(text.len() - last.len_utf8());
    let (other_suit, other_rank) = text.split_at(first.len_utf8());
    card(rank, suit).or_else(|| card(other_rank, other_suit))
}

fn read_rank(text: &str) -> Option<Rank> {
    match text {
        "0" => Rank::new(10),
        "1" => Some(Rank::ACE),
        _ => text.parse().ok(),
    }
}

/// A card that is a character of its own, as Unicode has them from U+1F0A1 on: a row of sixteen
/// for each suit, with a knight between jack and queen.
fn playing_card(c: char) -> Option<Card> {
    const ROWS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    let index = (c as usize).checked_sub(0x1f0a0)?;
    let rank = match index % 16 {
        rank @ 1..=11 => rank,
        rank @ 13..=14 => rank - 1,
        _ => return None,
    };
    Some(Card::new(Rank::new(rank as u8)?, *ROWS.get(index / 16)?))
}

#[cfg(test)]
mod tests {
    use super::{card, Row};

    #[test]
    fn cards_are_read_in_every_spelling() {
        for (text, expected) in [
            ("4C", "4C"),
            ("C4", "4C"),
            ("10h", "TH"),
            ("h10", "TH"),
            ("0H", "TH"),
            ("1H", "AH"),
            ("dA", "AD"),
            ("\u{1f0a1}", "AS"),
            ("\u{1f0de}", "KC"),
            ("\u{1f0bd}", "QH"),
        ] {
            let read = card(text).map(|card| card.to_string());
            assert_eq!(read.as_deref(), Some(expected), "{text}");
        }
        for text in ["", "4", "C", "4X", "11H", "CC", "\u{1f0ac}", "é"] {
            assert_eq!(card(text), None, "{text}");
        }
    }

    #[test]
    fn words_know_their_columns() {
        let row = Row::new("\tK♥\u{fe0f}\t10C9D");
        let words: Vec<(usize, String)> = row
            .words()
            .into_iter()
            .map(|word| (word.columns.start, word.text))
            .collect();
        let expected = [(8, "KH"), (16, "10C"), (19, "9D")];
        assert_eq!(words, expected.map(|(at, text)| (at, text.to_owned())));
    }
}
