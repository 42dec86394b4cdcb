//! The column's moves, in the column's order.
//!
//! With *places* = free cells + empty cascades: one card may always move; a run of n ≥ 2
//! cards moves onto a card when n ≤ places + 1 and into an empty cascade when n ≤ places.
//! Of several empty cascades, a run goes into the first only, and a whole cascade never
//! into an empty one; a card from a cell may go into each of them. A supermove is one
//! move. Nothing moves home by itself: that is an addition, see [`crate::autoplay`].
//!
//! One operation on a set of cards takes the place of a test for every pair of places.

use std::iter::from_fn;

use freecell::table::CELLS;

use super::board::Board;
use super::change::{emptying, state_on, Change, CELL, HOME};
use super::delta::{ones, AT_HOME, FITS_ON, IN_CELL, NOTHING, TAKES};

/// The options for the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of cells.
    pub cells: usize,
    /// Whether a run may move as one move.
    pub supermoves: bool,
    /// Whether cards may be moved home.
    pub home: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            cells: CELLS,
            supermoves: true,
            home: true,
        }
    }
}

impl Rules {
    /// Lists every move of a board.
    pub fn list(self, board: &Board) -> Vec<Change> {
        // Few positions have more.
        let mut list = Vec::with_capacity(32);
        moves(board, self.cells as u32, &mut list);
        list.retain(|each| {
            (self.supermoves || each.count() == 1) && (self.home || each.to() != HOME)
        });
        list
    }
}

/// Lists every move of a board with that many cells.
pub fn moves(board: &Board, cells: u32, moves: &mut Vec<Change>) {
    moves.clear();
    let in_cells = board.cells();
    let top_cards = board.top_cards() & !(1 << NOTHING);
    if (top_cards | in_cells) & board.next() != 0 {
        moves.extend(home(board));
    }
    if in_cells != 0 {
        from_cells(board, top_cards, moves);
    }
    let free = cells - in_cells.count_ones();
    let places = free + board.empty().count_ones();
    let into = board.empty() & board.empty().wrapping_neg();
    for from in 0..board.cascades() {
        runs(board, from, top_cards, places as u8, into, moves);
    }
    if free > 0 {
        for from in 0..board.cascades() {
            let top = board.top(from);
            if top != NOTHING {
                let card_state = IN_CELL | emptying(board.length(from), 1);
                moves.push(Change::run(from, CELL, 1, top, card_state));
            }
        }
    }
}

#[inline(always)]
fn from_cells(board: &Board, top_cards: u64, moves: &mut Vec<Change>) {
    let in_cells = board.cells();
    let onto = ones(in_cells).fold(0, |onto, card| onto | FITS_ON[card as usize & 63]);
    let targets = cascades_of(board, onto & top_cards) | board.empty();
    for to in ones(targets) {
        let top = board.top(to.into());
        for card in ones(in_cells & TAKES[top as usize & 63]) {
            moves.push(Change::from_cell(card, to, state_on(top)));
        }
    }
}

/// The cascades that some cards lie in, a bit each.
#[inline(always)]
fn cascades_of(board: &Board, cards: u64) -> u64 {
    ones(cards).fold(0, |all, card| all | 1 << board.place(card).0)
}

/// The moves home: cells from the highest card down, then cascades.
#[inline(always)]
pub fn home(board: &Board) -> impl Iterator<Item = Change> + '_ {
    let next = board.next();
    let mut cards = board.cells() & next;
    let from_cells = from_fn(move || {
        let card = 63_u32.checked_sub(cards.leading_zeros())? as u8;
        cards ^= 1 << card;
        Some(Change::from_cell(card, HOME, AT_HOME))
    });
    let cascades = (0..board.cascades()).filter(move |&from| next >> board.top(from) & 1 == 1);
    let from_cascades = cascades.map(|from| {
        let card_state = AT_HOME | emptying(board.length(from), 1);
        Change::run(from, HOME, 1, board.top(from), card_state)
    });
    from_cells.chain(from_cascades)
}

/// The moves of a cascade's runs to other cascades; `into` is the bit of the first
/// empty one, if there is one.
#[inline(always)]
fn runs(
    board: &Board,
    from: usize,
    top_cards: u64,
    places: u8,
    into: u64,
    moves: &mut Vec<Change>,
) {
    let length = board.length(from);
    for count in 1..=board.run(from).min(places + 1) {
        let card = board.card(from, length + 1 - count);
        let goes_in = count < length && (count == 1 || count <= places);
        let targets = cascades_of(board, top_cards & FITS_ON[card as usize & 63]);
        for to in ones(targets | if goes_in { into } else { 0 }) {
            let card_state = state_on(board.top(to.into())) | emptying(length, count);
            moves.push(Change::run(from, to, count, card, card_state));
        }
    }
}
