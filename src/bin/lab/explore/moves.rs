//! The column's moves, in the column's order.
//!
//! With *places* = free cells + empty cascades: one card may always move; a run
//! of n ≥ 2 cards moves onto a card when n ≤ places + 1 and into an empty cascade
//! when n ≤ places. Of several empty cascades, a run goes into the first only,
//! and a whole cascade never into an empty one; a card from a cell may go into
//! each of them. A supermove is one move. Nothing moves home by itself.

use freecell::table::{CASCADES, CELLS};

use super::position::{Move, Position, Spot};

/// What may vary about the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of cells, 0 to 4.
    pub cells: usize,
    /// Whether runs move as one move.
    pub supermoves: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            cells: CELLS,
            supermoves: true,
        }
    }
}

impl Rules {
    /// Adds every move of the position to the end of `moves`.
    pub fn moves(self, position: &Position, moves: &mut Vec<Move>) {
        cells_home(position, moves);
        cascades_home(position, moves);
        cells_to_cascades(position, moves);
        self.cascades_to_cascades(position, moves);
        if position.cells().len() < self.cells {
            cascades_to_cells(position, moves);
        }
    }

    fn cascades_to_cascades(self, position: &Position, moves: &mut Vec<Move>) {
        let empty = |index: &usize| position.cascade(*index).is_empty();
        let empty_cascades = (0..CASCADES).filter(empty).count();
        let run = Run {
            position,
            places: self.cells - position.cells().len() + empty_cascades,
            first_empty: (0..CASCADES).find(empty),
        };
        for from in 0..CASCADES {
            let longest = if self.supermoves { CASCADES * CELLS } else { 1 };
            for count in 1..=run.length(from).min(longest) {
                moves.extend((0..CASCADES).filter_map(|to| run.to(from, count, to)));
            }
        }
    }
}

/// What decides about moving runs.
struct Run<'a> {
    position: &'a Position,
    places: usize,
    first_empty: Option<usize>,
}

impl Run<'_> {
    /// The length of the run at the end of a cascade.
    fn length(&self, from: usize) -> usize {
        let cascade = self.position.cascade(from);
        let joints = cascade
            .windows(2)
            .rev()
            .take_while(|pair| pair[1].fits_on(pair[0]));
        joints.count() + usize::from(!cascade.is_empty())
    }

    /// The move of `count` cards from one cascade to another, if allowed.
    fn to(&self, from: usize, count: usize, to: usize) -> Option<Move> {
        let cards = self.position.cascade(from);
        let card = cards[cards.len() - count];
        let allowed = match self.position.cascade(to).last() {
            Some(top) => card.fits_on(*top) && count <= self.places + 1,
            None => {
                self.first_empty == Some(to)
                    && count < cards.len()
                    && (count == 1 || count <= self.places)
            }
        };
        allowed.then_some(Move {
            card,
            count: count as u8,
            from: Spot::Cascade(from as u8),
            to: Spot::Cascade(to as u8),
        })
    }
}

fn cells_home(position: &Position, moves: &mut Vec<Move>) {
    let fitting = position
        .cells()
        .iter()
        .rev()
        .filter(|card| position.goes_home(**card));
    moves.extend(fitting.map(|&card| Move {
        card,
        count: 1,
        from: Spot::Cell,
        to: Spot::Home,
    }));
}

fn cascades_home(position: &Position, moves: &mut Vec<Move>) {
    for from in 0..CASCADES {
        if let Some(&card) = position.cascade(from).last() {
            if position.goes_home(card) {
                moves.push(Move {
                    card,
                    count: 1,
                    from: Spot::Cascade(from as u8),
                    to: Spot::Home,
                });
            }
        }
    }
}

fn cells_to_cascades(position: &Position, moves: &mut Vec<Move>) {
    for to in 0..CASCADES {
        let top = position.cascade(to).last();
        let fitting = position
            .cells()
            .iter()
            .filter(|card| top.is_none_or(|top| card.fits_on(*top)));
        moves.extend(fitting.map(|&card| Move {
            card,
            count: 1,
            from: Spot::Cell,
            to: Spot::Cascade(to as u8),
        }));
    }
}

fn cascades_to_cells(position: &Position, moves: &mut Vec<Move>) {
    for from in 0..CASCADES {
        if let Some(&card) = position.cascade(from).last() {
            moves.push(Move {
                card,
                count: 1,
                from: Spot::Cascade(from as u8),
                to: Spot::Cell,
            });
        }
    }
}
