//! A position on which moves are made and unmade in place, with a key and a hash that
//! follow each move in one word.
//!
//! A position is known by the place of each card: as dealt, on one of the two cards it fits on, at
//! the base of a cascade, in a cell or home. That is three bits a card, in three words. A fourth
//! word has the order in which the column's program keeps the cascades ([`super::order`]). So the
//! four words are an exact key. Which moves are allowed is not known here, see [`super::moves`].

use freecell::card::Card;

use super::change::{emptying, state_on, Change, Packed, CELL, HOME};
use super::delta::{
    hash, ones, state_place, AS_DEALT, AT_HOME, FITS_ON, IN_CELL, NOTHING, STATE_ON, TAKES, WORDS,
};
use super::order::Order;
use crate::deal::Deal;

/// The size of arrays of cascades, so that an index of four bits needs no check.
pub(super) const CASCADE_SLOTS: usize = 16;
/// The size of an array of heights, so that a height of six bits needs no check.
const HEIGHTS: usize = 64;
/// The cards next to go home when all are home: those beyond the kings.
const ALL_HOME: u64 = 0b1111 << Card::COUNT;

/// An exact key: equal for two positions of a deal only if they are the same.
pub type Key = [u64; 4];

/// The record that takes a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    word: usize,
    delta: u64,
    delta_hash: u64,
}

/// A position that moves can be made on and taken back from.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) cascades: usize,
    /// Each cascade's cards from height 1, over [`NOTHING`].
    pub(super) cards: [[u8; HEIGHTS]; CASCADE_SLOTS],
    /// The length of the run that ends at each height.
    pub(super) runs: [[u8; HEIGHTS]; CASCADE_SLOTS],
    pub(super) lengths: [u8; CASCADE_SLOTS],
    pub(super) tops: [u8; CASCADE_SLOTS],
    pub(super) top_cards: u64,
    pub(super) empty: u64,
    /// The cascade of each card that lies in one.
    pub(super) cascade_of: [u8; 64],
    /// Its height there; 0 for a card in a cell or at home.
    pub(super) height_of: [u8; 64],
    pub(super) cells: u64,
    /// The cards that are next to go home.
    pub(super) next: u64,
    pub(super) delta: [u64; WORDS],
    pub(super) delta_hash: u64,
    /// Whether the order of cascades counts in the key.
    pub(super) ordered: bool,
    pub(super) order: Order,
}

impl Board {
    /// The position of a deal. If `ordered`, the order of its cascades counts in its keys.
    pub fn new(deal: &Deal, ordered: bool) -> Board {
        let cells: Vec<Card> = deal.in_cells().collect();
        let mut home = [13; 4];
        for card in deal.cascades.iter().flatten().chain(&cells) {
            let home = &mut home[card.index() % 4];
            *home = (card.index() as u8 / 4).min(*home);
        }
        Board::from_cards(&deal.cascades, &cells, home, ordered)
    }

    /// The position of a table, for tests.
    #[cfg(test)]
    pub fn from_table(table: &freecell::table::Table) -> Board {
        let cells: Vec<Card> = table.cells.iter().flatten().copied().collect();
        Board::from_cards(&table.cascades, &cells, table.foundations, false)
    }

    fn from_cards(
        cascades: &[impl AsRef<[Card]>],
        cells: &[Card],
        home: [u8; 4],
        ordered: bool,
    ) -> Board {
        let mut board = Board::without_cards(cascades.len(), ordered);
        for (index, cascade) in cascades.iter().enumerate() {
            for card in cascade.as_ref() {
                board.push(index, card.index() as u8);
            }
        }
        board.cells = cells.iter().fold(0, |all, card| all | 1 << card.index());
        let next = home
            .iter()
            .zip(0..)
            .map(|(&home, suit)| 1 << (4 * home + suit));
        board.next = next.fold(0, |all, card: u64| all | card);
        board.index();
        board
    }

    pub(super) fn without_cards(cascades: usize, ordered: bool) -> Board {
        Board {
            cascades,
            cards: [[NOTHING; HEIGHTS]; CASCADE_SLOTS],
            runs: [[0; HEIGHTS]; CASCADE_SLOTS],
            lengths: [0; CASCADE_SLOTS],
            tops: [NOTHING; CASCADE_SLOTS],
            top_cards: 0,
            empty: 0,
            cascade_of: [0; 64],
            height_of: [0; 64],
            cells: 0,
            next: 0,
            delta: [0; WORDS],
            delta_hash: 0,
            ordered,
            order: Order::new(cascades),
        }
    }

    /// Computes, from the places of the cards, the fields that moves keep up to date, and sorts the
    /// cascades.
    pub(super) fn index(&mut self) {
        self.delta = [0; WORDS];
        for card in 0..Card::COUNT as u8 {
            let (word, shift) = state_place(card);
            self.delta[word] |= u64::from(self.card_state(card)) << shift;
        }
        self.delta_hash = hash(&self.delta);
        self.find_tops();
        self.sort_afresh();
    }

    /// Finds the cards on top of all cascades.
    #[inline(always)]
    pub(super) fn find_tops(&mut self) {
        self.top_cards = 0;
        self.empty = 0;
        for index in 0..self.cascades {
            self.find_top(index);
        }
    }

    /// Finds the card on top of a cascade; the previous one must have been forgotten.
    #[inline(always)]
    fn find_top(&mut self, cascade: usize) {
        let top = self.card(cascade, self.length(cascade));
        self.tops[cascade & 15] = top;
        self.top_cards |= 1 << top;
        self.empty |= u64::from(top == NOTHING) << cascade;
    }

    #[inline(always)]
    fn forget_top(&mut self, cascade: usize) {
        self.top_cards &= !(1 << self.top(cascade)) | 1 << NOTHING;
        self.empty &= !(1 << cascade);
    }

    fn card_state(&self, card: u8) -> u8 {
        let height = self.height_of[card as usize];
        if height > 0 {
            let below = self.cards[self.cascade_of[card as usize] as usize][height as usize - 1];
            if TAKES[below as usize] >> card & 1 == 1 {
                STATE_ON[below as usize]
            } else {
                AS_DEALT
            }
        } else if self.cells >> card & 1 == 1 {
            IN_CELL
        } else {
            AT_HOME
        }
    }

    pub fn cascades(&self) -> usize {
        self.cascades
    }

    #[inline(always)]
    pub fn length(&self, cascade: usize) -> u8 {
        self.lengths[cascade & 15]
    }

    /// The card at a height of a cascade, counted from 1.
    #[inline(always)]
    pub fn card(&self, cascade: usize, height: u8) -> u8 {
        self.cards[cascade & 15][height as usize & 63]
    }

    /// The card on top of a cascade, or [`NOTHING`].
    #[inline(always)]
    pub fn top(&self, cascade: usize) -> u8 {
        self.tops[cascade & 15]
    }

    /// The cards on top of cascades, a bit each; also [`NOTHING`] if a cascade is empty.
    #[inline(always)]
    pub fn top_cards(&self) -> u64 {
        self.top_cards
    }

    /// The cascades that are empty, a bit each.
    #[inline(always)]
    pub fn empty(&self) -> u64 {
        self.empty
    }

    /// The length of the run on top of a cascade.
    #[inline(always)]
    pub fn run(&self, cascade: usize) -> u8 {
        self.runs[cascade & 15][self.length(cascade) as usize & 63]
    }

    /// The cascade that a card lies in and its height there, 0 if it is not in a cascade.
    #[inline(always)]
    pub fn place(&self, card: u8) -> (usize, u8) {
        let card = card as usize & 63;
        (self.cascade_of[card] as usize, self.height_of[card])
    }

    /// The cards in cells, a bit each.
    #[inline(always)]
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The cards that are next to go home, a bit each; where a suit is complete, a bit that
    /// stands for no card.
    #[inline(always)]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The number of cards of each suit that are home.
    pub fn foundations(&self) -> [u8; 4] {
        let mut home = [0; 4];
        for card in ones(self.next) {
            home[card as usize % 4] = card / 4;
        }
        home
    }

    #[inline(always)]
    pub fn is_won(&self) -> bool {
        self.next == ALL_HOME
    }

    /// Whether the last card goes home with this move.
    #[inline(always)]
    pub fn wins(&self, each: Change) -> bool {
        each.to() == HOME && self.next ^ (0b1_0001 << each.card) == ALL_HOME
    }

    /// The move with what it does to the key.
    pub fn change(&self, each: Packed) -> Change {
        let card_state = match each.to() {
            CELL => IN_CELL,
            HOME => AT_HOME,
            to => state_on(self.top(to.into())),
        };
        let number = each.number() as u8;
        let (card, mark) = match each.from() {
            CELL => (number, 0),
            from => {
                let length = self.length(from.into());
                let card = self.card(from.into(), length + 1 - number);
                (card, emptying(length, number))
            }
        };
        Change::new(each, card, card_state | mark)
    }

    /// Makes a move and updates everything; the result takes it back.
    pub fn play(&mut self, each: Change) -> Undo {
        if each.invalidates() {
            self.invalidate(each);
        }
        self.make(each)
    }

    /// Takes back the move played last.
    pub fn take_back(&mut self, each: Change, undo: Undo) {
        self.undo(each, undo);
        if each.invalidates() {
            self.revalidate(each);
        }
    }

    /// Makes a move, except for the part that [`Board::invalidate`] does; the result undoes it.
    pub fn make(&mut self, each: Change) -> Undo {
        let (word, after, hash) = self.word_after(each);
        let undo = Undo {
            word,
            delta: self.delta[word],
            delta_hash: self.delta_hash,
        };
        self.delta[word] = after;
        self.delta_hash = hash;
        self.move_cards(each.from(), each.to(), each.count(), each.card);
        undo
    }

    /// Takes back the move made last, except for the part that [`Board::revalidate`] does.
    pub fn undo(&mut self, each: Change, undo: Undo) {
        self.move_cards(each.to(), each.from(), each.count(), each.card);
        self.delta[undo.word] = undo.delta;
        self.delta_hash = undo.delta_hash;
    }

    /// Moves the card, and those on it, from one place to another.
    fn move_cards(&mut self, from: u8, to: u8, count: u8, card: u8) {
        for place in [from, to] {
            if place < CELL {
                self.forget_top(place.into());
            }
        }
        self.shift_cards(from, to, count, card);
        for place in [from, to] {
            if place < CELL {
                self.find_top(place.into());
            }
        }
    }

    #[inline(always)]
    fn shift_cards(&mut self, from: u8, to: u8, count: u8, card: u8) {
        match from {
            CELL => self.cells ^= 1 << card,
            HOME => self.next ^= 0b1_0001 << card,
            from => self.lengths[from as usize & 15] -= count,
        }
        match to {
            CELL => {
                self.cells ^= 1 << card;
                self.height_of[card as usize & 63] = 0;
            }
            HOME => {
                self.next ^= 0b1_0001 << card;
                self.height_of[card as usize & 63] = 0;
            }
            to if count == 1 => self.push(to as usize, card),
            to => {
                let start = self.length(from as usize);
                for height in start + 1..=start + count {
                    let card = self.card(from as usize, height);
                    self.push(to as usize, card);
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, to: usize, card: u8) {
        let to = to & 15;
        let below = self.lengths[to] as usize & 63;
        let height = (below + 1) & 63;
        let fits = FITS_ON[card as usize & 63] >> (self.cards[to][below] & 63) & 1 == 1;
        self.cards[to][height] = card;
        self.runs[to][height] = if fits { self.runs[to][below] + 1 } else { 1 };
        self.lengths[to] = height as u8;
        self.cascade_of[card as usize & 63] = to as u8;
        self.height_of[card as usize & 63] = height as u8;
    }
}
