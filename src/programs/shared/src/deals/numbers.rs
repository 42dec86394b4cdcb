//! Numbers of deals, read from an argument or a file.

use std::iter;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use super::{count, InputTable};
use crate::table_file;
use anyhow::{bail, ensure, Context, Error, Result};
use freecell::text;
use freecell::text::NumberedDeal;
use rand::{seq::index, SeedableRng};
use rand_pcg::Pcg64;

/// The deals that `random:COUNT@SEED` draws from.
const DRAWN_FROM: RangeInclusive<u64> = 1..=1_000_000;

/// The most deals of one draw, which are held in memory.
const MOST_DRAWN: usize = 1_000_000;

/// The most bytes that a file of deals may have: millions of deals, and more as ranges.
const LONGEST_FILE: u64 = 1 << 26;

/// The most bytes that a word of such a file may have.
const LONGEST_WORD: usize = 100;

/// The deals that one argument stands for, at least one.
#[derive(Clone, Debug)]
pub enum Numbers {
    Range(RangeInclusive<u64>),
    Drawn(Vec<u64>),
    /// A deal that Microsoft's numbers do not have.
    Other(Box<InputTable>),
}

impl Numbers {
    /// The number of Microsoft's deals among them.
    pub fn len(&self) -> u64 {
        match self {
            Numbers::Range(range) => count(range),
            Numbers::Drawn(numbers) => numbers.len() as u64,
            Numbers::Other(_) => 0,
        }
    }

    /// The numbers of Microsoft's deals among them.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u64> + Send + '_> {
        match self {
            Numbers::Range(range) => Box::new(range.clone()),
            Numbers::Drawn(numbers) => Box::new(numbers.iter().copied()),
            Numbers::Other(_) => Box::new(iter::empty()),
        }
    }
}

impl FromStr for Numbers {
    type Err = Error;

    fn from_str(text: &str) -> Result<Numbers> {
        if let Some(drawing) = text.strip_prefix("random:") {
            return draw(drawing).map(Numbers::Drawn);
        }
        if text.contains("..") {
            return range(text).map(Numbers::Range);
        }
        let deal = named(text)?;
        Ok(match deal.microsoft() {
            Some(number) => Numbers::Range(number..=number),
            None => Numbers::Other(Box::new(InputTable::of_deal(&deal))),
        })
    }
}

/// Reads a file of deals.
pub fn read_list(path: &Path) -> Result<Vec<Numbers>> {
    let text = table_file::read_text(path, LONGEST_FILE)?;
    let mut lists = Vec::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let place = || format!("line {}", index + 1);
        let (numbers, _) = line.split_once('#').unwrap_or((line, ""));
        for text in numbers.split_whitespace() {
            let length = text.len();
            ensure!(
                length <= LONGEST_WORD,
                "{}: a word of {length} bytes is too long for a deal or a range",
                place()
            );
            let new: Numbers = text.parse().with_context(place)?;
            match (lists.last_mut(), &new) {
                // Ranges that touch are one, so that a long list takes little memory.
                (Some(Numbers::Range(last)), Numbers::Range(next))
                    if last.end() + 1 == *next.start() =>
                {
                    *last = *last.start()..=*next.end();
                }
                _ => lists.push(new),
            }
        }
    }
    ensure!(!lists.is_empty(), "no deals in it");
    Ok(lists)
}

/// Reads the name of one deal: a number, alone or as a window's title has it, or another program's
/// name and number.
///
/// # Errors
/// The text is no name of a deal, no deal has it, or there are other numbers or moves beside it.
pub fn named(text: &str) -> Result<NumberedDeal> {
    let read = text::deal_in(text).transpose().map_err(Error::msg)?;
    let deal = read.with_context(|| {
        format!("{text:?} is neither a deal's number, a range nor random:COUNT@SEED")
    })?;
    let digits = |text: &str| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.trim_start_matches('0').to_owned()
    };
    ensure!(
        digits(text) == digits(&deal.to_string()),
        "found {text:?}, expected the name of one deal and no more"
    );
    Ok(deal)
}

/// Reads the number of one deal of Microsoft's.
///
/// # Errors
/// The text is not a number, or no deal has that number.
pub fn number(text: &str) -> Result<u64> {
    let deal = named(text)?;
    deal.microsoft().with_context(|| {
        format!("{deal} is not among Microsoft's deals, which alone can be ends of a range")
    })
}

/// Reads a range of deals, or one deal as a range.
///
/// # Errors
/// The text is not a range, or the range is empty.
pub fn range(text: &str) -> Result<RangeInclusive<u64>> {
    read_range(text, |end| number(end).map(Some))
}

/// Reads a range of numbers, with or without its end, or one number as a range. `number` reads
/// a number; where it returns `None`, the range has no limit.
///
/// # Errors
/// Those of `number`, or the range is empty.
pub fn read_range(
    text: &str,
    number: impl Fn(&str) -> Result<Option<u64>>,
) -> Result<RangeInclusive<u64>> {
    let (first, last) = match (text.split_once("..="), text.split_once("..")) {
        (Some((first, last)), _) => (number(first)?, number(last)?),
        (None, Some((first, end))) => (
            number(first)?,
            number(end)?.map(|end| end.saturating_sub(1)),
        ),
        (None, None) => (number(text)?, number(text)?),
    };
    let range = first.unwrap_or(0)..=last.unwrap_or(u64::MAX);
    ensure!(!range.is_empty(), "the range {text} is empty");
    Ok(range)
}

/// Reads `COUNT@SEED` or `COUNT@SEED:RANGE` and draws the deals.
fn draw(text: &str) -> Result<Vec<u64>> {
    let (draw, from) = match text.split_once(':') {
        Some((draw, from)) => (draw, range(from)?),
        None => (text, DRAWN_FROM),
    };
    let Some((count, seed)) = draw.split_once('@') else {
        bail!("expected random:COUNT@SEED");
    };
    let seed = seed
        .parse()
        .with_context(|| format!("{seed:?} is not a seed"))?;
    let many = count.parse();
    let many = many.with_context(|| format!("{count:?} is not a count"))?;
    let size = usize::try_from(super::count(&from))?;
    let most = size.min(MOST_DRAWN);
    ensure!(
        (1..=most).contains(&many),
        "the count must be 1 to {most}, not {count}"
    );
    let places = index::sample(&mut Pcg64::seed_from_u64(seed), size, many);
    let deals = places.into_iter().map(|place| from.start() + place as u64);
    Ok(deals.collect())
}
