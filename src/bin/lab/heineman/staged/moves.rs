//! The column's moves, in the column's order, on the board of a staged search.
//!
//! The same moves as [`crate::heineman::moves`] generates; what those ask of
//! every pair of places, these ask of a set of cards at once.

use super::board::{
    Board, Change, AT_HOME, CELL, FITS_ON, HOME, IN_CELL, MOST_CASCADES, NOTHING, TAKES, WAY_ON,
};

/// Adds every move of a board with that many cells to the end of `moves`.
pub fn moves(board: &Board, cells: u32, moves: &mut Vec<Change>) {
    let cascades = board.cascades().min(MOST_CASCADES);
    let mut tops = [NOTHING; MOST_CASCADES];
    let mut top_cards = 0_u64;
    let mut first_empty = None;
    let mut empty = 0;
    for index in (0..cascades).rev() {
        tops[index] = board.top(index);
        top_cards |= 1 << tops[index];
        if tops[index] == NOTHING {
            empty += 1;
            first_empty = Some(index);
        }
    }
    let in_cells = board.cells();
    if (top_cards | in_cells) & board.next() != 0 {
        home(board, moves);
    }
    if in_cells != 0 {
        for (to, &top) in tops[..cascades].iter().enumerate() {
            let mut fitting = in_cells & TAKES[top as usize & 63];
            let way = WAY_ON[top as usize & 63];
            while fitting != 0 {
                moves.push(Change::from_cell(fitting.trailing_zeros() as u8, to as u8, way));
                fitting &= fitting - 1;
            }
        }
    }
    let free = cells - in_cells.count_ones();
    let places = free + empty;
    for from in 0..cascades {
        runs(board, from, top_cards, places as u8, first_empty, moves);
    }
    if free > 0 {
        for (from, &top) in tops[..cascades].iter().enumerate() {
            if top != NOTHING {
                moves.push(Change::run(from, CELL, 1, top, IN_CELL));
            }
        }
    }
}

/// Adds the moves home: cells from the highest card down, then cascades.
pub fn home(board: &Board, moves: &mut Vec<Change>) {
    let next = board.next();
    let mut cards = board.cells() & next;
    while cards != 0 {
        let card = 63 - cards.leading_zeros() as u8;
        moves.push(Change::from_cell(card, HOME, AT_HOME));
        cards ^= 1 << card;
    }
    for from in 0..board.cascades() {
        let top = board.top(from);
        if next >> top & 1 == 1 {
            moves.push(Change::run(from, HOME, 1, top, AT_HOME));
        }
    }
}

/// The moves of a cascade's runs to other cascades.
#[inline(always)]
fn runs(
    board: &Board,
    from: usize,
    top_cards: u64,
    places: u8,
    first_empty: Option<usize>,
    moves: &mut Vec<Change>,
) {
    let length = board.length(from);
    for count in 1..=board.run(from) {
        let card = board.card(from, length + 1 - count);
        let fits = count == 1 || count <= places + 1;
        let mut onto = if fits { top_cards & FITS_ON[card as usize & 63] } else { 0 };
        let mut into = match first_empty {
            Some(to) if count < length && (count == 1 || count <= places) => to,
            _ => usize::MAX,
        };
        if onto == 0 && into == usize::MAX {
            continue;
        }
        let mut push = |to: usize, way| moves.push(Change::run(from, to as u8, count, card, way));
        // At most two cascades' tops fit, and one empty cascade, which come in the
        // order of the cascades.
        let mut targets = [usize::MAX; 2];
        for target in &mut targets {
            if onto != 0 {
                *target = board.place(onto.trailing_zeros() as u8).0;
                onto &= onto - 1;
            }
        }
        targets.sort_unstable();
        for target in targets {
            if into < target {
                push(into, WAY_ON[NOTHING as usize]);
                into = usize::MAX;
            }
            if target != usize::MAX {
                push(target, WAY_ON[board.top(target) as usize & 63]);
            }
        }
        if into != usize::MAX {
            push(into, WAY_ON[NOTHING as usize]);
        }
    }
}
