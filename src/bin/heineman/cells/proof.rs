//! A search that proves that a deal cannot be won; or, where it plays the real game,
//! that it can.
//!
//! It goes through a game class by class ([`super::fixed`]), from the class of the deal
//! on. No move leads back into a class, so those of which most cards are left come
//! first, and a class that is done is forgotten: of the others, only what they are
//! entered by is kept.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::fixed::Class;
use super::relaxed::Relaxed;
use super::tour::{arrive, Arrival, Exit, Tour};
use super::walk::Walk;
use super::weaves::Weaves;
use freecell::tools::interrupt;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// One that is a little easier than the real one ([`super::weaves`]).
    Easier,
    /// The real one ([`super::walk`]).
    Real,
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game cannot be won, so the real one cannot.
    Lost,
    /// The game can be won.
    None,
    /// It came to a limit.
    Limit,
    /// Someone asked to stop.
    Interrupted,
}

/// The search's memory.
pub struct Prover<'a> {
    relaxed: &'a mut Relaxed,
    game: Game,
    cells: u32,
    /// The classes to go through, by the cards left and by number.
    entered: BTreeMap<u32, FxHashMap<u64, Box<dyn Tour>>>,
    /// How much they store in all, with the one that is gone through.
    stored: usize,
    /// How much those stored that are done.
    done: u64,
    is_won: bool,
    budget: Budget,
}

/// What a proof may spend, in positions.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// How many may be stored at a time.
    pub stored: usize,
    /// How many may be gone through in all.
    pub visited: u64,
}

impl Prover<'_> {
    /// A search of a deal in that game, with that many cells, the same as in the relaxed
    /// game.
    pub fn new(relaxed: &mut Relaxed, game: Game, cells: u32, budget: Budget) -> Prover<'_> {
        Prover {
            relaxed,
            game,
            cells,
            entered: BTreeMap::new(),
            stored: 0,
            done: 0,
            is_won: false,
            budget: Budget {
                stored: budget.stored.min(u32::MAX as usize - 1),
                ..budget
            },
        }
    }

    /// How many positions it has gone through, or stores.
    pub fn visited(&self) -> u64 {
        self.done + self.stored as u64
    }

    /// Goes through the game from the deal's class.
    pub fn prove(&mut self, start: Class) -> Proof {
        let dealt = self.relaxed.structure().dealt();
        self.enter((start, dealt));
        while let Some(mut tour) = self.next() {
            if let Some(end) = self.go_through(&mut *tour) {
                return end;
            }
            self.stored -= tour.stored();
            self.done += tour.stored() as u64;
        }
        if self.is_won {
            Proof::None
        } else {
            Proof::Lost
        }
    }

    /// The class that comes next.
    fn next(&mut self) -> Option<Box<dyn Tour>> {
        let mut layer = self.entered.last_entry()?;
        let number = *layer.get().keys().next()?;
        let next = layer.get_mut().remove(&number)?;
        if layer.get().is_empty() {
            layer.remove();
        }
        Some(next)
    }

    /// Enters the class that an exit leads to.
    fn enter(&mut self, exit: Exit) {
        let (class, lie) = match arrive(self.relaxed, exit) {
            Arrival::Won => return self.is_won = true,
            Arrival::Lost => return,
            Arrival::At(class, lie) => (class, lie),
        };
        let left = self.left();
        let structure = self.relaxed.structure();
        let layer = self.entered.entry(class.left()).or_default();
        let new = || -> Box<dyn Tour> {
            match self.game {
                Game::Easier => Box::new(Weaves::new(structure, self.cells, class)),
                Game::Real => Box::new(Walk::new(structure, self.cells, class)),
            }
        };
        let tour = layer.entry(structure.number(class)).or_insert_with(new);
        let before = tour.stored();
        tour.enter(lie, left);
        self.stored += tour.stored() - before;
    }

    /// How many more positions it may store.
    fn left(&self) -> usize {
        let unvisited = self.budget.visited.saturating_sub(self.visited());
        let unvisited = usize::try_from(unvisited).unwrap_or(usize::MAX);
        self.budget
            .stored
            .saturating_sub(self.stored)
            .min(unvisited)
    }

    /// Goes through a class; the end, if that is how the search ends.
    fn go_through(&mut self, tour: &mut dyn Tour) -> Option<Proof> {
        let mut exits = Vec::new();
        loop {
            let before = tour.stored();
            let goes_on = tour.step(self.relaxed.structure(), self.left(), &mut exits);
            self.stored += tour.stored() - before;
            for exit in exits.drain(..) {
                self.enter(exit);
            }
            if self.is_won {
                return Some(Proof::None);
            }
            if self.stored > self.budget.stored || self.visited() > self.budget.visited {
                return Some(Proof::Limit);
            }
            if interrupt::asked() {
                return Some(Proof::Interrupted);
            }
            if !goes_on {
                return None;
            }
        }
    }
}
