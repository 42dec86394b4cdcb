//! Positions: what the search plans over, and the words worth a try there.
//!
//! A [`Position`] holds one board for each reading that is still possible, all
//! begun from one table and all played by the same words. A word is legal on a
//! position when it is legal on each of its boards, each under its own reading;
//! a board that is won waits for the others, and the position is won when all
//! are. With a single reading the position is one board and everything here is
//! the plain game.
//!
//! [`Position::words`] may leave out words that lead nowhere better than words
//! it keeps ([`Pruning::Dominated`]); no solution is ever lost by that. The
//! reasons stand with the code.

mod after;

pub use after::{After, Afters};

use arrayvec::ArrayVec;

use crate::board::{Board, Columns, NO_CARD};
use crate::reading::Reading;
use crate::rules::{self, Room};
use crate::table::{Table, CASCADES, CELLS};
use crate::word::{Place, Word};

/// Room for every word that can be legal on one position: 8 · 7 between
/// cascades, 8 to the lowest free cell, 4 · 8 from cells, 12 home.
pub type Words = ArrayVec<Word, MOST_WORDS>;

/// The words that can be legal on one position.
pub const MOST_WORDS: usize = 8 * 7 + 8 + 4 * 8 + 12;

/// What a game is played by: the columns of its root, and a reading a board.
pub struct Rules<const N: usize> {
    /// The root's columns, which all boards share.
    pub columns: Columns,
    /// The reading of each board.
    pub readings: [Reading; N],
    /// Whether the readings differ in autoplay alone.
    pub(crate) same_supermoves: bool,
}

impl<const N: usize> Rules<N> {
    /// The rules of games that begin from a table.
    pub fn new(table: &Table, readings: [Reading; N]) -> Rules<N> {
        let supermoves = |reading: &Reading| (reading.capacity, reading.long_run);
        let same = |reading| supermoves(reading) == supermoves(&readings[0]);
        Rules {
            columns: Columns::new(table),
            readings,
            same_supermoves: readings.iter().all(same),
        }
    }
}

/// Which legal words [`Position::words`] offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// All of them.
    None,
    /// Those that are not dominated by others, provided that nothing is left for
    /// autoplay.
    Dominated,
}

/// A key of positions.
pub type KeyOf<const N: usize> = fn(&Position<N>, &Rules<N>) -> u128;

/// One board for each reading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<const N: usize> {
    /// The boards, in the order of the readings.
    pub boards: [Board; N],
}

impl<const N: usize> Position<N> {
    /// The position in which every board is the given table.
    pub fn root(table: &Table, rules: &Rules<N>) -> Position<N> {
        Position {
            boards: [Board::root(table, &rules.columns); N],
        }
    }

    /// Whether every board is won.
    pub fn is_won(&self) -> bool {
        self.boards.iter().all(Board::is_won)
    }

    /// The first board that is not won.
    fn lead(&self) -> usize {
        let mut lead = 0;
        while lead + 1 < N && self.boards[lead].is_won() {
            lead += 1;
        }
        lead
    }

    /// Whether the boards are one and the same, places and all: most often
    /// they are, and the work on one will do for the others.
    fn is_uniform(&self) -> bool {
        self.boards[1..]
            .iter()
            .all(|board| board == &self.boards[0])
    }

    /// Plays a legal word on every board that is not won, autoplay included.
    /// `settled` tells that nothing was left for autoplay before the word.
    pub fn play(&mut self, rules: &Rules<N>, word: Word, settled: bool) {
        for (board, &reading) in self.boards.iter_mut().zip(&rules.readings) {
            if N == 1 || !board.is_won() {
                rules::play(board, &rules.columns, reading, word, settled);
            }
        }
    }

    /// The position's key: equal for positions that differ only in the order
    /// of cascades, the same order on all boards, and of a single board's cells.
    pub fn key(&self, rules: &Rules<N>) -> u128 {
        let mut key = self.loose_key();
        for (index, board) in self.boards.iter().enumerate() {
            // Where boards differ, or will, which letter is the lowest free one is
            // not the same on all; so the order of cells counts.
            if N > 1 {
                key = key.wrapping_add(mixed(u32::from_le_bytes(board.cells), index as u32));
            }
            // Where a cascade has the same base on both, the keys say it all.
            for cascade in 0..CASCADES {
                if index > 0 && board.cascades[cascade] != self.boards[0].cascades[cascade] {
                    let [one, other] =
                        [&self.boards[0], board].map(|board| board.base(&rules.columns, cascade));
                    if one != other {
                        key = key.wrapping_add(mixed(one as u32, other as u32 + 1));
                    }
                }
            }
        }
        key
    }

    /// A key that tells nothing of the order in which cells and cascades lie on
    /// one board and on another: that may matter one day, and hardly ever does.
    /// Not for proofs, unless there is but one board.
    pub fn loose_key(&self) -> u128 {
        joined(self.keys())
    }

    /// The keys of the boards.
    pub fn keys(&self) -> [u128; N] {
        self.boards.map(|board| board.key())
    }

    /// The legal words, or those of them that are not dominated.
    pub fn words(&self, rules: &Rules<N>, pruning: Pruning) -> Words {
        let mut offer = Offer::new(self, rules, pruning);
        for cascade in 0..CASCADES {
            offer.offer_from_cascade(cascade);
        }
        for cell in 0..CELLS {
            offer.offer_from_cell(cell);
        }
        offer.words
    }
}

/// One key made of those of several boards.
pub(crate) fn joined<const N: usize>(keys: [u128; N]) -> u128 {
    let mut joined = keys[0];
    for key in &keys[1..] {
        joined = joined.rotate_left(41) ^ key;
    }
    joined
}

/// A number made of two.
fn mixed(one: u32, other: u32) -> u128 {
    let both = (one as u128) << 32 | other as u128 | 1 << 64;
    // Two odd multipliers with well mixed bits: PCG's, and the golden ratio's.
    let mixed = both.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
    (mixed ^ mixed >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
}

/// The words of a position in the making, generated on the lead board and
/// tested on the others.
struct Offer<'a, const N: usize> {
    position: &'a Position<N>,
    rules: &'a Rules<N>,
    lead: usize,
    pruning: Pruning,
    room: Room,
    free_cell: Option<usize>,
    /// The top cards, as a set, and the cascade of each.
    tops: u64,
    cascade_of: [u8; 64],
    /// The empty cascades, as a set.
    empty: u8,
    /// Whether what is legal on the lead board is so on the others.
    alike: bool,
    words: Words,
}

impl<'a, const N: usize> Offer<'a, N> {
    fn new(position: &'a Position<N>, rules: &'a Rules<N>, pruning: Pruning) -> Self {
        let lead = position.lead();
        let board = &position.boards[lead];
        let mut offer = Offer {
            position,
            rules,
            lead,
            pruning,
            room: Room::of(board, rules.readings[lead].capacity),
            free_cell: rules::lowest_free_cell(board),
            tops: 0,
            cascade_of: [0; 64],
            empty: 0,
            alike: N == 1 || rules.same_supermoves && position.is_uniform(),
            words: Words::new(),
        };
        for cascade in 0..CASCADES {
            let top = board.cascades[cascade].top();
            if top == NO_CARD {
                offer.empty |= 1 << cascade;
            } else {
                offer.tops |= 1 << top;
                offer.cascade_of[top as usize] = cascade as u8;
            }
        }
        offer
    }

    fn board(&self) -> &'a Board {
        &self.position.boards[self.lead]
    }

    #[inline(always)]
    fn offer_from_cascade(&mut self, from: usize) {
        let board = self.board();
        let cascade = board.cascades[from];
        let top = cascade.top();
        if top == NO_CARD {
            return;
        }
        let run = board.run(&self.rules.columns, from);
        let place = Place::Cascade(from as u8);
        self.offer_onto_cards(place, rules::targets(top, run.min(self.room.onto_card)));
        let long_run = self.rules.readings[self.lead].long_run;
        if self.empty != 0 {
            if let Some(count) = rules::count_into_empty(run, self.room, long_run) {
                self.offer_into_empty(place, count == cascade.len());
            }
        }
        if let Some(cell) = self.free_cell {
            self.push(place, Place::Cell(cell as u8));
        }
        if rules::is_next_home(board, top) {
            self.push(place, Place::Home);
        }
    }

    #[inline(always)]
    fn offer_from_cell(&mut self, cell: usize) {
        let board = self.board();
        let card = board.cells[cell];
        if card == NO_CARD {
            return;
        }
        let place = Place::Cell(cell as u8);
        self.offer_onto_cards(place, rules::targets(card, 1));
        if self.empty != 0 {
            self.offer_into_empty(place, false);
        }
        if rules::is_next_home(board, card) {
            self.push(place, Place::Home);
        }
    }

    /// Offers the words onto those of the cards that are tops.
    #[inline(always)]
    fn offer_onto_cards(&mut self, from: Place, targets: u64) {
        let mut left = targets & self.tops;
        while left != 0 {
            let to = self.cascade_of[left.trailing_zeros() as usize];
            self.push(from, Place::Cascade(to));
            left &= left - 1;
        }
    }

    /// Offers the words into empty cascades; `whole` tells that the run is its
    /// whole cascade. Cascades that are empty on every board are alike, so the
    /// first will do; and a whole cascade moved into such a one is the same
    /// position with two cascades exchanged.
    #[inline(always)]
    fn offer_into_empty(&mut self, from: Place, whole: bool) {
        let mut left = self.empty;
        let mut alike = false;
        while left != 0 {
            let to = left.trailing_zeros() as u8;
            left &= left - 1;
            if self.pruning == Pruning::Dominated && self.is_empty_everywhere(to as usize) {
                if alike || whole && self.is_whole_everywhere(from) {
                    continue;
                }
                alike = true;
            }
            self.push(from, Place::Cascade(to));
        }
    }

    fn is_empty_everywhere(&self, cascade: usize) -> bool {
        let is_empty = |board: &Board| board.is_won() || board.cascades[cascade].is_empty();
        N == 1 || self.position.boards.iter().all(is_empty)
    }

    fn is_whole_everywhere(&self, from: Place) -> bool {
        let Place::Cascade(from) = from else {
            return false;
        };
        let from = from as usize;
        let is_whole = |(board, reading): (&Board, &Reading)| {
            let run = board.run(&self.rules.columns, from);
            let room = Room::of(board, reading.capacity);
            let count = rules::count_into_empty(run, room, reading.long_run);
            board.is_won() || count == Some(board.cascades[from].len())
        };
        let mut boards = self.position.boards.iter().zip(&self.rules.readings);
        N == 1 || boards.all(is_whole)
    }

    /// Offers a word that is legal on the lead board, if it is on the others.
    #[inline(always)]
    fn push(&mut self, from: Place, to: Place) {
        let word = Word::unchecked(from, to);
        let first = if self.alike { N } else { self.lead + 1 };
        for index in first..N {
            let board = &self.position.boards[index];
            let reading = self.rules.readings[index];
            if !board.is_won() && !rules::is_legal(board, &self.rules.columns, reading, word) {
                return;
            }
        }
        self.words.push(word);
    }
}
