//! A game as one short text: its deal, its rules and the moves, such as `617:26-76-all-3h`. The
//! page's address ends in it.
//!
//! Before the colon stands a deal's number or a table: its cascades' cards, the deepest first, with
//! a dot after each cascade, then its cells (`-` is an empty one); the cards that stand nowhere are
//! home. `@2` after it says that there are but two cells. After the colon stand moves, and the name
//! of an autoplay rule or of a program wherever other rules come into force; a game begins with
//! `safe`. Whether moves are legal is not known here.

use std::fmt;
use std::str::FromStr;

use anyhow::{bail, ensure, Context, Error, Result};
use freecell::deal;
use freecell::table::{Table, CASCADES, CELLS};

use crate::rules::Rules;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub origin: Origin,
    /// The number of cells, at most [`CELLS`].
    pub cells: usize,
    pub tokens: Vec<Token>,
}

/// What stands after the colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Rules that come into force here.
    Rules(Rules),
    /// A move, which is not checked.
    Move(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Deal(u64),
    Table(Box<Table>),
}

impl Origin {
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
        let (origin, cells) = match origin.rsplit_once('@') {
            Some((origin, cells)) => (origin, number_of_cells(cells)?),
            None => (origin, CELLS),
        };
        let origin: Origin = origin.parse()?;
        let used = origin.table().cells.iter().rposition(Option::is_some);
        ensure!(
            used.is_none_or(|last| last < cells),
            "found cards in more than {cells} cells, expected no more"
        );
        Ok(Address {
            origin,
            cells,
            tokens: tokens(&line.to_lowercase()),
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
        let is_number = text.contains(|c: char| c.is_ascii_digit()) && text.parse::<f64>().is_ok();
        if is_number {
            bail!("there is no deal {text}: expected 1 to {}", deal::LAST_DEAL);
        }
        if text.matches('.').count() != CASCADES {
            bail!("found {text:?}, expected a deal's number or a table: eight cascades, a dot after each");
        }
        let mut parts: Vec<String> = text.split('.').map(insert_blanks).collect::<Result<_>>()?;
        let cells = parts.pop().unwrap_or_default();
        let cascades: Vec<&str> = parts.iter().map(String::as_str).collect();
        let table =
            Table::build(&cascades, &cells).map_err(|error| Error::msg(error.to_string()))?;
        Ok(Origin::Table(Box::new(table)))
    }
}

/// The moves and words for rules in a text, with dashes between them.
fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start_matches('-');
    while !rest.is_empty() {
        if let Some((rules, after)) = Rules::before_dash(rest) {
            tokens.push(Token::Rules(rules));
            rest = after;
        } else {
            let (mv, after) = rest.split_once('-').unwrap_or((rest, ""));
            tokens.push(Token::Move(mv.to_owned()));
            rest = after;
        }
        rest = rest.trim_start_matches('-');
    }
    tokens
}

fn number_of_cells(text: &str) -> Result<usize> {
    let number = text.parse().ok().filter(|&it| it <= CELLS);
    number.with_context(|| format!("found {text:?}, expected a number of cells, 0 to {CELLS}"))
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

impl Address {
    /// The game before its first move, as an address has it.
    pub fn start(&self) -> String {
        match self.cells {
            CELLS => self.origin.to_string(),
            cells => format!("{}@{cells}", self.origin),
        }
    }

    /// The rules that are in force before the first move, and the tokens from that move on. Of
    /// several that stand there, the last ones count.
    pub fn opening(&self) -> (Rules, &[Token]) {
        let is_move = |token: &Token| matches!(token, Token::Move(_));
        let first = self.tokens.iter().position(is_move);
        let (rules, line) = self.tokens.split_at(first.unwrap_or(self.tokens.len()));
        match rules.last() {
            Some(&Token::Rules(rules)) => (rules, line),
            _ => (Rules::default(), line),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.start())?;
        for (index, token) in self.tokens.iter().enumerate() {
            write!(f, "{}{token}", if index == 0 { ':' } else { '-' })?;
        }
        Ok(())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Rules(rules) => f.write_str(rules.word()),
            Token::Move(mv) => f.write_str(mv),
        }
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
