//! A search that proves that a deal cannot be won; or, where it plays the real game,
//! that it can.
//!
//! It goes through a game class by class ([`super::fixed`]), from the class of the deal
//! on. No move leads back into a class, so those of which most cards are left come
//! first, and a class that is done is forgotten: only the positions that other classes
//! are entered by are kept.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fixed::Class;
use super::lie::Lie;
use super::relaxed::Relaxed;
use super::tour::{arrive, Arrival, Exit, Tour};
use super::walk::Walk;
use super::weaves::Weaves;
use crate::interrupt;

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

/// A class and the positions it is entered by.
struct Entered {
    class: Class,
    entries: FxHashSet<Lie>,
}

/// The search's memory.
pub struct Prover<'a> {
    relaxed: &'a mut Relaxed,
    game: Game,
    cells: u32,
    /// The classes to go through, by the cards left and by number.
    entered: BTreeMap<u32, FxHashMap<u64, Entered>>,
    /// How many entries they have in all.
    waiting: usize,
    /// How many positions all classes had.
    visited: u64,
    is_won: bool,
}

impl Prover<'_> {
    /// A search of a deal in that game, with that many cells, the same as in the relaxed
    /// game.
    pub fn new(relaxed: &mut Relaxed, game: Game, cells: u32) -> Prover<'_> {
        Prover {
            relaxed,
            game,
            cells,
            entered: BTreeMap::new(),
            waiting: 0,
            visited: 0,
            is_won: false,
        }
    }

    /// How many positions it has gone through.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Goes through the game from the deal's class, with at most so many positions
    /// in memory, and through at most so many in all.
    pub fn prove(&mut self, start: Class, most: usize, visits: u64) -> Proof {
        let most = most.min(u32::MAX as usize - 1);
        let dealt = self.relaxed.structure().dealt();
        self.enter((start, dealt));
        while let Some(next) = self.next() {
            if let Some(end) = self.go_through(&next, most, visits) {
                return end;
            }
        }
        if self.is_won {
            Proof::None
        } else {
            Proof::Lost
        }
    }

    /// The class that comes next.
    fn next(&mut self) -> Option<Entered> {
        let mut layer = self.entered.last_entry()?;
        let number = *layer.get().keys().next()?;
        let next = layer.get_mut().remove(&number)?;
        if layer.get().is_empty() {
            layer.remove();
        }
        self.waiting -= next.entries.len();
        Some(next)
    }

    /// Enters the class that an exit leads to.
    fn enter(&mut self, exit: Exit) {
        match arrive(self.relaxed, exit) {
            Arrival::Won => self.is_won = true,
            Arrival::Lost => {}
            Arrival::At(class, lie) => {
                let layer = self.entered.entry(class.left()).or_default();
                let number = self.relaxed.structure().number(class);
                let entered = layer.entry(number).or_insert_with(|| Entered {
                    class,
                    entries: FxHashSet::default(),
                });
                self.waiting += usize::from(entered.entries.insert(lie));
            }
        }
    }

    /// Goes through a class; the end, if that is how the search ends.
    fn go_through(&mut self, entered: &Entered, most: usize, visits: u64) -> Option<Proof> {
        let (structure, class) = (self.relaxed.structure(), entered.class);
        let entries = &entered.entries;
        match self.game {
            Game::Easier => {
                let unvisited = usize::try_from(visits - self.visited).unwrap_or(usize::MAX);
                let left = most.saturating_sub(self.waiting).min(unvisited);
                let weaves = Weaves::new(structure, self.cells, class, left);
                self.tour(weaves, entries, most, visits)
            }
            Game::Real => {
                let walk = Walk::new(structure, self.cells, class);
                self.tour(walk, entries, most, visits)
            }
        }
    }

    fn tour(
        &mut self,
        mut tour: impl Tour,
        entries: &FxHashSet<Lie>,
        most: usize,
        visits: u64,
    ) -> Option<Proof> {
        let mut exits = Vec::new();
        let before = self.visited;
        for &entry in entries {
            let mut goes_on = tour.enter(self.relaxed.structure(), entry, &mut exits);
            while goes_on {
                goes_on = tour.step(self.relaxed.structure(), &mut exits);
                for exit in exits.drain(..) {
                    self.enter(exit);
                }
                self.visited = before + tour.stored() as u64;
                if self.is_won {
                    return Some(Proof::None);
                }
                if tour.stored() + self.waiting > most || self.visited > visits {
                    return Some(Proof::Limit);
                }
                if interrupt::asked() {
                    return Some(Proof::Interrupted);
                }
            }
        }
        None
    }
}
