//! A table that is being built from a turn's lines 1 to 12.
//!
//! Each line is checked by itself as it comes and against what the lines before
//! announced, so that an error names the first line that is wrong.

use super::error::{Field, FieldError};
use crate::card::{Card, Rank, Suit};
use crate::table::{Table, CASCADES, CELLS};

/// The contents of the lines taken so far.
#[derive(Default)]
pub struct PartialTable {
    table: Table,
    foundations_started: usize,
    cascade_lengths: [usize; CASCADES],
}

impl PartialTable {
    /// Takes a line, given its number in the turn: 1 to 12, in order.
    pub fn take(&mut self, line_of_turn: usize, text: &str) -> Result<(), FieldError> {
        match line_of_turn {
            1 => self.take_foundation_count(text),
            2 => self.take_cascade_counts(text),
            3 => self.take_foundations(text),
            4 => self.take_cells(text),
            _ => self.take_cascade(line_of_turn - 5, text),
        }
    }

    /// The table, once all lines are taken.
    pub fn finish(self) -> Result<Table, FieldError> {
        match Card::deck().find(|&card| !self.table.has(card)) {
            Some(card) => Err(Field::CardMissing.found(format!("the card {card} nowhere"))),
            None => Ok(self.table),
        }
    }

    fn take_foundation_count(&mut self, text: &str) -> Result<(), FieldError> {
        let count = one_more_than(text.trim_ascii(), Suit::ALL.len());
        self.foundations_started = count.ok_or_else(|| Field::FoundationCount.quoting(text))?;
        Ok(())
    }

    fn take_cascade_counts(&mut self, text: &str) -> Result<(), FieldError> {
        let tokens = text.split_ascii_whitespace();
        let counts: Option<Vec<usize>> = tokens
            .map(|token| one_more_than(token, Card::COUNT))
            .collect();
        let lengths = counts.and_then(|counts| counts.try_into().ok());
        self.cascade_lengths = lengths.ok_or_else(|| Field::CascadeCounts.quoting(text))?;
        Ok(())
    }

    fn take_foundations(&mut self, text: &str) -> Result<(), FieldError> {
        let entries = after_label(text, &["foundations"]);
        let entries = entries.ok_or_else(|| Field::FoundationsLabel.quoting(text))?;
        let mut entered = [false; 4];
        for entry in entries.split_ascii_whitespace() {
            let foundation = read_foundation(entry);
            let (suit, rank) = foundation.ok_or_else(|| Field::Foundation.quoting(entry))?;
            let index = suit.index();
            if entered[index] {
                let found = format!("a second entry for {}", suit.letter());
                return Err(Field::FoundationTwice.found(found));
            }
            entered[index] = true;
            self.table.foundations[index] = rank;
        }
        let ranks = self.table.foundations.iter();
        let started = ranks.filter(|&&rank| rank > 0).count();
        let announced = self.foundations_started;
        Field::FoundationsStarted.check_count(started, "started foundation", announced)
    }

    fn take_cells(&mut self, text: &str) -> Result<(), FieldError> {
        let cells = if text.contains(':') {
            let cells = after_label(text, &["freecells", "freecell", "fc"]);
            cells.ok_or_else(|| Field::CellsLabel.quoting(text))?
        } else {
            text
        };
        let count = cells.split_ascii_whitespace().count();
        Field::CellCount.check_count(count.max(CELLS), "cell", CELLS)?;
        for (cell, token) in cells.split_ascii_whitespace().enumerate() {
            if token != "-" && token != "*" {
                self.table.cells[cell] = Some(self.next_card(token, Field::Cell)?);
            }
        }
        Ok(())
    }

    fn take_cascade(&mut self, cascade: usize, text: &str) -> Result<(), FieldError> {
        let cards = if text.contains(':') {
            after_label(text, &[""]).ok_or_else(|| Field::CascadeLabel.quoting(text))?
        } else {
            text
        };
        for token in cards.split_ascii_whitespace() {
            let card = self.next_card(token, Field::CascadeCard)?;
            self.table.cascades[cascade].push(card);
        }
        let found = self.table.cascades[cascade].len();
        Field::CascadeLength.check_count(found, "card", self.cascade_lengths[cascade])
    }

    /// Reads a card that is neither home nor on the table already.
    fn next_card(&self, token: &str, field: Field) -> Result<Card, FieldError> {
        let card = token.parse().map_err(|_| field.quoting(token))?;
        if self.table.has(card) {
            let found = format!("the card {card} in a second place");
            return Err(Field::CardTwice.found(found));
        }
        Ok(card)
    }
}

/// The text after the colon, if the text before it is one of the labels, in any case.
fn after_label<'a>(text: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, rest) = text.split_once(':')?;
    let label = label.trim_ascii();
    let is_known = labels.iter().any(|known| known.eq_ignore_ascii_case(label));
    is_known.then_some(rest)
}

/// Reads a number from 1 to `most` plus one, and returns one less.
fn one_more_than(text: &str, most: usize) -> Option<usize> {
    let count = read_number(text)?.checked_sub(1)?;
    (count <= most).then_some(count)
}

/// Reads a number written in digits alone.
pub fn read_number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// An entry of line 3, `H-3`; `H-0` is a foundation not started, `H-13` a full one.
pub fn read_foundation(entry: &str) -> Option<(Suit, u8)> {
    let (suit, rank) = entry.split_once('-')?;
    let rank = match rank {
        "0" => 0,
        "1" => 1,
        "11" => 11,
        "12" => 12,
        "13" => 13,
        _ => rank.parse::<Rank>().ok()?.number(),
    };
    Some((suit.parse().ok()?, rank))
}
