//! Pruning: only what `main` reaches stays, item by item and, in the blocks of
//! implementations and traits, member by member.
//!
//! It goes by names first. [`units`] lists the pieces that stay or go as one,
//! [`mentions`] the names in each, [`scopes`] what a name stands for in a
//! module, and [`reach`] follows the mentions from `main` until nothing new
//! turns up; a name in doubt counts as a mention of everything it could stand
//! for. Then the [`compiler`], who knows the types as well, is asked what of
//! the rest is dead, and which implementations it can do without. Nothing goes
//! that a program could notice: see [`traits`].

mod compiler;
mod derives;
mod mentions;
mod probe;
mod reach;
mod scopes;
mod spare;
mod sweep;
mod traits;
mod units;

use std::collections::BTreeSet;

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Ident;

use crate::sources::Program;

/// Drops what `main` does not reach.
///
/// # Errors
/// The compiler cannot be asked, or does not accept the program.
pub fn prune(program: &mut Program) -> Result<()> {
    drop_units(program, &BTreeSet::new());
    drop_unnamed_crates(program);
    loop {
        drop_dead(program)?;
        let spare = spare::implementations(program)?;
        if spare.is_empty() && !derives::drop_spare(program)? {
            return Ok(());
        }
        drop_units(program, &spare);
    }
}

/// Drops the dependencies that no other crate's live code names. Of such a one,
/// macro calls may be left, which have no name to be reached by.
fn drop_unnamed_crates(program: &mut Program) {
    let is_named = |index: usize| {
        let others = (0..program.parts.len()).filter(|&other| other != index);
        let mut items = others.flat_map(|other| &program.parts[other].items);
        let part = &program.parts[index];
        let name = part.name.as_ref().filter(|_| !part.own);
        name.is_none_or(|name| items.any(|item| mentions(item.to_token_stream(), name)))
    };
    let named: Vec<bool> = (0..program.parts.len()).map(is_named).collect();
    for (part, named) in program.parts.iter_mut().zip(named) {
        if !named {
            part.items.clear();
        }
    }
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// Drops those units and what they alone reached.
fn drop_units(program: &mut Program, dropped: &BTreeSet<usize>) {
    let survey = units::Survey::of(program);
    let live = reach::live(&survey, dropped);
    sweep::sweep(program, &live);
}

/// Drops what the compiler calls dead, until it calls nothing so.
fn drop_dead(program: &mut Program) -> Result<()> {
    loop {
        let dead = compiler::dead(program)?;
        if dead.is_empty() {
            return Ok(());
        }
        drop_units(program, &dead);
    }
}
