//! Sets of cards, one bit a card.
//!
//! A set is what the search's inner loops ask about: whether a card is in it, whether
//! two sets have a card in common, which member is lowest. Everything here is a few
//! instructions on one 64-bit number, in `const` functions, so that tables of sets are
//! made while compiling.
//!
//! Cards are named by their numbers, [`Card::index`] as a `u8`: 4 · (rank − 1) + suit.
//! A set takes any number below 64, hence also [`NO_CARD`](crate::board::NO_CARD), the
//! byte that stands for "no card", and the numbers 52 to 55 of what would follow the
//! kings; neither is ever asked for.

use std::fmt;

use crate::card::Card;

/// A set of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardSet(u64);

/// The four cards of one rank, the aces.
const ACES: u64 = 0b1111;
/// The thirteen cards of one suit, clubs: one card in four.
const CLUBS: u64 = 0x1_1111_1111_1111;

/// A run is woven from the cards whose rank and colour are of one parity, for both
/// change with each card: black aces, red twos, black threes … in the one weave, all
/// others in the other.
const WEAVES: [u64; 2] = [0x9_6969_6969_6969, 0x6_9696_9696_9696];

impl CardSet {
    /// No card at all.
    pub const EMPTY: CardSet = CardSet(0);
    /// The 52 cards.
    pub const DECK: CardSet = CardSet((1 << Card::COUNT) - 1);
    /// Clubs and spades.
    pub const BLACK: CardSet = CardSet(CLUBS | CLUBS << 3);
    /// Diamonds and hearts.
    pub const RED: CardSet = CardSet(CLUBS << 1 | CLUBS << 2);

    /// The set of one card.
    pub const fn of(card: u8) -> CardSet {
        CardSet(1 << card)
    }

    /// The cards in whose weave a card is: those of every run that it can be part of.
    #[inline(always)]
    pub const fn weave_of(card: u8) -> CardSet {
        // C D H S are black, red, red, black: the colour is the parity of two bits.
        CardSet(WEAVES[((card ^ (card >> 1) ^ (card >> 2)) & 1) as usize])
    }

    /// The cards of a rank, counted from 0 for the aces.
    pub const fn of_rank(rank: u8) -> CardSet {
        CardSet(ACES << (4 * rank))
    }

    /// The cards of the `ranks` ranks above a card's.
    #[inline(always)]
    pub const fn of_ranks_above(card: u8, ranks: u8) -> CardSet {
        CardSet(((1 << (4 * ranks)) - 1) << ((card | 3) + 1))
    }

    /// The cards of a smaller rank than a card's.
    pub const fn of_ranks_below(card: u8) -> CardSet {
        CardSet((1 << (card & !3)) - 1)
    }

    /// The smaller cards of a card's suit.
    pub const fn smaller_of_suit(card: u8) -> CardSet {
        CardSet((CLUBS << (card & 3)) & ((1 << card) - 1))
    }

    /// The larger cards of a card's suit.
    pub const fn larger_of_suit(card: u8) -> CardSet {
        CardSet((CLUBS << (card & 3)) & (!1 << card))
    }

    /// The set together with all larger cards of its cards' suits.
    #[must_use]
    pub const fn with_larger_of_suits(self) -> CardSet {
        // Each step doubles how many ranks up every card of the set is repeated.
        let mut set = self.0;
        set |= set << 4;
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
        CardSet(set & CardSet::DECK.0)
    }

    /// Takes a card out if it is in the set, and else puts it in.
    #[inline(always)]
    pub fn toggle(&mut self, card: u8) {
        self.0 ^= 1 << card;
    }

    /// The cards that fit on one of the set.
    #[inline(always)]
    pub const fn fitting(self) -> CardSet {
        // C D H S are black, red, red, black: a bit for each rank, where the clubs' is.
        let black = (self.0 | self.0 >> 3) & CLUBS;
        let red = (self.0 >> 1 | self.0 >> 2) & CLUBS;
        CardSet(((black * 0b0110) | (red * 0b1001)) >> 4)
    }

    /// Whether a card is in the set.
    #[inline(always)]
    pub const fn contains(self, card: u8) -> bool {
        self.0 >> card & 1 == 1
    }

    /// Whether no card is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no card is in both sets.
    #[inline(always)]
    pub const fn is_disjoint(self, other: CardSet) -> bool {
        self.0 & other.0 == 0
    }

    /// The cards in either set.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards in this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Adds a card.
    #[inline(always)]
    pub fn insert(&mut self, card: u8) {
        self.0 |= 1 << card;
    }

    /// The lowest card of a set that is not empty.
    pub const fn first(self) -> u8 {
        debug_assert!(!self.is_empty());
        self.0.trailing_zeros() as u8
    }

    /// The set without its lowest card; the set must not be empty.
    #[must_use]
    pub const fn without_first(self) -> CardSet {
        CardSet(self.0 & (self.0 - 1))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = Card::deck().filter(|card| self.contains(card.index() as u8));
        f.debug_set()
            .entries(cards.map(|card| card.to_string()))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of the cards for which something holds.
    fn those(holds: impl Fn(Card) -> bool) -> CardSet {
        let mut set = CardSet::EMPTY;
        for card in Card::deck().filter(|&card| holds(card)) {
            set.insert(card.index() as u8);
        }
        set
    }

    #[test]
    fn sets_hold_the_cards_that_their_names_say() {
        assert_eq!(CardSet::DECK, those(|_| true));
        assert_eq!(CardSet::BLACK, those(|card| !card.is_red()));
        assert_eq!(CardSet::RED, those(Card::is_red));
        for card in Card::deck() {
            let number = card.index() as u8;
            let (rank, suit) = (card.rank(), card.suit());
            let of_suit = |larger: bool| {
                those(move |other| {
                    other.suit() == suit && other != card && (other.rank() > rank) == larger
                })
            };
            assert_eq!(CardSet::of(number), those(|other| other == card));
            assert_eq!(
                CardSet::of_rank(rank.number() - 1),
                those(|other| other.rank() == rank)
            );
            assert_eq!(
                CardSet::of_ranks_below(number),
                those(|other| other.rank() < rank)
            );
            assert_eq!(CardSet::smaller_of_suit(number), of_suit(false));
            assert_eq!(CardSet::larger_of_suit(number), of_suit(true));
            assert_eq!(
                CardSet::of(number).with_larger_of_suits(),
                of_suit(true).or(CardSet::of(number))
            );
            let fits = |other: Card| other.fits_on(card);
            assert_eq!(CardSet::of(number).fitting(), those(fits));
            let mut toggled = CardSet::RED;
            toggled.toggle(number);
            assert_eq!(toggled, those(|other| other.is_red() != (other == card)));
            let above = CardSet::of_ranks_above(number, 2).and(CardSet::DECK);
            let is_above = |other: Card| {
                let steps = other.rank().number().wrapping_sub(rank.number());
                (1..=2).contains(&steps)
            };
            assert_eq!(above, those(is_above));
        }
    }

    #[test]
    fn a_card_fits_on_those_of_its_weave_one_rank_above() {
        for card in Card::deck() {
            let number = card.index() as u8;
            let fitting = CardSet::weave_of(number).and(CardSet::of_ranks_above(number, 1));
            assert_eq!(
                fitting.and(CardSet::DECK),
                those(|other| card.fits_on(other))
            );
        }
    }

    #[test]
    fn cards_are_taken_out_from_the_lowest_up() {
        let mut left = CardSet::BLACK;
        let mut cards = Vec::new();
        while !left.is_empty() {
            cards.push(left.first());
            left = left.without_first();
        }
        assert_eq!(cards.len() as u32, CardSet::BLACK.len());
        assert!(cards.is_sorted());
        assert!(cards.iter().all(|&card| CardSet::BLACK.contains(card)));
    }
}
