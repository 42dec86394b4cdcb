//! The column's moves, in the column's order.
//!
//! With *places* = free cells + empty cascades: one card may always move; a run
//! of n ≥ 2 cards moves onto a card when n ≤ places + 1 and into an empty cascade
//! when n ≤ places. Of several empty cascades, a run goes into the first only,
//! and a whole cascade never into an empty one; a card from a cell may go into
//! each of them. A supermove is one move. Nothing moves home by itself: that is
//! an addition, see [`super::autoplay`].

use freecell::card::Card;
use freecell::table::CELLS;

use super::position::{Move, Position, Spot};

/// What may vary about the moves.
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
    /// Adds every move of the position to the end of `moves`.
    pub fn moves(self, position: &Position, moves: &mut Vec<Move>) {
        if self.home {
            moves.extend(moves_home(position));
        }
        cells_to_cascades(position, moves);
        self.cascades_to_cascades(position, moves);
        if position.cells().len() < self.cells {
            cascades_to_cells(position, moves);
        }
    }

    fn cascades_to_cascades(self, position: &Position, moves: &mut Vec<Move>) {
        let empty = |index: &usize| position.cascade(*index).is_empty();
        let cascades = 0..position.cascades();
        let empty_cascades = cascades.clone().filter(empty).count();
        let runs = Runs {
            position,
            places: self.cells - position.cells().len() + empty_cascades,
            first_empty: cascades.clone().find(empty),
        };
        for from in cascades.clone() {
            let length = runs.length(from);
            let most = if self.supermoves {
                length
            } else {
                length.min(1)
            };
            for count in 1..=most {
                moves.extend(cascades.clone().filter_map(|to| runs.to(from, count, to)));
            }
        }
    }
}

/// The moves home: cells from the highest card down, then the cascades in their order.
pub fn moves_home(position: &Position) -> impl Iterator<Item = Move> + '_ {
    let cells = position.cells().iter().rev();
    let cells = cells.map(|&card| one_card(card, Spot::Cell, Spot::Home));
    let cascades = (0..position.cascades()).filter_map(|from| {
        let &card = position.cascade(from).last()?;
        Some(one_card(card, Spot::cascade(from), Spot::Home))
    });
    cells
        .chain(cascades)
        .filter(|each| position.goes_home(each.card))
}

/// What decides about moving runs.
struct Runs<'a> {
    position: &'a Position,
    places: usize,
    first_empty: Option<usize>,
}

impl Runs<'_> {
    /// The length of the run at the end of a cascade.
    fn length(&self, from: usize) -> usize {
        let cascade = self.position.cascade(from);
        let pairs = cascade.windows(2).rev();
        let joints = pairs.take_while(|pair| pair[1].fits_on(pair[0]));
        joints.count() + usize::from(!cascade.is_empty())
    }

    /// The move of `count` cards from one cascade to another, if allowed.
    fn to(&self, from: usize, count: usize, to: usize) -> Option<Move> {
        let cards = self.position.cascade(from);
        let card = cards[cards.len() - count];
        let allowed = match self.position.cascade(to).last() {
            Some(top) => card.fits_on(*top) && (count == 1 || count <= self.places + 1),
            None => {
                self.first_empty == Some(to)
                    && count < cards.len()
                    && (count == 1 || count <= self.places)
            }
        };
        allowed.then_some(Move {
            count: count as u8,
            ..one_card(card, Spot::cascade(from), Spot::cascade(to))
        })
    }
}

fn cells_to_cascades(position: &Position, moves: &mut Vec<Move>) {
    for to in 0..position.cascades() {
        let top = position.cascade(to).last();
        let fits = |card: &&Card| top.is_none_or(|top| card.fits_on(*top));
        let cards = position.cells().iter().filter(fits);
        moves.extend(cards.map(|&card| one_card(card, Spot::Cell, Spot::cascade(to))));
    }
}

fn cascades_to_cells(position: &Position, moves: &mut Vec<Move>) {
    moves.extend((0..position.cascades()).filter_map(|from| {
        let &card = position.cascade(from).last()?;
        Some(one_card(card, Spot::cascade(from), Spot::Cell))
    }));
}

fn one_card(card: Card, from: Spot, to: Spot) -> Move {
    Move {
        card,
        count: 1,
        from,
        to,
    }
}
