//! The removal of the units that do not stay, in the order of their numbers.

use syn::punctuated::Punctuated;
use syn::{Item, UsePath, UseTree};

use crate::sources::Program;

/// Removes from the program every unit whose flag is off, and the modules and
/// blocks that this leaves empty.
pub fn sweep(program: &mut Program, live: &[bool]) {
    let mut flags = live.iter().copied();
    for part in &mut program.parts {
        sweep_items(&mut part.items, &mut flags);
    }
}

fn sweep_items(items: &mut Vec<Item>, flags: &mut impl Iterator<Item = bool>) {
    items.retain_mut(|item| match item {
        Item::Mod(module) => {
            let Some((_, items)) = &mut module.content else {
                return false;
            };
            sweep_items(items, flags);
            !items.is_empty()
        }
        Item::Use(import) => {
            let placeholder = UseTree::Group(syn::UseGroup {
                brace_token: syn::token::Brace::default(),
                items: Punctuated::new(),
            });
            let tree = std::mem::replace(&mut import.tree, placeholder);
            sweep_tree(tree, flags)
                .map(|tree| import.tree = tree)
                .is_some()
        }
        Item::Impl(block) => {
            let stays = next(flags);
            block.items.retain(|_| next(flags));
            stays && (block.trait_.is_some() || !block.items.is_empty())
        }
        Item::Trait(block) => {
            let stays = next(flags);
            block.items.retain(|_| next(flags));
            stays
        }
        _ => next(flags),
    });
}

fn next(flags: &mut impl Iterator<Item = bool>) -> bool {
    flags.next().unwrap_or(true)
}

/// What is left of a use tree.
fn sweep_tree(tree: UseTree, flags: &mut impl Iterator<Item = bool>) -> Option<UseTree> {
    match tree {
        UseTree::Path(path) => sweep_tree(*path.tree, flags).map(|tree| {
            let tree = Box::new(tree);
            UseTree::Path(UsePath { tree, ..path })
        }),
        UseTree::Group(mut group) => {
            let all = std::mem::take(&mut group.items);
            let left: Vec<UseTree> = all
                .into_iter()
                .filter_map(|it| sweep_tree(it, flags))
                .collect();
            match <[UseTree; 1]>::try_from(left) {
                Ok([only]) if !is_self(&only) => Some(only),
                Ok([only]) => {
                    group.items.push(only);
                    Some(UseTree::Group(group))
                }
                Err(left) if left.is_empty() => None,
                Err(left) => {
                    group.items.extend(left);
                    Some(UseTree::Group(group))
                }
            }
        }
        leaf => next(flags).then_some(leaf),
    }
}

/// `self` is a leaf only inside braces.
fn is_self(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(leaf) => leaf.ident == "self",
        UseTree::Rename(leaf) => leaf.ident == "self",
        _ => false,
    }
}
