//! The packed board: one table as the search works on it and keeps it.
//!
//! Whatever happens in a game, a cascade is what is *kept* of its first cards
//! as they lay at the root of the search, followed by a *tail* of cards put
//! there since; and a tail, being built by the rules, is a run: one rank less
//! a card, colours alternating. So a cascade is told by how many cards it
//! keeps, its top card, the length of its tail and one bit a card of the tail
//! (which of the two suits of its colour). That fits in a `u32`
//! ([`Cascade`]); taking a run off and putting one on are shifts. What was
//! dealt at the root stands once a search in [`Columns`].
//!
//! A board also carries its key, which tells what every card lies on and moves
//! with a run in one step: see [`keys`].
//!
//! Here is how cards lie and how runs are lifted; what may be moved is told by
//! [`crate::rules`].

mod columns;
mod keys;

use std::array;
use std::hint::select_unpredictable;

pub use columns::{Columns, Stub};
use keys::{key, key_of, BASE, CELL, HOME, ON_FITTING, ON_ROOT};

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

/// A cascade in 32 bits: 13 for the suits of the tail (the top card's in bit
/// 0), 4 for its length, 6 for the number of cards kept, 6 for the top card, 1
/// for whether the tail is blocked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cascade(u32);

/// The bit of a blocked tail.
const BLOCKED: u32 = 1 << 29;

impl Cascade {
    const fn pack(top: u8, kept: u8, tail: u8, suits: u16) -> Cascade {
        Cascade((top as u32) << 23 | (kept as u32) << 17 | (tail as u32) << 13 | suits as u32)
    }

    /// The top card's number, or [`NO_CARD`].
    #[inline(always)]
    pub const fn top(self) -> u8 {
        (self.0 >> 23 & 63) as u8
    }

    /// How many cards lie where they lay at the root.
    #[inline(always)]
    pub const fn kept(self) -> u8 {
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
        self.kept() + self.tail()
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
    /// The key's two halves, low and high; in halves, lest a `u128` align the board to 16.
    key: [u64; 2],
}

#[cfg(test)]
const _: () = assert!(std::mem::size_of::<Board>() == 56);

impl Board {
    /// The board on which the search over these columns starts.
    pub fn root(table: &Table, columns: &Columns) -> Board {
        let key = key_of(table);
        Board {
            cascades: array::from_fn(|index| {
                let kept = table.cascades[index].len();
                Cascade::pack(columns.stub(index, kept).top, kept as u8, 0, 0)
            }),
            cells: table
                .cells
                .map(|card| card.map_or(NO_CARD, |card| card.index() as u8)),
            home: table.foundations,
            key: [key as u64, (key >> 64) as u64],
        }
    }

    /// The position's key: equal for positions that differ only in the order
    /// of cascades and cells.
    pub const fn key(&self) -> u128 {
        (self.key[1] as u128) << 64 | self.key[0] as u128
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
    pub fn run(&self, columns: &Columns, cascade: usize) -> u8 {
        let packed = self.cascades[cascade];
        packed.tail() + columns.stub(cascade, packed.kept() as usize).run
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
    pub fn lifted(&self, columns: &Columns, from: Place, count: u8) -> Lifted {
        let cascade = match from {
            Place::Cascade(cascade) => cascade as usize,
            Place::Cell(cell) => return Lifted::card(self.cells[cell as usize]),
            Place::Home => return Lifted::card(NO_CARD),
        };
        let old = self.cascades[cascade];
        let (kept, tail) = (old.kept(), old.tail());
        let stub = columns.stub(cascade, kept as usize);
        let suits = old.suits() | stub.suits << tail;
        let run = tail + stub.run;
        // A processor that has to guess which of these it is guesses wrong too often.
        let on_fitting = ON_FITTING + (suits >> count & 1) as u8;
        let whole = count == kept + tail;
        let on_other = select_unpredictable(whole, BASE, ON_ROOT);
        let place = select_unpredictable(count < run, on_fitting, on_other);
        let tail_left = tail.saturating_sub(count);
        let kept_left = kept - count.saturating_sub(tail);
        let kept_top = columns.stub(cascade, kept_left as usize).top;
        let top = select_unpredictable(tail_left > 0, old.tail_card(count), kept_top);
        let left = Cascade::pack(top, kept_left, tail_left, old.suits() >> count);
        let depth = count - 1;
        let deepest = above(old.top(), depth, (suits >> depth & 1) as u8);
        let suits = suits & ((1 << count) - 1);
        Lifted::pack([old.top(), deepest], place, count, suits, left)
    }

    /// What a cascade comes to with lifted cards on it: it is empty, or they fit
    /// on its top.
    pub fn grown(&self, columns: &Columns, cascade: u8, lifted: Lifted) -> Cascade {
        let old = self.cascades[cascade as usize];
        let count = lifted.count();
        let suits = old.suits() << count | lifted.suits();
        let new = Cascade::pack(lifted.top(), old.kept(), old.tail() + count, suits);
        let stub = columns.stub(cascade as usize, old.kept() as usize);
        if old.is_blocked() || lifted.has_any_of(stub.blocked) {
            Cascade(new.0 | BLOCKED)
        } else {
            new
        }
    }

    /// The key of the position in which lifted cards have come to a place.
    pub fn key_after(&self, lifted: Lifted, to: Place) -> u128 {
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
        let deepest = lifted.deepest() as usize;
        self.key() ^ key(deepest, lifted.place()) ^ key(deepest, place)
    }

    /// Moves the last `count` cards, a run, from a cascade, or the card in a
    /// cell, to a place that takes them; returns the card uncovered, or [`NO_CARD`].
    #[inline(always)]
    pub fn shift(&mut self, columns: &Columns, from: Place, to: Place, count: u8) -> u8 {
        let lifted = self.lifted(columns, from, count);
        self.put(columns, [from, to], lifted, self.key_after(lifted, to));
        lifted.left().top()
    }

    /// The same, for cards lifted off this board and the key that they lead to.
    #[inline(always)]
    pub fn put(&mut self, columns: &Columns, [from, to]: [Place; 2], lifted: Lifted, key: u128) {
        self.key = [key as u64, (key >> 64) as u64];
        match from {
            Place::Cascade(cascade) => self.cascades[cascade as usize] = lifted.left(),
            Place::Cell(cell) => self.cells[cell as usize] = NO_CARD,
            Place::Home => {}
        }
        match to {
            Place::Cascade(cascade) => {
                self.cascades[cascade as usize] = self.grown(columns, cascade, lifted);
            }
            Place::Cell(cell) => self.cells[cell as usize] = lifted.top(),
            Place::Home => self.home[(lifted.top() & 3) as usize] += 1,
        }
    }

    /// The deepest card of a cascade, or [`NO_CARD`].
    pub fn base(&self, columns: &Columns, cascade: usize) -> u8 {
        let packed = self.cascades[cascade];
        match (packed.kept(), packed.tail()) {
            (0, 0) => NO_CARD,
            (0, tail) => packed.tail_card(tail - 1),
            (kept, _) => columns.stub(cascade, kept as usize).base,
        }
    }

    /// The table that the board packs.
    pub fn to_table(&self, columns: &Columns) -> Table {
        let card = |number: u8| Card::from_index(number as usize);
        let mut table = Table {
            cells: self.cells.map(card),
            foundations: self.home,
            ..Table::default()
        };
        for (index, &packed) in self.cascades.iter().enumerate() {
            let kept = (1..=packed.kept()).map(|kept| columns.stub(index, kept as usize).top);
            let depths = (0..packed.tail()).rev();
            let tail = depths.map(|depth| packed.tail_card(depth));
            for card in kept.chain(tail).filter_map(card) {
                table.cascades[index].push(card);
            }
        }
        table
    }

    /// Checks what the board derives: that it packs one whole deck, that its tops
    /// are the last cards, and that its key is the sum of its parts. Whether tails
    /// are blocked is not looked at.
    pub fn is_sound(&self, columns: &Columns) -> bool {
        let table = self.to_table(columns);
        let top = |index: usize| table.top(index).map_or(NO_CARD, |card| card.index() as u8);
        table.validate().is_ok()
            && (0..CASCADES).all(|index| self.cascades[index].top() == top(index))
            && self.key() == key_of(&table)
    }
}

/// A run in the air, in 64 bits: 13 for its suits (the top card's in bit 0), 4 for the
/// number of its cards, 3 for what its deepest card lay on, as keys tell it, 6 for
/// that card, 6 for the top card, 32 for what is left of its cascade. In one number,
/// for a processor waits where it reads at once what was just written in parts: this
/// saves searches 5 % of their time.
#[derive(Clone, Copy, Default)]
pub struct Lifted(u64);

impl Lifted {
    fn pack([top, deepest]: [u8; 2], place: u8, count: u8, suits: u16, left: Cascade) -> Lifted {
        let cards = (top as u32) << 26 | (deepest as u32) << 20;
        let run = cards | (place as u32) << 17 | (count as u32) << 13 | suits as u32;
        Lifted((left.0 as u64) << 32 | run as u64)
    }

    /// A card out of a cell.
    fn card(card: u8) -> Lifted {
        let left = Cascade::pack(NO_CARD, 0, 0, 0);
        Lifted::pack([card; 2], CELL, 1, suit_bit(card) as u16, left)
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
