//! Aliases for names of the standard library: types, traits and modules that the program uses
//! often are imported under names of the program's own, which renaming then shortens like any
//! others.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{bail, Result};

use crate::compiler::Compiler;
use crate::prune::Index;
use crate::text::{at, attribute, close_of, contains, is_inside_path, tokens, Edits, Token};

/// The types without a declaration.
const PRIMITIVES: &str =
    "bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize";

/// Names that have a meaning everywhere, unless a program gives them another.
pub const PRELUDE: &str = "Box Clone Copy Debug Default Drop Eq Err From Hash Into IntoIterator \
    Iterator None Ok Option Ord PartialEq PartialOrd Result Some String ToOwned ToString TryFrom \
    TryInto Vec";

/// The ending of an alias, after the name.
pub const MARK: &str = "_0";

/// The places of each name.
type Uses = BTreeMap<String, Vec<Range<usize>>>;

/// A program's text with aliases for those names for which they make it shorter.
pub fn alias(program: &Index, compiler: &mut Compiler) -> Result<String> {
    let mut uses = uses(program)?;
    loop {
        compiler.step(format!("naming: {} aliases", uses.len()));
        let (new, places) = with_aliases(program, &uses)?;
        let compilation = compiler.check(&new)?;
        let Some(error) = compilation.error() else {
            return Ok(new);
        };
        let count = uses.len();
        for wrong in compilation.places() {
            let about = |(place, _): &&(Range<usize>, String)| {
                place.start < wrong.end && wrong.start < place.end
            };
            for (_, name) in places.iter().filter(about) {
                uses.remove(name);
            }
        }
        if uses.len() == count {
            bail!("cannot introduce aliases: {error}");
        }
    }
}

/// The places where the program seems to use each of the names, judged by words alone.
fn uses(program: &Index) -> Result<Uses> {
    let declared = program.declarations.iter().map(|it| it.place.start);
    let declared: Vec<usize> = declared.collect();
    let is_import = |place: usize| program.uses.iter().any(|it| it.contains(place));
    let imported = program.imports.iter().map(|it| it.name.as_str());
    let imported: Vec<&str> = imported.collect();
    let all = tokens(&program.text)?;
    let mut uses = Uses::new();
    let mut at_next = 0;
    while at_next < all.len() {
        let index = at_next;
        at_next += 1;
        let Token { text: word, range } = &all[index];
        if let Some(open) = attribute(&all, index) {
            let is_derive = at(&all, open + 1) == "derive";
            at_next = if is_derive {
                open + 2
            } else {
                close_of(&all, open)
            };
            continue;
        }
        let is_std = contains(PRIMITIVES, word) || contains(PRELUDE, word);
        if !is_std && !imported.contains(word) {
            continue;
        }
        let before = |back: usize| index.checked_sub(back).map_or("", |it| at(&all, it));
        let is_member = before(1) == "." && before(2) != "." || before(1) == "fn";
        let is_macro = at(&all, index + 1) == "!" && at(&all, index + 2) != "=";
        let is_other = is_member || is_macro || is_inside_path(&all, index);
        let is_own = declared.binary_search(&range.start).is_ok() || before(1) == "$";
        if !is_other && !is_own && !is_import(range.start) {
            uses.entry((*word).to_owned())
                .or_default()
                .push(range.clone());
        }
    }
    uses.retain(|name, places| places.len() * name.len().saturating_sub(2) > name.len() + 8);
    Ok(uses)
}

/// Occurrences in a text, each with the name that stands there.
type Occurrences = Vec<(Range<usize>, String)>;

/// The text with those names replaced by their aliases, and the places of these.
fn with_aliases(program: &Index, uses: &Uses) -> Result<(String, Occurrences)> {
    let mut edits = Edits::default();
    let (mut primitives, mut prelude) = (String::new(), String::new());
    for name in uses.keys() {
        let mut imports = program.imports.iter();
        let alias = format!("{name} as {name}{MARK}");
        if let Some(import) = imports.find(|it| it.name == *name) {
            edits.replace(import.alias.clone(), format!(" as {name}{MARK}"));
        } else if contains(PRIMITIVES, name) {
            primitives += &(alias + ",");
        } else {
            prelude += &(alias + ",");
        }
    }
    let head = format!("use std::{{primitive::{{{primitives}}},prelude::v1::{{{prelude}}}}};");
    edits.replace(0..0, head);
    for place in uses.values().flatten() {
        edits.replace(place.end..place.end, MARK);
    }
    let new = edits.apply(&program.text);
    let found = tokens(&new)?;
    let found = found.iter().filter_map(|token| {
        let name = token.text.strip_suffix(MARK)?;
        let name = uses.contains_key(name).then(|| name.to_owned())?;
        Some((token.range.clone(), name))
    });
    let places = found.collect();
    Ok((new, places))
}
