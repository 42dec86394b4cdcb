//! The column's score of a position, and what it is after a move that is not made yet.
//!
//! The score: for each suit whose next card lies in a cascade, the cards on top of it,
//! summed and doubled when no cell and no cascade is free; plus 26; minus the ranks of the
//! next cards. Smaller is better; it is no bound on the moves needed.

use crate::packed::board::Board;
use crate::packed::change::{Change, CELL, HOME};
use crate::packed::delta::ones;

/// The size of arrays of places: the cascades, and [`CELL`] and [`HOME`] behind them.
const PLACES: usize = 16;

#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The number of next cards in each cascade.
    next_in: [i32; PLACES],
    /// The same without the card on top.
    under_top: [i32; PLACES],
    /// The cards on next cards, over all of them.
    on_top: i32,
    /// 26 less the ranks of the next cards.
    rest: i32,
    places: i32,
}

impl Score {
    /// Computes the score of a board with that many cells.
    pub fn new(board: &Board, cells: u32) -> Score {
        let taken = board.cells().count_ones();
        let mut score = Score {
            rest: 26,
            places: (cells - taken + board.empty().count_ones()) as i32,
            ..Score::default()
        };
        for card in ones(board.next()) {
            score.rest -= i32::from(card / 4) + 1;
            let (cascade, height) = board.place(card);
            if height > 0 {
                let above = i32::from(board.length(cascade) - height);
                score.next_in[cascade % PLACES] += 1;
                score.under_top[cascade % PLACES] += i32::from(above > 0);
                score.on_top += above;
            }
        }
        score
    }

    pub fn value(&self) -> i32 {
        weigh(self.on_top, self.places) + self.rest
    }

    #[inline(always)]
    pub fn after(&self, board: &Board, each: Change) -> i32 {
        let (from, to) = (each.from() as usize % PLACES, each.to() as usize % PLACES);
        let mut places =
            self.places + i32::from(each.from() == CELL) - i32::from(each.to() == CELL);
        if each.invalidates() {
            places += if each.fills() { -1 } else { 1 };
        }
        let mut on_top = self.on_top;
        let mut rest = self.rest;
        if each.count() == 1 {
            on_top += self.next_in[to] - self.under_top[from];
        } else {
            let staying = self.next_in[from] - moving_next(board, each);
            on_top += (self.next_in[to] - staying) * i32::from(each.count());
        }
        if each.to() == HOME {
            rest -= 1;
            let (cascade, height) = board.place(each.card + 4);
            if height > 0 {
                let leaves = u8::from(cascade == from);
                on_top += i32::from(board.length(cascade) - leaves - height);
            }
        }
        weigh(on_top, places) + rest
    }
}

/// Cards on next cards count twice when no place is free.
#[inline(always)]
fn weigh(on_top: i32, places: i32) -> i32 {
    on_top << i32::from(places == 0)
}

/// The number of next cards that a move takes from a cascade: what lies on them moves along.
fn moving_next(board: &Board, each: Change) -> i32 {
    let from = each.from() as usize;
    let length = board.length(from);
    let heights = length + 1 - each.count()..=length;
    let is_next = |&height: &u8| board.next() >> board.card(from, height) & 1 == 1;
    heights.filter(is_next).count() as i32
}

#[cfg(test)]
mod tests {
    use freecell::table::Table;

    use super::*;

    fn score(cascades: &[&str], cells: &str) -> i32 {
        let table = Table::build(cascades, cells).unwrap();
        Score::new(&Board::from_table(&table), 4).value()
    }

    #[test]
    fn buried_cards_count_twice_when_no_place_is_free() {
        // Next: TC under JC; JD, JH and JS on top.
        let ranks = 10 + 11 + 11 + 11;
        let mut cascades = ["TC JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS"];
        assert_eq!(score(&cascades, "KC KD KH KS"), 2 + 26 - ranks);
        cascades[4] = "KS QC";
        assert_eq!(score(&cascades, "KC KD KH"), 1 + 26 - ranks);
        assert_eq!(score(&[], ""), 26 - 4 * 14);
    }
}
