//! The crates' sources, read: syntax trees with every module in place, no
//! tests, no docs and no cargo features, and `crate::` pointing to where the
//! crate's items stand in the merged file.
//!
//! The merged file's root holds the library's items; the binary and each
//! dependency get a module there, their *home*. What merging would break is
//! refused here, with file and line: [`refuse`].

mod cfg;
mod files;
mod inline;
mod refuse;
mod strip;

use anyhow::Result;
use proc_macro2::Span;
use syn::{parse_quote, Ident, Item};

use crate::packages::{Bot, Crate};

/// The crates to merge, as syntax trees.
#[derive(Clone)]
pub struct Program {
    /// The library first, then the binary, then the dependencies.
    pub parts: Vec<Part>,
}

impl Program {
    /// The parts of which anything is left.
    pub fn used(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| !part.items.is_empty())
    }
}

/// One crate's share of the program.
#[derive(Clone)]
pub struct Part {
    /// The name by which Rust code refers to the crate; none for the binary.
    pub name: Option<Ident>,
    /// The module at the merged file's root that holds it; none for the
    /// library, whose items stand at the root itself.
    pub home: Option<Ident>,
    /// The package's name and version.
    pub title: String,
    /// Whether it belongs to the bot's own package.
    pub own: bool,
    /// Its items, modules included.
    pub items: Vec<Item>,
}

/// Reads the bot's crates.
///
/// # Errors
/// Files that cannot be read or parsed, and constructs that cannot be merged.
pub fn read(bot: &Bot) -> Result<Program> {
    let mut files = files::Files::default();
    let mut parts = Vec::new();
    if let Some(library) = &bot.lib {
        parts.push(read_part(library, Some(&library.name), None, &mut files)?);
    }
    parts.push(read_part(&bot.binary, None, Some("main_rs"), &mut files)?);
    for each in &bot.dependencies {
        let home = format!("{}_crate", each.name);
        parts.push(read_part(each, Some(&each.name), Some(&home), &mut files)?);
    }
    let program = Program { parts };
    refuse::check(&program, &files)?;
    Ok(program)
}

fn read_part(
    source: &Crate,
    name: Option<&String>,
    home: Option<&str>,
    files: &mut files::Files,
) -> Result<Part> {
    let ident = |text: &str| Ident::new(text, Span::call_site());
    let home = home.map(ident);
    let mut items = inline::read_crate(source, home.as_ref(), files)?;
    strip::strip(&mut items, source.own);
    if source.own && name.is_none() {
        open_main(&mut items);
    }
    Ok(Part {
        name: name.map(|name| ident(name)),
        home,
        title: source.title(),
        own: source.own,
        items,
    })
}

/// Lets the merged root call the binary's `main`.
fn open_main(items: &mut [Item]) {
    for item in items {
        if let Item::Fn(function) = item {
            if function.sig.ident == "main" {
                function.vis = parse_quote!(pub);
            }
        }
    }
}
