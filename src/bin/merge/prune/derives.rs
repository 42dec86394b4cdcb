//! Derived implementations that the bot's own types can do without.
//!
//! As with [`super::spare`], all candidates are taken out and the compiler says
//! which ones it misses. `Clone` and `Copy` stay, for without them a call could
//! find the clone of a reference; so do `Default`, which marks variants, and what
//! a type derives that dereferences to another.

use anyhow::Result;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Ident, ItemEnum, ItemStruct, Path, Token};

use super::spare::{complaints_about, dereferenced, partition, Candidate};
use super::traits::method_names;
use super::units::Survey;
use crate::sources::Program;

/// Drops them, and says whether there were any.
///
/// # Errors
/// The compiler cannot be asked.
pub fn drop_spare(program: &mut Program) -> Result<bool> {
    let mut list = List(Vec::new());
    visit(program, &mut list);
    let dereferenced = dereferenced(&Survey::of(program));
    let mut tried = list.0;
    tried.retain(|each| !dereferenced.contains(&each.owner));
    loop {
        let mut without = program.clone();
        visit(&mut without, &mut Dropper(&tried));
        let complaints = complaints_about(&without)?;
        if complaints.is_empty() {
            *program = without;
            return Ok(!tried.is_empty());
        }
        tried = partition(tried, &complaints).1;
    }
}

fn visit(program: &mut Program, visitor: &mut impl VisitMut) {
    let own = program.parts.iter_mut().filter(|part| part.own);
    for item in own.flat_map(|part| &mut part.items) {
        visitor.visit_item_mut(item);
    }
}

/// All derived traits that could go.
struct List(Vec<Candidate>);

/// Takes derived traits out.
struct Dropper<'a>(&'a [Candidate]);

/// What is done with a type's derived traits.
trait Derives {
    /// Returns those to keep.
    fn keep(&mut self, of: Vec<Path>, owner: &Ident) -> Vec<Path>;

    fn visit_attributes(&mut self, attributes: &mut Vec<Attribute>, owner: &Ident) {
        attributes.retain_mut(|attribute| {
            let list = Punctuated::<Path, Token![,]>::parse_terminated;
            let Ok(list) = attribute.parse_args_with(list) else {
                return true;
            };
            if !attribute.path().is_ident("derive") {
                return true;
            }
            let kept = self.keep(list.into_iter().collect(), owner);
            *attribute = syn::parse_quote!(#[derive(#(#kept),*)]);
            !kept.is_empty()
        });
    }
}

impl Derives for List {
    fn keep(&mut self, of: Vec<Path>, owner: &Ident) -> Vec<Path> {
        let names = of.iter().filter_map(Path::get_ident).map(Ident::to_string);
        let stays = |name: &String| name == "Clone" || name == "Default";
        let spared = names.filter(|name| !stays(name) && method_names(name).is_some());
        self.0.extend(spared.map(|of| Candidate {
            unit: 0,
            of,
            owner: owner.to_string(),
        }));
        of
    }
}

impl Derives for Dropper<'_> {
    fn keep(&mut self, of: Vec<Path>, owner: &Ident) -> Vec<Path> {
        let goes = |path: &Path| {
            let mut dropped = self.0.iter();
            dropped.any(|each| path.is_ident(&each.of) && owner == &each.owner)
        };
        of.into_iter().filter(|path| !goes(path)).collect()
    }
}

macro_rules! visits_types {
    ($($visitor:ty),*) => {$(
        impl VisitMut for $visitor {
            fn visit_item_struct_mut(&mut self, item: &mut ItemStruct) {
                self.visit_attributes(&mut item.attrs, &item.ident);
                visit_mut::visit_item_struct_mut(self, item);
            }

            fn visit_item_enum_mut(&mut self, item: &mut ItemEnum) {
                self.visit_attributes(&mut item.attrs, &item.ident);
                visit_mut::visit_item_enum_mut(self, item);
            }
        }
    )*};
}

visits_types!(List, Dropper<'_>);
