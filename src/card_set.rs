//! Sets of cards, one bit a card.
//!
//! A set is what a search's inner loops ask about: whether a card is in it, whether two
//! sets have a card in common, which member is lowest. Everything here is a few
//! instructions on one 64-bit number.
//!
//! Beside each operator there is a named function, such as [`CardSet::union`] for `|`: trait
//! functions can neither be called in constants nor be inlined without optimisation, which
//! matters if CodinGame compiles the bot that way. The hot loops of the rules, the move
//! generator and the evaluation use the names, everything else the operators.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};
use std::ops::{Not, Sub, SubAssign};

use crate::card::{Card, Rank};

/// A set of cards.
///
/// ```
/// use freecell::card::Card;
/// use freecell::card_set::CardSet;
///
/// let aces: CardSet = Card::deck().take(4).collect();
/// let black = aces & CardSet::BLACK;
/// assert_eq!(black.len(), 2);
/// assert_eq!(black.first(), Some("AC".parse().unwrap()));
/// assert_eq!(black | (aces - CardSet::BLACK), aces);
/// let names: Vec<String> = black.into_iter().map(|card| card.to_string()).collect();
/// assert_eq!(names, ["AC", "AS"]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

/// The four cards of one rank, the aces.
const ACES: u64 = 0b1111;
/// The thirteen cards of one suit, clubs: one card in four.
const CLUBS: u64 = 0x1_1111_1111_1111;

impl CardSet {
    /// No card at all.
    pub const EMPTY: CardSet = CardSet(0);
    /// The 52 cards.
    pub const DECK: CardSet = CardSet((1 << Card::COUNT) - 1);
    /// Clubs and spades.
    pub const BLACK: CardSet = CardSet(CLUBS | CLUBS << 3);
    /// Diamonds and hearts.
    pub const RED: CardSet = CardSet(CLUBS << 1 | CLUBS << 2);

    /// The two colour-parity classes. Along a run both rank and colour change with each
    /// card, so the sum of the two stays even or odd: black aces, red twos, black threes …
    /// are the one class, all others the other, and no run has cards of both.
    pub const COLOR_PARITY: [CardSet; 2] =
        [CardSet(0x9_6969_6969_6969), CardSet(0x6_9696_9696_9696)];

    /// The set with a card for each bit that is 1, by [`Card::index`]; bits beyond the deck
    /// are dropped.
    #[inline(always)]
    pub const fn from_bits_truncate(bits: u64) -> CardSet {
        CardSet(bits & CardSet::DECK.0)
    }

    /// The set as a number: a bit for each card, by [`Card::index`].
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one card.
    #[inline(always)]
    pub const fn singleton(card: Card) -> CardSet {
        CardSet(1 << card.index())
    }

    /// The cards of a rank.
    pub const fn from_rank(rank: Rank) -> CardSet {
        CardSet(ACES << (4 * (rank.number() - 1)))
    }

    /// The cards of the `ranks` ranks that follow a rank, given by its index: 0 is the ace.
    #[inline(always)]
    pub const fn ranks_above(rank_index: u8, ranks: u8) -> CardSet {
        CardSet::from_bits_truncate(((1 << (4 * ranks)) - 1) << (4 * (rank_index + 1)))
    }

    /// The cards of a lower rank than a card's.
    pub const fn lower_ranks(card: Card) -> CardSet {
        CardSet((1 << (card.index() & !3)) - 1)
    }

    /// The cards of a card's suit that are below it.
    pub const fn below_in_suit(card: Card) -> CardSet {
        CardSet(CLUBS << card.suit().index() & ((1 << card.index()) - 1))
    }

    /// The cards of a card's suit that are above it.
    pub const fn above_in_suit(card: Card) -> CardSet {
        CardSet(CLUBS << card.suit().index() & (!1 << card.index()))
    }

    /// The set together with all cards that are above one of its cards in that card's suit.
    #[must_use]
    pub const fn with_all_above_in_suits(self) -> CardSet {
        // After each step, every card of the set is repeated twice as many ranks up.
        let mut bits = self.0;
        bits |= bits << 4;
        bits |= bits << 8;
        bits |= bits << 16;
        bits |= bits << 32;
        CardSet::from_bits_truncate(bits)
    }

    /// The cards that fit on some card of the set.
    #[inline(always)]
    #[must_use]
    pub const fn fitting(self) -> CardSet {
        CardSet::fitting_ranks(self.ranks_by_color())
    }

    /// The cards that fit on two cards of the set.
    #[inline(always)]
    #[must_use]
    pub const fn fitting_twice(self) -> CardSet {
        let black = self.0 & self.0 >> 3 & CLUBS;
        let red = self.0 >> 1 & self.0 >> 2 & CLUBS;
        CardSet::fitting_ranks((black, red))
    }

    /// The cards that fit on a black and on a red card of those ranks.
    #[inline(always)]
    const fn fitting_ranks((black, red): (u64, u64)) -> CardSet {
        CardSet(((black * 0b0110) | (red * 0b1001)) >> 4)
    }

    /// The cards of the set on which no card but an ace could still be put, where the set has the
    /// next card of each suit that is not whole: aces, twos, and cards of no higher rank than any
    /// of the other colour.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn safe(self) -> CardSet {
        const ACES_AND_TWOS: u64 = ACES | ACES << 4;
        let (black, red) = self.ranks_by_color();
        // Without a rank, this wraps to all cards.
        let red_up_to = ((black & black.wrapping_neg()) << 4).wrapping_sub(1);
        let black_up_to = ((red & red.wrapping_neg()) << 4).wrapping_sub(1);
        let safe = CardSet::RED.0 & red_up_to | CardSet::BLACK.0 & black_up_to;
        CardSet(self.0 & (safe | ACES_AND_TWOS))
    }

    /// The ranks of the black cards and those of the red ones, each with a bit where the club of
    /// that rank has its own.
    #[inline(always)]
    const fn ranks_by_color(self) -> (u64, u64) {
        // C D H S are black, red, red, black.
        let black = (self.0 | self.0 >> 3) & CLUBS;
        let red = (self.0 >> 1 | self.0 >> 2) & CLUBS;
        (black, red)
    }

    /// Whether a card is in the set.
    #[inline(always)]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether no card is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The number of cards in a set of at most 15, in fewer steps (log: "runs that fit nowhere").
    #[inline(always)]
    pub const fn len_up_to_15(self) -> u32 {
        // A third of the highest number has one bit of every two, a fifth two of every four, and a
        // fifteenth one of every four.
        let counts = self.0 - (self.0 >> 1 & (u64::MAX / 3));
        let twos = u64::MAX / 5;
        let counts = (counts & twos) + (counts >> 2 & twos);
        // The highest nibble of this product is the sum of all.
        (counts.wrapping_mul(u64::MAX / 15) >> 60) as u32
    }

    /// Whether no card is in both sets.
    #[inline(always)]
    pub const fn is_disjoint(self, other: CardSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The cards in either set: `|`.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets: `&`.
    #[inline(always)]
    #[must_use]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards in this set that are not in the other: `-`.
    #[inline(always)]
    #[must_use]
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards in one of the sets alone: `^`.
    #[inline(always)]
    #[must_use]
    pub const fn symmetric_difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 ^ other.0)
    }

    /// Adds a card; returns whether the set did not have it.
    pub fn insert(&mut self, card: Card) -> bool {
        let is_new = !self.contains(card);
        self.0 |= 1 << card.index();
        is_new
    }

    /// Removes a card; returns whether the set had it.
    pub fn remove(&mut self, card: Card) -> bool {
        let was_in = self.contains(card);
        self.0 &= !(1 << card.index());
        was_in
    }

    /// The lowest card of the set.
    #[inline(always)]
    pub const fn first(self) -> Option<Card> {
        // For the empty set this asks for card 64, which does not exist.
        Card::from_index(self.0.trailing_zeros() as usize)
    }

    /// Removes the lowest card of the set and returns it.
    #[inline(always)]
    pub fn pop_first(&mut self) -> Option<Card> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    fn bitor(self, other: CardSet) -> CardSet {
        self.union(other)
    }
}

impl BitAnd for CardSet {
    type Output = CardSet;

    fn bitand(self, other: CardSet) -> CardSet {
        self.intersection(other)
    }
}

impl BitXor for CardSet {
    type Output = CardSet;

    fn bitxor(self, other: CardSet) -> CardSet {
        self.symmetric_difference(other)
    }
}

impl Sub for CardSet {
    type Output = CardSet;

    fn sub(self, other: CardSet) -> CardSet {
        self.difference(other)
    }
}

/// The cards of the deck that are not in the set.
impl Not for CardSet {
    type Output = CardSet;

    fn not(self) -> CardSet {
        CardSet::DECK.difference(self)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        *self = *self | other;
    }
}

impl BitAndAssign for CardSet {
    fn bitand_assign(&mut self, other: CardSet) {
        *self = *self & other;
    }
}

impl BitXorAssign for CardSet {
    fn bitxor_assign(&mut self, other: CardSet) {
        *self = *self ^ other;
    }
}

impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        *self = *self - other;
    }
}

impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        set.extend(cards);
        set
    }
}

/// The cards of a set, the lowest first.
#[derive(Clone, Debug)]
pub struct Cards(CardSet);

impl Iterator for Cards {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        self.0.pop_first()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cards {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    fn into_iter(self) -> Cards {
        Cards(self)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
