//! Cards, ranks and suits, as small numbers and as text.
//!
//! A [`Card`] is its number in Microsoft's order of the deck, AC AD AH AS 2C …
//! KS, so that dealing, sets of cards and tables all index by the same number.
//! Which card may lie on which depends on rank and colour alone and is answered
//! here. Where the cards lie is not known here: see [`crate::table`] and
//! [`crate::board`].

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A suit, in the alphabetical order that Microsoft's deck uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// ♣, black
    Clubs = 0,
    /// ♦, red
    Diamonds = 1,
    /// ♥, red
    Hearts = 2,
    /// ♠, black
    Spades = 3,
}

impl Suit {
    /// The four suits, in the order of their numbers.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit's number, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns `true` for diamonds and hearts.
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// The suit's letter, upper case.
    pub const fn letter(self) -> char {
        SUITS[self as usize] as char
    }

    /// The suit's symbol: ♣, ♦, ♥ or ♠.
    pub const fn symbol(self) -> char {
        // The merger takes sources in ASCII alone.
        ['\u{2663}', '\u{2666}', '\u{2665}', '\u{2660}'][self as usize]
    }
}

/// A rank, from 1 (ace) to 13 (king).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const ACE: Rank = Rank(1);
    /// The highest rank.
    pub const KING: Rank = Rank(13);

    /// The rank with that number, if the number is 1 to 13.
    pub const fn new(number: u8) -> Option<Rank> {
        if number >= 1 && number <= 13 {
            Some(Rank(number))
        } else {
            None
        }
    }

    /// The rank's number, 1 to 13.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank's letter: `A`, `2` to `9`, `T`, `J`, `Q` or `K`.
    pub const fn letter(self) -> char {
        RANKS[self.0 as usize - 1] as char
    }
}

/// The letters of the suits and of the ranks, in the order of their numbers.
const SUITS: &[u8] = b"CDHS";
const RANKS: &[u8] = b"A23456789TJQK";

/// The index of the letter that a text consists of, in either case.
fn index_among(letters: &[u8], text: &str) -> Option<usize> {
    let is_text = |letter: &u8| text.as_bytes().eq_ignore_ascii_case(&[*letter]);
    letters.iter().position(is_text)
}

/// One of the 52 cards: 4 · (rank − 1) + suit, so 0 is AC and 51 is KS.
///
/// ```
/// use freecell::card::{Card, ParseCardError, Rank, Suit};
///
/// let ten: Card = "10h".parse().unwrap();
/// assert_eq!(ten, Card::new(Rank::new(10).unwrap(), Suit::Hearts));
/// assert_eq!(ten.to_string(), "TH");
/// assert!(ten.fits_on("JS".parse().unwrap()));
/// assert_eq!("TX".parse::<Card>(), Err(ParseCardError::Suit));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The number of cards in a deck.
    pub const COUNT: usize = 52;

    /// The card with that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card((rank.0 - 1) * 4 + suit as u8)
    }

    /// The card with that number, if the number is below 52.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// The whole deck, in the order of the cards' numbers.
    pub fn deck() -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card)
    }

    /// The card's number, 0 to 51.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 4 + 1)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        match self.0 % 4 {
            0 => Suit::Clubs,
            1 => Suit::Diamonds,
            2 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }

    /// Returns `true` for diamonds and hearts.
    pub const fn is_red(self) -> bool {
        self.suit().is_red()
    }

    /// Returns `true` if the card may be put on `other` in a cascade: it is one rank lower and
    /// of the other colour.
    pub const fn fits_on(self, other: Card) -> bool {
        self.0 / 4 + 1 == other.0 / 4 && self.is_red() != other.is_red()
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank(), self.suit())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a rank, a suit, or a card, which is a rank followed by a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseCardError {
    /// The text, or what precedes the last character of a card, is not a rank.
    Rank,
    /// The text, or the last character of a card, is not a suit.
    Suit,
}

impl fmt::Display for ParseCardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseCardError::Rank => "not a rank: A, 2 to 9, T or 10, J, Q or K expected",
            ParseCardError::Suit => "not a suit: C, D, H or S expected at the end",
        })
    }
}

impl Error for ParseCardError {}

/// Reads a suit: its letter, in either case.
impl FromStr for Suit {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Suit, ParseCardError> {
        let index = index_among(SUITS, text).ok_or(ParseCardError::Suit)?;
        Ok(Suit::ALL[index])
    }
}

/// Reads a rank: its letter, in either case, or `10`.
impl FromStr for Rank {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Rank, ParseCardError> {
        if text == "10" {
            return Ok(Rank(10));
        }
        let index = index_among(RANKS, text).ok_or(ParseCardError::Rank)?;
        Ok(Rank(index as u8 + 1))
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let last = text.char_indices().next_back();
        let (rank, suit) = text.split_at(last.map_or(0, |(index, _)| index));
        // The suit is read first, so that a text without one is reported as incomplete, whatever
        // its rank.
        let suit = suit.parse()?;
        Ok(Card::new(rank.parse()?, suit))
    }
}
