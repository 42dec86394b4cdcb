//! A relaxed game that tells lost positions, often a whole deal, without a search.
//!
//! It is played on classes of positions ([`super::fixed`]). Two kinds of moves lead
//! from one to another: a joint leaves its place, or a card goes home. The relaxed
//! game forgets how the loose cards lie, and asks only whether they *can* lie so
//! that the move is possible:
//!
//! - The card that moves is not covered: no card lies on it.
//! - A joint that leaves its place, but not for home, has a place of its own
//!   afterwards, and what lies on it then is nothing; neither does anything lie on
//!   the card it has left.
//! - Every loose card has a place ([`super::room`]): on a card that it fits on, at
//!   most one on each, that is loose and itself on a cascade, or on top of the fixed
//!   cards of a cascade; in a cell; or at the bottom of a cascade without fixed cards.
//!
//! In a real game all this is true of every move between classes, just before it
//! and, where a place is meant, just after it; hence each line of the real game from
//! a position makes a line of the relaxed game from its class. If that cannot be
//! won, the position is lost. (A card moves alone here: a run that moves in one go
//! could as well move card by card.)
//!
//! The relaxed game only goes forward, so each class is looked at once. A card whose
//! going home is safe goes there at once: nothing that is not home could come to lie
//! on it, so whatever can lie anywhere still can without it. There are few classes,
//! hundreds or thousands; the abstraction is that of a pattern database as in
//! Culberson and Schaeffer, "Pattern databases" (1998), but of only two values.

use rustc_hash::FxHashMap;

use super::fixed::{Class, Parts, Structure};
use super::room::Room;

/// The most classes that are remembered; of what is beyond them nothing is said.
const MOST_CLASSES: usize = 1 << 20;

/// The relaxed game of a deal with a number of cells.
pub struct Relaxed {
    structure: Structure,
    cells: u32,
    /// Whether the game can be won, by the number of the class.
    known: FxHashMap<u64, bool>,
}

impl Relaxed {
    /// The game.
    pub fn new(structure: Structure, cells: u32) -> Relaxed {
        Relaxed {
            structure,
            cells,
            known: FxHashMap::default(),
        }
    }

    /// The deal's structure.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// Whether a class is lost: no position of it can be won.
    pub fn is_lost(&mut self, mut class: Class) -> bool {
        let mut parts = self.structure.parts(class);
        while let Some(card) = parts.safe(class) {
            class = class.after_home(card);
            parts = self.structure.parts(class);
        }
        if class.is_won() {
            return false;
        }
        let number = self.structure.number(class);
        if let Some(&is_won) = self.known.get(&number) {
            return !is_won;
        }
        if self.known.len() >= MOST_CLASSES {
            return false;
        }
        let is_won = self.can_win(class, parts);
        self.known.insert(number, is_won);
        !is_won
    }

    /// Whether a class without safe cards can be won.
    fn can_win(&mut self, class: Class, parts: Parts) -> bool {
        let room = Room {
            loose: parts.loose,
            tops: parts.tops,
            bare: 0,
            cells: self.cells,
            bottoms: parts.bottoms,
        };
        let mut ready = class.next & (parts.loose | parts.tops);
        while ready != 0 {
            let card = ready & ready.wrapping_neg();
            ready ^= card;
            let bare = Room {
                loose: parts.loose & !card,
                tops: parts.tops & !card,
                bare: parts.loose & card,
                ..room
            };
            if bare.suffices() && !self.is_lost(class.after_home(card)) {
                return true;
            }
        }
        let mut joints = parts.tops;
        while joints != 0 {
            let joint = joints & joints.wrapping_neg();
            joints ^= joint;
            let bare = Room {
                tops: parts.tops & !joint,
                bare: joint,
                ..room
            };
            if bare.suffices() && !self.is_lost(class.after_leaving(joint)) {
                return true;
            }
        }
        false
    }
}
