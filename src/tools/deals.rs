//! Lists of deals as people type them: `10913`, `1..=100`, `random:50@7`, and lists
//! of these in files.
//!
//! A subcommand that works on deals flattens [`Deals`] into its arguments. The
//! cards of a deal come from [`crate::deal`].

use std::io::{BufRead as _, BufReader, Read as _};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use super::table_file;
use crate::deal::{self, LAST_DEAL};
use crate::table::Table;
use anyhow::{anyhow, bail, ensure, Context, Error, Result};
use rand::{seq::index, SeedableRng};
use rand_pcg::Pcg64;
use rangemap::RangeInclusiveSet;

/// The deals that `random:COUNT@SEED` draws from.
const DRAWN_FROM: RangeInclusive<u64> = 1..=1_000_000;

/// The most deals of one draw, which are held in memory.
const MOST_DRAWN: usize = 1_000_000;

/// The most bytes that a file of deals may have: millions of deals, and more as ranges.
const LONGEST_FILE: u64 = 1 << 26;

/// The most bytes that a word of such a file may have.
const LONGEST_WORD: usize = 100;

/// A list of Microsoft deals.
#[derive(Clone, Debug, clap::Args)]
pub struct Deals {
    /// Microsoft deals: numbers (10913), ranges (1..=100, or 1..101 without its
    /// end), and random:COUNT@SEED, that many different deals of 1..=1000000 (or
    /// of another range: random:50@7:1..=32000)
    #[arg(value_name = "DEALS", required_unless_present_any = ["file", "input"])]
    lists: Vec<Numbers>,
    /// Read more of them from a file, or from standard input (-): separated by
    /// blanks, a # begins a remark
    #[arg(long = "deals-from", id = "file", value_name = "FILE", value_parser = from_file)]
    file: Option<List>,
    /// Add the table in a file, or on standard input (-), in any form; its number is 0
    /// unless it is a Microsoft deal
    #[arg(long, value_name = "FILE", value_parser = read_given)]
    input: Option<Given>,
}

/// One Microsoft deal.
#[derive(Clone, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub struct OneDeal {
    /// The number of a Microsoft deal
    #[arg(value_name = "DEAL", value_parser = number)]
    deal: Option<u64>,
    /// Read the deal's table from a file, or from standard input (-), in any form
    #[arg(long, value_name = "FILE", value_parser = given_number)]
    input: Option<u64>,
}

impl OneDeal {
    /// The deal's number.
    ///
    /// # Panics
    /// Never: the arguments are refused without a number or a table.
    pub fn number(&self) -> u64 {
        self.deal.or(self.input).expect("clap asks for one of them")
    }
}

/// A table from a file, with the number of the deal that it is, or 0.
#[derive(Clone, Debug)]
struct Given {
    numbers: Numbers,
    table: Table,
}

impl Given {
    /// The number of the deal that the table is.
    fn number(&self) -> Result<u64> {
        match &self.numbers {
            Numbers::Range(range) if *range.start() > 0 => Ok(*range.start()),
            _ => bail!(
                "the table is not a Microsoft deal, so it has no number, which is needed here"
            ),
        }
    }
}

/// The deals that a file lists.
#[derive(Clone, Debug)]
struct List(Vec<Numbers>);

impl Deals {
    /// The numbers, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = u64> + Send + '_ {
        let deals = self.lists().flat_map(Numbers::iter);
        let left = usize::try_from(self.count()).unwrap_or(usize::MAX);
        Counted { deals, left }
    }

    /// The number of deals.
    pub fn count(&self) -> u64 {
        self.lists().map(Numbers::len).sum()
    }

    /// The numbers as ranges in ascending order, each number once.
    pub fn set(&self) -> RangeInclusiveSet<u64> {
        let mut set = RangeInclusiveSet::new();
        for numbers in self.lists() {
            match numbers {
                Numbers::Range(range) => set.insert(range.clone()),
                Numbers::Drawn(numbers) => set.extend(numbers.iter().map(|&deal| deal..=deal)),
            }
        }
        set
    }

    /// The table of a deal of the list.
    ///
    /// # Panics
    /// The deal is not one of the list.
    pub fn table(&self, number: u64) -> Table {
        let given = || Some(self.input.as_ref()?.table.clone());
        deal::microsoft(number)
            .or_else(given)
            .expect("a deal of the list")
    }

    /// Checks that each deal has a number by which it can be identified.
    ///
    /// # Errors
    /// The table of `--input` is not a Microsoft deal.
    pub fn ensure_numbered(&self) -> Result<()> {
        self.input.as_ref().map(Given::number).transpose()?;
        Ok(())
    }

    fn lists(&self) -> impl Iterator<Item = &Numbers> + Clone + Send {
        let more = self.file.iter().flat_map(|list| &list.0);
        let given = self.input.iter().map(|given| &given.numbers);
        self.lists.iter().chain(more).chain(given)
    }
}

/// Numbers with a count that their iterator gives as its size.
struct Counted<I> {
    deals: I,
    left: usize,
}

impl<I: Iterator<Item = u64>> Iterator for Counted<I> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.left = self.left.saturating_sub(1);
        self.deals.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

/// Reads a table from a file. Clap prints an error without its causes, so they are one.
fn read_given(path: &str) -> Result<Given> {
    let table = table_file::read(Path::new(path)).map_err(|error| anyhow!("{error:#}"))?;
    let number = deal::number(&table).unwrap_or(0);
    Ok(Given {
        numbers: Numbers::Range(number..=number),
        table,
    })
}

/// Reads a Microsoft deal's number from a file with its table.
fn given_number(path: &str) -> Result<u64> {
    read_given(path)?.number()
}

/// Reads a file of deals. Clap prints an error without its causes, so they are one.
fn from_file(path: &str) -> Result<List> {
    read_list(path).map_err(|error| anyhow!("{error:#}"))
}

/// Reads a file of deals.
fn read_list(path: &str) -> Result<List> {
    let input = table_file::open(Path::new(path))?;
    let input = BufReader::new(input.take(LONGEST_FILE + 1));
    let mut lists = Vec::new();
    let mut bytes = 0;
    for (index, line) in input.lines().enumerate() {
        let place = || format!("line {}", index + 1);
        let line = line.with_context(place)?;
        bytes += line.len() as u64 + 1;
        ensure!(bytes <= LONGEST_FILE, "longer than 64 MiB");
        let line = line.trim_start_matches('\u{feff}');
        let (numbers, _) = line.split_once('#').unwrap_or((line, ""));
        for text in numbers.split_whitespace() {
            let length = text.len();
            ensure!(
                length <= LONGEST_WORD,
                "{}: a word of {length} bytes",
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
    Ok(List(lists))
}

/// The deals that one argument stands for, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Numbers {
    Range(RangeInclusive<u64>),
    Drawn(Vec<u64>),
}

impl Numbers {
    fn len(&self) -> u64 {
        match self {
            Numbers::Range(range) => count(range),
            Numbers::Drawn(numbers) => numbers.len() as u64,
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = u64> + Send + '_> {
        match self {
            Numbers::Range(range) => Box::new(range.clone()),
            Numbers::Drawn(numbers) => Box::new(numbers.iter().copied()),
        }
    }
}

impl FromStr for Numbers {
    type Err = Error;

    fn from_str(text: &str) -> Result<Numbers> {
        if let Some(drawing) = text.strip_prefix("random:") {
            draw(drawing).map(Numbers::Drawn)
        } else {
            range(text).map(Numbers::Range)
        }
    }
}

/// How many deals a range has.
pub fn count(deals: &RangeInclusive<u64>) -> u64 {
    deals.end() - deals.start() + 1
}

/// A deal's number without what people write around it: `#617`, `MS 617`, `1,000,000`.
fn bare_number(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    let labels = ["microsoft", "freecell", "ms", "deal", "game", "#", "no."];
    let mut rest = text.as_str();
    while let Some(next) = labels.iter().find_map(|label| rest.strip_prefix(label)) {
        rest = next.trim_start();
    }
    let groups: Vec<&str> = rest.split(',').collect();
    let is_grouped = groups[1..].iter().all(|group| group.len() == 3) && groups[0].len() <= 3;
    if is_grouped {
        groups.concat()
    } else {
        rest.to_owned()
    }
}

/// Reads the number of one deal.
///
/// # Errors
/// The text is not a number, or no deal has that number.
pub fn number(text: &str) -> Result<u64> {
    let number = bare_number(text).parse().with_context(|| {
        format!("{text:?} is neither a deal's number, a range nor random:COUNT@SEED")
    })?;
    ensure!(
        (1..=LAST_DEAL).contains(&number),
        "there is no deal {number}: they are numbered 1 to {LAST_DEAL}"
    );
    Ok(number)
}

/// Reads a range of deals, or one deal as a range.
///
/// # Errors
/// The text is not a range, or the range is empty.
pub fn range(text: &str) -> Result<RangeInclusive<u64>> {
    let (first, last) = if let Some((first, last)) = text.split_once("..=") {
        (number(first)?, number(last)?)
    } else if let Some((first, end)) = text.split_once("..") {
        (number(first)?, number(end)? - 1)
    } else {
        let number = number(text)?;
        (number, number)
    };
    ensure!(first <= last, "the range {text} is empty");
    Ok(first..=last)
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
    let count = count
        .parse()
        .with_context(|| format!("{count:?} is not a count"))?;
    let (first, size) = (
        *from.start(),
        usize::try_from(from.end() - from.start() + 1)?,
    );
    let most = size.min(MOST_DRAWN);
    ensure!(
        (1..=most).contains(&count),
        "the count must be 1 to {most}, not {count}"
    );
    let places = index::sample(&mut Pcg64::seed_from_u64(seed), size, count);
    Ok(places
        .into_iter()
        .map(|place| first + place as u64)
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u64> {
        text.parse::<Numbers>().unwrap().iter().collect()
    }

    #[test]
    fn deals_are_read_as_numbers_or_ranges() {
        assert_eq!(numbers("10913"), [10913]);
        assert_eq!(numbers("3..=5"), [3, 4, 5]);
        assert_eq!(numbers("3..5"), [3, 4]);
        assert_eq!(
            "1..=8589934591".parse::<Numbers>().unwrap().len(),
            LAST_DEAL
        );
    }

    #[test]
    fn a_draw_depends_on_its_seed_alone_and_repeats_nothing() {
        let mut drawn = numbers("random:50@7");
        assert_eq!(drawn, numbers("random:50@7"));
        assert_ne!(drawn, numbers("random:50@8"));
        assert!(drawn.iter().all(|number| DRAWN_FROM.contains(number)));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 50);
        let mut whole = numbers("random:3@1:10..=12");
        whole.sort_unstable();
        assert_eq!(whole, [10, 11, 12]);
    }

    #[test]
    fn deals_are_listed_in_a_file_with_remarks() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().to_str().unwrap();
        let deals = |text: &str| {
            std::fs::write(path, text).unwrap();
            let file = read_list(path).map(Some)?;
            anyhow::Ok(Deals {
                lists: vec![],
                file,
                input: None,
            })
        };
        let some = deals("# hard ones\n3 1\n\n7..=9 10 # easy\n11\n").unwrap();
        assert_eq!(some.iter().collect::<Vec<_>>(), [3, 1, 7, 8, 9, 10, 11]);
        assert_eq!(some.iter().size_hint(), (7, Some(7)));
        assert_eq!(some.set().iter().count(), 3);
        let reason = |text: &str| format!("{:#}", deals(text).unwrap_err());
        assert!(reason("1\n2 x").starts_with("line 2: \"x\" is neither"));
        assert_eq!(reason("# none\n"), "no deals in it");
        assert_eq!(deals("\u{feff}3 1\n").unwrap().count(), 2);
        let endless = "1".repeat(1000);
        assert_eq!(reason(&endless), "line 1: a word of 1000 bytes");
        assert_eq!(
            read_list("/dev/zero").unwrap_err().to_string(),
            "longer than 64 MiB"
        );
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let reason = |text: &str| text.parse::<Numbers>().unwrap_err().to_string();
        assert_eq!(
            reason("0"),
            "there is no deal 0: they are numbered 1 to 8589934591"
        );
        assert_eq!(reason("5..=4"), "the range 5..=4 is empty");
        assert_eq!(reason("5..5"), "the range 5..5 is empty");
        assert!(reason("x").starts_with("\"x\" is neither a deal's number"));
        assert!(reason("1..").starts_with("\"\" is neither a deal's number"));
        assert_eq!(reason("random:5"), "expected random:COUNT@SEED");
        assert_eq!(
            reason("random:4@1:10..=12"),
            "the count must be 1 to 3, not 4"
        );
        assert_eq!(
            reason("random:8589934591@1:1..=8589934591"),
            "the count must be 1 to 1000000, not 8589934591"
        );
        assert_eq!(reason("random:4@x"), "\"x\" is not a seed");
    }
}
