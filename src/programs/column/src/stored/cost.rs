//! How promising a position looks to a greedy search: a weighted sum of features.

use crate::packed::board::Board;
use crate::packed::delta::{ones, TAKES};

/// The weights of the features, in the order of [`features`].
pub type Weights = [i32; 6];

/// Sets of weights, which take turns. Those of cards and of sequence breaks measure how much is
/// left to do; a search by these alone goes deep first.
pub const PORTFOLIO: [Weights; 8] = [
    [0, 2, 1, 2, 1, 0],
    [1, 0, 2, 2, 1, 1],
    [2, 4, 3, 4, 4, 1],
    [1, 0, 1, 3, 1, 1],
    [1, 2, 2, 3, 1, 1],
    [2, 1, 2, 2, 1, 0],
    [0, 2, 2, 3, 1, 0],
    [2, 1, 2, 3, 1, 2],
];

/// The cost of a position. The lower, the more promising; it bounds nothing.
pub fn cost(board: &Board, weights: &Weights) -> i32 {
    let features = features(board);
    let weighted = weights.iter().zip(features);
    weighted.map(|(weight, count)| weight * count as i32).sum()
}

/// The numbers of cards that lie in cascades, that lie above a smaller one of their suit, and that
/// lie on a card they do not fit on; of occupied cells; of occupied cascades; and of cards above
/// those that are next to go home.
fn features(board: &Board) -> [usize; 6] {
    let [mut cards, mut burying, mut breaks, mut cascades] = [0; 4];
    for cascade in 0..board.cascades() {
        let length = board.length(cascade);
        let mut lowest = [u8::MAX; 4];
        let mut below = 63;
        for height in 1..=length {
            let card = board.card(cascade, height);
            let lowest = &mut lowest[card as usize % 4];
            burying += usize::from(*lowest < card);
            *lowest = card.min(*lowest);
            breaks += usize::from(TAKES[below as usize & 63] >> card & 1 == 0);
            below = card;
        }
        cascades += usize::from(length > 0);
        cards += usize::from(length);
    }
    let mut above_next = 0;
    for card in ones(board.next()) {
        let (cascade, height) = board.place(card);
        if height > 0 {
            above_next += usize::from(board.length(cascade) - height);
        }
    }
    let cells = board.cells().count_ones() as usize;
    [cards, burying, breaks, cells, cascades, above_next]
}
