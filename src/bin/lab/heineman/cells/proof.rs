//! A search that proves that a deal cannot be won; or, where it plays the real game
//! ([`Game::exact`]), that it can.
//!
//! It goes through a game that is a little easier than the real one
//! ([`super::easier`]), class by class ([`super::fixed`]), from the class of the deal on. No move leads back into a
//! class, so those of which most cards are left come first, and a class that is done
//! is forgotten: only the positions that other classes are entered by are kept. To
//! look for a win, the classes of which fewest cards are left come first; then one may
//! be gone through more than once.
//!
//! **Which ways out of a class are left out.** Moves within a class can be taken back,
//! so of positions that can be reached from one another, each class needs to be
//! entered by one.
//! - A joint that leaves its place goes to a spot if one is free. From there it can
//!   go to every card it fits on; and if none is free, from one of these to the other.
//! - If a joint could leave for a spot before a move in the class, too, or a card
//!   could go home, then it need not now: the same move can be made afterwards.
//! - Cards that are safe go home at once, before anything else. Nothing that is not
//!   home could come to lie on them, and without them there is no less room.
//! - A class that the relaxed game ([`super::relaxed`]) says is lost is not entered.

use std::collections::BTreeMap;

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::easier::{hash_of, home, Game, Spread};
use super::fixed::{Class, Lie, Parts};
use super::relaxed::Relaxed;
use crate::interrupt;

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
    /// The classes to go through, by the cards left and by number.
    entered: BTreeMap<u32, FxHashMap<u64, Entered>>,
    /// How many entries they have in all.
    waiting: usize,
    /// The positions of the present class.
    reached: Vec<Lie>,
    /// Their places, by their hashes.
    places: HashTable<u32>,
    /// How many positions all classes had.
    visited: u64,
    is_won: bool,
    order: Order,
}

/// Which classes come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Those of which most cards are left, so that none comes twice.
    MostLeft,
    /// Those of which fewest are left, so that a win may come early.
    FewestLeft,
}

impl Prover<'_> {
    /// A search of a deal in that game, with as many cells as the relaxed game.
    pub fn new(relaxed: &mut Relaxed, game: Game, order: Order) -> Prover<'_> {
        Prover {
            relaxed,
            game,
            entered: BTreeMap::new(),
            waiting: 0,
            reached: Vec::new(),
            places: HashTable::new(),
            visited: 0,
            is_won: false,
            order,
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
        self.enter(start, self.relaxed.structure().dealt());
        while let Some(next) = self.next() {
            let end = self.go_through(&next, most, visits);
            self.visited += self.reached.len() as u64;
            if let Some(end) = end {
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
        let mut layer = match self.order {
            Order::MostLeft => self.entered.last_entry(),
            Order::FewestLeft => self.entered.first_entry(),
        }?;
        let number = *layer.get().keys().next()?;
        let next = layer.get_mut().remove(&number)?;
        if layer.get().is_empty() {
            layer.remove();
        }
        self.waiting -= next.entries.len();
        Some(next)
    }

    /// Enters a class, after cards that are safe have gone home.
    fn enter(&mut self, mut class: Class, mut lie: Lie) {
        let structure = self.relaxed.structure();
        while let Some(card) = structure.parts(class).safe(class) {
            (class, lie) = home(structure, class, lie, card);
        }
        self.is_won |= class.is_won();
        if class.is_won() || self.relaxed.is_lost(class) {
            return;
        }
        let layer = self.entered.entry(class.left()).or_default();
        let number = self.relaxed.structure().number(class);
        let entered = layer.entry(number).or_insert_with(|| Entered {
            class,
            entries: FxHashSet::default(),
        });
        self.waiting += usize::from(entered.entries.insert(lie));
    }

    /// Goes through a class; the end, if that is how the search ends.
    fn go_through(&mut self, entered: &Entered, most: usize, visits: u64) -> Option<Proof> {
        let class = entered.class;
        let parts = self.relaxed.structure().parts(class);
        self.reached.clear();
        // To clear that of a large class before each small one would take long.
        self.places = HashTable::with_capacity(entered.entries.len());
        for &entry in &entered.entries {
            if !self.reach(entry) {
                continue;
            }
            let mut place = self.reached.len() - 1;
            self.leave(class, &parts, entry, (0, 0));
            while place < self.reached.len() {
                self.spread(class, &parts, self.reached[place]);
                place += 1;
                if self.is_won {
                    return Some(Proof::None);
                }
                let reached = self.reached.len();
                if reached + self.waiting > most || self.visited + reached as u64 > visits {
                    return Some(Proof::Limit);
                }
                if interrupt::asked() {
                    return Some(Proof::Interrupted);
                }
            }
        }
        None
    }

    /// Makes all moves of a position that do not leave its class.
    fn spread(&mut self, class: Class, parts: &Parts, lie: Lie) {
        let before = Spread::new(self.game, parts, lie);
        let offered = (before.ready(class, parts), before.leaving(parts));
        before.within(parts, |after| {
            if self.reach(after) {
                self.leave(class, parts, after, offered);
            }
        });
    }

    /// Enters the classes that moves from a position lead to; but not by those that
    /// could be made before the move to it as well.
    fn leave(&mut self, class: Class, parts: &Parts, lie: Lie, offered: (u64, u64)) {
        let after = Spread::new(self.game, parts, lie);
        let mut ready = after.ready(class, parts) & !offered.0;
        while ready != 0 {
            let card = ready & ready.wrapping_neg();
            ready ^= card;
            let (next, lie) = home(self.relaxed.structure(), class, lie, card);
            self.enter(next, lie);
        }
        let again = if after.has_spot() { offered.1 } else { 0 };
        let mut leaving = parts.tops & !after.covered & !again;
        while leaving != 0 {
            let joint = leaving & leaving.wrapping_neg();
            leaving ^= joint;
            if let Some(lie) = after.left(self.relaxed.structure(), class, parts, joint) {
                self.enter(class.after_leaving(joint), lie);
            }
        }
    }

    /// Notes a position of the present class; whether it is new.
    fn reach(&mut self, lie: Lie) -> bool {
        let place = self.reached.len() as u32;
        let is_same = |&place: &u32| self.reached[place as usize] == lie;
        let hash_at = |&place: &u32| hash_of(self.reached[place as usize]);
        match self.places.entry(hash_of(lie), is_same, hash_at) {
            Entry::Occupied(_) => return false,
            Entry::Vacant(vacant) => vacant.insert(place),
        };
        self.reached.push(lie);
        true
    }
}
