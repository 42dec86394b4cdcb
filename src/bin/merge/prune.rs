//! Pruning: only what `main` reaches stays, item by item and, in the blocks of
//! implementations and traits, member by member.
//!
//! [`units`] lists the pieces that stay or go as one, [`mentions`] the names
//! in each, [`scopes`] what a name stands for in a module, and [`reach`]
//! follows the mentions from `main` until nothing new turns up. A name in
//! doubt counts as a mention of everything it could stand for, so what goes is
//! code that the compiler would not have called either. Destructors and other
//! implementations that act without being named are never dropped while their
//! type stays: see [`traits`].

mod mentions;
mod reach;
mod scopes;
mod sweep;
mod traits;
mod units;

use crate::sources::Program;

/// Drops what `main` does not reach.
pub fn prune(program: &mut Program) {
    let survey = units::Survey::of(program);
    let live = reach::live(&survey);
    sweep::sweep(program, &live);
}
