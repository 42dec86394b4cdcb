//! The referee: what a line of moves does to a table, under one ruleset.
//!
//! The search checks its lines with the same code that found them, so an error in
//! that code would go unnoticed. This module therefore states the rules a second
//! time, slowly and plainly: it plays on a [`Table`], card by card, and takes
//! every rule from its wording. It shares nothing with [`crate::rules`] and [`crate::board`],
//! offers every legal move however pointless, and is the judge in tests and tools. It does not say
//! which moves are good.

pub mod variant;
mod verdict;

pub use verdict::{judge, replay, Illegal, MoveError, Verdict};

use smallvec::{smallvec, SmallVec};

use crate::card::Card;
use crate::moves::{Move, MoveList, Place};
use crate::ruleset::{Capacity, OverlongRun, Ruleset};
use crate::table::{Cascade, Table, CASCADES, CELLS};
use variant::{AutoplayTime, CellOrder, Variant};

/// A table in play, under one ruleset or variant of the rules.
///
/// ```
/// use freecell::referee::Game;
/// use freecell::{deal, ruleset::Ruleset};
///
/// let mut game = Game::new(deal::microsoft(10913).unwrap(), Ruleset::default());
/// assert_eq!(game.legal_moves().len(), 12);
/// let steps = game.play("4h".parse().unwrap()).unwrap();
/// // The move takes the ace of clubs home, autoplay the ace of spades.
/// assert_eq!(steps[0].card.to_string(), "AC");
/// assert!(steps[1].autoplay && steps[1].card.to_string() == "AS");
/// let illegal = game.play("4h".parse().unwrap()).unwrap_err();
/// assert_eq!(illegal.to_string(), "5S is not the next card of its suit");
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    table: Table,
    variant: Variant,
    /// The number of cells: the first ones.
    cell_count: usize,
}

/// The events after a move, in order: the move itself, then autoplay.
pub type Steps = SmallVec<[Step; 16]>;

/// One step of what happens on the table: cards that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of cards that move: 1, or up to 13 for a supermove.
    pub cards: u8,
    /// The deepest card that moves; the others lie on it.
    pub card: Card,
    /// The cascade or cell that the cards leave.
    pub from: Place,
    /// The place to which they go.
    pub to: Place,
    /// `true` if the game itself moves them, after a move.
    pub autoplay: bool,
}

impl Game {
    /// The table exactly as given: no autoplay before the first move.
    pub fn new(table: Table, ruleset: Ruleset) -> Game {
        Game::with_variant(table, ruleset.into())
    }

    /// The same under a variant of the rules.
    pub fn with_variant(table: Table, variant: Variant) -> Game {
        Game {
            table,
            variant,
            cell_count: CELLS,
        }
    }

    /// The same game with fewer cells, the first ones; the others must be free.
    #[cfg(feature = "internals")]
    #[must_use]
    pub fn with_cells(self, cell_count: usize) -> Game {
        Game { cell_count, ..self }
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns `true` if all cards are home.
    pub fn is_won(&self) -> bool {
        self.table.is_won()
    }

    /// Plays a move and the autoplay that follows it. Returns what moved: the
    /// move's own cards in the first step, then one card in each.
    ///
    /// # Errors
    /// Why the move is illegal; the table is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Steps, Illegal> {
        let step = self.step_of(mv)?;
        self.carry_out(step);
        let mut steps: Steps = smallvec![step];
        if self.variant.autoplay_after == AutoplayTime::Move {
            self.autoplay_onto(&mut steps);
        }
        self.order_cells();
        Ok(steps)
    }

    /// Ends a turn: autoplay may have waited for it.
    pub fn end_turn(&mut self) {
        if self.variant.autoplay_after == AutoplayTime::Turn {
            self.autoplay();
            self.order_cells();
        }
    }

    /// Runs the autoplay now, as the game does after every move.
    ///
    /// Cascades come before cells, and low numbers before high ones; the resulting
    /// table does not depend on the order.
    pub fn autoplay(&mut self) -> Steps {
        let mut steps = Steps::new();
        self.autoplay_onto(&mut steps);
        steps
    }

    /// The same, with the steps added to others.
    fn autoplay_onto(&mut self, steps: &mut Steps) {
        for _ in 0..self.variant.autoplay_most {
            let Some(step) = sources().find_map(|from| self.autoplay_from(from)) else {
                break;
            };
            self.carry_out(step);
            steps.push(step);
        }
    }

    /// Every move that is legal now, in the order of the statement's example:
    /// by source, cascades before cells, and then by target, cascades before
    /// the cell before home.
    pub fn legal_moves(&self) -> MoveList {
        let moves = sources().flat_map(|from| targets().map(move |to| Move::new(from, to)));
        moves
            .flatten()
            .filter(|&mv| self.step_of(mv).is_ok())
            .collect()
    }

    /// The step of the move itself, autoplay aside.
    fn step_of(&self, mv: Move) -> Result<Step, Illegal> {
        let (from, to) = (mv.from(), mv.to());
        let cards = self.cards(from);
        let &last = cards.last().ok_or(Illegal::NoCard(from))?;
        let count = match to {
            Place::Home if self.fits_home(last) => 1,
            Place::Home => return Err(Illegal::NotNextHome(last)),
            Place::Cell(cell) => self.check_cell(cell).map(|()| 1)?,
            Place::Cascade(cascade) => {
                self.cards_onto(last_run(cards), &self.table.cascades[index(cascade)])?
            }
        };
        Ok(Step {
            cards: count as u8,
            card: cards[cards.len() - count],
            from,
            to,
            autoplay: false,
        })
    }

    /// A card may go to the lowest free cell, and to no other.
    fn check_cell(&self, cell: u8) -> Result<(), Illegal> {
        let place = Place::Cell(cell);
        if index(cell) >= self.cell_count {
            return Err(Illegal::NoSuchCell(place));
        }
        if self.table.cells[index(cell)].is_some() {
            return Err(Illegal::CellTaken(place));
        }
        match self.table.cells.iter().position(Option::is_none) {
            Some(lowest) if lowest < index(cell) => {
                Err(Illegal::LowerCellFree(place, Place::Cell(lowest as u8)))
            }
            _ => Ok(()),
        }
    }

    /// The number of cards of a run that go onto that cascade.
    fn cards_onto(&self, run: &[Card], target: &Cascade) -> Result<usize, Illegal> {
        let Some(&on) = target.last() else {
            return self.cards_into_empty(run.len());
        };
        let fitting = run.iter().position(|card| card.fits_on(on));
        let left = fitting.ok_or_else(|| Illegal::DoesNotFit(run[run.len() - 1], on))?;
        check_capacity(run.len() - left, self.capacity(self.table.empty_cascades()))
    }

    /// The number of cards of a run of that length that go into an empty cascade.
    fn cards_into_empty(&self, run: usize) -> Result<usize, Illegal> {
        if self.variant.one_card_into_empty {
            return Ok(1);
        }
        // The destination itself cannot help to carry the cards.
        let capacity = self.capacity(self.table.empty_cascades() - 1);
        match self.variant.overlong_run {
            OverlongRun::Partial => Ok(run.min(capacity)),
            OverlongRun::Illegal => check_capacity(run, capacity),
        }
    }

    /// The number of cards that can move as one with this many empty cascades to use.
    fn capacity(&self, empty_cascades: usize) -> usize {
        let cells = &self.table.cells[..self.cell_count];
        let free_cells = cells.iter().filter(|cell| cell.is_none()).count();
        match self.variant.capacity {
            Capacity::Doubling => (free_cells + 1) << empty_cascades,
            Capacity::Product => (free_cells + 1) * (empty_cascades + 1),
            Capacity::Cells => free_cells + 1,
            Capacity::One => 1,
            #[cfg(feature = "programs")]
            Capacity::Runs => {
                // One run in each empty cascade, by way of the free cells and of those after it.
                let runs = (1..=empty_cascades).map(|places| free_cells + places);
                free_cells + 1 + runs.sum::<usize>()
            }
        }
    }

    /// The cards in the place that could leave it, the deepest first.
    fn cards(&self, from: Place) -> &[Card] {
        match from {
            Place::Cascade(cascade) => &self.table.cascades[index(cascade)],
            Place::Cell(cell) => self.table.cells[index(cell)].as_slice(),
            Place::Home => &[],
        }
    }

    fn fits_home(&self, card: Card) -> bool {
        card.rank().number() == self.table.foundations[card.suit().index()] + 1
    }

    fn autoplay_from(&self, from: Place) -> Option<Step> {
        let &card = self.cards(from).last()?;
        let is_autoplayed = self.fits_home(card)
            && self.variant.autoplay_from.includes(from)
            && (self.variant.autoplay).include(card, self.table.foundations);
        is_autoplayed.then_some(Step {
            cards: 1,
            card,
            from,
            to: Place::Home,
            autoplay: true,
        })
    }

    fn order_cells(&mut self) {
        let cells = &mut self.table.cells;
        match self.variant.cells {
            CellOrder::Kept => {}
            // Sorting is stable, so the cards keep their order.
            CellOrder::Packed => cells.sort_by_key(Option::is_none),
            CellOrder::Sorted => cells.sort_by_key(|cell| cell.map_or(Card::COUNT, Card::index)),
        }
    }

    /// Moves the step's cards, the deepest first.
    fn carry_out(&mut self, step: Step) {
        match step.from {
            Place::Cascade(from) => {
                let from = index(from);
                let cards = self.table.cascades[from].len();
                let left = cards - usize::from(step.cards);
                for place in left..cards {
                    self.put(self.table.cascades[from][place], step.to);
                }
                self.table.cascades[from].truncate(left);
            }
            Place::Cell(from) => {
                self.table.cells[index(from)] = None;
                self.put(step.card, step.to);
            }
            Place::Home => {}
        }
    }

    fn put(&mut self, card: Card, to: Place) {
        match to {
            Place::Cascade(to) => self.table.cascades[index(to)].push(card),
            Place::Cell(to) => self.table.cells[index(to)] = Some(card),
            Place::Home => self.table.foundations[card.suit().index()] += 1,
        }
    }
}

/// The run at the end of some cards, those that can move together: each fits on the one before.
pub(crate) fn last_run(cards: &[Card]) -> &[Card] {
    let mut runs = cards.chunk_by(|deeper, card| card.fits_on(*deeper));
    runs.next_back().unwrap_or_default()
}

fn check_capacity(cards: usize, capacity: usize) -> Result<usize, Illegal> {
    if cards > capacity {
        return Err(Illegal::TooMany { cards, capacity });
    }
    Ok(cards)
}

fn index(place: u8) -> usize {
    usize::from(place)
}

/// The places that cards can leave.
fn sources() -> impl Iterator<Item = Place> {
    let cascades = (0..CASCADES as u8).map(Place::Cascade);
    cascades.chain((0..CELLS as u8).map(Place::Cell))
}

/// The places that cards can go to.
fn targets() -> impl Iterator<Item = Place> {
    sources().chain([Place::Home])
}
