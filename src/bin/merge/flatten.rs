//! One module instead of many: without modules there are no imports between
//! them, no paths through them and no visibilities.
//!
//! Names may mean different things in different modules, of which only one can
//! keep it. The others are renamed where they are declared or imported, and the
//! compiler, which then misses them, says where they were meant: what it misses
//! there is given the new name, until it misses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{bail, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Ident, Item, UseTree};

use crate::bodies::Pairs;
use crate::compiler::{full_text, places, Compiler};
use crate::page::Program;
use crate::text::{close_of, is_inside_path, reads, tokens, words, Edits};

/// Names that mean something everywhere unless a module says otherwise.
const PRELUDE: &str = "Box Clone Copy Debug Default Drop Eq Err From Into Iterator None Ok Option \
    Ord PartialEq PartialOrd Result Some String ToOwned ToString TryFrom TryInto Vec";

/// Puts all items into the root. Also says which name became which.
///
/// # Errors
/// Names that the compiler mistakes for each other.
pub fn flatten(text: &str, compiler: &mut Compiler) -> Result<(Program, Pairs)> {
    let mut pairs = Pairs::new();
    let text = part_names(text, &mut pairs, compiler)?;
    let survey = Survey::of(&text)?;
    let tokens = tokens(&text)?;
    let mut edits = Edits::default();
    for range in &survey.dropped {
        edits.replace(range.clone(), " ");
    }
    for (index, token) in tokens.iter().enumerate() {
        let through = |last: usize| token.range.start..tokens[last].range.end;
        if reads(&tokens, index, "pub ( crate )") {
            edits.replace(through(index + 3), " ");
        } else if reads(&tokens, index, "# [ macro_export") {
            edits.replace(through(close_of(&tokens, index + 1)), " ");
        } else if !is_inside_path(&tokens, index) {
            let start = if token.text == "$" { index + 1 } else { index };
            let mut end = start;
            while survey.is_module(tokens[end].text) && reads(&tokens, end + 1, ": :") {
                end += 3;
            }
            if end > start {
                edits.replace(token.range.start..tokens[end].range.start, " ");
            }
        }
    }
    let mut text = edits.apply(&text);
    let mut hoisted = BTreeMap::<String, Vec<String>>::new();
    for path in survey.imports.iter().map(|import| &import.path) {
        let rest: Vec<&str> = path
            .iter()
            .skip_while(|name| survey.is_module(name))
            .map(String::as_str)
            .collect();
        let is_internal = rest.len() < path.len();
        // An item that was imported from a module now is where it is needed.
        let is_here = is_internal && rest.len() < 2 && words(rest.concat().as_str()).count() < 2;
        if let Some((first, below)) = rest.split_first().filter(|_| !is_here) {
            let leaves = hoisted.entry((*first).to_owned()).or_default();
            leaves.push(if below.is_empty() {
                "self".to_owned()
            } else {
                below.join("::")
            });
        }
    }
    for (first, mut leaves) in hoisted {
        leaves.sort();
        leaves.dedup();
        let below = match leaves.as_slice() {
            [only] if only == "self" => String::new(),
            _ => format!("::{{{}}}", leaves.join(",")),
        };
        text.insert_str(0, &format!("use {first}{below};"));
    }
    if text.contains("alloc::") {
        text.insert_str(0, "extern crate alloc;");
    }
    Ok((
        Program {
            text,
            libraries: survey.libraries,
        },
        pairs,
    ))
}

/// Gives each meaning of a name a name of its own.
fn part_names(text: &str, pairs: &mut Pairs, compiler: &mut Compiler) -> Result<String> {
    let mut text = text.to_owned();
    loop {
        let mut edits = Edits::default();
        let mut names = BTreeMap::new();
        for (name, meanings) in Survey::of(&text)?.meanings {
            // The last is the one to rename: an import or else an item.
            let Some((meaning, places)) = meanings.into_iter().skip(1).last() else {
                continue;
            };
            let mut free = (2..)
                .map(|n| format!("{name}_{n}"))
                .filter(|new| !text.contains(new));
            let new = free.next().unwrap_or_default();
            let is_import = meaning.starts_with(IMPORT);
            let written = if is_import {
                format!(" as {new}")
            } else {
                new.clone()
            };
            for place in places {
                edits.replace(place, written.clone());
            }
            pairs.insert((name.clone(), new.clone()));
            names.insert(name, new);
        }
        if names.is_empty() {
            return Ok(text);
        }
        compiler.step(format!("flattening: {} names to part", names.len()));
        while !edits.is_empty() {
            text = edits.apply(&text);
            edits = Edits::default();
            let answer = compiler.ask(&text)?;
            let tokens = tokens(&text)?;
            for place in answer.errors().flat_map(places) {
                let is_in = |it: &Range<usize>| place.start <= it.start && it.end <= place.end;
                for token in tokens.iter().filter(|token| is_in(&token.range)) {
                    let new = names.get(token.text).into_iter();
                    new.for_each(|new| edits.replace(token.range.clone(), new.clone()));
                }
            }
            let error = answer.errors().next().map(full_text);
            if let Some(error) = error.filter(|_| edits.is_empty()) {
                bail!("cannot part the names of modules: {error}");
            }
        }
    }
}

/// How imports are told from other meanings of a name.
const IMPORT: &str = "import of ";

/// What stands in the modules of a program.
#[derive(Default)]
struct Survey {
    modules: BTreeSet<String>,
    imports: Vec<Import>,
    /// What each name means, and where that is declared or imported.
    meanings: BTreeMap<String, BTreeMap<String, Vec<Range<usize>>>>,
    /// What has no place in a program of one module.
    dropped: Vec<Range<usize>>,
    libraries: Vec<(String, usize)>,
    depth: usize,
    count: usize,
}

/// An imported name.
struct Import {
    /// The names of its path; ` as …` is part of the last one.
    path: Vec<String>,
    /// The name by which it is imported.
    name: String,
    /// Where ` as …` stands or could.
    alias: Range<usize>,
}

impl Survey {
    fn of(text: &str) -> Result<Survey> {
        let mut survey = Survey::default();
        survey.visit_file(&syn::parse_file(text)?);
        for import in std::mem::take(&mut survey.imports) {
            let is_nameless = import.name == "_" || import.name == "*";
            if !is_nameless && !survey.is_module(&import.path[0]) {
                let names = import
                    .path
                    .iter()
                    .map(|name| name.split(' ').next().unwrap_or(name));
                let path = names.collect::<Vec<_>>().join("::");
                survey.mean(
                    &import.name,
                    format!("{IMPORT}{path}"),
                    import.alias.clone(),
                );
            }
            survey.imports.push(import);
        }
        for name in PRELUDE.split_whitespace() {
            let meanings = survey.meanings.get_mut(name).into_iter();
            meanings.for_each(|it| drop(it.insert(String::new(), Vec::new())));
        }
        Ok(survey)
    }

    fn is_module(&self, name: &str) -> bool {
        ["crate", "self", "super"].contains(&name) || self.modules.contains(name)
    }

    fn mean(&mut self, name: &str, meaning: String, place: Range<usize>) {
        let meanings = self.meanings.entry(name.to_owned()).or_default();
        meanings.entry(meaning).or_default().push(place);
    }

    fn item(&mut self, ident: &Ident) {
        let place = ident.span().byte_range();
        self.mean(&ident.to_string(), format!("at {:9}", place.start), place);
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        let (leaf, rename) = match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                return self.import(&step.tree, path);
            }
            UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|each| self.import(each, path.clone()));
            }
            UseTree::Name(leaf) => (leaf.ident.to_string(), None),
            UseTree::Rename(leaf) => (leaf.ident.to_string(), Some(leaf.rename.to_string())),
            UseTree::Glob(_) => ("*".to_owned(), None),
        };
        let Range { start, end } = tree.span().byte_range();
        let alias = start + leaf.len()..end;
        if leaf != "self" {
            path.push(leaf);
        }
        let last = path.last().cloned().unwrap_or_default();
        let name = rename.clone().unwrap_or(last.clone());
        if let (Some(last), Some(rename)) = (path.last_mut(), rename.filter(|it| *it != last)) {
            last.push_str(" as ");
            last.push_str(&rename);
        }
        self.imports.push(Import { path, name, alias });
    }
}

macro_rules! visit_items {
    ($($visit:ident $node:ident $($name:ident).*,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.item(&node.$($name).*);
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Survey {
    visit_items! {
        visit_item_const ItemConst ident, visit_item_enum ItemEnum ident,
        visit_item_fn ItemFn sig.ident, visit_item_static ItemStatic ident,
        visit_item_struct ItemStruct ident, visit_item_trait ItemTrait ident,
        visit_item_type ItemType ident, visit_item_union ItemUnion ident,
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        node.ident.iter().for_each(|ident| self.item(ident));
    }

    fn visit_item_extern_crate(&mut self, node: &'ast syn::ItemExternCrate) {
        self.dropped.push(node.span().byte_range());
    }

    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.import(&node.tree, Vec::new());
        self.dropped.push(node.span().byte_range());
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let name = node.ident.to_string();
        self.mean(&name, "a module".to_owned(), node.ident.span().byte_range());
        self.modules.insert(name.clone());
        let Some((braces, items)) = &node.content else {
            return;
        };
        let start = node.span().byte_range().start;
        self.dropped
            .push(start..braces.span.open().byte_range().end);
        self.dropped.push(braces.span.close().byte_range());
        let is_left =
            |it: &&Item| !matches!(it, Item::Mod(_) | Item::Use(_) | Item::ExternCrate(_));
        self.count += items.iter().filter(is_left).count();
        self.depth += 1;
        visit::visit_item_mod(self, node);
        self.depth -= 1;
        if self.depth == 0 {
            self.libraries.push((name, std::mem::take(&mut self.count)));
        }
    }
}
