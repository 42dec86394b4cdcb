//! Reads decks, from files or standard input: 52 cards in whole lines (four of thirteen, as the
//! game was set), until a line `#`.

use std::io::{BufRead, Read as _};

use freecell::card::Card;
use freecell::card_set::CardSet;

/// The most bytes of a line: many times what a deck takes.
const LONGEST_LINE: u64 = 4096;

pub struct Decks<'a, R> {
    input: &'a mut R,
    /// The number of the deck being read, or read last.
    pub number: usize,
    line: usize,
    text: String,
    cards: Vec<Card>,
    /// The cards of this deck so far.
    seen: CardSet,
}

impl<'a, R: BufRead> Decks<'a, R> {
    pub fn new(input: &'a mut R) -> Decks<'a, R> {
        Decks {
            input,
            number: 0,
            line: 0,
            text: String::new(),
            cards: Vec::with_capacity(Card::COUNT),
            seen: CardSet::EMPTY,
        }
    }

    /// The next deck, or `None` at the line `#`.
    pub fn next(&mut self) -> Result<Option<&[Card]>, String> {
        self.number += 1;
        self.cards.clear();
        self.seen = CardSet::EMPTY;
        while self.cards.len() < Card::COUNT {
            self.read_line()?;
            if self.text.trim() == "#" {
                return if self.cards.is_empty() {
                    Ok(None)
                } else {
                    Err(self.wrong_count(0))
                };
            }
            self.take_cards()?;
        }
        Ok(Some(&self.cards))
    }

    fn read_line(&mut self) -> Result<(), String> {
        self.text.clear();
        self.line += 1;
        let deck = self.number;
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        match input.read_line(&mut self.text) {
            Ok(0) if self.cards.is_empty() => Err(format!(
                "deck {deck}: expected it, or a line # after the last deck"
            )),
            Ok(0) => Err(self.wrong_count(0)),
            Ok(read) if read as u64 == LONGEST_LINE => {
                Err(self.error("longer than a deck of cards"))
            }
            Ok(_) => Ok(()),
            Err(error) => Err(format!("deck {deck}: cannot be read: {error}")),
        }
    }

    fn take_cards(&mut self) -> Result<(), String> {
        let words = self.text.split_ascii_whitespace();
        let more = words.clone().count();
        if self.cards.len() + more > Card::COUNT {
            return Err(self.wrong_count(more));
        }
        for word in words {
            let Ok(card) = word.parse::<Card>() else {
                return Err(self.error(&format!(
                    "{word:?} is not a card; expected a rank (A, 2 to 9, T, J, Q, K) and a suit \
                     (S, H, C, D)"
                )));
            };
            if !self.seen.insert(card) {
                return Err(self.error(&format!("{card} is in this deck twice")));
            }
            self.cards.push(card);
        }
        Ok(())
    }

    /// The error that a deck ends, or would end, with a wrong number of cards.
    fn wrong_count(&self, more: usize) -> String {
        let count = self.cards.len() + more;
        let cards = if count == 1 { "card" } else { "cards" };
        self.error(&format!(
            "{count} {cards}, where 52 make a deck and the next begins on a line of its own"
        ))
    }

    /// An error with the deck and the line that it concerns, counted from 1.
    fn error(&self, message: &str) -> String {
        format!("deck {}, line {}: {message}", self.number, self.line)
    }
}
