//! Touring one class of positions ([`super::fixed`]): from those that it is entered by to
//! all that moves within the class lead to, and to the exits from it.
//!
//! Cards that are safe go home at once, before anything else: nothing that is not home
//! could come to lie on them, and without them there is no less room. A class that the
//! relaxed game ([`super::relaxed`]) says is lost is not entered.

use super::fixed::{Class, Structure};
use super::lie::Lie;
use super::real::home;
use super::relaxed::Relaxed;

/// A way out of a class: the class that a move leads to, and how cards lie then.
pub type Exit = (Class, Lie);

/// Where an exit leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To a win.
    Won,
    /// To a class that cannot be won.
    Lost,
    /// To a class that perhaps can, and how cards lie in it.
    At(Class, Lie),
}

/// Where an exit leads, after cards that are safe have gone home.
pub fn arrive(relaxed: &mut Relaxed, (mut class, mut lie): Exit) -> Arrival {
    let structure = relaxed.structure();
    while let Some(card) = structure.parts(class).safe(class) {
        (class, lie) = home(structure, class, lie, card);
    }
    if class.is_won() {
        Arrival::Won
    } else if relaxed.is_lost(class) {
        Arrival::Lost
    } else {
        Arrival::At(class, lie)
    }
}

/// What goes through a class.
pub trait Tour {
    /// Notes a position that the class is entered by. It may store so much more; what
    /// would take more than that is incomplete, and it says that it stores more.
    fn enter(&mut self, lie: Lie, most_more: usize);

    /// Goes on a step, and adds exits; false if nothing is left. It may store so much
    /// more, as above.
    fn step(&mut self, structure: &Structure, most_more: usize, exits: &mut Vec<Exit>) -> bool;

    /// How much it stores, in positions or what takes as much memory.
    fn stored(&self) -> usize;
}
