//! Writes an attribute that many functions have once for each group of adjacent functions.

use std::ops::Range;

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item};

use crate::text::{at, reads, tokens, Edits};

/// The attribute that many functions have.
const ATTRIBUTE: &str = "#[inline(always)]";

/// Writes an attribute once for all functions that have it, in a macro around each row of such
/// functions.
pub fn condense(text: &str) -> Result<String> {
    if !text.contains(ATTRIBUTE) {
        return Ok(text.to_owned());
    }
    let tokens = tokens(text)?;
    let macros = (0..tokens.len()).filter(|index| reads(&tokens, *index, "macro_rules !"));
    let macros: Vec<&str> = macros.map(|index| at(&tokens, index + 2)).collect();
    let is_free = |name: &char| !macros.contains(&name.to_string().as_str());
    let name = ('a'..='z').find(is_free).context("too many macros")?;
    let mut condenser = Condenser {
        text,
        edits: Edits::default(),
        call: format!("{name}!{{"),
    };
    let file = syn::parse_file(text)?;
    condenser.rows(file.items.iter().map(|item| match item {
        Item::Fn(item) => Some((&item.attrs[..], item.span().byte_range())),
        _ => None,
    }));
    condenser.visit_file(&file);
    let rule = format!("macro_rules!{name}{{($($f:item)*)=>{{$({ATTRIBUTE}$f)*}}}}\n");
    condenser.edits.replace(0..0, rule);
    Ok(condenser.edits.apply(text))
}

struct Condenser<'a> {
    text: &'a str,
    edits: Edits,
    /// The beginning of a call of the macro.
    call: String,
}

impl Condenser<'_> {
    /// Puts the macro around each row of functions that have the attribute and no other. Functions
    /// are told from other items by their attributes and places.
    fn rows<'n>(&mut self, items: impl Iterator<Item = Option<(&'n [Attribute], Range<usize>)>>) {
        let mut end = None;
        for item in items {
            let item = item.filter(|(attributes, _)| {
                let [attribute] = attributes else {
                    return false;
                };
                self.text[attribute.span().byte_range()] == *ATTRIBUTE
            });
            match (&item, end) {
                (Some((attributes, place)), _) => {
                    let attribute = attributes[0].span().byte_range();
                    let call = if end.is_none() {
                        self.call.as_str()
                    } else {
                        ""
                    };
                    self.edits.replace(attribute, call);
                    end = Some(place.end);
                }
                (None, Some(last)) => {
                    self.edits.replace(last..last, "}");
                    end = None;
                }
                (None, None) => {}
            }
        }
        if let Some(last) = end {
            self.edits.replace(last..last, "}");
        }
    }
}

impl<'ast> Visit<'ast> for Condenser<'_> {
    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        self.rows(node.items.iter().map(|item| match item {
            ImplItem::Fn(item) => Some((&item.attrs[..], item.span().byte_range())),
            _ => None,
        }));
        visit::visit_item_impl(self, node);
    }
}
