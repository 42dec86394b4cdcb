//! Imports of one module that begin alike, as one: `use a::{b, c::D};` for
//! `use a::b;` and `use a::c::D;`. Each saves what the beginning takes.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{parse_quote, Item, ItemUse, Token, UseTree, Visibility};

/// Joins the imports among a module's items whose first name and visibility are
/// the same, in the place of the first of them.
pub fn join(items: &[Item]) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in items {
        let known = joined
            .iter_mut()
            .find_map(|known| same_beginning(known, item));
        match known {
            Some((known, more)) => add(known, more),
            None => joined.push(item.clone()),
        }
    }
    joined
}

/// What an import and another item go on with, if both begin with one name.
fn same_beginning<'a>(
    known: &'a mut Item,
    item: &'a Item,
) -> Option<(&'a mut UseTree, &'a UseTree)> {
    let (Item::Use(known), Item::Use(item)) = (known, item) else {
        return None;
    };
    let plain = |import: &ItemUse| import.attrs.is_empty() && import.leading_colon.is_none();
    let alike = plain(known) && plain(item) && text(&known.vis) == text(&item.vis);
    match (&mut known.tree, &item.tree) {
        (UseTree::Path(known), UseTree::Path(item)) if alike && known.ident == item.ident => {
            Some((&mut known.tree, &item.tree))
        }
        _ => None,
    }
}

fn text(visibility: &Visibility) -> String {
    visibility.to_token_stream().to_string()
}

/// Adds a tree, or the trees of a group, to another.
fn add(known: &mut UseTree, more: &UseTree) {
    let mut trees = branches(known);
    trees.extend(branches(more));
    *known = parse_quote!({ #trees });
}

fn branches(tree: &UseTree) -> Punctuated<UseTree, Token![,]> {
    match tree {
        UseTree::Group(group) => group.items.iter().cloned().collect(),
        _ => [tree.clone()].into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn joined(text: &str) -> String {
        let file = syn::parse_file(text).unwrap();
        let items = join(&file.items);
        quote!(#(#items)*).to_string().replace(' ', "")
    }

    #[test]
    fn imports_that_begin_alike_become_one() {
        let text = "use a::b; use c::d; struct S; use a::{e, f::G}; use a::h as i;";
        assert_eq!(joined(text), "usea::{b,e,f::G,hasi};usec::d;structS;");
    }

    #[test]
    fn others_stay_as_they_are() {
        for text in [
            "usea::b;pubusea::c;",
            "useasb;usea::c;",
            "use::a::b;usea::c;",
        ] {
            assert_eq!(
                joined(&text.replace("use", "use ").replace("as", " as ")),
                text
            );
        }
        let text = "#[cfg(x)] use a::b; use a::c;";
        assert_eq!(joined(text), "#[cfg(x)]usea::b;usea::c;");
    }
}
