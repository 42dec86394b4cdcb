//! Tableaux as people type them: a fan on each line, its top card last.
//!
//! A tableau that cannot arise in a game is refused here, with the line and the
//! card; after this, a [`Tableau`] can be trusted.

use anyhow::{bail, ensure, Context, Result};
use freecell::card::{Card, Rank, Suit};

use crate::tableau::{Face, Fan, Tableau, DEALT};

/// The most bytes of a line: many times what a fan takes.
pub const LONGEST_LINE: usize = 4096;

/// Instructions for someone who enters a tableau at a terminal.
pub const HELP: &str = "\
Awaiting the tableau to solve on standard input: a fan on each line, its top card last.
A card is its rank (A, 2 to 10, J, Q, K) and its suit (C, D, H, S, or the suit's
glyph), such as 5H; upper or lower case, with or without blanks or commas between.
The foundations hold the cards that are not on the tableau.
To finish, press ^D on a line of its own.
";

/// Reads a tableau; blank lines are skipped.
///
/// # Errors
/// The first error in reading order, gaps after all others.
#[cfg(test)]
pub fn parse(text: &str) -> Result<Tableau> {
    let mut entry = Entry::default();
    for line in text.lines() {
        entry.read_line(line)?;
    }
    entry.finish()
}

/// A tableau whose lines are being read.
#[derive(Default)]
pub struct Entry {
    lines: usize,
    fans: Vec<Fan>,
    /// The cards in the order read, each with its line.
    cards: Vec<(Card, usize)>,
}

impl Entry {
    /// Reads a line and returns its fan, with the fan's number, unless the line is blank.
    ///
    /// # Errors
    /// The line is longer than any fan, has a word that is not a card, a card for the
    /// second time, or one that cannot lie where it does.
    pub fn read_line(&mut self, text: &str) -> Result<Option<(usize, &Fan)>> {
        self.lines += 1;
        let line = self.lines;
        ensure!(
            text.len() <= LONGEST_LINE,
            "line {line}: longer than any fan"
        );
        let fans = self.fans.len();
        // Some systems add a sign that has a glyph drawn as text or in colour.
        let text = text.replace(['\u{fe0e}', '\u{fe0f}'], "");
        self.read_fan(line, without_number(&text))?;
        Ok(self.fans.get(fans).map(|fan| (fans, fan)))
    }

    /// The tableau, when all lines have been read.
    ///
    /// # Errors
    /// There are no cards, or there is one whose successor is home without it.
    pub fn finish(self) -> Result<Tableau> {
        ensure!(!self.cards.is_empty(), "no cards were entered");
        self.refuse_gaps()?;
        Ok(Tableau::new(self.fans))
    }

    fn read_fan(&mut self, line: usize, text: &str) -> Result<()> {
        let mut fan = Fan::new();
        for word in words(text) {
            let card = parse_card(word).with_context(|| {
                format!(
                    "line {line}: {word:?} is not a card; expected a rank (A, 2 to 10, J, Q, K) \
                     and a suit (C, D, H, S)"
                )
            })?;
            self.enter(line, card)?;
            match fan.last() {
                Some(&on) if fan.len() >= DEALT && successor(card) != Some(on) => {
                    bail!(
                        "line {line}: {} cannot lie on {}; a fan is at most three cards and a \
                         tail that descends in suit",
                        Face(card),
                        Face(on)
                    );
                }
                _ => fan.push(card),
            }
        }
        if !fan.is_empty() {
            self.fans.push(fan);
        }
        Ok(())
    }

    fn enter(&mut self, line: usize, card: Card) -> Result<()> {
        if let Some(first) = self.line_of(card) {
            bail!("line {line}: {} is on line {first} already", Face(card));
        }
        self.cards.push((card, line));
        Ok(())
    }

    fn line_of(&self, card: Card) -> Option<usize> {
        let entry = self.cards.iter().find(|entry| entry.0 == card);
        entry.map(|&(_, line)| line)
    }

    /// Refuses a card whose successor is home without it.
    fn refuse_gaps(&self) -> Result<()> {
        for &(card, line) in &self.cards {
            if let Some(home) = successor(card).filter(|&next| self.line_of(next).is_none()) {
                bail!(
                    "line {line}: {} is on the tableau but {} is not; the foundation of {} would \
                     have a gap",
                    Face(card),
                    Face(home),
                    card.suit().symbol()
                );
            }
        }
        Ok(())
    }
}

/// The words of a line: separated by blanks or commas, and each ending with its suit, so
/// that cards need not be separated at all.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|c: char| c.is_whitespace() || c == ',');
    parts.flat_map(|part| part.split_inclusive(is_suit))
}

fn is_suit(c: char) -> bool {
    Suit::ALL
        .into_iter()
        .any(|suit| c == suit.symbol() || c.eq_ignore_ascii_case(&suit.letter()))
}

/// A line without the number that fans are printed with: `[ 0]`, or `[Read fan  0]`.
fn without_number(line: &str) -> &str {
    let numbered = line
        .trim_start()
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'));
    match numbered {
        Some((number, cards)) if is_number(number.trim_start_matches("Read fan")) => cards,
        _ => line,
    }
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<usize>().is_ok()
}

/// The card of the same suit and the next higher rank, if there is one.
pub fn successor(card: Card) -> Option<Card> {
    Rank::new(card.rank().number() + 1).map(|rank| Card::new(rank, card.suit()))
}

/// Reads a card in any of the spellings that [`HELP`] names.
fn parse_card(word: &str) -> Option<Card> {
    let last = word.chars().next_back()?;
    match Suit::ALL.into_iter().find(|&suit| suit.symbol() == last) {
        None => word.parse().ok(),
        Some(suit) => {
            let rank = word[..word.len() - last.len_utf8()].parse().ok()?;
            Some(Card::new(rank, suit))
        }
    }
}
