//! The merged file's layout: header, root, the bot's own code, dependencies.
//!
//! `extern crate self as smallvec;` at the root lets every path that names a
//! crate stand as it was written, since the root has the public items of all
//! of them. The bot's own code is formatted, with less [`whitespace`]; what is in
//! a module starts at the left margin, and its imports are joined.
//! Blanks would cost a fifth of the room there is. The dependencies are printed
//! [`dense`].

mod dense;
mod imports;
mod whitespace;

use anyhow::{bail, Context, Result};
use quote::quote;
use syn::{parse_quote, Item, ItemMod};

use crate::licence;
use crate::packages::Bot;
use crate::root;
use crate::sources::{Part, Program};

/// The merged file, in parts.
pub struct Page {
    /// Each part's title and text, in their order.
    pub parts: Vec<(String, String)>,
}

impl Page {
    /// The whole file.
    pub fn text(&self) -> String {
        self.parts.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// The file's length in characters.
    pub fn length(&self) -> usize {
        self.parts
            .iter()
            .map(|(_, text)| text.chars().count())
            .sum()
    }
}

/// Lays the pruned program out.
///
/// # Errors
/// No `main`, names that clash at the merged root, characters outside ASCII,
/// and licences that do not allow this.
pub fn lay_out(bot: &Bot, program: &Program) -> Result<Page> {
    let used: Vec<&Part> = program.used().collect();
    let mut header = licence::header(bot, &used)?;
    header.push_str(&print(&root::items(program)?)?);
    let mut parts = vec![("header".to_owned(), header)];
    let own: Result<String> = used
        .iter()
        .filter(|part| part.own)
        .map(|part| print_own(part))
        .collect();
    parts.push((bot.binary.title(), own?));
    for part in used.iter().filter(|part| !part.own) {
        parts.push((part.title.clone(), print_dependency(part)));
    }
    let page = Page { parts };
    check_ascii(&page)?;
    Ok(page)
}

fn print_own(part: &Part) -> Result<String> {
    match &part.home {
        None => print(&part.items),
        Some(home) => {
            let items = &part.items;
            print(&[parse_quote!(mod #home { #(#items)* })])
        }
    }
}

/// Prints items as formatted code, each module's from the left margin.
fn print(items: &[Item]) -> Result<String> {
    let mut out = String::new();
    let mut flat = Vec::new();
    for item in &imports::join(items) {
        let Item::Mod(module) = item else {
            flat.push(item.clone());
            continue;
        };
        out.push_str(&format(std::mem::take(&mut flat)));
        out.push_str(&print_module(module)?);
    }
    out.push_str(&format(flat));
    Ok(out)
}

fn print_module(module: &ItemMod) -> Result<String> {
    let (_, items) = module
        .content
        .as_ref()
        .context("a module without contents")?;
    let empty = ItemMod {
        content: Some((syn::token::Brace::default(), Vec::new())),
        ..module.clone()
    };
    let frame = format(vec![Item::Mod(empty)]);
    let head = frame
        .trim_end()
        .strip_suffix('}')
        .context("a module without braces")?;
    Ok(format!("{}\n{}}}\n", head.trim_end(), print(items)?))
}

fn format(items: Vec<Item>) -> String {
    let text = prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items,
    });
    whitespace::spare(&text)
}

/// Cargo shows no warnings about dependencies; nor does `rustc` about these.
fn print_dependency(part: &Part) -> String {
    let (home, items) = (&part.home, &part.items);
    let tokens = quote!(#[allow(warnings)] mod #home { #(#items)* });
    format!("// {}\n{}", part.title, dense::print(tokens))
}

fn check_ascii(page: &Page) -> Result<()> {
    for (title, text) in &page.parts {
        if let Some(line) = text.lines().find(|line| !line.is_ascii()) {
            bail!("{title}: characters outside ASCII, in {:?}", line.trim());
        }
    }
    Ok(())
}
