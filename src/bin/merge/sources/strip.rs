//! What the merged file does without: docs, lint levels and other attributes
//! that do not change what a program does, `extern crate` items for the
//! standard library's crates, which the merged root names instead, and the
//! bounds of `pub(crate)`, beyond which there is nothing.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, Item, ItemExternCrate, Meta, Token, Visibility};

/// Attributes that only inform readers, tools or lints.
const INERT: [&str; 8] = [
    "automatically_derived",
    "deny",
    "deprecated",
    "doc",
    "forbid",
    "must_use",
    "non_exhaustive",
    "warn",
];

/// The tools whose attributes the language knows.
const TOOLS: [&str; 6] = [
    "clippy",
    "diagnostic",
    "miri",
    "rust_analyzer",
    "rustc",
    "rustfmt",
];

/// Strips a crate's items. A dependency loses all its lint levels, as Cargo
/// shows no warnings about dependencies; the bot keeps what it allows itself.
pub fn strip(items: &mut Vec<Item>, own: bool) {
    let mut stripper = Stripper { own };
    strip_items(items);
    for item in items {
        stripper.visit_item_mut(item);
    }
}

struct Stripper {
    own: bool,
}

impl Stripper {
    /// What is left of an attribute.
    fn strip_attribute(&self, attribute: Attribute) -> Option<Attribute> {
        let path = attribute.path();
        let first = &path.segments[0].ident;
        let of_tool = path.segments.len() > 1 && TOOLS.iter().any(|name| first == name);
        let inert = INERT.iter().any(|name| path.is_ident(name)) || of_tool;
        let level = path.is_ident("allow") || path.is_ident("expect");
        match (inert, level) {
            (true, _) => None,
            (_, true) if self.own => allowed(&attribute),
            (_, true) => None,
            _ => Some(attribute),
        }
    }
}

impl VisitMut for Stripper {
    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut node.content {
            strip_items(items);
        }
        visit_mut::visit_item_mod_mut(self, node);
    }

    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let all = std::mem::take(attributes);
        attributes.extend(
            all.into_iter()
                .filter_map(|each| self.strip_attribute(each)),
        );
    }

    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        if matches!(visibility, Visibility::Restricted(of) if of.path.is_ident("crate")) {
            *visibility = parse_quote!(pub);
        }
    }

    fn visit_token_stream_mut(&mut self, tokens: &mut TokenStream) {
        *tokens = without_docs(std::mem::take(tokens));
    }
}

fn strip_items(items: &mut Vec<Item>) {
    items.retain(|item| !matches!(item, Item::ExternCrate(it) if is_standard(it)));
}

/// `std`, `core` or `alloc` under its own name, or `core` under the wider
/// `std`'s.
fn is_standard(item: &ItemExternCrate) -> bool {
    let standard = ["alloc", "core", "std"]
        .iter()
        .any(|name| item.ident == name);
    let plain = item
        .rename
        .as_ref()
        .is_none_or(|(_, alias)| alias == &item.ident || (item.ident == "core" && alias == "std"));
    standard && plain
}

/// What an `allow` or `expect` allows beyond clippy's lints, as an `allow`:
/// what is expected of the sources need not hold of the pruned file.
fn allowed(attribute: &Attribute) -> Option<Attribute> {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let lints = attribute.parse_args_with(parse).ok()?;
    let lints: Vec<Meta> = lints
        .into_iter()
        .filter(|lint| lint.path().get_ident().is_some_and(|name| name != "reason"))
        .collect();
    let (Some(_), style) = (lints.first(), attribute.style) else {
        return None;
    };
    let meta = parse_quote!(allow(#(#lints),*));
    Some(Attribute {
        style,
        meta,
        ..attribute.clone()
    })
}

/// The tokens without `#[doc = …]`, into which comments inside macros turn.
fn without_docs(tokens: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Group(group) if is_doc(&group) && ends_with_hash(&out) => {
                out.pop();
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_docs(group.stream()));
                inner.set_span(group.span());
                out.push(inner.into());
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

fn is_doc(group: &Group) -> bool {
    let mut inside = group.stream().into_iter();
    let is = |tree: Option<TokenTree>, text| {
        tree.is_some_and(|it| it.to_token_stream().to_string() == text)
    };
    is(inside.next(), "doc") && is(inside.next(), "=")
}

fn ends_with_hash(out: &[TokenTree]) -> bool {
    matches!(out.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#')
}
