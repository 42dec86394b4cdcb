//! The merged file's layout: header, root, the bot's own code, dependencies.
//!
//! `extern crate self as smallvec;` at the root lets every path that names a
//! crate stand as it was written, since the root has the public items of all
//! of them. The bot's own code is formatted, with tabs; a module's contents start at
//! the left margin. Blanks would cost a fifth of the room there is. The
//! dependencies are printed [`dense`].

mod dense;

use anyhow::{bail, ensure, Context, Result};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{parse_quote, Item, ItemMod, ReturnType, Visibility};

use crate::licence;
use crate::packages::Bot;
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
    let used: Vec<&Part> = program
        .parts
        .iter()
        .filter(|part| !part.items.is_empty())
        .collect();
    check_root(&used)?;
    let mut header = licence::header(bot, &used)?;
    header.push_str(&print(&root(&used)?)?);
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

/// The merged root's own items.
fn root(parts: &[&Part]) -> Result<Vec<Item>> {
    let names = parts.iter().filter_map(|part| part.name.as_ref());
    let homes = parts
        .iter()
        .filter(|part| !part.own)
        .filter_map(|part| part.home.as_ref());
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

fn main(part: &Part) -> Option<&syn::ItemFn> {
    part.items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == "main" => Some(function),
        _ => None,
    })
}

/// Refuses names at the root that would hide each other.
fn check_root(parts: &[&Part]) -> Result<()> {
    let taken: Vec<&Ident> = parts
        .iter()
        .flat_map(|part| part.name.iter().chain(&part.home))
        .collect();
    let own = parts
        .iter()
        .filter(|part| part.home.is_none())
        .flat_map(|part| &part.items);
    for item in own {
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

fn print_own(part: &Part) -> Result<String> {
    let Some(home) = &part.home else {
        return print(&part.items);
    };
    let mut items = part.items.clone();
    for item in &mut items {
        if let Item::Fn(function) = item {
            if function.sig.ident == "main" {
                function.vis = parse_quote!(pub);
            }
        }
    }
    print(&[parse_quote!(mod #home { #(#items)* })])
}

/// Prints items as formatted code, each module's from the left margin.
fn print(items: &[Item]) -> Result<String> {
    let mut out = String::new();
    let mut flat = Vec::new();
    for item in items {
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
    let lines = text.lines().map(|line| {
        let code = line.trim_start_matches("    ");
        "\t".repeat((line.len() - code.len()) / 4) + code + "\n"
    });
    let tabbed: String = lines.collect();
    // A string of several lines would lose its blanks.
    let tokens = |text: &str| text.parse().map(|it: TokenStream| it.to_string()).ok();
    if tokens(&tabbed) == tokens(&text) {
        tabbed
    } else {
        text
    }
}

/// Cargo shows no warnings about dependencies; nor does `rustc` about these.
fn print_dependency(part: &Part) -> String {
    let (home, items) = (&part.home, &part.items);
    let visibility = Visibility::Inherited;
    let tokens = quote!(#[allow(warnings)] #visibility mod #home { #(#items)* });
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
