//! A game as one short text: its deal, the autoplay rules and the moves, such as
//! `617:26-76-all-3h`. The page's address ends in it.
//!
//! Before the colon stands a deal's number or a table: its cascades' cards, the
//! deepest first, with a dot after each cascade, then its cells (`-` is an empty
//! one); the cards that stand nowhere are home. After the colon stand moves, and
//! the name of an autoplay rule wherever another one comes into force; a game begins
//! with `safe`. Whether moves are legal is not known here.

use std::fmt;
use std::str::FromStr;

use anyhow::{bail, ensure, Context, Error, Result};
use freecell::deal;
use freecell::table::{Table, CASCADES};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// What the game begins with.
    pub origin: Origin,
    /// Moves and names of autoplay rules; not checked.
    pub tokens: Vec<String>,
}

/// The table that a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A Microsoft deal.
    Deal(u64),
    /// Any other table, a valid one.
    Table(Box<Table>),
}

impl Origin {
    /// The table.
    pub fn table(&self) -> Table {
        match self {
            Origin::Deal(number) => deal::microsoft(*number).expect("a deal's number"),
            Origin::Table(table) => (**table).clone(),
        }
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address> {
        let (origin, line) = text.split_once(':').unwrap_or((text, ""));
        let tokens = line.split('-').filter(|token| !token.is_empty());
        Ok(Address {
            origin: origin.parse()?,
            tokens: tokens.map(str::to_lowercase).collect(),
        })
    }
}

impl FromStr for Origin {
    type Err = Error;

    fn from_str(text: &str) -> Result<Origin> {
        let text = text.trim();
        ensure!(!text.is_empty(), "found nothing, expected a deal's number");
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = text
                .parse()
                .ok()
                .filter(|&it| deal::microsoft(it).is_some());
            let number = number.with_context(|| {
                format!("there is no deal {text}: expected 1 to {}", deal::LAST_DEAL)
            })?;
            return Ok(Origin::Deal(number));
        }
        let mut parts: Vec<String> = text.split('.').map(insert_blanks).collect::<Result<_>>()?;
        let cells = parts.pop().unwrap_or_default();
        if parts.len() != CASCADES {
            bail!("found {text:?}, expected a deal's number or a table: eight cascades, a dot after each");
        }
        let cascades: Vec<&str> = parts.iter().map(String::as_str).collect();
        let table =
            Table::build(&cascades, &cells).map_err(|error| Error::msg(error.to_string()))?;
        Ok(Origin::Table(Box::new(table)))
    }
}

/// Cards written without blanks, with blanks: two characters each, `-` alone.
fn insert_blanks(cards: &str) -> Result<String> {
    let mut text = String::new();
    let mut characters = cards.chars();
    while let Some(first) = characters.next() {
        text.push(first);
        if first != '-' {
            let second = characters.next();
            text.push(
                second.with_context(|| format!("found {first:?}, expected a card such as TH"))?,
            );
        }
        text.push(' ');
    }
    Ok(text)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.origin)?;
        if !self.tokens.is_empty() {
            write!(f, ":{}", self.tokens.join("-"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = match self {
            Origin::Deal(number) => return write!(f, "{number}"),
            Origin::Table(table) => table,
        };
        for cascade in &table.cascades {
            cascade.iter().try_for_each(|card| write!(f, "{card}"))?;
            f.write_str(".")?;
        }
        let used = table.cells.iter().rposition(Option::is_some);
        for cell in &table.cells[..used.map_or(0, |last| last + 1)] {
            match cell {
                Some(card) => write!(f, "{card}")?,
                None => f.write_str("-")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_reads_back() {
        let middle = Table::build(&["KS QH", "", "KH"], "- KC").unwrap();
        for origin in [Origin::Deal(617), Origin::Table(Box::new(middle))] {
            let tokens = ["26", "all", "3h"].map(String::from).to_vec();
            let address = Address { origin, tokens };
            assert_eq!(address.to_string().parse::<Address>().unwrap(), address);
        }
        let game: Address = "617".parse().unwrap();
        assert_eq!(game.to_string(), "617");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Address>().unwrap_err().to_string();
        assert_eq!(
            error("0:26"),
            "there is no deal 0: expected 1 to 8589934591"
        );
        assert_eq!(
            error("99999999999999999999"),
            "there is no deal 99999999999999999999: expected 1 to 8589934591"
        );
        assert_eq!(error(""), "found nothing, expected a deal's number");
        assert_eq!(error("KS.KS......."), "the card KS lies in two places");
        assert_eq!(
            error("KSQ........"),
            "found 'Q', expected a card such as TH"
        );
        assert!(error("KS.KH").contains("eight cascades"));
    }
}
