//! The column's score on the board of a staged search, and what a move makes of
//! it before it is made.

use super::board::{Board, Change, CELL, HOME, MOST_CASCADES};

/// What the score of a board is made of: for each cascade the next cards in it,
/// and how many cards lie on them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// The next cards in each cascade.
    next_in: [u8; 16],
    /// The cards on next cards, over all of them.
    on_top: i32,
    /// The ranks of the next cards.
    ranks: i32,
    empty: u32,
    in_cells: u32,
    cells: u32,
}

impl Score {
    /// Takes a board with that many cells apart.
    pub fn new(board: &Board, cells: u32) -> Score {
        let mut score = Score {
            in_cells: board.cells().count_ones(),
            cells,
            ..Score::default()
        };
        let mut next = board.next();
        while next != 0 {
            let card = next.trailing_zeros() as u8;
            next &= next - 1;
            score.ranks += i32::from(card / 4) + 1;
            let (cascade, height) = board.place(card);
            if height > 0 {
                score.next_in[cascade & 15] += 1;
                score.on_top += i32::from(board.length(cascade) - height);
            }
        }
        let empty = (0..board.cascades()).filter(|&index| board.length(index) == 0);
        score.empty = empty.count() as u32;
        score
    }

    /// The score itself.
    pub fn value(&self) -> i32 {
        let crowded = self.in_cells == self.cells && self.empty == 0;
        self.on_top * if crowded { 2 } else { 1 } + 26 - self.ranks
    }

    /// The score after a move.
    #[inline(always)]
    pub fn after(&self, board: &Board, each: Change) -> i32 {
        let (from, to, count) = (each.from() as usize, each.to(), each.count());
        let (mut on_top, mut ranks) = (self.on_top, self.ranks);
        let (mut empty, mut in_cells) = (self.empty, self.in_cells);
        if from < MOST_CASCADES {
            let staying = i32::from(self.next_in[from]) - moving_next(board, each);
            on_top -= staying * i32::from(count);
            empty += u32::from(board.length(from) == count);
        } else {
            in_cells -= 1;
        }
        match to {
            CELL => in_cells += 1,
            HOME => {
                ranks += 1;
                let (cascade, height) = board.place(each.card + 4);
                if height > 0 {
                    let leaves = u8::from(cascade == from);
                    on_top += i32::from(board.length(cascade) - leaves - height);
                }
            }
            to => {
                let to = to as usize & 15;
                on_top += i32::from(self.next_in[to]) * i32::from(count);
                empty -= u32::from(board.length(to) == 0);
            }
        }
        let crowded = in_cells == self.cells && empty == 0;
        (on_top << u32::from(crowded)) + 26 - ranks
    }
}

/// How many of the next cards a move moves from a cascade: those keep what lies
/// on them.
#[inline(always)]
fn moving_next(board: &Board, each: Change) -> i32 {
    let mut moving = i32::from(board.next() >> each.card & 1 == 1);
    if each.count() > 1 {
        let from = each.from() as usize;
        let length = board.length(from);
        for height in length + 2 - each.count()..=length {
            moving += i32::from(board.next() >> board.card(from, height) & 1 == 1);
        }
    }
    moving
}
