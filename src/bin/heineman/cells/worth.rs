//! How promising a position looks to the search for the fewest cells.

use crate::packed::board::Board;
use crate::packed::ways::TAKES;

/// What to weigh how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Each card in a cascade.
    pub card: usize,
    /// Each card above a smaller one of its suit.
    pub buries: usize,
    /// Each card that does not fit on the one below.
    pub gap: usize,
    /// Each card in a cell.
    pub cell: usize,
    /// Each cascade that is not empty.
    pub cascade: usize,
    /// Each card above one that is next to go home.
    pub above_next: usize,
}

/// Weights that take turns. Those of cards and gaps count what is left to do; a
/// search led by these alone goes deep first.
pub const PORTFOLIO: [Weights; 8] = [
    weights([0, 2, 1, 2, 1, 0]),
    weights([1, 0, 2, 2, 1, 1]),
    weights([2, 4, 3, 4, 4, 1]),
    weights([1, 0, 1, 3, 1, 1]),
    weights([1, 2, 2, 3, 1, 1]),
    weights([2, 1, 2, 2, 1, 0]),
    weights([0, 2, 2, 3, 1, 0]),
    weights([2, 1, 2, 3, 1, 2]),
];

const fn weights(each: [usize; 6]) -> Weights {
    let [card, buries, gap, cell, cascade, above_next] = each;
    Weights {
        card,
        buries,
        gap,
        cell,
        cascade,
        above_next,
    }
}

/// The worth of a position, from 0; smaller is better, and it is no bound on
/// anything.
pub fn worth(board: &Board, weights: &Weights) -> usize {
    let mut buries = 0;
    let mut gaps = 0;
    let mut cards = 0;
    let mut cascades = 0;
    for cascade in 0..board.cascades() {
        let length = board.length(cascade);
        let mut least = [u8::MAX; 4];
        let mut below = 63;
        for height in 1..=length {
            let card = board.card(cascade, height);
            let least = &mut least[card as usize % 4];
            buries += usize::from(*least < card);
            *least = card.min(*least);
            gaps += usize::from(TAKES[below as usize & 63] >> card & 1 == 0);
            below = card;
        }
        cascades += usize::from(length > 0);
        cards += usize::from(length);
    }
    let mut above_next = 0;
    let mut next = board.next();
    while next != 0 {
        let (cascade, height) = board.place(next.trailing_zeros() as u8);
        next &= next - 1;
        if height > 0 {
            above_next += usize::from(board.length(cascade) - height);
        }
    }
    weights.card * cards
        + weights.buries * buries
        + weights.gap * gaps
        + weights.cell * board.cells().count_ones() as usize
        + weights.cascade * cascades
        + weights.above_next * above_next
}
