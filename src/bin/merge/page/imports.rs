//! Imports of one module that begin alike, as one: `use a::{b, c::D};` for
//! `use a::b;` and `use a::c::D;`. Each saves what the beginning takes.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{parse_quote, Item, ItemUse, Token, UseTree};

/// Joins the imports among a module's items whose first name and visibility are
/// the same, in the place of the first of them.
pub fn join(items: &[Item]) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in items {
        let known = joined.iter_mut().find_map(|known| alike(known, item));
        match known {
            Some((known, more)) => add(known, more.clone()),
            None => joined.push(item.clone()),
        }
    }
    joined
}

/// The trees of two imports that begin with one name.
fn alike<'a>(known: &'a mut Item, item: &'a Item) -> Option<(&'a mut UseTree, &'a UseTree)> {
    let (Item::Use(known), Item::Use(item)) = (known, item) else {
        return None;
    };
    let plain = |import: &ItemUse| import.attrs.is_empty() && import.leading_colon.is_none();
    let text = |import: &ItemUse| import.vis.to_token_stream().to_string();
    let joins = plain(known) && plain(item) && text(known) == text(item);
    (joins && begin_alike(&known.tree, &item.tree)).then_some((&mut known.tree, &item.tree))
}

fn begin_alike(one: &UseTree, other: &UseTree) -> bool {
    match (one, other) {
        (UseTree::Path(one), UseTree::Path(other)) => one.ident == other.ident,
        _ => false,
    }
}

/// Adds a tree to another that begins with the same name.
fn add(known: &mut UseTree, more: UseTree) {
    let (UseTree::Path(known), UseTree::Path(more)) = (known, more) else {
        return;
    };
    let mut trees = branches(&known.tree);
    for tree in branches(&more.tree) {
        match trees.iter_mut().find(|known| begin_alike(known, &tree)) {
            Some(known) => add(known, tree),
            None => trees.push(tree),
        }
    }
    *known.tree = parse_quote!({ #trees });
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
        let text = "use a::b; use c::d; struct S; use a::{e, f::G}; use a::h as i; use a::f::J;";
        assert_eq!(joined(text), "usea::{b,e,f::{G,J},hasi};usec::d;structS;");
    }

    #[test]
    fn others_stay_as_they_are() {
        for text in [
            "use a::b; pub use a::c;",
            "use a as b; use a::c;",
            "use ::a::b; use a::c;",
            "#[cfg(x)] use a::b; use a::c;",
        ] {
            assert_eq!(joined(text), text.replace(' ', ""));
        }
    }
}
