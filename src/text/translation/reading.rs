//! Finds out which cards a solution's moves carry, by the rules of its own program.

use super::{error_at, TranslationError, MOST_TRIED};
use crate::card::Card;
use crate::moves::Place;
use crate::referee::{last_run, Game};
use crate::ruleset::Ruleset;
use crate::table::{Table, CELLS};
use crate::text::notation::{Convention, OtherMove};

const ILLEGAL: &str = "it is illegal by its own rules";

/// Cards that a move carries, the deepest first, and where they go.
pub struct Carried {
    pub cards: Vec<Card>,
    pub to: Place,
    /// The number of cards of each suit that are home after the move.
    pub home: [u8; 4],
}

/// The cards that the moves carry on a table, by the rules of their own program.
pub fn trace(
    table: &Table,
    convention: Convention,
    moves: &[OtherMove],
) -> Result<Vec<Carried>, TranslationError> {
    // macroxue's game plays cards home before the first move as well.
    let start = if convention.closes_up {
        after_autoplay(table.clone(), convention)
    } else {
        table.clone()
    };
    let mut reading = Reading {
        convention,
        moves,
        carried: vec![Carried {
            cards: Vec::new(),
            to: Place::Home,
            home: start.foundations,
        }],
        error: error_at(moves, 0, ILLEGAL),
        tried: 0,
    };
    if reading.read_on(&start) {
        Ok(reading.carried)
    } else {
        Err(reading.error)
    }
}

/// The table once the other program has played cards home.
fn after_autoplay(table: Table, convention: Convention) -> Table {
    let mut game = Game::new(table, Ruleset::from_autoplay(convention.autoplay));
    game.autoplay();
    let mut table = game.table().clone();
    if convention.closes_up {
        close_up(&mut table);
    }
    table
}

/// The moves, read as far as they are legal.
struct Reading<'a> {
    convention: Convention,
    moves: &'a [OtherMove],
    /// First the cards that go home by themselves before the first move, then those of each move.
    carried: Vec<Carried>,
    /// The error in the last move that could be reached.
    error: TranslationError,
    tried: usize,
}

impl Reading<'_> {
    /// Reads the rest of the moves, trying each number of cards that a move may carry.
    fn read_on(&mut self, table: &Table) -> bool {
        let index = self.carried.len() - 1;
        let Some(mv) = self.moves.get(index) else {
            return true;
        };
        let on_table = mv.on(table);
        for (mv, cards) in on_table
            .iter()
            .flat_map(|mv| counts(table, mv).into_iter().map(move |cards| (mv, cards)))
        {
            self.tried += 1;
            let Some((next, carried)) = self.play(table, mv, cards) else {
                continue;
            };
            self.carried.push(carried);
            if self.tried < MOST_TRIED && self.read_on(&next) {
                return true;
            }
            self.carried.pop();
        }
        if index + 1 > self.error.number {
            self.error = error_at(self.moves, index, ILLEGAL);
        }
        false
    }

    /// The table after a move of that many cards, and what it carries.
    fn play(&self, table: &Table, mv: &OtherMove, count: usize) -> Option<(Table, Carried)> {
        let mut next = table.clone();
        let cards = take(&mut next, mv.from, count)?;
        if self.convention.closes_up {
            close_up(&mut next);
        }
        let free = || next.cells.iter().position(Option::is_none);
        let to = match mv.to {
            Some(to) => to,
            None => Place::Cell(free()? as u8),
        };
        put(&mut next, to, &cards)?;
        let next = after_autoplay(next, self.convention);
        let home = next.foundations;
        Some((next, Carried { cards, to, home }))
    }
}

/// The numbers of cards that a move may carry.
fn counts(table: &Table, mv: &OtherMove) -> Vec<usize> {
    let (Place::Cascade(from), Some(Place::Cascade(to))) = (mv.from, mv.to) else {
        return vec![1];
    };
    let run = last_run(&table.cascades[usize::from(from)]).len();
    let to = table.top(usize::from(to));
    match (mv.cards, to) {
        (Some(cards), _) => vec![cards],
        (None, None) => (1..=run.min(capacity(table))).rev().collect(),
        (None, Some(_)) => (1..=run).collect(),
    }
}

/// The number of cards that can move into an empty cascade.
fn capacity(table: &Table) -> usize {
    (table.free_cells() + 1) << (table.empty_cascades() - 1)
}

/// Takes cards from a place, the deepest first.
pub fn take(table: &mut Table, from: Place, count: usize) -> Option<Vec<Card>> {
    match from {
        Place::Cascade(from) => {
            let cascade = &mut table.cascades[usize::from(from)];
            if count == 0 || count > last_run(cascade).len() {
                return None;
            }
            let start = cascade.len() - count;
            let cards = cascade[start..].to_vec();
            cascade.truncate(start);
            Some(cards)
        }
        Place::Cell(from) => Some(vec![table.cells[usize::from(from)].take()?]),
        Place::Home => None,
    }
}

/// Puts cards down, where they fit.
pub fn put(table: &mut Table, to: Place, cards: &[Card]) -> Option<()> {
    let deepest = *cards.first()?;
    match to {
        Place::Cascade(to) => {
            let cascade = &mut table.cascades[usize::from(to)];
            let fits = cascade.last().is_none_or(|&on| deepest.fits_on(on));
            fits.then(|| cascade.extend(cards.iter().copied()))
        }
        Place::Cell(to) => {
            let cell = &mut table.cells[usize::from(to)];
            cell.is_none().then(|| *cell = Some(deepest))
        }
        Place::Home => {
            let fits = table.next_home(deepest.suit()) == Some(deepest);
            fits.then(|| table.foundations[deepest.suit().index()] += 1)
        }
    }
}

/// Moves the cards in the cells towards the first.
fn close_up(table: &mut Table) {
    let cards: Vec<Card> = table.cells.iter().flatten().copied().collect();
    table.cells = [None; CELLS];
    for (cell, card) in table.cells.iter_mut().zip(cards) {
        *cell = Some(card);
    }
}
