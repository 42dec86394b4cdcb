//! The card table as people see it: eight numbered cascades, four lettered
//! cells, four foundations.
//!
//! Tables are dealt, read, printed and judged in this form. The search packs them
//! into a form of its own ([`crate::board`]). What moves do to a table is not
//! known here.

use std::fmt;

use arrayvec::ArrayVec;

use crate::card::{Card, Rank, Suit};

/// The number of cascades on a table.
pub const CASCADES: usize = 8;
/// The number of cells on a table.
pub const CELLS: usize = 4;

/// The cards of one cascade, deepest first. In a game no cascade grows beyond 19 cards,
/// but a table may hold any arrangement of a deck, so there is room for all of it.
pub type Cascade = ArrayVec<Card, { Card::COUNT }>;

/// A table: where every card lies.
///
/// The fields are public: a `Table` may hold any arrangement, and
/// [`Table::validate`] checks whether it is one of a whole deck.
///
/// ```
/// use freecell::table::Table;
///
/// // Three kings are left; all other cards are home.
/// let table = Table::build(&["KS", "KH"], "- KC").unwrap();
/// assert_eq!(table.foundations, [12, 13, 12, 12]);
/// assert_eq!(table.cells[1].unwrap().to_string(), "KC");
/// assert!(!table.is_won());
/// assert_eq!(table.validate(), Ok(()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Table {
    /// The cascades 1 to 8, each with its deepest card first.
    pub cascades: [Cascade; CASCADES],
    /// The cells a to d.
    pub cells: [Option<Card>; CELLS],
    /// For each suit, by [`Suit::index`], how many of its cards are home: the
    /// rank on top of its foundation, or 0.
    pub foundations: [u8; 4],
}

impl Table {
    /// A table with the given cascades, written as in a turn's input
    /// (`"QS TS TH"`, deepest first; missing cascades are empty), and cells
    /// (`-` for an empty one). The cards that are named nowhere are home. For tests
    /// and examples.
    ///
    /// # Errors
    /// A token is not a card, there are more than eight cascades or four cells, or
    /// [`Table::validate`] fails.
    pub fn build(cascades: &[&str], cells: &str) -> Result<Table, Box<dyn std::error::Error>> {
        let mut table = Table::default();
        if cascades.len() > CASCADES || cells.split_whitespace().count() > CELLS {
            return Err("a table has eight cascades and four cells".into());
        }
        let card = |token: &str| {
            token
                .parse()
                .map_err(|error| format!("{token:?} is not a card: {error}"))
        };
        for (cascade, text) in table.cascades.iter_mut().zip(cascades) {
            for token in text.split_whitespace() {
                let card = card(token)?;
                // Of 53 cards in a cascade, at least one is there twice.
                cascade.try_push(card).map_err(|_| Error::Twice(card))?;
            }
        }
        for (cell, token) in table.cells.iter_mut().zip(cells.split_whitespace()) {
            *cell = if token == "-" {
                None
            } else {
                Some(card(token)?)
            };
        }
        table.foundations = table.foundations_of_the_rest()?;
        table.validate()?;
        Ok(table)
    }

    /// The foundations that hold exactly the cards that are in no cell and no
    /// cascade.
    ///
    /// # Errors
    /// [`Error::Missing`] if such a card cannot be home, because a lower card of
    /// its suit is still on the table.
    pub fn foundations_of_the_rest(&self) -> Result<[u8; 4], Error> {
        let mut lowest = [14; 4];
        for card in self.cards() {
            let lowest = &mut lowest[card.suit().index()];
            *lowest = card.rank().number().min(*lowest);
        }
        let missing = |&card: &Card| card.rank().number() > lowest[card.suit().index()];
        let on_table = |&card: &Card| self.cards().any(|other| other == card);
        match Card::deck().find(|card| missing(card) && !on_table(card)) {
            Some(card) => Err(Error::Missing(card)),
            None => Ok(lowest.map(|rank| rank - 1)),
        }
    }

    /// Every card in a cascade or a cell, cascades first.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let cascades = self.cascades.iter().flatten().copied();
        cascades.chain(self.cells.iter().flatten().copied())
    }

    /// Returns `true` if a card is home.
    pub fn is_home(&self, card: Card) -> bool {
        card.rank().number() <= self.foundations[card.suit().index()]
    }

    /// Returns `true` if a card is home or in a cascade or a cell.
    pub fn has(&self, card: Card) -> bool {
        self.is_home(card) || self.cards().any(|other| other == card)
    }

    /// The card at the end of a cascade, given its index, 0 to 7.
    pub fn top(&self, cascade: usize) -> Option<Card> {
        self.cascades[cascade].last().copied()
    }

    /// The card that a suit's foundation takes next; `None` when it is full.
    pub fn next_home(&self, suit: Suit) -> Option<Card> {
        Rank::new(self.foundations[suit.index()] + 1).map(|rank| Card::new(rank, suit))
    }

    /// The number of cells without a card.
    pub fn free_cells(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The number of cascades without a card.
    pub fn empty_cascades(&self) -> usize {
        let cascades = self.cascades.iter();
        cascades.filter(|cards| cards.is_empty()).count()
    }

    /// Returns `true` if all cards are home.
    pub fn is_won(&self) -> bool {
        self.foundations == [Rank::KING.number(); 4]
    }

    /// Checks that every card of the deck lies in exactly one place.
    ///
    /// # Errors
    /// The first [`Error`] found.
    pub fn validate(&self) -> Result<(), Error> {
        let mut seen = [false; Card::COUNT];
        for card in self.cards() {
            if seen[card.index()] || self.is_home(card) {
                return Err(Error::Twice(card));
            }
            seen[card.index()] = true;
        }
        match Card::deck().find(|&card| !self.has(card)) {
            Some(card) => Err(Error::Missing(card)),
            None => Ok(()),
        }
    }
}

/// Why a table is not an arrangement of one whole deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The card lies in two places; a foundation counts as one.
    Twice(Card),
    /// The card lies nowhere.
    Missing(Card),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Twice(card) => write!(f, "the card {card} lies in two places"),
            Error::Missing(card) => write!(f, "the card {card} lies nowhere"),
        }
    }
}

impl std::error::Error for Error {}
