//! Deals as programs number them: `617` in most, `pysolfc:100000` for a number of `PySolFC`'s own.
//!
//! Most programs count Microsoft's deals, some with other first and last numbers. Three generators
//! deal the rest (`generators`): `PySolFC`'s from 32000 on, the two of pysol-cards from 32001
//! on. [`find`] goes the other way, from a table to the names that it has.

mod find;
mod generators;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub use self::find::{find, Exchange, PYSOL_CARDS_SEARCHED, PYSOL_FC_SEARCHED};
use crate::card::{Card, Rank, Suit};
use crate::deal::{self, LAST_DEAL};
use crate::table::Table;

/// A way to number deals: that of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Microsoft's, with -1 and -2, which lay the deck out in order and cannot be won.
    Microsoft,
    /// That of fc-solve's `make-microsoft-freecell-board`, with 0.
    FcSolve,
    /// kpat's: 31 bits.
    Kpat,
    /// soliterm's: 31 bits, with 0.
    Soliterm,
    /// That of macroxue's solver, which counts from 2^31 on in negative numbers, and has a 0.
    Macroxue,
    /// `PySolFC`'s: Microsoft's below 32000, then its own.
    PySolFc,
    /// pysol-cards': Microsoft's up to 32000, then its own.
    PySolCards,
    /// The same with its option `-F`: then `PySolFC`'s.
    PySolCardsF,
}

/// The number of a deal in some program. That program has the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedDeal {
    numbering: Numbering,
    number: i128,
}

/// How a deal comes about.
enum Source {
    Microsoft(u64),
    /// The table of [`deal::zero`].
    Zero,
    InOrder(Vec<Card>),
    Mersenne(u128),
    Congruential(u64),
}

/// The first number of `PySolFC`'s own.
const PYSOL_FC_FIRST: i128 = 32_000;

/// The last one: it writes twenty digits.
const PYSOL_FC_LAST: i128 = 10_i128.pow(20) - 1;

/// The first number of pysol-cards' own.
const PYSOL_CARDS_FIRST: i128 = 32_001;

impl Numbering {
    /// All of them.
    pub const ALL: [Numbering; 8] = [
        Numbering::Microsoft,
        Numbering::FcSolve,
        Numbering::Kpat,
        Numbering::Soliterm,
        Numbering::Macroxue,
        Numbering::PySolFc,
        Numbering::PySolCards,
        Numbering::PySolCardsF,
    ];

    /// The word before the colon, as in `pysolfc:100000`.
    pub fn name(self) -> &'static str {
        match self {
            Numbering::Microsoft => "microsoft",
            Numbering::FcSolve => "fc-solve",
            Numbering::Kpat => "kpat",
            Numbering::Soliterm => "soliterm",
            Numbering::Macroxue => "macroxue",
            Numbering::PySolFc => "pysolfc",
            Numbering::PySolCards => "pysol-cards",
            Numbering::PySolCardsF => "pysol-cards-f",
        }
    }

    /// The numbers that the program has.
    pub fn numbers(self) -> RangeInclusive<i128> {
        let last = i128::from(LAST_DEAL);
        match self {
            Numbering::Microsoft => -2..=last,
            Numbering::FcSolve => 0..=last,
            Numbering::Kpat => 1..=i128::from(i32::MAX),
            Numbering::Soliterm => 0..=i128::from(i32::MAX),
            Numbering::Macroxue => i128::from(i32::MIN)..=i128::from(i32::MAX),
            Numbering::PySolFc | Numbering::PySolCardsF => 1..=PYSOL_FC_LAST,
            Numbering::PySolCards => 1..=i128::from(u64::MAX),
        }
    }
}

impl NumberedDeal {
    /// The deal with that number.
    ///
    /// # Errors
    /// The program has none with it.
    pub fn new(numbering: Numbering, number: i128) -> Result<NumberedDeal, String> {
        let numbers = numbering.numbers();
        let is_none = !numbers.contains(&number) || number == 0 && *numbers.start() == -2;
        if is_none {
            let (first, last) = (numbers.start(), numbers.end());
            return Err(match numbering {
                Numbering::Microsoft => {
                    format!("there is no deal {number}: they are numbered 1 to {last}")
                }
                _ => format!(
                    "there is no deal {}:{number}: they are numbered {first} to {last}",
                    numbering.name()
                ),
            });
        }
        Ok(NumberedDeal { numbering, number })
    }

    /// Microsoft's deal with that number.
    ///
    /// # Errors
    /// There is none with it.
    pub fn new_microsoft(number: u64) -> Result<NumberedDeal, String> {
        NumberedDeal::new(Numbering::Microsoft, number.into())
    }

    /// The number of the same deal in Microsoft's range, if it is one of these.
    pub fn microsoft(&self) -> Option<u64> {
        match self.source() {
            Source::Microsoft(number) => Some(number),
            _ => None,
        }
    }

    /// Its table.
    ///
    /// # Panics
    /// Never: a deal has a number that its program has.
    pub fn table(&self) -> Table {
        match self.source() {
            Source::Microsoft(number) => deal::microsoft(number).expect("a deal's number"),
            Source::Zero => deal::zero(),
            Source::InOrder(cards) => deal::in_rows(cards),
            Source::Mersenne(seed) => generators::mersenne(seed),
            Source::Congruential(seed) => generators::congruential(seed),
        }
    }

    fn source(&self) -> Source {
        let number = self.number;
        match self.numbering {
            Numbering::Microsoft if number == -1 => Source::InOrder(in_pairs_of_rows()),
            Numbering::Microsoft if number == -2 => Source::InOrder(kings_on_aces()),
            Numbering::PySolFc if number >= PYSOL_FC_FIRST => Source::Mersenne(number as u128),
            Numbering::PySolCardsF if number >= PYSOL_CARDS_FIRST => {
                Source::Mersenne(number as u128)
            }
            Numbering::PySolCards if number >= PYSOL_CARDS_FIRST => {
                Source::Congruential(number as u64)
            }
            _ if number == 0 => Source::Zero,
            Numbering::Macroxue => Source::Microsoft(u64::from(number as u32)),
            _ => Source::Microsoft(number as u64),
        }
    }
}

/// Microsoft's deal -1 in rows: the odd ranks upwards on the left, the even ones downwards on the
/// right, each row clubs, diamonds, hearts, spades.
fn in_pairs_of_rows() -> Vec<Card> {
    let row = |rank| Suit::ALL.map(|suit| card(rank, suit));
    let rows = (0..7).flat_map(|index| [Some(1 + 2 * index), (index < 6).then(|| 12 - 2 * index)]);
    rows.flatten().flat_map(row).collect()
}

/// Microsoft's deal -2 in rows: the aces on the left, upon each the higher half of a suit, and the
/// lower halves on the right.
fn kings_on_aces() -> Vec<Card> {
    let row = |rank| {
        Suit::ALL
            .into_iter()
            .rev()
            .map(move |suit| card(rank, suit))
    };
    let left = [1].into_iter().chain((8..=13).rev());
    let right = (2..=7).rev().map(Some).chain([None]);
    left.zip(right)
        .flat_map(|(left, right)| row(left).chain(right.into_iter().flat_map(row)))
        .collect()
}

fn card(rank: u8, suit: Suit) -> Card {
    Card::new(Rank::new(rank).expect("a rank"), suit)
}

/// Microsoft's deals have the number alone.
impl fmt::Display for NumberedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.numbering {
            Numbering::Microsoft => write!(f, "{}", self.number),
            other => write!(f, "{}:{}", other.name(), self.number),
        }
    }
}

/// A program's name, a colon and the number: `pysolfc:100000`, `soliterm:0` or `ms:-1`. In the
/// numbers of pysol's programs, `ms` stands for Microsoft's: `pysolfc:ms100000`.
impl FromStr for NumberedDeal {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberedDeal, String> {
        let names = || Numbering::ALL.map(Numbering::name).join(", ");
        let (name, digits) = text.trim().split_once(':').ok_or_else(|| {
            format!(
                "found {text:?}, expected a program's name, a colon and a number: {}",
                names()
            )
        })?;
        let name = name.trim().to_lowercase();
        let numbering = match &*name {
            "ms" => Some(Numbering::Microsoft),
            name => Numbering::ALL.into_iter().find(|it| it.name() == name),
        };
        let Some(numbering) = numbering else {
            let known = names();
            return Err(format!("no deals of {name:?} are known here: of {known}"));
        };
        let digits = digits.trim();
        let number = |digits: &str| {
            let digits = digits.trim_start_matches('#');
            let number = digits.parse::<i128>();
            number.map_err(|_| format!("found {digits:?} after {name}:, expected a deal's number"))
        };
        match digits.strip_prefix("ms") {
            Some(digits) if name.starts_with("pysol") => {
                NumberedDeal::new(Numbering::Microsoft, number(digits)?)
            }
            _ => NumberedDeal::new(numbering, number(digits)?),
        }
    }
}
