//! Makes one module of many: without modules there are no imports between them, no paths through
//! them and no visibilities.
//!
//! A name may mean different things in different modules, and only one of them can keep it. The
//! others are renamed where they are declared or imported. The compiler then reports where a name
//! is missing; it is renamed there, too, until nothing is missing.
use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::ops::Range;

use anyhow::{ensure, Result};

use crate::bodies::Pairs;
use crate::compiler::{Compiler, Depth};
use crate::prune::{Import, Index, Kind};
use crate::text::{
    at, close_of, contains, is_inside_path, reads, tokens, without_mark, words, Edits,
};

/// Names that have a meaning everywhere, unless a program gives them another.
const PRELUDE: &str = "Box Clone Copy Debug Default Drop Eq Err From Hash Into IntoIterator \
    Iterator None Ok Option Ord PartialEq PartialOrd Result Some String ToOwned ToString TryFrom \
    TryInto Vec";

/// Puts all items into the root. Also returns the renamed words.
pub fn flatten(program: &Index, compiler: &mut Compiler) -> Result<(String, Pairs)> {
    // Names that are declared where no declaration is seen, as by a macro.
    let mut made = BTreeSet::new();
    loop {
        let (split, pairs) = split_names(program.clone(), &made, compiler)?;
        let flat = dissolve(&split)?;
        let count = made.len();
        made.extend(compiler.check_with_bodies(&flat)?.declared_twice());
        if made.len() == count {
            return Ok((flat, pairs));
        }
    }
}

/// Takes out the modules, their names in paths, and all visibilities, and puts imports from
/// elsewhere at the top.
fn dissolve(program: &Index) -> Result<String> {
    let modules = program.modules.iter().map(|each| each.names[0].as_str());
    let modules: BTreeSet<&str> = modules.chain(["crate", "self", "super"]).collect();
    let mut edits = Edits::default();
    for each in &program.uses {
        edits.replace(each.ranges[0].clone(), " ");
    }
    let tokens = tokens(&program.text)?;
    for index in 0..tokens.len() {
        let mut remove = |first: usize, last: usize| {
            edits.replace(tokens[first].range.start..tokens[last].range.end, " ");
        };
        if at(&tokens, index) == "mod" && at(&tokens, index + 2) == "{" {
            remove(index, index + 2);
            let close = close_of(&tokens, index + 2);
            remove(close, close);
        } else if reads(&tokens, index, "pub ( crate )") || reads(&tokens, index, "extern crate") {
            remove(index, index + 3);
        } else if !is_inside_path(&tokens, index) {
            let start = index + usize::from(at(&tokens, index) == "$");
            let mut end = start;
            while modules.contains(at(&tokens, end)) && reads(&tokens, end + 1, ": :") {
                end += 3;
            }
            if end > start {
                remove(index, end - 1);
            }
        }
    }
    let mut imports = BTreeMap::<&str, BTreeSet<String>>::new();
    for Import { path, name, .. } in &program.imports {
        let path = path.split("::").skip_while(|step| modules.contains(step));
        let mut path: Vec<&str> = path.collect();
        let is_renamed = path.last().is_some_and(|last| last != name);
        if is_renamed && path.len() == 1 {
            path.insert(0, "crate");
        }
        // What was imported from a module is at the root by now, where it is needed.
        if path.len() > 1 {
            let alias = is_renamed.then(|| format!(" as {name}"));
            let below = path[1..].join("::") + &alias.unwrap_or_default();
            imports.entry(path[0]).or_default().insert(below);
        }
    }
    let mut text = edits.apply(&program.text);
    for (first, below) in imports {
        let below: Vec<String> = below.into_iter().collect();
        text.insert_str(0, &format!("use {first}::{{{}}};", below.join(",")));
    }
    Ok(text)
}

/// Gives each meaning of a name a name of its own.
fn split_names(
    mut program: Index,
    made: &BTreeSet<String>,
    compiler: &mut Compiler,
) -> Result<(Index, Pairs)> {
    let mut pairs = Pairs::new();
    loop {
        let mut edits = Edits::default();
        let mut names = BTreeMap::new();
        for (name, meanings) in meanings(&program, made) {
            // The last is the one to rename.
            let Some((meaning, places)) = meanings.into_iter().skip(1).last() else {
                continue;
            };
            let plain = without_mark(&name);
            let mut new = format!("{plain}_2");
            while program.text.contains(&new) {
                new += "_";
            }
            let is_import = matches!(meaning, Meaning::Import(_));
            let prefix = if is_import { " as " } else { "" };
            for place in places {
                edits.replace(place, format!("{prefix}{new}"));
            }
            pairs.insert((plain.to_owned(), new.clone()));
            names.insert(name, new);
        }
        if names.is_empty() {
            return Ok((program, pairs));
        }
        compiler.step(format!("flattening: {} names to split", names.len()));
        let mut text = program.text;
        loop {
            text = mem::take(&mut edits).apply(&text);
            let compilation = compiler.compile_if_named(&text, Depth::Messages)?;
            let Some(error) = compilation.error() else {
                break;
            };
            let tokens = tokens(&text)?;
            for place in compilation.places_of_names() {
                let is_in = |it: &Range<usize>| place.start <= it.start && it.end <= place.end;
                for token in tokens.iter().filter(|token| is_in(&token.range)) {
                    let new = names.get(token.text).into_iter();
                    new.for_each(|new| edits.replace(token.range.clone(), new.clone()));
                }
            }
            ensure!(
                !edits.is_empty(),
                "cannot split the names of modules: {error}"
            );
        }
        program = Index::new(text)?;
    }
}

/// The meanings that a name can have, in the order in which they keep the name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Prelude,
    /// What a macro declares.
    Made,
    Module,
    /// The item that is declared there.
    Item(usize),
    /// The item imported from elsewhere by that path.
    Import(String),
}

/// The meanings of a name, with the places where each is declared or imported.
type Meanings = BTreeMap<Meaning, Vec<Range<usize>>>;

/// The meanings of each name; `made` are names that macros declare.
fn meanings(program: &Index, made: &BTreeSet<String>) -> BTreeMap<String, Meanings> {
    let mut meanings = BTreeMap::<String, Meanings>::new();
    let mut mean = |name: &str, meaning: Meaning, place: Range<usize>| {
        let of_name = meanings.entry(name.to_owned()).or_default();
        of_name.entry(meaning).or_default().push(place);
        if contains(PRELUDE, name) {
            of_name.entry(Meaning::Prelude).or_default();
        }
        if made.contains(name) {
            of_name.entry(Meaning::Made).or_default();
        }
    };
    for each in program.declarations.iter().filter(|each| each.name != "_") {
        if each.kind <= Kind::Code {
            let meaning = Meaning::Item(each.place.start);
            mean(&each.name, meaning, each.place.clone());
        }
    }
    let mut modules: BTreeSet<&str> = ["crate", "self", "super", "_", "*"].into();
    for module in &program.modules {
        modules.insert(&module.names[0]);
        mean(&module.names[0], Meaning::Module, module.ranges[0].clone());
    }
    for Import { path, name, alias } in &program.imports {
        let first = words(path).next().unwrap_or_default();
        // A macro imported without a path is the one at the root.
        if first != name && !modules.contains(first) && !modules.contains(name.as_str()) {
            mean(name, Meaning::Import(path.clone()), alias.clone());
        }
    }
    meanings
}
