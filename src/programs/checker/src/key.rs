//! A table in twenty bytes, exactly.
//!
//! A card is home, in a cell, the first of its cascade, or on another card. No move puts a card
//! into a cascade on anything but one of the two cards it fits on. So a card that lies on another
//! lies on one of these two, or on the card it lay on when the search began. That makes six
//! possibilities for each card, and together they say where all cards lie, up to the order of the
//! cascades and of the cells, which matters only for the names of moves. Six to the power of twelve
//! is less than two to the power of 32: a [`Key`] holds twelve cards in each of five words.
//!
//! Equal keys are equal tables: nothing is hashed away. [`Origin::table`] makes the
//! table again, and the searches here know each position only by what it makes.

use freecell::card::{Card, Rank, Suit};
use freecell::table::Table;

/// The place of a card, as a digit.
const HOME: u8 = 0;
const IN_CELL: u8 = 1;
/// At the base of a cascade.
const FIRST: u8 = 2;
/// On the card it fits on whose suit is the lower of the two, clubs or diamonds.
const ON_LOWER: u8 = 3;
/// On the other card it fits on.
const ON_UPPER: u8 = 4;
/// On a card it does not fit on: still on the card it lay on at the origin.
const AS_DEALT: u8 = 5;

/// The number of possibilities for a card, and the number of cards in a word.
const BASE: u32 = 6;
const CARDS_A_WORD: usize = 12;

/// A table up to the order of its cascades and of its cells, given its [`Origin`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u32; 5]);

impl Key {
    fn pack(digits: &[u8; Card::COUNT]) -> Key {
        let mut words = [0; 5];
        for (word, digits) in words.iter_mut().zip(digits.chunks(CARDS_A_WORD)) {
            let append = |word, &digit: &u8| word * BASE + u32::from(digit);
            *word = digits.iter().rfold(0, append);
        }
        Key(words)
    }

    fn digits(self) -> [u8; Card::COUNT] {
        let mut digits = [HOME; Card::COUNT];
        for (mut word, digits) in self.0.into_iter().zip(digits.chunks_mut(CARDS_A_WORD)) {
            for digit in digits {
                *digit = (word % BASE) as u8;
                word /= BASE;
            }
        }
        digits
    }

    /// The number of cards that are home plus the number of cards that no longer lie
    /// as dealt.
    ///
    /// It never decreases from a table to one after it: a card that is home stays
    /// there, and a card taken off one that it does not fit on cannot go back.
    pub fn progress(self) -> u8 {
        let weight = |digit| match digit {
            AS_DEALT => 0,
            HOME => 2,
            _ => 1,
        };
        self.digits().into_iter().map(weight).sum()
    }
}

/// The table that a search began with, as far as keys depend on it.
#[derive(Clone, Debug)]
pub struct Origin {
    /// What each card lay on, if that is a card.
    beneath: [Option<Card>; Card::COUNT],
}

impl Origin {
    /// The origin for the keys of the table and of all tables that moves lead to from it.
    pub fn new(table: &Table) -> Origin {
        let mut beneath = [None; Card::COUNT];
        for cascade in &table.cascades {
            for pair in cascade.windows(2) {
                beneath[pair[1].index()] = Some(pair[0]);
            }
        }
        Origin { beneath }
    }

    /// The key of a table that moves lead to.
    ///
    /// # Panics
    /// A card lies where no move can have put it.
    pub fn key(&self, table: &Table) -> Key {
        let mut digits = [HOME; Card::COUNT];
        for card in table.cells.iter().flatten() {
            digits[card.index()] = IN_CELL;
        }
        for cascade in &table.cascades {
            if let Some(first) = cascade.first() {
                digits[first.index()] = FIRST;
            }
            for pair in cascade.windows(2) {
                digits[pair[1].index()] = self.digit(pair[1], pair[0]);
            }
        }
        Key::pack(&digits)
    }

    fn digit(&self, card: Card, beneath: Card) -> u8 {
        if card.fits_on(beneath) {
            match beneath.suit() {
                Suit::Clubs | Suit::Diamonds => ON_LOWER,
                Suit::Hearts | Suit::Spades => ON_UPPER,
            }
        } else {
            let dealt = self.beneath[card.index()] == Some(beneath);
            assert!(dealt, "{card} lies on {beneath}, where no move puts it");
            AS_DEALT
        }
    }

    /// The table with that key, its cascades in the order of their first cards and its
    /// cells in the order of their cards.
    pub fn table(&self, key: Key) -> Table {
        let mut table = Table::default();
        let mut on_top = [None; Card::COUNT];
        let (mut cells, mut cascades) = (0, 0);
        for (card, digit) in Card::deck().zip(key.digits()) {
            match digit {
                HOME => table.foundations[card.suit().index()] += 1,
                IN_CELL => {
                    table.cells[cells] = Some(card);
                    cells += 1;
                }
                FIRST => {
                    table.cascades[cascades].push(card);
                    cascades += 1;
                }
                _ => on_top[self.beneath(card, digit).index()] = Some(card),
            }
        }
        for cascade in &mut table.cascades[..cascades] {
            let mut next = cascade.first().copied();
            while let Some(card) = next.and_then(|card| on_top[card.index()]) {
                cascade.push(card);
                next = Some(card);
            }
        }
        table
    }

    /// The card that a card lies on.
    fn beneath(&self, card: Card, digit: u8) -> Card {
        let suit = match (digit, card.is_red()) {
            (AS_DEALT, _) => return self.beneath[card.index()].expect("a card dealt on another"),
            (ON_LOWER, true) => Suit::Clubs,
            (_, true) => Suit::Spades,
            (ON_LOWER, false) => Suit::Diamonds,
            (_, false) => Suit::Hearts,
        };
        let rank = Rank::new(card.rank().number() + 1).expect("a king lies on no card it fits on");
        Card::new(rank, suit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::deal;
    use freecell::referee::Game;
    use freecell::ruleset::Ruleset;
    use rand::seq::IndexedRandom as _;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64;

    /// The table with its cascades and cells in some order of their own.
    fn sorted(mut table: Table) -> Table {
        let numbers = |cards: &[Card]| cards.iter().map(|card| card.index()).collect::<Vec<_>>();
        table.cascades.sort_by_key(|cascade| numbers(cascade));
        table.cells.sort_by_key(|cell| cell.map(Card::index));
        table
    }

    #[test]
    fn a_key_says_where_all_cards_lie_and_progress_never_decreases() {
        let mut random = Pcg64::seed_from_u64(25);
        for ruleset in Ruleset::all() {
            for number in 1..=20 {
                let table = deal::microsoft(number).unwrap();
                let origin = Origin::new(&table);
                let mut game = Game::new(table, ruleset);
                let mut last = 0;
                for _ in 0..100 {
                    let key = origin.key(game.table());
                    assert_eq!(sorted(origin.table(key)), sorted(game.table().clone()));
                    assert!(key.progress() >= last, "{:?}", game.table());
                    last = key.progress();
                    let Some(&mv) = game.legal_moves().choose(&mut random) else {
                        break;
                    };
                    game.play(mv).unwrap();
                }
            }
        }
    }
}
