//! Reading decks: from files or on standard input, 52 cards in whole lines (four of
//! thirteen, as the game was set), until a line `#`.

use std::io::{BufRead, Read as _};

use freecell::card::Card;
use freecell::card_set::CardSet;

use super::error::Error;

/// The most bytes of a line: many times what a deck takes.
const LONGEST_LINE: u64 = 4096;

/// The decks of an input.
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
    ///
    /// # Errors
    /// The input cannot be read, or the deck is not one of 52 different cards.
    pub fn next(&mut self) -> Result<Option<&[Card]>, Error> {
        self.number += 1;
        self.cards.clear();
        self.seen = CardSet::EMPTY;
        while self.cards.len() < Card::COUNT {
            self.read_line()?;
            if self.text.trim() == "#" {
                return if self.cards.is_empty() {
                    Ok(None)
                } else {
                    Err(self.count(0))
                };
            }
            self.take_cards()?;
        }
        Ok(Some(&self.cards))
    }

    fn read_line(&mut self) -> Result<(), Error> {
        self.text.clear();
        self.line += 1;
        let deck = self.number;
        let mut input = self.input.by_ref().take(LONGEST_LINE);
        match input.read_line(&mut self.text) {
            Ok(0) if self.cards.is_empty() => Err(Error::NoEnd { decks: deck - 1 }),
            Ok(0) => Err(self.count(0)),
            Ok(read) if read as u64 == LONGEST_LINE => Err(Error::LongLine {
                deck,
                line: self.line,
            }),
            Ok(_) => Ok(()),
            Err(error) => Err(Error::Input { deck, error }),
        }
    }

    fn take_cards(&mut self) -> Result<(), Error> {
        let (deck, line) = (self.number, self.line);
        let words = self.text.split_ascii_whitespace();
        let more = words.clone().count();
        if self.cards.len() + more > Card::COUNT {
            return Err(self.count(more));
        }
        for word in words {
            let Ok(card) = word.parse::<Card>() else {
                let word = word.to_string();
                return Err(Error::NotACard { deck, line, word });
            };
            if !self.seen.insert(card) {
                return Err(Error::Twice { deck, line, card });
            }
            self.cards.push(card);
        }
        Ok(())
    }

    fn count(&self, more: usize) -> Error {
        Error::Count {
            deck: self.number,
            line: self.line,
            count: self.cards.len() + more,
        }
    }
}
