//! The merged file's root: what stands there besides the library's items.
//!
//! `extern crate self as smallvec;` lets every path that names a crate stand as
//! it was written, since the root has the public items of all crates: the
//! library's are its own, the dependencies' come by glob imports.

use anyhow::{ensure, Context, Result};
use proc_macro2::Ident;
use syn::{parse_quote, Item, ItemFn, ReturnType};

use crate::sources::{Part, Program};

/// The root's own items.
///
/// # Errors
/// No `main`, and names of the library that clash with one needed here.
pub fn items(program: &Program) -> Result<Vec<Item>> {
    check_names(program)?;
    let parts: Vec<&Part> = program.used().collect();
    let names = parts.iter().filter_map(|part| part.name.as_ref());
    let others = parts.iter().filter(|part| !part.own);
    let homes = others.filter_map(|part| part.home.as_ref());
    let binary = parts.iter().find(|part| part.own && part.name.is_none());
    let (home, main) = binary
        .and_then(|part| Some((part.home.as_ref()?, main(part)?)))
        .context("the binary has no fn main")?;
    let main: Item = match main.sig.output {
        ReturnType::Default => parse_quote!(fn main() { #home::main() }),
        ReturnType::Type(..) => {
            parse_quote!(fn main() -> impl std::process::Termination { #home::main() })
        }
    };
    let file: syn::File = parse_quote! {
        extern crate alloc;
        #(extern crate self as #names;)*
        #(use #homes::*;)*
        #main
    };
    Ok(file.items)
}

fn main(part: &Part) -> Option<&ItemFn> {
    part.items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == "main" => Some(function),
        _ => None,
    })
}

/// Refuses names at the root that would hide each other.
fn check_names(program: &Program) -> Result<()> {
    let taken: Vec<&Ident> = program
        .used()
        .flat_map(|part| part.name.iter().chain(&part.home))
        .collect();
    let library = program.used().filter(|part| part.home.is_none());
    for item in library.flat_map(|part| &part.items) {
        let name = match item {
            Item::Mod(it) => &it.ident,
            Item::Fn(it) => &it.sig.ident,
            Item::Struct(it) => &it.ident,
            Item::Enum(it) => &it.ident,
            Item::Trait(it) => &it.ident,
            _ => continue,
        };
        ensure!(
            name != "main" && !taken.contains(&name),
            "the library's root has an item {name}, a name that the merged root needs"
        );
    }
    Ok(())
}
