//! The packed board: one table as the search works on it and keeps it.
//!
//! Whatever happens in a game, a cascade is what is *kept* of its first cards
//! as they lay at the root of the search, followed by a *tail* of cards put
//! there since; and a tail, being built by the rules, is a run: one rank less
//! a card, colours alternating. So a cascade is told by how many cards it
//! keeps, its top card, the length of its tail and one bit a card of the tail
//! (which of the two suits of its colour). That fits in a `u32`
//! ([`Cascade`]); taking a run off and putting one on are shifts. What was
//! dealt at the root stands once a search in [`RootCascades`].
//!
//! A board also carries its hash, which tells what every card lies on and moves
//! with a run in one step: see [`zobrist`].
//!
//! Here is how cards lie and how runs are lifted; what may be moved is told by
//! [`crate::rules`].

mod root;
mod zobrist;

use std::array;

pub use root::{Prefix, RootCascades};
use zobrist::{hash_of_table, zobrist, BASE, CELL, HOME, ON_FITTING, ON_ROOT};

use crate::card::Card;
use crate::moves::Place;
use crate::table::{Table, CASCADES, CELLS};

/// The byte that stands for "no card" among tops and cells.
pub const NO_CARD: u8 = 63;

/// A run is woven from the cards whose rank and colour are of one parity, for
/// both change with each card: black aces, red twos, black threes … in the one
/// weave, all others in the other. The weaves as sets of cards, bit 0 for card 0.
const WEAVES: [u64; 2] = [0x9_6969_6969_6969, 0x6_9696_9696_9696];

/// The cards in whose weave a card is, as a set.
pub const fn weave_of(card: u8) -> u64 {
    // C D H S are black, red, red, black: the colour is the parity of two bits.
    WEAVES[((card ^ (card >> 1) ^ (card >> 2)) & 1) as usize]
}

/// Which of the two suits of its colour a card has: 0 for C and D, 1 for H and S.
const fn suit_bit(card: u8) -> u8 {
    card >> 1 & 1
}

/// The card `steps` ranks above `card` in a run, with the given suit bit.
#[inline(always)]
const fn above(card: u8, steps: u8, bit: u8) -> u8 {
    let red = (card ^ (card >> 1) ^ steps) & 1;
    ((card >> 2) + steps) << 2 | bit << 1 | (red ^ bit)
}

/// One of two values, computed without a branch: for conditions that depend on how
/// the cards happen to lie, which a processor's branch predictor guesses wrong too
/// often. (The standard library's `select_unpredictable` needs Rust 1.88.)
#[inline(always)]
pub(crate) const fn select(condition: bool, yes: u8, no: u8) -> u8 {
    let mask = (condition as u8).wrapping_neg();
    no ^ ((no ^ yes) & mask)
}

/// A cascade in 32 bits: 13 for the suits of the tail (the top card's in bit
/// 0), 4 for its length, 6 for the number of cards undisturbed, 6 for the top card, 1
/// for whether the tail is blocked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cascade(u32);

/// The bit of a blocked tail.
const BLOCKED: u32 = 1 << 29;

impl Cascade {
    const fn pack(top: u8, undisturbed: u8, tail: u8, suits: u16) -> Cascade {
        Cascade(
            (top as u32) << 23 | (undisturbed as u32) << 17 | (tail as u32) << 13 | suits as u32,
        )
    }

    /// The top card's number, or [`NO_CARD`].
    #[inline(always)]
    pub const fn top(self) -> u8 {
        (self.0 >> 23 & 63) as u8
    }

    /// How many cards lie where they lay at the root.
    #[inline(always)]
    pub const fn undisturbed(self) -> u8 {
        (self.0 >> 17 & 63) as u8
    }

    /// How many cards were put on those kept.
    #[inline(always)]
    pub const fn tail(self) -> u8 {
        (self.0 >> 13 & 15) as u8
    }

    /// The suit bits of the tail, the top card's in bit 0.
    const fn suits(self) -> u16 {
        (self.0 & 0x1fff) as u16
    }

    /// The number of cards.
    pub const fn len(self) -> u8 {
        self.undisturbed() + self.tail()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.top() == NO_CARD
    }

    /// The tail's card at `depth` below the top.
    pub const fn tail_card(self, depth: u8) -> u8 {
        above(self.top(), depth, (self.suits() >> depth & 1) as u8)
    }

    /// Whether a card of the tail lies above a smaller card of its suit, which
    /// cannot go home before the tail is moved. After a part of the tail was lifted,
    /// that may be so and not be told: to look takes 2 % of a search's time, and its
    /// lines are no shorter for it.
    pub const fn is_blocked(self) -> bool {
        self.0 & BLOCKED != 0
    }
}

/// One table, packed: 56 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The cascades, in their places.
    pub cascades: [Cascade; CASCADES],
    /// The cards in the cells, in their places, [`NO_CARD`] in a free one.
    pub cells: [u8; CELLS],
    /// How many cards of each suit are home.
    pub home: [u8; 4],
    /// The hash's two halves, low and high; in halves, lest a `u128` align the board to 16.
    hash: [u64; 2],
}

#[cfg(test)]
const _: () = assert!(std::mem::size_of::<Board>() == 56);

impl Board {
    /// The board on which the search over these root cascades starts.
    pub fn root(table: &Table, root: &RootCascades) -> Board {
        let hash = hash_of_table(table);
        Board {
            cascades: array::from_fn(|index| {
                let undisturbed = table.cascades[index].len();
                Cascade::pack(root.prefix(index, undisturbed).top, undisturbed as u8, 0, 0)
            }),
            cells: table
                .cells
                .map(|card| card.map_or(NO_CARD, |card| card.index() as u8)),
            home: table.foundations,
            hash: [hash as u64, (hash >> 64) as u64],
        }
    }

    /// The position's hash: equal for positions that differ only in the order
    /// of cascades and cells.
    pub const fn hash(&self) -> u128 {
        (self.hash[1] as u128) << 64 | self.hash[0] as u128
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        u32::from_ne_bytes(self.home) == 0x0d0d_0d0d
    }

    /// The number of cards home.
    pub fn cards_home(&self) -> u8 {
        self.home[0] + self.home[1] + self.home[2] + self.home[3]
    }

    /// The length of the run at the end of a cascade.
    pub fn run(&self, root: &RootCascades, cascade: usize) -> u8 {
        let packed = self.cascades[cascade];
        packed.tail() + root.prefix(cascade, packed.undisturbed() as usize).run
    }

    /// The number of free cells.
    pub fn free_cells(&self) -> u8 {
        let mut free = 0;
        for &card in &self.cells {
            free += (card == NO_CARD) as u8;
        }
        free
    }

    /// The number of empty cascades.
    pub fn empty_cascades(&self) -> u8 {
        let mut empty = 0;
        for cascade in &self.cascades {
            empty += cascade.is_empty() as u8;
        }
        empty
    }

    /// The last `count` cards, a run, of a cascade, or the card in a cell, as
    /// they would be lifted.
    #[inline(always)]
    pub fn moved(&self, root: &RootCascades, from: Place, count: u8) -> MovedRun {
        let cascade = match from {
            Place::Cascade(cascade) => cascade as usize,
            Place::Cell(cell) => return MovedRun::card(self.cells[cell as usize]),
            Place::Home => return MovedRun::card(NO_CARD),
        };
        let old = self.cascades[cascade];
        let (undisturbed, tail) = (old.undisturbed(), old.tail());
        let prefix = root.prefix(cascade, undisturbed as usize);
        let suits = old.suits() | prefix.suits << tail;
        let run = tail + prefix.run;
        // A processor that has to guess which of these it is guesses wrong too often.
        let on_fitting = ON_FITTING + (suits >> count & 1) as u8;
        let whole = count == undisturbed + tail;
        let on_other = select(whole, BASE, ON_ROOT);
        let place = select(count < run, on_fitting, on_other);
        let tail_left = tail.saturating_sub(count);
        let undisturbed_left = undisturbed - count.saturating_sub(tail);
        let undisturbed_top = root.prefix(cascade, undisturbed_left as usize).top;
        let top = select(tail_left > 0, old.tail_card(count), undisturbed_top);
        let left = Cascade::pack(top, undisturbed_left, tail_left, old.suits() >> count);
        let depth = count - 1;
        let deepest = above(old.top(), depth, (suits >> depth & 1) as u8);
        let suits = suits & ((1 << count) - 1);
        MovedRun::pack([old.top(), deepest], place, count, suits, left)
    }

    /// What a cascade comes to with lifted cards on it: it is empty, or they fit
    /// on its top.
    pub fn with_run(&self, root: &RootCascades, cascade: u8, moved: MovedRun) -> Cascade {
        let old = self.cascades[cascade as usize];
        let count = moved.count();
        let suits = old.suits() << count | moved.suits();
        let new = Cascade::pack(moved.top(), old.undisturbed(), old.tail() + count, suits);
        let prefix = root.prefix(cascade as usize, old.undisturbed() as usize);
        if old.is_blocked() || moved.has_any_of(prefix.blocked) {
            Cascade(new.0 | BLOCKED)
        } else {
            new
        }
    }

    /// The hash of the position in which lifted cards have come to a place.
    pub fn hash_after(&self, moved: MovedRun, to: Place) -> u128 {
        let place = match to {
            Place::Cascade(cascade) => {
                let top = self.cascades[cascade as usize].top();
                if top == NO_CARD {
                    BASE
                } else {
                    ON_FITTING + suit_bit(top)
                }
            }
            Place::Cell(_) => CELL,
            Place::Home => HOME,
        };
        let deepest = moved.deepest() as usize;
        self.hash() ^ zobrist(deepest, moved.place()) ^ zobrist(deepest, place)
    }

    /// Moves the last `count` cards, a run, from a cascade, or the card in a
    /// cell, to a place that takes them; returns the card uncovered, or [`NO_CARD`].
    #[inline(always)]
    pub fn shift(&mut self, root: &RootCascades, from: Place, to: Place, count: u8) -> u8 {
        let moved = self.moved(root, from, count);
        self.put(root, [from, to], moved, self.hash_after(moved, to));
        moved.left().top()
    }

    /// The same, for cards lifted off this board and the hash that they lead to.
    #[inline(always)]
    pub fn put(
        &mut self,
        root: &RootCascades,
        [from, to]: [Place; 2],
        moved: MovedRun,
        hash: u128,
    ) {
        self.hash = [hash as u64, (hash >> 64) as u64];
        match from {
            Place::Cascade(cascade) => self.cascades[cascade as usize] = moved.left(),
            Place::Cell(cell) => self.cells[cell as usize] = NO_CARD,
            Place::Home => {}
        }
        match to {
            Place::Cascade(cascade) => {
                self.cascades[cascade as usize] = self.with_run(root, cascade, moved);
            }
            Place::Cell(cell) => self.cells[cell as usize] = moved.top(),
            Place::Home => self.home[(moved.top() & 3) as usize] += 1,
        }
    }

    /// The deepest card of a cascade, or [`NO_CARD`].
    pub fn base(&self, root: &RootCascades, cascade: usize) -> u8 {
        let packed = self.cascades[cascade];
        match (packed.undisturbed(), packed.tail()) {
            (0, 0) => NO_CARD,
            (0, tail) => packed.tail_card(tail - 1),
            (undisturbed, _) => root.prefix(cascade, undisturbed as usize).base,
        }
    }

    /// The table that the board packs.
    pub fn to_table(&self, root: &RootCascades) -> Table {
        let card = |number: u8| Card::from_index(number as usize);
        let mut table = Table {
            cells: self.cells.map(card),
            foundations: self.home,
            ..Table::default()
        };
        for (index, &packed) in self.cascades.iter().enumerate() {
            let undisturbed = (1..=packed.undisturbed())
                .map(|undisturbed| root.prefix(index, undisturbed as usize).top);
            let depths = (0..packed.tail()).rev();
            let tail = depths.map(|depth| packed.tail_card(depth));
            for card in undisturbed.chain(tail).filter_map(card) {
                table.cascades[index].push(card);
            }
        }
        table
    }

    /// Checks what the board derives: that it packs one whole deck, that its tops
    /// are the last cards, and that its hash is the sum of its parts. Whether tails
    /// are blocked is not looked at.
    pub fn is_sound(&self, root: &RootCascades) -> bool {
        let table = self.to_table(root);
        let top = |index: usize| table.top(index).map_or(NO_CARD, |card| card.index() as u8);
        table.validate().is_ok()
            && (0..CASCADES).all(|index| self.cascades[index].top() == top(index))
            && self.hash() == hash_of_table(&table)
    }
}

/// A run in the air, in 64 bits: 13 for its suits (the top card's in bit 0), 4 for the
/// number of its cards, 3 for what its deepest card lay on, as hashes tell it, 6 for
/// that card, 6 for the top card, 32 for what is left of its cascade. In one number,
/// for a processor waits where it reads at once what was just written in parts: this
/// saves searches 5 % of their time.
#[derive(Clone, Copy, Default)]
pub struct MovedRun(u64);

impl MovedRun {
    fn pack([top, deepest]: [u8; 2], place: u8, count: u8, suits: u16, left: Cascade) -> MovedRun {
        let cards = (top as u32) << 26 | (deepest as u32) << 20;
        let run = cards | (place as u32) << 17 | (count as u32) << 13 | suits as u32;
        MovedRun((left.0 as u64) << 32 | run as u64)
    }

    /// A card out of a cell.
    fn card(card: u8) -> MovedRun {
        let left = Cascade::pack(NO_CARD, 0, 0, 0);
        MovedRun::pack([card; 2], CELL, 1, suit_bit(card) as u16, left)
    }

    /// Its top card.
    fn top(self) -> u8 {
        (self.0 >> 26 & 63) as u8
    }

    fn deepest(self) -> u8 {
        (self.0 >> 20 & 63) as u8
    }

    fn place(self) -> u8 {
        (self.0 >> 17 & 7) as u8
    }

    fn suits(self) -> u16 {
        (self.0 & 0x1fff) as u16
    }

    /// The number of its cards.
    pub fn count(self) -> u8 {
        (self.0 >> 13 & 15) as u8
    }

    /// What is left of the cascade it lay on; no card if it lay in a cell.
    pub fn left(self) -> Cascade {
        Cascade((self.0 >> 32) as u32)
    }

    /// Whether one of its cards is in a set.
    fn has_any_of(self, cards: u64) -> bool {
        let is_in = |card: u8| cards >> card & 1 == 1;
        let card = |depth: u8| above(self.top(), depth, (self.suits() >> depth & 1) as u8);
        is_in(self.top()) || (1..self.count()).any(|depth| is_in(card(depth)))
    }
}
