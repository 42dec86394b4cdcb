//! Going through one class of positions ([`super::fixed`]) of the real game: from a
//! position to all that moves within the class lead to, and to the exits from it.
//!
//! **Which exits are left out.** Moves within a class can be taken back, so of
//! positions that can be reached from one another, each class needs to be entered by
//! one.
//! - A joint that leaves its place goes to a spot if one is free. From there it can
//!   go to every card it fits on; and if none is free, from one of these to the other.
//! - If a joint could leave for a spot before a move in the class, too, or a card
//!   could go home, then it need not now: the same move can be made afterwards.

use super::fixed::{Class, Parts, Structure};
use super::lie::Lie;
use super::places::Places;
use super::real::{home, Spread};
use super::tour::{Exit, Tour};

/// The positions of a class that were reached.
pub struct Walk {
    cells: u32,
    class: Class,
    parts: Parts,
    reached: Places<Lie>,
    /// The place of the next one whose moves are to be made.
    next: usize,
    /// What the class is entered by, and the place of the next one to go on from.
    entries: Places<Lie>,
    next_entry: usize,
    /// Whether exits are left out that there were before another move.
    leaves_out: bool,
}

impl Walk {
    /// Of a class in the real game, with that many cells; none are reached.
    pub fn new(structure: &Structure, cells: u32, class: Class) -> Walk {
        Walk {
            cells,
            class,
            parts: structure.parts(class),
            reached: Places::default(),
            next: 0,
            entries: Places::default(),
            next_entry: 0,
            leaves_out: true,
        }
    }

    /// The same, but no exit is left out for being there before another move, too.
    pub fn with_every_exit(self) -> Walk {
        Walk {
            leaves_out: false,
            ..self
        }
    }

    /// The positions reached.
    pub fn reached(&self) -> &[Lie] {
        self.reached.all()
    }

    /// Goes on from a position, and adds the exits from it; false if that was reached
    /// before. Positions that were reached and not gone on from are left.
    pub fn start(&mut self, structure: &Structure, lie: Lie, exits: &mut Vec<Exit>) -> bool {
        self.next = self.reached().len();
        let (_, is_new) = self.reached.place(lie);
        if is_new {
            self.leave(structure, lie, (0, 0), exits);
        }
        is_new
    }

    /// Makes the moves of the next position, and adds the exits from those that they lead
    /// to; false if there is none.
    pub fn go_on(&mut self, structure: &Structure, exits: &mut Vec<Exit>) -> bool {
        let Some(&lie) = self.reached().get(self.next) else {
            return false;
        };
        self.next += 1;
        let before = Spread::new(self.cells, &self.parts, lie);
        let (class, parts) = (self.class, self.parts);
        let offered = if self.leaves_out {
            (before.ready(class, &parts), before.leaving(&parts))
        } else {
            (0, 0)
        };
        before.within(&parts, |after| {
            let (_, is_new) = self.reached.place(after);
            if is_new {
                self.leave(structure, after, offered, exits);
            }
        });
        true
    }

    /// Adds the exits from a position, but not those that there were before the move
    /// to it as well.
    fn leave(&self, structure: &Structure, lie: Lie, offered: (u64, u64), exits: &mut Vec<Exit>) {
        let (class, parts) = (self.class, &self.parts);
        let after = Spread::new(self.cells, parts, lie);
        let mut ready = after.ready(class, parts) & !offered.0;
        while ready != 0 {
            let card = ready & ready.wrapping_neg();
            ready ^= card;
            exits.push(home(structure, class, lie, card));
        }
        let again = if after.has_spot() { offered.1 } else { 0 };
        let mut leaving = parts.tops & !after.covered & !again;
        while leaving != 0 {
            let joint = leaving & leaving.wrapping_neg();
            leaving ^= joint;
            if let Some(lie) = after.left(structure, class, parts, joint) {
                exits.push((class.after_leaving(joint), lie));
            }
        }
    }
}

impl Tour for Walk {
    fn enter(&mut self, lie: Lie, _: usize) {
        self.entries.place(lie);
    }

    fn step(&mut self, structure: &Structure, _: usize, exits: &mut Vec<Exit>) -> bool {
        if self.go_on(structure, exits) {
            return true;
        }
        while let Some(&lie) = self.entries.all().get(self.next_entry) {
            self.next_entry += 1;
            if self.start(structure, lie, exits) {
                return true;
            }
        }
        false
    }

    fn stored(&self) -> usize {
        self.reached().len() + self.entries.all().len()
    }
}
