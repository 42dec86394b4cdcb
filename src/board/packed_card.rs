//! A card on a packed board, or no card, in six bits.

use std::fmt;

use super::select;
use crate::card::Card;
use crate::card_set::CardSet;

/// A card or no card, as boards store it.
///
/// An `Option<Card>` would need a branch wherever it is inspected. Here "no card" has a rank of its
/// own, which equals no other, so that plain comparisons handle it as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedCard(u8);

impl PackedCard {
    /// No card.
    pub const NONE: PackedCard = PackedCard(PackedCard::COUNT as u8 - 1);

    /// What is in a cell that the game does not have, so that it is never free: it has the rank of
    /// no card, and never moves.
    pub(super) const CLOSED_CELL: PackedCard = PackedCard(PackedCard::NONE.0 - 1);

    /// The number of bits that a packed card takes.
    pub const BITS: u32 = 6;

    /// No packed card has an index as high as this.
    pub const COUNT: usize = 1 << PackedCard::BITS;

    /// Packs a card.
    #[inline(always)]
    pub const fn new(card: Card) -> PackedCard {
        PackedCard(card.index() as u8)
    }

    /// Packs a card, or [`PackedCard::NONE`] for `None`.
    pub fn from_option(card: Option<Card>) -> PackedCard {
        card.map_or(PackedCard::NONE, PackedCard::new)
    }

    /// The next card of a suit of which this number of cards is home. After the king, it is a card
    /// that lies nowhere and is in no set.
    #[inline(always)]
    pub(crate) const fn next_home(cards_home: u8, suit_index: usize) -> PackedCard {
        PackedCard(cards_home << 2 | suit_index as u8)
    }

    /// The packed card in the lowest six bits of a number.
    #[inline(always)]
    pub(super) const fn from_bits(bits: u32) -> PackedCard {
        PackedCard(bits as u8 & (PackedCard::COUNT as u8 - 1))
    }

    /// The card.
    pub const fn card(self) -> Option<Card> {
        Card::from_index(self.0 as usize)
    }

    /// Whether there is no card.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == PackedCard::NONE.0
    }

    /// Whether there is a card.
    #[inline(always)]
    pub(crate) const fn is_card(self) -> bool {
        self.0 < Card::COUNT as u8
    }

    /// Whether two cards are the same: `==`, which is not inlined without optimisation.
    #[inline(always)]
    pub const fn is(self, other: PackedCard) -> bool {
        self.0 == other.0
    }

    /// The card's number, below [`PackedCard::COUNT`], so that it needs no check when used as an
    /// index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (PackedCard::COUNT - 1)
    }

    /// The rank, 0 for the ace to 12 for the king, and 15 for no card.
    #[inline(always)]
    pub const fn rank_index(self) -> u8 {
        self.0 >> 2
    }

    /// The suit's index, 0 to 3.
    #[inline(always)]
    pub const fn suit_index(self) -> usize {
        (self.0 & 3) as usize
    }

    /// Whether the card is red.
    #[inline(always)]
    pub const fn is_red(self) -> bool {
        // C D H S are black, red, red, black: the colour is the parity of two bits.
        (self.0 ^ self.0 >> 1) & 1 == 1
    }

    /// Which of the two suits of its colour the card has: 0 for C and D, 1 for H and S.
    #[inline(always)]
    pub(super) const fn suit_bit(self) -> u8 {
        self.0 >> 1 & 1
    }

    /// The cards of every run that the card can be part of: its colour-parity class.
    #[inline(always)]
    pub(crate) const fn parity_class(self) -> CardSet {
        // By the number's three lowest bits, whose parity it is.
        static CLASSES: [CardSet; 8] = {
            let [even, odd] = CardSet::COLOR_PARITY;
            [even, odd, odd, even, odd, even, even, odd]
        };
        CLASSES[self.0 as usize & 7]
    }

    /// The cards that fit on the card.
    #[inline(always)]
    pub(crate) const fn fitting(self) -> CardSet {
        static FITTING: [CardSet; PackedCard::COUNT] = {
            let mut fitting = [CardSet::EMPTY; PackedCard::COUNT];
            let mut index = 0;
            while index < Card::COUNT {
                fitting[index] = PackedCard(index as u8).to_set().fitting();
                index += 1;
            }
            fitting
        };
        FITTING[self.index()]
    }

    /// The set of the card, empty for no card.
    #[inline(always)]
    pub const fn to_set(self) -> CardSet {
        CardSet::from_bits_truncate(1 << self.0)
    }

    /// Whether the card is in a set; [`PackedCard::NONE`] is in no set.
    #[inline(always)]
    pub const fn is_in(self, set: CardSet) -> bool {
        set.bits() >> self.0 & 1 == 1
    }

    /// The card `steps` ranks above this one in a run, with the given suit bit.
    #[inline(always)]
    pub(super) const fn above_in_run(self, steps: u8, suit_bit: u8) -> PackedCard {
        // The colour changes with each step.
        let red = (self.0 ^ self.0 >> 1 ^ steps) & 1;
        PackedCard((self.rank_index() + steps) << 2 | ((3 * suit_bit) ^ red))
    }

    /// One of two cards, selected without a branch: see [`select`].
    #[inline(always)]
    pub(crate) const fn select(condition: bool, yes: PackedCard, no: PackedCard) -> PackedCard {
        PackedCard(select(condition, yes.0, no.0))
    }
}

impl Default for PackedCard {
    fn default() -> PackedCard {
        PackedCard::NONE
    }
}

impl fmt::Debug for PackedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.card() {
            Some(card) => fmt::Debug::fmt(&card, f),
            None => f.write_str("-"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_card_knows_what_the_card_does() {
        for card in Card::deck() {
            let packed = PackedCard::new(card);
            assert_eq!(packed.card(), Some(card));
            assert_eq!(packed.rank_index() + 1, card.rank().number());
            assert_eq!(packed.suit_index(), card.suit().index());
            assert_eq!(packed.is_red(), card.is_red());
            assert_eq!(packed.to_set(), CardSet::singleton(card));
            assert!(packed.parity_class().contains(card));
            assert_eq!(packed.fitting(), CardSet::singleton(card).fitting());
            assert!(packed.is_in(CardSet::DECK) && !packed.is_in(!packed.to_set()));
        }
    }

    #[test]
    fn the_cards_above_in_a_run_are_those_that_a_card_fits_on() {
        for card in Card::deck().filter(|card| card.index() < 48) {
            let above = [0, 1].map(|bit| PackedCard::new(card).above_in_run(1, bit).card());
            let parents: Vec<_> = Card::deck().filter(|&other| card.fits_on(other)).collect();
            assert_eq!(above.map(Option::unwrap).to_vec(), parents);
        }
    }

    #[test]
    fn an_absent_card_is_in_no_set_and_nothing_follows_a_king() {
        assert!(PackedCard::NONE.is_none() && !PackedCard::CLOSED_CELL.is_none());
        for absent in [PackedCard::NONE, PackedCard::CLOSED_CELL] {
            assert!(!absent.is_card() && absent.card().is_none() && absent.to_set().is_empty());
            assert!(absent.fitting().is_empty());
        }
        for suit in 0..4 {
            assert!(PackedCard::next_home(13, suit).to_set().is_empty());
            assert!(!PackedCard::next_home(13, suit).is_none());
        }
    }
}
