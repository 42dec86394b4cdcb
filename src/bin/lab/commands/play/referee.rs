//! A referee of any kind: which moves are legal on a plain table, and what they do.
//!
//! [`freecell::referee`] judges by the rulesets that the bot plans for. This one
//! plays by rules that the bot may never have heard of, and states all of them for
//! itself; where both know a ruleset, the tests below hold one against the other.

#[cfg(test)]
mod tests;

use freecell::card::Card;
use freecell::moves::{Move, MoveList, Place};
use freecell::referee::Illegal;
use freecell::table::Table;

use super::autoplay::Time;
use super::rules::{CellOrder, Rules};

/// A table in play.
#[derive(Clone, Debug)]
pub struct Referee {
    table: Table,
    rules: Rules,
}

impl Referee {
    /// The table exactly as given.
    pub fn new(table: Table, rules: Rules) -> Referee {
        Referee { table, rules }
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        self.table.is_won()
    }

    /// Plays a move and what follows it.
    ///
    /// # Errors
    /// Why the move is illegal; the table is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        let count = self.cards_moved(mv)?;
        let cards = self.take(mv.from(), count);
        self.put(mv.to(), cards);
        if self.rules.autoplay.habits.after == Time::Move {
            self.autoplay();
        }
        self.order_cells();
        Ok(())
    }

    /// Ends a turn, after its moves.
    pub fn end_turn(&mut self) {
        if self.rules.autoplay.habits.after == Time::Turn {
            self.autoplay();
            self.order_cells();
        }
    }

    /// Runs the autoplay now.
    pub fn autoplay(&mut self) {
        let most = self.rules.autoplay.habits.most;
        for _ in 0..most.unwrap_or(u8::MAX) {
            let Some(from) = self.rules.autoplay.next(&self.table) else {
                return;
            };
            let cards = self.take(from, 1);
            self.put(Place::Home, cards);
        }
    }

    /// Every move that is legal now, by source, cascades before cells, and then by
    /// target, cascades before cells before home.
    pub fn legal_moves(&self) -> MoveList {
        let is_legal = |mv: &Move| self.cards_moved(*mv).is_ok();
        Move::all().filter(is_legal).collect()
    }

    /// How many cards the move itself moves, autoplay aside.
    fn cards_moved(&self, mv: Move) -> Result<usize, Illegal> {
        let run = self.run(mv.from());
        let &last = run.first().ok_or(Illegal::NoCard(mv.from()))?;
        match mv.to() {
            Place::Home if self.table.next_home(last.suit()) == Some(last) => Ok(1),
            Place::Home => Err(Illegal::NotNextHome(last)),
            Place::Cell(cell) => self.check_cell(cell).map(|()| 1),
            Place::Cascade(cascade) => {
                let Some(on) = self.table.top(usize::from(cascade)) else {
                    return self.rules.supermoves.into_empty(run.len(), &self.table);
                };
                let above = run.iter().position(|card| card.fits_on(on));
                let above = above.ok_or(Illegal::DoesNotFit(last, on))?;
                self.rules.supermoves.onto_card(above + 1, &self.table)
            }
        }
    }

    /// A card may go to the lowest free cell, and to no other.
    fn check_cell(&self, cell: u8) -> Result<(), Illegal> {
        let cells = &self.table.cells;
        if cells[usize::from(cell)].is_some() {
            return Err(Illegal::CellTaken(Place::Cell(cell)));
        }
        let lower = cells[..usize::from(cell)].iter().position(Option::is_none);
        lower.map_or(Ok(()), |lower| {
            let lower = Place::Cell(lower as u8);
            Err(Illegal::LowerCellFree(Place::Cell(cell), lower))
        })
    }

    /// The cards that may leave a place together if there is room for them, the last
    /// card first.
    fn run(&self, from: Place) -> Vec<Card> {
        match from {
            Place::Home => Vec::new(),
            Place::Cell(cell) => Vec::from_iter(self.table.cells[usize::from(cell)]),
            Place::Cascade(cascade) => {
                let cards = &self.table.cascades[usize::from(cascade)];
                let pairs = cards.iter().rev().zip(cards.iter().rev().skip(1));
                let joined = pairs.take_while(|(card, on)| card.fits_on(**on)).count();
                cards.iter().rev().take(joined + 1).copied().collect()
            }
        }
    }

    /// Takes the last cards of a place away, the deepest first.
    fn take(&mut self, from: Place, count: usize) -> Vec<Card> {
        match from {
            Place::Home => Vec::new(),
            Place::Cell(cell) => Vec::from_iter(self.table.cells[usize::from(cell)].take()),
            Place::Cascade(cascade) => {
                let cards = &mut self.table.cascades[usize::from(cascade)];
                let left = cards.len() - count;
                cards.drain(left..).collect()
            }
        }
    }

    fn put(&mut self, to: Place, cards: Vec<Card>) {
        for card in cards {
            match to {
                Place::Home => self.table.foundations[card.suit().index()] += 1,
                Place::Cell(cell) => self.table.cells[usize::from(cell)] = Some(card),
                Place::Cascade(cascade) => self.table.cascades[usize::from(cascade)].push(card),
            }
        }
    }

    fn order_cells(&mut self) {
        let cells = &mut self.table.cells;
        match self.rules.cells {
            CellOrder::Kept => {}
            // Sorting is stable, so the cards keep their order.
            CellOrder::Packed => cells.sort_by_key(Option::is_none),
            CellOrder::Sorted => cells.sort_by_key(|cell| cell.map_or(Card::COUNT, Card::index)),
        }
    }
}
