//! The packed board: one table as the search works on it and stores it.
//!
//! Whatever happens in a game, a cascade consists of *undisturbed* cards, which have not moved
//! since the root of the search, followed by a *built run* of cards put there since: each card
//! one rank lower than the one below it, colours alternating. So a cascade is described by the
//! number of its undisturbed cards, its top card, the length of its built run and one bit for
//! each card of that run (which of the two suits of its colour). That fits in a `u32`
//! ([`Cascade`]), and taking a run off or putting one on is a shift. The cascades of the root
//! are kept once a search, in [`RootCascades`].
//!
//! A board also carries its Zobrist hash, which depends on what every card lies on and
//! is updated in one step when a run moves: see `zobrist.rs`.
//!
//! This module knows how cards lie and how runs move. Which moves are legal is the
//! business of [`crate::rules`].

mod cascade;
mod moved_run;
mod packed_card;
mod root;
mod zobrist;

use std::array;

pub use cascade::Cascade;
pub use moved_run::MovedRun;
pub use packed_card::PackedCard;
pub use root::{Prefix, PrefixNumbers, RootCascades, PREFIXES};
use zobrist::{hash_of_table, zobrist, BASE, CELL, HOME, ON_FITTING};

use crate::card::Card;
use crate::moves::Place;
use crate::table::{Table, CASCADES, CELLS};

/// The number of a cascade, 0 to 7. It has a type of its own so that it cannot be mistaken for a
/// number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CascadeIndex(u8);

impl CascadeIndex {
    /// The cascade of a number below [`CASCADES`].
    #[inline(always)]
    pub const fn new(index: u8) -> CascadeIndex {
        debug_assert!((index as usize) < CASCADES);
        CascadeIndex(index)
    }

    /// All cascades in order.
    pub fn all() -> impl Iterator<Item = CascadeIndex> {
        (0..CASCADES as u8).map(CascadeIndex)
    }

    /// The number, below [`CASCADES`], so that it needs no check when used as an index.
    #[inline(always)]
    pub const fn get(self) -> usize {
        self.0 as usize & (CASCADES - 1)
    }
}

/// The length of a run, 0 to 13: the cards that move, or may move, as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLength(pub u8);

impl RunLength {
    /// No card.
    pub const ZERO: RunLength = RunLength(0);
    /// A single card.
    pub const ONE: RunLength = RunLength(1);

    /// The shorter of two lengths.
    #[inline(always)]
    #[must_use]
    pub const fn min(self, other: RunLength) -> RunLength {
        if self.0 < other.0 {
            self
        } else {
            other
        }
    }
}

/// Selects one of two values without a branch: for conditions that depend on how the cards happen
/// to lie, which would often be mispredicted (log: "selections without a branch"). The standard
/// library's `select_unpredictable` would do the same, but the merged file has to compile with Rust
/// 1.85, too.
#[inline(always)]
pub(crate) const fn select(condition: bool, yes: u8, no: u8) -> u8 {
    let mask = (condition as u8).wrapping_neg();
    no ^ ((no ^ yes) & mask)
}

/// The place of a card in the hash when it is put on `card`: on a card that it fits on, or at the
/// base of an empty cascade.
#[inline(always)]
fn place_on(card: PackedCard) -> u8 {
    static PLACES: [u8; PackedCard::COUNT] = {
        let mut places = [BASE; PackedCard::COUNT];
        let mut card = 0;
        while card < Card::COUNT {
            places[card] = ON_FITTING + PackedCard::from_bits(card as u32).suit_bit();
            card += 1;
        }
        places
    };
    PLACES[card.index()]
}

/// One table, packed: 56 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cascades, in their places.
    pub cascades: [Cascade; CASCADES],
    /// The cards in the cells, in their places.
    pub cells: [PackedCard; CELLS],
    /// The number of cards of each suit that are home.
    pub home: [u8; 4],
    /// The hash's two halves, low and high: a `u128` would align the board to 16 bytes.
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
                let undisturbed = table.cascades[index].len() as u8;
                let prefix = root.prefix(CascadeIndex::new(index as u8), undisturbed);
                Cascade::pack(prefix.top, undisturbed, 0, 0)
            }),
            cells: table.cells.map(PackedCard::from_option),
            home: table.foundations,
            hash: [hash as u64, (hash >> 64) as u64],
        }
    }

    /// The Zobrist hash: equal for boards that differ only in the order of cascades and
    /// of cells; for others only by a collision of 128 bits.
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
    #[inline(always)]
    pub fn run_length(&self, root: &RootCascades, cascade: CascadeIndex) -> RunLength {
        let packed = self.cascades[cascade.get()];
        RunLength(packed.built() + root.prefix(cascade, packed.undisturbed()).run)
    }

    /// The number of free cells.
    pub fn free_cells(&self) -> u8 {
        let mut free = 0;
        for &card in &self.cells {
            free += card.is_none() as u8;
        }
        free
    }

    /// Closes the cells from this number on, which must be free: no card can be put there.
    pub fn close_cells(&mut self, cells: usize) {
        debug_assert!(self.cells[cells..].iter().all(|card| card.is_none()));
        self.cells[cells..].fill(PackedCard::CLOSED_CELL);
    }

    /// The number of empty cascades.
    pub fn empty_cascades(&self) -> u8 {
        let mut empty = 0;
        for cascade in &self.cascades {
            empty += cascade.is_empty() as u8;
        }
        empty
    }

    /// The run that a move takes: the last `count` cards of a cascade, or the card in a cell.
    #[inline(always)]
    pub fn moved_run(&self, root: &RootCascades, from: Place, count: RunLength) -> MovedRun {
        let cascade = match from {
            Place::Cascade(cascade) => CascadeIndex::new(cascade),
            Place::Cell(cell) => return MovedRun::from_cell(self.cells[cell as usize]),
            Place::Home => return MovedRun::from_cell(PackedCard::NONE),
        };
        if count == RunLength::ONE {
            return self.last_card(root, cascade);
        }
        let old = self.cascades[cascade.get()];
        let (undisturbed, built) = (old.undisturbed(), old.built());
        let prefix = root.prefix(cascade, undisturbed);
        let suits = (old.suits() | prefix.suits << built) & ((1 << count.0) - 1);
        let Some(below) = built.checked_sub(count.0) else {
            let deepest = root
                .prefix(cascade, undisturbed + built + 1 - count.0)
                .last_card;
            let (place, left) = (deepest.place(), deepest.left());
            return MovedRun::pack([old.top(), deepest.top()], place, count, suits, left);
        };
        let deepest = old.built_card(count.0 - 1);
        let on = PackedCard::select(below > 0, old.built_card(count.0), prefix.top);
        let left = Cascade::pack(on, undisturbed, below, old.suits() >> count.0);
        MovedRun::pack([old.top(), deepest], place_on(on), count, suits, left)
    }

    /// The last card of a cascade that is not empty, as a run of one.
    #[inline(always)]
    pub fn last_card(&self, root: &RootCascades, cascade: CascadeIndex) -> MovedRun {
        let old = self.cascades[cascade.get()];
        let (undisturbed, built) = (old.undisturbed(), old.built());
        let prefix = root.prefix(cascade, undisturbed);
        if built == 0 {
            return prefix.last_card;
        }
        let below = PackedCard::select(built > 1, old.built_card(1), prefix.top);
        MovedRun::single(old.top(), place_on(below), old.without_top(below))
    }

    /// A cascade with a run put on it: the cascade is empty, or the run fits on its top.
    #[inline(always)]
    pub fn with_run(&self, root: &RootCascades, cascade: CascadeIndex, run: MovedRun) -> Cascade {
        let old = self.cascades[cascade.get()];
        let prefix = root.prefix(cascade, old.undisturbed());
        old.with(run, run.has_any_of(prefix.blocking))
    }

    /// The hash of the board without a run that was taken off it.
    #[inline(always)]
    pub fn hash_without(&self, run: MovedRun) -> u128 {
        self.hash() ^ zobrist(run.deepest(), run.place())
    }

    /// The contribution of a run's deepest card to the hash, in a place of the board.
    #[inline(always)]
    pub fn hash_in(&self, to: Place, run: MovedRun) -> u128 {
        let place = match to {
            Place::Cascade(cascade) => {
                place_on(self.cascades[CascadeIndex::new(cascade).get()].top())
            }
            Place::Cell(_) => CELL,
            Place::Home => HOME,
        };
        zobrist(run.deepest(), place)
    }

    /// Moves the last `count` cards, a run, from a cascade, or the card in a cell, to a
    /// place that takes them; returns the card uncovered.
    #[inline(always)]
    pub fn move_run(
        &mut self,
        root: &RootCascades,
        from: Place,
        to: Place,
        count: RunLength,
    ) -> PackedCard {
        let run = self.moved_run(root, from, count);
        let hash = self.hash_without(run) ^ self.hash_in(to, run);
        self.apply(root, [from, to], run, hash);
        run.left().top()
    }

    /// Carries out a move, given its run as taken off this board and the hash that results.
    #[inline(always)]
    pub fn apply(
        &mut self,
        root: &RootCascades,
        [from, to]: [Place; 2],
        run: MovedRun,
        hash: u128,
    ) {
        self.hash = [hash as u64, (hash >> 64) as u64];
        match from {
            Place::Cascade(cascade) => {
                self.cascades[CascadeIndex::new(cascade).get()] = run.left();
            }
            Place::Cell(cell) => self.cells[cell as usize] = PackedCard::NONE,
            Place::Home => {}
        }
        match to {
            Place::Cascade(cascade) => {
                let cascade = CascadeIndex::new(cascade);
                self.cascades[cascade.get()] = self.with_run(root, cascade, run);
            }
            Place::Cell(cell) => self.cells[cell as usize] = run.top(),
            Place::Home => self.home[run.top().suit_index()] += 1,
        }
    }

    /// The deepest card of a cascade.
    pub fn base(&self, root: &RootCascades, cascade: CascadeIndex) -> PackedCard {
        let packed = self.cascades[cascade.get()];
        match (packed.undisturbed(), packed.built()) {
            (0, 0) => PackedCard::NONE,
            (0, built) => packed.built_card(built - 1),
            (undisturbed, _) => root.prefix(cascade, undisturbed).base,
        }
    }

    /// The table that the board packs.
    pub fn to_table(&self, root: &RootCascades) -> Table {
        let mut table = Table {
            cells: self.cells.map(PackedCard::card),
            foundations: self.home,
            ..Table::default()
        };
        for cascade in CascadeIndex::all() {
            let packed = self.cascades[cascade.get()];
            let undisturbed =
                (1..=packed.undisturbed()).map(|cards| root.prefix(cascade, cards).top);
            let depths = (0..packed.built()).rev();
            let built = depths.map(|depth| packed.built_card(depth));
            for card in undisturbed.chain(built).filter_map(PackedCard::card) {
                table.cascades[cascade.get()].push(card);
            }
        }
        table
    }

    /// Recomputes what the board derives, and compares: that it packs one whole deck,
    /// that its tops are the last cards, and that its hash is that of the table. (Whether
    /// a built run is self-blocking is not compared: that bit is conservative.)
    pub fn is_sound(&self, root: &RootCascades) -> bool {
        let table = self.to_table(root);
        let top = |index: usize| PackedCard::from_option(table.top(index));
        table.validate().is_ok()
            && (0..CASCADES).all(|index| self.cascades[index].top() == top(index))
            && self.hash() == hash_of_table(&table)
    }
}
