//! A table in the making, from a turn's lines 1 to 12.

use super::error::{quoted, Problem};
use crate::card::{Card, Rank, Suit};
use crate::table::{Flaw, Table, CASCADES, CELLS};

/// The lines taken so far, as far as they say something.
#[derive(Default)]
pub struct Draft {
    table: Table,
    foundations_started: usize,
    cascade_lengths: [usize; CASCADES],
}

impl Draft {
    /// Takes in a line, given its number in the turn: 1 to 12, in order.
    pub fn take(&mut self, line_of_turn: usize, text: &str) -> Result<(), Problem> {
        match line_of_turn {
            1 => self.take_foundation_count(text),
            2 => self.take_cascade_counts(text),
            3 => self.take_foundations(text),
            4 => self.take_cells(text),
            _ => self.take_cascade(line_of_turn - 5, text),
        }
    }

    /// The table, all lines taken.
    pub fn finish(self) -> Result<Table, Problem> {
        match self.table.validate() {
            Ok(()) => Ok(self.table),
            Err(Flaw::Twice(card)) => Err(Problem::CardTwice(card)),
            Err(Flaw::Missing(card)) => Err(Problem::CardMissing(card)),
        }
    }

    fn take_foundation_count(&mut self, text: &str) -> Result<(), Problem> {
        let count = one_more_than(text.trim_ascii(), Suit::ALL.len());
        self.foundations_started = count.ok_or_else(|| Problem::FoundationCount(quoted(text)))?;
        Ok(())
    }

    fn take_cascade_counts(&mut self, text: &str) -> Result<(), Problem> {
        let mut words = text.split_ascii_whitespace();
        for length in &mut self.cascade_lengths {
            let word = words.next().unwrap_or_default();
            let count = one_more_than(word, Card::COUNT);
            *length = count.ok_or_else(|| Problem::CascadeCounts(quoted(text)))?;
        }
        match words.next() {
            None => Ok(()),
            Some(_) => Err(Problem::CascadeCounts(quoted(text))),
        }
    }

    fn take_foundations(&mut self, text: &str) -> Result<(), Problem> {
        let entries = after_label(text, &["foundations"]);
        let entries = entries.ok_or_else(|| Problem::FoundationsLabel(quoted(text)))?;
        let mut entered = [false; 4];
        for entry in entries.split_ascii_whitespace() {
            let foundation = read_foundation(entry);
            let (suit, rank) = foundation.ok_or_else(|| Problem::Foundation(quoted(entry)))?;
            if entered[suit.index()] {
                return Err(Problem::FoundationTwice(suit));
            }
            entered[suit.index()] = true;
            self.table.foundations[suit.index()] = rank;
        }
        self.check_foundation_count()
    }

    fn check_foundation_count(&self) -> Result<(), Problem> {
        let ranks = self.table.foundations.iter();
        let found = ranks.filter(|&&rank| rank > 0).count();
        let announced = self.foundations_started;
        if found != announced {
            return Err(Problem::FoundationsStarted { announced, found });
        }
        Ok(())
    }

    fn take_cells(&mut self, text: &str) -> Result<(), Problem> {
        let cells = if text.contains(':') {
            let cells = after_label(text, &["freecells", "freecell", "fc"]);
            cells.ok_or_else(|| Problem::CellsLabel(quoted(text)))?
        } else {
            text
        };
        let count = cells.split_ascii_whitespace().count();
        if count > CELLS {
            return Err(Problem::CellCount(count));
        }
        for (cell, word) in cells.split_ascii_whitespace().enumerate() {
            if word != "-" && word != "*" {
                let card = word.parse().map_err(|_| Problem::Cell(quoted(word)))?;
                self.check_unseen(card)?;
                self.table.cells[cell] = Some(card);
            }
        }
        Ok(())
    }

    fn take_cascade(&mut self, cascade: usize, text: &str) -> Result<(), Problem> {
        let cards = after_label(text, &[""]);
        let cards = cards.ok_or_else(|| Problem::CascadeColon(quoted(text)))?;
        for word in cards.split_ascii_whitespace() {
            let card = word
                .parse()
                .map_err(|_| Problem::CascadeCard(quoted(word)))?;
            self.check_unseen(card)?;
            self.table.cascades[cascade].push(card);
        }
        let announced = self.cascade_lengths[cascade];
        let found = self.table.cascades[cascade].len();
        if found != announced {
            return Err(Problem::CascadeLength { announced, found });
        }
        Ok(())
    }

    /// Refuses a card that is home or has been put on the table already.
    fn check_unseen(&self, card: Card) -> Result<(), Problem> {
        let is_home = card.rank().number() <= self.table.foundations[card.suit().index()];
        if is_home || self.table.cards().any(|other| other == card) {
            return Err(Problem::CardTwice(card));
        }
        Ok(())
    }
}

/// What follows the colon, if what precedes it is one of the labels, given in
/// lower case.
fn after_label<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, rest) = text.split_once(':')?;
    let label = label.trim_ascii();
    let is_known = labels.iter().any(|known| known.eq_ignore_ascii_case(label));
    is_known.then_some(rest)
}

/// The count of which the text is the successor, if it is at most `most`.
fn one_more_than(text: &str, most: usize) -> Option<usize> {
    let count = read_number(text)?.checked_sub(1)?;
    (count <= most).then_some(count)
}

/// A number in plain digits.
pub fn read_number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// An entry of line 3, `H-3`; `H-0` is a foundation not started.
fn read_foundation(entry: &str) -> Option<(Suit, u8)> {
    let (suit, rank) = entry.split_once('-')?;
    let mut letters = suit.chars();
    let suit = Suit::from_letter(letters.next()?)?;
    let rank = match rank {
        "0" => 0,
        _ => Rank::parse(rank)?.number(),
    };
    letters.next().is_none().then_some((suit, rank))
}
